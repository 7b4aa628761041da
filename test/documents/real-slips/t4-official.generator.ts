import type { Chance } from '../chance.ts'
import { FormPaper } from '../printer/form-paper.ts'
import type { Generator } from '../specimen.ts'
import { printed, t4Truth, type Worker, worker } from './t4-worker.ts'

type Cell = readonly [box: string, column: 0 | 1, row: number, english: string, french: string]

const CELLS: readonly Cell[] = [
  ['14', 0, 0, 'Employment income', "Revenus d'emploi"],
  ['22', 1, 0, 'Income tax deducted', 'Impôt sur le revenu retenu'],
  ['16', 0, 1, "Employee's CPP contributions – see over", "Cotisations de l'employé au RPC – voir au verso"],
  ['24', 1, 1, 'EI insurable earnings', "Gains assurables d'AE"],
  ['16A', 0, 2, "Employee's second CPP contributions", "Deuxièmes cotisations de l'employé au RPC"],
  ['26', 1, 2, 'CPP/QPP pensionable earnings', 'Gains ouvrant droit à pension – RPC/RRQ'],
  ['17', 0, 3, "Employee's QPP contributions – see over", "Cotisations de l'employé au RRQ – voir au verso"],
  ['44', 1, 3, 'Union dues', 'Cotisations syndicales'],
  ['17A', 0, 4, "Employee's second QPP contributions", "Deuxièmes cotisations de l'employé au RRQ"],
  ['46', 1, 4, 'Charitable donations', 'Dons de bienfaisance'],
  ['18', 0, 5, "Employee's EI premiums", "Cotisations de l'employé à l'AE"],
  ['50', 1, 5, 'RPP or DPSP registration number', "N° d'agrément d'un RPA ou d'un RPDB"],
  ['20', 0, 6, 'RPP contributions', 'Cotisations à un RPA'],
  ['52', 1, 6, 'Pension adjustment', "Facteur d'équivalence"],
  ['55', 0, 7, "Employee's PPIP premiums – see over", "Cotisations de l'employé au RPAP – voir au verso"],
  ['56', 1, 7, 'PPIP insurable earnings', 'Gains assurables du RPAP'],
]

const BACK = [
  'Report these amounts on your income tax and benefit return.',
  '14 – Employment income: Enter on line 10100.   16 – CPP contributions: See lines 30800 and 22215 on your tax return.',
  '18 – EI premiums: See line 31200.   20 – RPP contributions: Includes past service contributions. See line 20700.',
  '22 – Income tax deducted: Enter on line 43700.   39 – Security options deduction 110(1)(d): See line 24900.',
  '44 – Union dues: Enter on line 21200.   46 – Charitable donations: See line 34900.   52 – Pension adjustment: Enter on line 20600.',
  '55 – Provincial parental insurance plan (PPIP): Residents of Quebec, see line 31205.   66 – Eligible retiring allowances: Line 13000.',
  'Box 30 – Board and lodging   Box 34 – Personal use of employer’s automobile   Box 40 – Other taxable allowances and benefits (already in box 14)',
] as const

export interface OfficialLook {
  fillable: boolean
  copies: number
  language: 'both' | 'english' | 'french'
  divider: boolean
  padded: boolean
  misfed: boolean
}

/** The agency's own T4: two columns of amount cells on the right, the parties on the left, both languages. */
export function drawOfficialT4(sheet: FormPaper, top: number, at: number, slip: Worker, look: OfficialLook): void {
  const name = (box: string) => `form1[0].Page1[0].Slip${at + 1}[0].${box}[0]`
  const say = (english: string, french: string) =>
    look.language === 'english' ? english : look.language === 'french' ? french : `${english} – ${french}`
  const pad = (text: string) => (look.padded && text ? `  ${text}   ` : text)
  drawParties(sheet, top, slip, { name, say, pad })
  for (const [box, column, row, english, french] of CELLS) {
    if ((box === '16A' || box === '17A' || box === '45') && slip.year < 2023) continue
    const x = 306 + column * 146
    const y = top + 66 + row * 32
    const captions = look.language === 'both' ? [english, french] : [look.language === 'english' ? english : french]
    sheet.lines(x + 2, y, captions, { size: 5 })
    sheet.box(x, y + 8, 140, 17).box(x, y + 8, 20, 17, 0.8)
    sheet.text(x + 10, y + 19, box, { size: 7.5, bold: true, align: 'middle' })
    if (look.divider && box !== '50') sheet.rule(x + 116, y + 8, x + 116, y + 25, 0.3)
    const slot = {
      x: x + 22,
      y: y + 9,
      w: 116,
      h: 15,
      size: 9,
      align: 'right',
      family: sheet.fillable ? 'sans' : 'mono',
    } as const
    sheet.value(name(`Box${box}`), pad(printed(slip, box)), slot)
  }
  drawOthers(sheet, top + 326, slip, name, look)
}

interface Words {
  name(box: string): string
  say(english: string, french: string): string
  pad(text: string): string
}

function drawParties(sheet: FormPaper, top: number, slip: Worker, { name, say, pad }: Words): void {
  const { employer, employee, year } = slip
  sheet.text(30, top + 6, say("Employer's name", "Nom de l'employeur"), { size: 6 }).box(28, top + 9, 262, 52)
  const block = [employer.name, ...employer.address].join('\n')
  sheet.at(0, top)`
    value ${name('EmployersName')} 30 10 258 50/8.5 many: ${block}
    8/6: 306 Canada Revenue ¶ Agency | 356 Agence du revenu ¶ du Canada
    14: 582>b/18 T4
    24: 582>b/7.5 Statement of Remuneration Paid ¶ État de la rémunération payée
    30: 310/5.5 Year ¶ Année
    box 334 24 50 18
    value ${name('Year')} 336 25 46 16b/11: ${year}
    69: 56/5.5 Employer's account number / Numéro de compte de l'employeur
    box 28 72 190 17
    83: 38^b/7.5 54
    upright 48 72 89
    value ${name('Box54')} 50 73 160 15: ${pad(slip.account)}
    98: 50/5 Social insurance number ¶ Numéro d'assurance sociale
    box 28 106 110 17
    117: 38^b/7.5 12
    upright 48 106 123
  `
  sheet.value(name('Box12'), slip.sin, { x: 50, y: top + 107, w: 86, h: 15, comb: slip.sin.length === 9 })
  drawExempt(sheet, top, slip, name)
  sheet
    .text(30, top + 155, say("Employee's name and address", "Nom et adresse de l'employé"), { size: 6 })
    .box(28, top + 158, 262, 130)
  sheet.text(32, top + 165, 'Last name (in capital letters) – Nom de famille (en lettres moulées)', { size: 5 })
  sheet.text(196, top + 165, 'First name – Prénom', { size: 5 }).text(258, top + 165, 'Initial – Initiale', { size: 5 })
  sheet.value(name('LastName'), pad(employee.last.toUpperCase()), { x: 30, y: top + 167, w: 150, h: 14 })
  sheet.value(name('FirstName'), pad(employee.first), { x: 194, y: top + 167, w: 60, h: 14 })
  sheet.value(name('Initial'), employee.initial, { x: 262, y: top + 167, w: 20, h: 14 })
  sheet.value(name('EmployeeAddress'), employee.address.join('\n'), { x: 30, y: top + 189, w: 240, h: 60, many: true })
}

function drawExempt(
  sheet: FormPaper,
  top: number,
  { exempt, province, texts, year }: Worker,
  name: Words['name'],
): void {
  sheet
    .text(160, top + 97, 'Exempt – Exemption', { size: 5 })
    .text(148, top + 117, '28', { size: 7.5, bold: true, align: 'middle' })
  for (const [at, [over, under, key]] of (
    [
      ['CPP/QPP', 'RPC/RRQ', 'cpp'],
      ['EI', 'AE', 'ei'],
      ['PPIP', 'RPAP', 'ppip'],
    ] as const
  ).entries()) {
    sheet.text(166 + at * 26, top + 103, over, { size: 4.5 }).text(166 + at * 26, top + 124, under, { size: 4.5 })
    sheet.tick(name(`${key.toUpperCase()}_Exempt`), exempt[key], 168 + at * 26, top + 106, 11)
  }
  sheet.lines(246, top + 96, ['Province of employment', "Province d'emploi"], { size: 5 }).box(246, top + 106, 46, 17)
  sheet.text(254, top + 117, '10', { size: 7.5, bold: true, align: 'middle' })
  sheet.value(name('Box10'), province, { x: 262, y: top + 107, w: 28, h: 15 })
  sheet
    .lines(246, top + 128, ['Employment code', "Code d'emploi"], { size: 5 })
    .text(254, top + 144, '29', { size: 7.5, bold: true, align: 'middle' })
  sheet.value(name('Box29'), texts['29'] ?? '', { x: 262, y: top + 134, w: 28, h: 14 })
  if (year < 2023) return
  sheet.lines(50, top + 128, ['Employer-offered dental benefits', "Prestations dentaires offertes par l'employeur"], {
    size: 5,
  })
  sheet.text(38, top + 144, '45', { size: 7.5, bold: true, align: 'middle' })
  sheet.value(name('Box45'), texts['45'] ?? '', { x: 50, y: top + 134, w: 28, h: 14 })
}

function drawOthers(sheet: FormPaper, top: number, slip: Worker, name: Words['name'], look: OfficialLook): void {
  sheet.lines(30, top + 8, ['Other information', '(see over)', 'Autres', 'renseignements', '(voir au verso)'], {
    size: 5.5,
  })
  for (let at = 0; at < 6; at++) {
    const [x, y] = [90 + (at % 3) * 166, top + Math.floor(at / 3) * 24]
    sheet.text(x, y + 5, 'Box – Case', { size: 5 }).text(x + 60, y + 5, 'Amount – Montant', { size: 5 })
    sheet.box(x, y + 7, 30, 15).box(x + 32, y + 7, 124, 15)
    const other = slip.others[at]
    sheet.value(name(`OtherBox${at + 1}`), other?.code ?? '', { x, y: y + 7, w: 30, h: 15 })
    const amount = other ? printed({ ...slip, amounts: { other: other.amount } }, 'other') : ''
    sheet.value(name(`OtherAmount${at + 1}`), amount, { x: x + 34, y: y + 7, w: 120, h: 15, align: 'right', size: 9 })
  }
  sheet.at(0, top)`
    62: 30b/7 T4 (${String(slip.year).slice(2)}) | 306^b/6 Protected B when completed / Protégé B une fois rempli
  `
  if (look.language !== 'french')
    sheet.at(0, top)`
      62: 582>/4.5 See the privacy notice on your return. / Consultez l’avis de confidentialité dans votre déclaration.
    `
}

function official(look: Partial<OfficialLook>, years: readonly number[], province?: string): Generator {
  return async (chance: Chance) => {
    const full: OfficialLook = {
      fillable: false,
      copies: 2,
      language: 'both',
      divider: true,
      padded: false,
      misfed: false,
      ...look,
    }
    const slip = worker(
      chance,
      years,
      full.fillable ? chance.pick(['plain', 'commas', 'split']) : chance.pick(['commas', 'split', 'blanks', 'plain']),
      province,
    )
    const sheet = await FormPaper.open({ fillable: full.fillable, size: full.copies === 1 ? [612, 420] : [612, 850] })
    if (full.misfed) sheet.misfeed(chance.whole(-3, 4), chance.whole(-5, 3))
    for (let at = 0; at < full.copies; at++) drawOfficialT4(sheet, 24 + at * 412, at, slip, full)
    sheet.turn()
    for (const [at, line] of BACK.entries()) sheet.text(30, 40 + at * 14, line, { size: 7 })
    return { name: 'real-t4', bytes: await sheet.save(), truth: t4Truth(slip) }
  }
}

const ALL = [2019, 2020, 2021, 2022, 2023, 2024, 2025]
export const t4Official: Readonly<Record<string, Generator>> = {
  'real-t4-fillable': official({ fillable: true, divider: false, padded: true }, [2022, 2023, 2024, 2025]),
  'real-t4-flat': official({}, ALL),
  'real-t4-english': official({ language: 'english', copies: 1, divider: false }, ALL),
  'real-t4-french': official({ language: 'french', copies: 1 }, ALL, 'QC'),
  'real-t4-misfed': official({ misfed: true, divider: false }, ALL),
  'real-t4-quebec': official({ copies: 2 }, ALL, 'QC'),
}
