import { bare, corners, list, official, type SlipLayout } from './canada-layouts.generator.ts'
import { drawCompany, drawPayrollAccount, drawPerson, drawSin, fullName } from './canada-people.generator.ts'
import { layPaper } from './canada-sheet.generator.ts'
import { drawSlipLook, type Slip, type SlipBox } from './canada-slip.generator.ts'
import type { Chance } from './chance.ts'
import { rows } from './printer/lists.ts'
import { lawful } from './slip-law.ts'
import type { Generator, Truth } from './specimen.ts'

/** A box with the field that takes its value ('' for none), and what is drawn into it. */
type BoxPlan = [id: string, field: string, en: string, fr: string, draw?: (chance: Chance) => number | string]

interface FormPlan {
  type: Truth['document_type']
  form: string
  en: string
  fr: string
  issuer: { field: string; en: string; fr: string; name: string }
  person: { field: string; en: string; fr: string }
  sin: { id: string; field: string }
  boxes: BoxPlan[]
}

const money = (chance: Chance) => chance.amount(15, 48_000)
const PAYER = {
  field: 'payer_name',
  en: "Payer's name and address",
  fr: 'Nom et adresse du payeur',
  name: 'PayersName',
}
const RECIPIENT = { field: 'recipient_name', en: "Recipient's name and address", fr: 'Nom et adresse du bénéficiaire' }

const PLANS: Record<string, FormPlan> = {
  T4A: {
    type: 'T4A_TAX_SLIP',
    form: 'T4A',
    en: 'Statement of Pension, Retirement, Annuity, and Other Income',
    fr: "État du revenu de pension, de retraite, de rente ou d'autres sources",
    issuer: { ...PAYER, en: "Payer's name", fr: 'Nom du payeur' },
    person: RECIPIENT,
    sin: { id: '012', field: 'social_insurance_number' },
    boxes: [
      ['016', 'pension_or_superannuation', 'Pension or superannuation', 'Prestations de retraite ou autres pensions'],
      ['022', 'income_tax_deducted', 'Income tax deducted', 'Impôt sur le revenu retenu'],
      ['018', 'lump_sum_payments', 'Lump-sum payments', 'Paiements forfaitaires'],
      ['020', 'self_employed_commissions', 'Self-employed commissions', "Commissions d'un travail indépendant"],
      ['024', 'annuities', 'Annuities', 'Rentes'],
      ['048', 'fees_for_services', 'Fees for services', 'Honoraires ou autres sommes pour services rendus'],
    ],
  },
  T5: {
    type: 'T5_TAX_SLIP',
    form: 'T5',
    en: 'Statement of Investment Income',
    fr: 'État des revenus de placement',
    issuer: PAYER,
    person: {
      ...RECIPIENT,
      en: "Recipient's name (last name first) and address",
      fr: 'Nom, prénom et adresse du bénéficiaire',
    },
    sin: { id: '22', field: '' },
    boxes: rows<[string, string, string, string]>`
      24 | actual_eligible_dividends | Actual amount of eligible dividends | Montant réel des dividendes déterminés
      25 | taxable_eligible_dividends | Taxable amount of eligible dividends
      | Montant imposable des dividendes déterminés
      26 | | Dividend tax credit for eligible dividends | Crédit d'impôt pour dividendes déterminés
      13 | interest_from_canadian_sources | Interest from Canadian sources | Intérêts de source canadienne
      18 | capital_gains_dividends | Capital gains dividends | Dividendes sur gains en capital
      10 | | Actual amount of dividends other than eligible dividends
      | Montant réel des dividendes autres que des dividendes déterminés
      15 | | Foreign income | Revenus étrangers
    `,
  },
  T3: {
    type: 'T3_TAX_SLIP',
    form: 'T3',
    en: 'Statement of Trust Income Allocations and Designations',
    fr: 'État des revenus de fiducie (répartitions et attributions)',
    issuer: {
      field: 'trust_name',
      en: "Trust's name and address",
      fr: 'Nom et adresse de la fiducie',
      name: 'TrustsName',
    },
    person: RECIPIENT,
    sin: { id: '12', field: '' },
    boxes: rows<[string, string, string, string]>`
      49 | actual_eligible_dividends | Actual amount of eligible dividends | Montant réel des dividendes déterminés
      50 | | Taxable amount of eligible dividends | Montant imposable des dividendes déterminés
      21 | capital_gains | Capital gains | Gains en capital
      26 | other_income | Other income | Autres revenus
      30 | | Capital gains eligible for deduction | Gains en capital admissibles pour déduction
    `,
  },
  NR4: {
    type: 'NR4_TAX_SLIP',
    form: 'NR4',
    en: 'Statement of Amounts Paid or Credited to Non-Residents of Canada',
    fr: 'État des sommes payées ou créditées à des non-résidents du Canada',
    issuer: PAYER,
    person: RECIPIENT,
    sin: { id: '13', field: '' },
    boxes: [
      ['14', 'income_code', 'Income code', 'Code de revenu', (chance) => chance.pick(['11', '14', '39', '46', '61'])],
      ['15', '', 'Currency code', 'Code de devise', () => 'CAD'],
      ['16', 'gross_income', 'Gross income', 'Revenu brut'],
      ['17', 'non_resident_tax_withheld', 'Non-resident tax withheld', 'Impôt des non-résidents retenu'],
      ['18', '', 'Exemption code', "Code d'exemption"],
    ],
  },
  RL1: {
    type: 'RL1_TAX_SLIP',
    form: 'RL-1',
    en: 'Employment and other income',
    fr: "Revenus d'emploi et revenus divers",
    issuer: {
      field: 'employer_name',
      en: "Employer's or payer's name and address",
      fr: "Nom et adresse de l'employeur ou du payeur",
      name: 'EmployersName',
    },
    person: {
      field: 'employee_name',
      en: 'Last name, first name and address',
      fr: 'Nom de famille, prénom et adresse',
    },
    sin: { id: '', field: '' },
    boxes: rows<[string, string, string, string]>`
      A | employment_income | Employment income before source deductions
      | Revenus d'emploi avant les retenues à la source
      B | qpp_contributions | QPP contribution | Cotisation au RRQ
      C | ei_premiums | Employment insurance premium | Cotisation à l'assurance emploi
      D | rpp_contributions | RPP contribution | Cotisation à un RPA
      E | income_tax_deducted | Québec income tax withheld | Impôt du Québec retenu
      F | union_dues | Union dues | Cotisation syndicale
      G | | Pensionable salary or wages under the QPP | Salaire admissible au RRQ
      H | qpip_premiums | QPIP premium | Cotisation au RQAP
      I | | Eligible salary or wages under the QPIP | Salaire admissible au RQAP
    `,
  },
  T2202: {
    type: 'T2202_TAX_SLIP',
    form: 'T2202',
    en: 'Tuition and Enrolment Certificate',
    fr: "Certificat pour frais de scolarité et d'inscription",
    issuer: {
      field: 'institution_name',
      en: 'Name and address of designated educational institution',
      fr: "Nom et adresse de l'établissement d'enseignement agréé",
      name: 'InstitutionName',
    },
    person: { field: 'student_name', en: "Student's name and address", fr: "Nom et adresse de l'étudiant" },
    sin: { id: '17', field: '' },
    boxes: [
      ['23', 'eligible_tuition_fees', 'Eligible tuition fees', 'Frais de scolarité admissibles'],
      [
        '24',
        'part_time_months',
        'Number of months part-time',
        'Nombre de mois à temps partiel',
        (chance) => chance.pick(['0', '4', '8']),
      ],
      [
        '25',
        'full_time_months',
        'Number of months full-time',
        'Nombre de mois à temps plein',
        (chance) => chance.pick(['4', '8', '12']),
      ],
    ],
  },
}

const LAYOUTS: Record<string, SlipLayout> = { official, corners, list, bare }

/** Any slip of the T4 family but the T4: T4A, T5, T3, NR4, RL-1, T2202. */
export const canadian: Generator = (chance) =>
  canadianAs(chance, chance.pick(['T4A', 'T4A', 'T5', 'T5', 'T3', 'NR4', 'RL1', 'T2202']))

/** One slip of the form named. */
export async function canadianAs(chance: Chance, name: string): Promise<Awaited<ReturnType<Generator>>> {
  const plan = PLANS[name] as FormPlan
  const look = drawSlipLook(chance)
  // Letters say nothing without their captions, and neither do the numbers of forms that few people know.
  const layout = chance.pick(['official', 'corners', 'list'])
  const { slip, truth } = describe(chance, plan)
  const sheet = await layPaper(chance)
  const draw = LAYOUTS[layout] as SlipLayout
  const drawn = layout === 'list' ? { ...look, fillable: false } : look
  const end = draw(sheet, slip, drawn, 24, 1)
  if (chance.happens(0.4) && end < 380) draw(sheet, slip, drawn, end + 16, 2)
  return { name: `${name.toLowerCase()}-${layout}`, bytes: await sheet.save(), truth }
}

function describe(chance: Chance, plan: FormPlan): { slip: Slip; truth: Truth } {
  const [person, issuer, sin] = [drawPerson(chance), drawCompany(chance), drawSin(chance)]
  const year = String(chance.whole(2019, 2026))
  const values = plan.boxes.map(([id, name, , , draw], at) => {
    const value = at === 0 || chance.happens(0.6) ? (draw ?? money)(chance) : ''
    return [name || id, value] as const
  })
  const legal = lawful(Object.fromEntries(values), Number(year))
  const boxes = plan.boxes.map(([id, name, en, fr, draw]): SlipBox => {
    const value = legal[name || id] ?? ''
    return { id, en, fr, value, ...(typeof value === 'string' && draw ? { narrow: true } : {}) }
  })
  const account =
    plan.form === 'T4A'
      ? [
          {
            id: '061',
            en: "Payer's program account number",
            fr: 'Numéro de compte de programme du payeur',
            value: drawPayrollAccount(chance),
          },
        ]
      : []
  const slip: Slip = {
    form: plan.form,
    en: plan.en,
    fr: plan.fr,
    year,
    issuer,
    issuerCaption: plan.issuer,
    person,
    personCaption: plan.person,
    ids: [...account, { id: plan.sin.id, en: 'Social insurance number', fr: "Numéro d'assurance sociale", value: sin }],
    boxes,
    other: [],
    exempt: undefined,
  }
  const filled = boxes.flatMap(({ value }, at) =>
    value !== '' && plan.boxes[at]?.[1] ? [[plan.boxes[at][1], fieldValue(plan.boxes[at][1], value)] as const] : [],
  )
  const fields = {
    tax_year: year,
    [plan.issuer.field]: issuer.name,
    [plan.person.field]: fullName(person),
    ...(plan.sin.field ? { [plan.sin.field]: sin } : {}),
    ...Object.fromEntries(filled),
  }
  return { slip, truth: { document_type: plan.type, fields, risk: 'clean' } }
}

function fieldValue(field: string, value: number | string): number | string {
  return field.endsWith('_months') ? Number(value) : value
}
