import { FormPaper, type Manner } from '../printer/form-paper.ts'
import type { MoneyLook } from '../real-slips/money.ts'
import { fullName, printed, type Worker } from '../real-slips/t4-worker.ts'
import type { Generator } from '../specimen.ts'
import { canadianWorker } from './slip-people.ts'
import { t4Specimen } from './t4-drawing.ts'

const TITLES: readonly [box: string, english: string, french: string][] = [
  ['14', 'Employment income', "Revenus d'emploi"],
  ['22', 'Income tax deducted', 'Impôt sur le revenu retenu'],
  ['16', "Employee's CPP contributions", 'Cotisations au RPC'],
  ['16A', "Employee's second CPP contributions", 'Deuxièmes cotisations au RPC'],
  ['17', "Employee's QPP contributions", 'Cotisations au RRQ'],
  ['17A', "Employee's second QPP contributions", 'Deuxièmes cotisations au RRQ'],
  ['18', "Employee's EI premiums", "Cotisations à l'AE"],
  ['20', 'RPP contributions', 'Cotisations à un RPA'],
  ['24', 'EI insurable earnings', "Gains assurables d'AE"],
  ['26', 'CPP/QPP pensionable earnings', 'Gains ouvrant droit à pension'],
  ['44', 'Union dues', 'Cotisations syndicales'],
  ['46', 'Charitable donations', 'Dons de bienfaisance'],
  ['50', 'RPP or DPSP registration number', "N° d'agrément d'un RPA"],
  ['52', 'Pension adjustment', "Facteur d'équivalence"],
  ['55', "Employee's PPIP premiums", 'Cotisations au RPAP'],
  ['56', 'PPIP insurable earnings', 'Gains assurables du RPAP'],
]

type Draw = (paper: FormPaper, slip: Worker, top: number) => void

const filled = (slip: Worker) => TITLES.filter(([box]) => printed(slip, box) !== '')

/** Boxes down two columns, captions left and values far right, without a line on the sheet. */
const bare: Draw = (paper, slip, top) => {
  paper.at(0, top)`
    10: 36b/12 ${slip.year} T4 - Statement of Remuneration Paid
    34/8 step 11.2: 36 Employer's name ¶ ${slip.employer.name.split('\n')} ¶ ${slip.employer.address}
    | 330 Employee ¶ ${fullName(slip.employee)} ¶ ${slip.employee.address}
    108/8: 36 Box 54 Account number | 160 ${slip.account} | 330 Box 12 SIN | 440 ${slip.sin}
    122/8: 36 Box 10 Province of employment | 200 ${slip.province}
  `
  for (const [at, [box, english]] of TITLES.entries()) {
    const [x, y] = [36 + (at % 2) * 294, top + 148 + Math.floor(at / 2) * 17]
    paper.text(x, y, box, { size: 8, bold: true }).text(x + 24, y, english, { size: 8 })
    paper.text(x + 262, y, printed(slip, box), { size: 8, align: 'right' })
  }
  paper.text(36, top + 300, 'Other information', { size: 8, bold: true })
  for (const [at, { code, amount }] of slip.others.entries())
    paper
      .text(130 + at * 115, top + 300, code, { size: 8 })
      .text(230 + at * 115, top + 300, amount.toFixed(2), { size: 8, align: 'right' })
}

/** Every value stands above the caption of its cell, as on a pay statement turned into a slip. */
const above: Draw = (paper, slip, top) => {
  paper.at(0, top)`
    frame 30 0 552 300 1
    18: 40b/16 T4 | 70b/9 Statement of Remuneration Paid | 560>b/14 ${slip.year}
  `
  const head: [string, string, number, number][] = [
    [slip.employer.name.replaceAll('\n', ' '), "Employer's name", 40, 44],
    [slip.account, "Employer's account number (54)", 380, 44],
    [fullName(slip.employee), "Employee's name", 40, 76],
    [slip.sin, 'Social insurance number (12)', 300, 76],
    [slip.province, 'Province of employment (10)', 460, 76],
  ]
  for (const [value, title, x, y] of head)
    paper.text(x, top + y, value, { size: 9, family: 'mono' }).text(x, top + y + 9, title, { size: 5.5 })
  for (const [at, [box, english]] of TITLES.entries()) {
    const [x, y] = [34 + (at % 4) * 137, top + 100 + Math.floor(at / 4) * 40]
    paper.box(x, y, 133, 36).text(x + 126, y + 16, printed(slip, box), { size: 9, family: 'mono', align: 'right' })
    paper.text(x + 4, y + 30, `${box}  ${english}`, { size: 5.5 })
  }
  for (const [at, { code, amount }] of slip.others.entries()) {
    const x = 34 + at * 137
    paper
      .text(x + 8, top + 278, code, { size: 9, family: 'mono' })
      .text(x + 126, top + 278, amount.toFixed(2), { size: 9, family: 'mono', align: 'right' })
    paper.text(x + 4, top + 290, 'Box', { size: 5.5 }).text(x + 90, top + 290, 'Amount', { size: 5.5 })
  }
}

/** Capitals without accents, which are all that a line printer has. */
const plain = (text: string) => text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Lines of one width of letter in capitals, boxed by dashes and bars, as a mainframe's printer made them. */
const mainframe: Draw = (paper, slip, top) => {
  const rule = `+${'-'.repeat(44)}+${'-'.repeat(45)}+`
  const row = (left: string, right: string) => `| ${plain(left).padEnd(42)} | ${plain(right).padEnd(43)} |`
  const cell = ([box, english]: readonly [string, string, string]) =>
    `${box.padEnd(4)}${english}`.slice(0, 29).padEnd(30) + printed(slip, box).padStart(12)
  const names = [...slip.employer.name.split('\n'), ...slip.employer.address]
  const home = [
    `${slip.employee.last}, ${slip.employee.first} ${slip.employee.initial}`.trim(),
    ...slip.employee.address,
  ]
  const pairs = Array.from({ length: 8 }, (_, at) => row(cell(TITLES[at] as never), cell(TITLES[at + 8] as never)))
  const others = slip.others.map(({ code, amount }) => `${code} ${amount.toFixed(2)}`).join('   ')
  const lines = [
    `T4 (${String(slip.year).slice(2)})      STATEMENT OF REMUNERATION PAID          YEAR ${slip.year}`,
    rule,
    row("EMPLOYER'S NAME", "EMPLOYEE'S NAME AND ADDRESS"),
    ...[0, 1, 2, 3].map((at) => row(names[at] ?? '', home[at] ?? '')),
    rule,
    row(`54 ACCOUNT NUMBER ${slip.account}`, `12 SOCIAL INSURANCE NUMBER ${slip.sin}`),
    row(`10 PROVINCE OF EMPLOYMENT ${slip.province}`, `29 EMPLOYMENT CODE ${slip.texts['29'] ?? ''}`),
    rule,
    ...pairs,
    rule,
    row('OTHER INFORMATION (BOX AMOUNT)', others),
    rule,
  ]
  paper.lines(30, top + 12, lines, { size: 9.2, family: 'mono' }, 1.22)
}

/** The agency's portal as it prints: a line for each box that is filled, exemptions in words. */
const portal: Draw = (paper, slip, top) => {
  paper.text(36, top + 10, 'My Account for Individuals', { size: 8, grey: 0.3 })
  paper.text(36, top + 34, `T4 slip for ${slip.year}`, { size: 16, bold: true })
  const facts: [string, string][] = [
    ['Issued by:', slip.employer.name.replaceAll('\n', ' ')],
    ["Employer's account number:", slip.account],
    ["Employee's name:", fullName(slip.employee)],
    ['Social insurance number:', slip.sin],
    ['Province of employment:', slip.province],
    ['CPP/QPP exempt:', 'No'],
    ['EI exempt:', slip.exempt.ei ? 'Yes' : 'No'],
    ['PPIP exempt:', 'No'],
  ]
  for (const [at, [title, value]] of facts.entries())
    paper.text(36, top + 60 + at * 15, title, { size: 9 }).text(220, top + 60 + at * 15, value, { size: 9 })
  const y = top + 196
  paper.at(0, y)`
    box 36 -12 540 17 0.88
    0b/9: 40 Box | 90 Description | 570> Amount
  `
  const rows: [string, string, string][] = [
    ...filled(slip).map(([box, english]): [string, string, string] => [box, english, printed(slip, box)]),
    ...slip.others.map(({ code, amount }): [string, string, string] => [code, 'Other information', amount.toFixed(2)]),
  ]
  for (const [at, [box, title, value]] of rows.entries()) {
    paper.at(0, y + 18 + at * 16)`
      0/9: 40 ${box} | 90 ${title} | 570> ${value}
    `
    paper.rule(36, y + 22 + at * 16, 576, y + 22 + at * 16, 0.25)
  }
}

/** Captions first, the box's number in brackets behind them, French beneath in grey. */
const brackets: Draw = (paper, slip, top) => {
  paper.at(0, top)`
    14: 306^b/9 T4  STATEMENT OF REMUNERATION PAID / ÉTAT DE LA RÉMUNÉRATION PAYÉE
    28: 306^/8 Tax year / Année d'imposition: ${slip.year}
    48: 36/5.5#0.4 Employer's name / Nom de l'employeur
    58: 36/8.5 ${slip.employer.name.split('\n')} ¶ ${slip.employer.address}
    48: 330/5.5#0.4 Employee's name / Nom de l'employé
    58: 330/8.5 ${fullName(slip.employee)} ¶ ${slip.employee.address}
  `
  const facts: [string, string, number][] = [
    ['Account number / Numéro de compte (54)', slip.account, 36],
    ['SIN / NAS (12)', slip.sin, 230],
    ['Province (10)', slip.province, 360],
    ['Code (29)', slip.texts['29'] ?? '', 440],
    ...(slip.texts['45'] ? [['Dental benefits (45)', slip.texts['45'], 500] as [string, string, number]] : []),
  ]
  for (const [title, value, x] of facts)
    paper.text(x, top + 108, title, { size: 5.5, grey: 0.4 }).text(x, top + 119, value, { size: 9 })
  for (const [at, [box, english, french]] of TITLES.entries()) {
    const [x, y] = [36 + (at % 3) * 184, top + 140 + Math.floor(at / 3) * 32]
    paper.text(x, y, `${english} (${box})`, { size: 6 }).text(x, y + 7, french, { size: 5, grey: 0.45 })
    paper.rule(x, y + 22, x + 170, y + 22, 0.25).text(x + 168, y + 19, printed(slip, box), { size: 9, align: 'right' })
  }
  for (const [at, { code, amount }] of slip.others.entries())
    paper
      .text(36 + at * 138, top + 346, `Box ${code}`, { size: 7 })
      .text(160 + at * 138, top + 346, amount.toFixed(2), { size: 8, align: 'right' })
}

function software(
  name: string,
  draw: Draw,
  looks: readonly MoneyLook[],
  manner: Manner = 'plain',
  texts: readonly string[] = ['50'],
): Generator {
  return async (chance) => {
    const slip = canadianWorker(chance, [2021, 2022, 2023, 2024, 2025], chance.pick(looks))
    for (const box of Object.keys(slip.texts)) if (!texts.includes(box)) delete slip.texts[box]
    const paper = await FormPaper.open({ manner, leading: 1.2 })
    draw(paper, slip, 30)
    if (draw !== portal && chance.happens(0.5)) draw(paper, slip, 410)
    const specimen = t4Specimen(name, await paper.save(), slip)
    if (draw === mainframe)
      for (const name of ['employer_name', 'employee_name'])
        specimen.truth.fields[name] = plain(String(specimen.truth.fields[name]))
    if (draw !== portal) delete specimen.truth.fields.exempt_ei
    else
      Object.assign(specimen.truth.fields, {
        exempt_cpp_qpp: 'false',
        exempt_ei: String(slip.exempt.ei),
        exempt_ppip: 'false',
      })
    return specimen
  }
}

export const t4Software: Readonly<Record<string, Generator>> = {
  'slip-t4-bare': software('slip-t4-bare', bare, ['commas', 'plain']),
  'slip-t4-above': software('slip-t4-above', above, ['plain', 'commas'], 'words'),
  'slip-t4-mainframe': software('slip-t4-mainframe', mainframe, ['plain'], 'plain', ['50', '29']),
  'slip-t4-portal': software('slip-t4-portal', portal, ['dollar', 'commas'], 'type0'),
  'slip-t4-brackets': software('slip-t4-brackets', brackets, ['commas', 'blanks'], 'plain', ['50', '29', '45']),
}
