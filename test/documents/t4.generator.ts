import { bare, corners, list, official, type SlipLayout } from './canada-layouts.generator.ts'
import { drawCompany, drawPayrollAccount, drawPerson, drawSin, fullName } from './canada-people.generator.ts'
import { cards, lines, pairs, table } from './canada-prints.generator.ts'
import { layPaper, type Sheet } from './canada-sheet.generator.ts'
import { drawSlipLook, type Slip, type SlipBox, type SlipLook } from './canada-slip.generator.ts'
import type { Chance } from './chance.ts'
import { rows } from './printer/lists.ts'
import type { Generator, Truth } from './specimen.ts'
import { drawEmployment, type Employment } from './t4-values.generator.ts'

const BOXES: [id: string, field: string, en: string, fr: string, line?: string][] = rows`
  14 | employment_income | Employment income | Revenus d'emploi | 10100
  22 | income_tax_deducted | Income tax deducted | Impôt sur le revenu retenu | 43700
  16 | cpp_contributions | Employee's CPP contributions | Cotisations de l'employé au RPC | 30800
  24 | ei_insurable_earnings | EI insurable earnings | Gains assurables d'AE
  16A | second_cpp_contributions | Employee's second CPP contributions | Deuxièmes cotisations de l'employé au RPC
  | 22215
  26 | cpp_qpp_pensionable_earnings | CPP/QPP pensionable earnings | Gains ouvrant droit à pension – RPC/RRQ
  17 | qpp_contributions | Employee's QPP contributions | Cotisations de l'employé au RRQ | 30800
  44 | union_dues | Union dues | Cotisations syndicales | 21200
  17A | second_qpp_contributions | Employee's second QPP contributions | Deuxièmes cotisations de l'employé au RRQ
  | 22215
  46 | charitable_donations | Charitable donations | Dons de bienfaisance | 34900
  18 | ei_premiums | Employee's EI premiums | Cotisations de l'employé à l'AE | 31200
  50 | rpp_dpsp_registration_number | RPP or DPSP registration number | N° d'agrément d'un RPA ou d'un RPDB
  20 | rpp_contributions | RPP contributions | Cotisations à un RPA | 20700
  52 | pension_adjustment | Pension adjustment | Facteur d'équivalence | 20600
  55 | ppip_premiums | Employee's PPIP premiums | Cotisations de l'employé au RPAP
  56 | ppip_insurable_earnings | PPIP insurable earnings | Gains assurables du RPAP
`

/** What one employee's slip says, and the form that says it. */
export function describeT4(chance: Chance, employment: Employment, look: SlipLook): { slip: Slip; truth: Truth } {
  const { year, province, amounts, employmentCode, dentalCode, registration, exempt, other } = employment
  const person = drawPerson(chance, province)
  const issuer = drawCompany(chance, province)
  const [sin, account] = [drawSin(chance), drawPayrollAccount(chance)]
  const fresh = (id: string) => year >= 2023 || !['16A', '17A', '45'].includes(id)
  const values: Record<string, number | string> = { ...amounts, rpp_dpsp_registration_number: registration }
  const boxes = BOXES.filter(([id]) => fresh(id)).map(([id, field, en, fr, line]): SlipBox => {
    const tail = line && look.lines ? { en: ` – line ${line}`, fr: ` – ligne ${line}` } : { en: '', fr: '' }
    const value = values[field] ?? (look.zeros && field !== 'rpp_dpsp_registration_number' ? 0 : '')
    return { id, en: en + tail.en, fr: fr + tail.fr, value }
  })
  const narrow: SlipBox[] = [
    { id: '10', en: 'Province of employment', fr: "Province d'emploi", value: province, narrow: true },
    { id: '29', en: 'Employment code', fr: "Code d'emploi", value: employmentCode, narrow: true },
    {
      id: '45',
      en: 'Employer-offered dental benefits',
      fr: "Prestations dentaires offertes par l'employeur",
      value: dentalCode,
      narrow: true,
    },
  ]
  const slip: Slip = {
    form: 'T4',
    en: 'Statement of Remuneration Paid',
    fr: 'État de la rémunération payée',
    year: String(year),
    issuer,
    issuerCaption: { en: "Employer's name", fr: "Nom de l'employeur", name: 'EmployersName' },
    person,
    personCaption: { en: "Employee's name and address", fr: "Nom et adresse de l'employé" },
    ids: [
      { id: '54', en: "Employer's account number", fr: "Numéro de compte de l'employeur", value: account },
      { id: '12', en: 'Social insurance number', fr: "Numéro d'assurance sociale", value: sin },
    ],
    boxes: [...boxes, ...narrow.filter(({ id }) => fresh(id))],
    other,
    exempt,
  }
  const shown = Object.fromEntries(
    boxes.flatMap(({ id, value }) => (value === '' ? [] : [[BOXES.find(([other]) => other === id)?.[1], value]])),
  )
  const truth: Truth = {
    document_type: 'T4_TAX_SLIP',
    fields: {
      tax_year: String(year),
      employer_name: issuer.name,
      employer_account_number: account,
      employee_name: fullName(person),
      social_insurance_number: sin,
      province_of_employment: province,
      ...shown,
      ...(employmentCode ? { employment_code: employmentCode } : {}),
      ...(dentalCode ? { dental_benefits_code: dentalCode } : {}),
    },
    ...(other.length > 0 ? { tables: { other_information: other } } : {}),
    risk: 'clean',
  }
  return { slip, truth }
}

export type T4Layout = 'official' | 'corners' | 'list' | 'bare' | 'table' | 'cards' | 'pairs' | 'lines'

const LAYOUTS: Record<T4Layout, SlipLayout> = { official, corners, list, bare, table, cards, pairs, lines }

/** Layouts of software that prints on plain paper and has no fields to fill in. */
const PLAIN = new Set<T4Layout>(['list', 'table', 'cards', 'pairs', 'lines'])

/** T4 slips in eight layouts, one to three a page, typed or filled in; the truth is of the first. */
export const t4: Generator = (chance) =>
  t4As(
    chance,
    chance.pick(['official', 'official', 'corners', 'list', 'bare', 'table', 'cards', 'pairs', 'lines'] as const),
  )

/** A T4 in one layout. */
export async function t4As(
  chance: Chance,
  layout: T4Layout,
  employment = drawEmployment(chance),
): Promise<Awaited<ReturnType<Generator>>> {
  const drawn = drawSlipLook(chance)
  const look = PLAIN.has(layout) ? { ...drawn, fillable: false } : drawn
  const sheet = await layPaper(chance)
  const { slip, truth } = describeT4(chance, employment, look)
  const draw = LAYOUTS[layout]
  let end = draw(sheet, slip, look, 24, 1)
  const more = chance.whole(0, 2)
  for (let at = 2; at <= more + 1 && end + (end - 24) < 770; at++) {
    const next = chance.happens(0.5) ? slip : describeT4(chance, drawEmployment(chance), look).slip
    end = draw(sheet, next, look, end + 12, at)
  }
  if (chance.happens(0.25)) instructions(sheet)
  if (layout === 'official') stateExemptions(truth, slip)
  if (layout === 'cards' || layout === 'pairs' || layout === 'lines') delete truth.tables
  return { name: `t4-${layout}`, bytes: await sheet.save(), truth }
}

function stateExemptions({ fields }: Truth, { exempt }: Slip): void {
  for (const field of exempt ?? []) fields[field] = 'true'
}

/** The back of the slip, which explains boxes and amounts and holds none. */
function instructions(sheet: Sheet): void {
  sheet.addPage()
  const lines = [
    'Report these amounts on your tax return.',
    '14 – Employment income – Enter on line 10100.',
    '16 – Employee’s CPP contributions – See line 30800 in your tax guide. The maximum is $4,034.10 for 2025.',
    '20 – RPP contributions – Includes past service contributions. See line 20700 in your tax guide.',
    '22 – Income tax deducted – Enter on line 43700.',
    '39 – Security options deduction 110(1)(d) – Enter on line 24900.',
    '52 – Pension adjustment – Enter on line 20600. If the amount is more than 1,000.00, see guide T4040.',
    '66 – Eligible retiring allowances – See line 13000 in your tax guide.',
    'Déclarez ces montants dans votre déclaration de revenus. 14 – Revenus d’emploi – Inscrivez à la ligne 10100.',
  ]
  for (const [row, line] of lines.entries()) sheet.text(40, 60 + row * 14, line, { size: 9 })
}

/** The form as it comes: nothing is filled in. */
export const blankT4: Generator = async (chance) => {
  const look = drawSlipLook(chance)
  const employment = drawEmployment(chance)
  const { slip } = describeT4(chance, employment, look)
  const empty = (box: SlipBox) => ({ ...box, value: '' })
  const nobody = { first: '', initial: '', last: '', address: [] }
  const sheet = await layPaper(chance)
  const layout = chance.pick([official, corners])
  layout(
    sheet,
    {
      ...slip,
      year: '',
      issuer: { name: '', address: [] },
      person: nobody,
      ids: slip.ids.map(empty),
      boxes: slip.boxes.map(empty),
      other: [],
      exempt: [],
    },
    look,
    24,
    1,
  )
  if (chance.happens(0.5)) instructions(sheet)
  return {
    name: 't4-blank',
    bytes: await sheet.save(),
    truth: { document_type: 'T4_TAX_SLIP', fields: {}, risk: 'clean' },
  }
}
