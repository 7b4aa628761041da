import type { Chance } from '../chance.ts'
import { FormPaper } from '../printer/form-paper.ts'
import type { Generator } from '../specimen.ts'
import { fullName, printed, t4Truth, type Worker, worker } from './t4-worker.ts'

const ALL = [2019, 2020, 2021, 2022, 2023, 2024, 2025]

type Line = readonly [box: string, english: string, french: string]
const LINES: readonly Line[] = [
  ['14', 'Employment income', "Revenus d'emploi"],
  ['22', 'Income tax deducted', 'Impôt sur le revenu retenu'],
  ['16', "Employee's CPP contributions", "Cotisations de l'employé au RPC"],
  ['24', 'EI insurable earnings', "Gains assurables d'AE"],
  ['16A', "Employee's second CPP contributions", "Deuxièmes cotisations de l'employé au RPC"],
  ['26', 'CPP/QPP pensionable earnings', 'Gains ouvrant droit à pension RPC/RRQ'],
  ['17', "Employee's QPP contributions", "Cotisations de l'employé au RRQ"],
  ['44', 'Union dues', 'Cotisations syndicales'],
  ['17A', "Employee's second QPP contributions", "Deuxièmes cotisations de l'employé au RRQ"],
  ['46', 'Charitable donations', 'Dons de bienfaisance'],
  ['18', "Employee's EI premiums", "Cotisations de l'employé à l'AE"],
  ['50', 'RPP or DPSP registration number', "N° d'agrément d'un RPA ou RPDB"],
  ['20', 'RPP contributions', 'Cotisations à un RPA'],
  ['52', 'Pension adjustment', "Facteur d'équivalence"],
  ['55', "Employee's PPIP premiums", "Cotisations de l'employé au RPAP"],
  ['56', 'PPIP insurable earnings', 'Gains assurables du RPAP'],
]

type Draw = (sheet: FormPaper, slip: Worker, chance: Chance) => void

function made(draw: Draw, looks: readonly Worker['look'][], years = ALL, province?: string): Generator {
  return async (chance) => {
    const slip = worker(chance, years, chance.pick(looks), province)
    const sheet = await FormPaper.open({})
    draw(sheet, slip, chance)
    return { name: 'real-t4', bytes: await sheet.save(), truth: t4Truth(slip) }
  }
}

const shownLines = (slip: Worker) => LINES.filter(([box]) => slip.year >= 2023 || !/A$/.test(box))

/** A line printer's slip: box number, label and amount in one line, two columns, nothing ruled. */
const condensed: Draw = (sheet, slip, chance) => {
  const pen = { size: 8, family: 'mono' } as const
  const { employer, employee, year } = slip
  for (let copy = 0; copy < 2; copy++) {
    const top = 40 + copy * 370
    sheet.at(0, top)`
      0: 36bm/8 T4 STATEMENT OF REMUNERATION PAID | 430m/8 YEAR ${year}
      20: 36m/8 EMPLOYER'S NAME
      32: 36m/8 ${employer.name} ¶ ${employer.address}
      20: 320m/8 BOX 54 EMPLOYER'S ACCOUNT NUMBER
      32: 320m/8 ${slip.account}
      80: 36m/8 EMPLOYEE'S NAME AND ADDRESS
      92: 36m/8 ${fullName(employee).toUpperCase()} ¶ ${employee.address.map((line) => line.toUpperCase())}
      80: 320m/8 12 SOCIAL INSURANCE NUMBER  ${slip.sin}
      92: 320m/8 10 PROVINCE OF EMPLOYMENT   ${slip.province}
    `
    sheet.text(320, top + 104, `28 EXEMPT  CPP/QPP ${' '}  EI ${slip.exempt.ei ? 'X' : ' '}  PPIP  `, pen)
    const code = slip.texts['29'] ?? ''
    sheet.text(320, top + 116, `29 EMPLOYMENT CODE          ${code}`, pen)
    if (slip.texts['45']) sheet.text(320, top + 128, `45 DENTAL BENEFITS           ${slip.texts['45']}`, pen)
    for (const [at, [box, english]] of shownLines(slip).entries()) {
      const [x, y] = [36 + (at % 2) * 284, top + 150 + Math.floor(at / 2) * 13]
      const label = english.toUpperCase().replace("EMPLOYEE'S ", '').slice(0, 30)
      sheet.text(x, y, `${box.padEnd(4)}${label}`, pen).text(x + 250, y, printed(slip, box), { ...pen, align: 'right' })
    }
    sheet.text(36, top + 270, 'OTHER INFORMATION', pen)
    for (const [at, { code: box, amount }] of slip.others.entries())
      sheet.text(36 + at * 130, top + 282, `BOX ${box}  ${printed({ ...slip, amounts: { o: amount } }, 'o')}`, pen)
    sheet.text(
      36,
      top + 306,
      chance.happens(0.5) ? 'COPY FOR EMPLOYEE - ATTACH TO YOUR RETURN' : 'KEEP THIS COPY FOR YOUR RECORDS',
      pen,
    )
  }
}

/** A payroll service's laser sheet: three slips, box number and label inside the cell, the amount at its foot. */
const threeUp: Draw = (sheet, slip) => {
  for (let copy = 0; copy < 3; copy++) {
    const top = 18 + copy * 258
    threeUpHead(sheet, slip, top)
    const cells = shownLines(slip).filter(([box]) => !/A$|^(17|55|56)$/.test(box) || printed(slip, box) !== '')
    for (const [at, [box, english, french]] of cells.entries()) {
      const [x, y] = [258 + (at % 3) * 112, top + 46 + Math.floor(at / 3) * 30]
      sheet.box(x, y, 112, 30, 0.4).text(x + 2, y + 6, box, { size: 5.5, bold: true })
      sheet.lines(x + 14, y + 5.5, [english, french], { size: 4.3 })
      sheet.text(x + 108, y + 26, printed(slip, box), { size: 8.5, align: 'right' })
    }
    for (let at = 0; at < 4; at++) {
      const x = 28 + at * 140
      sheet.box(x, top + 228, 26, 14, 0.4).box(x + 26, top + 228, 104, 14, 0.4)
      if (copy === 0 || at === 0)
        sheet.text(x, top + 226, 'Box/Case', { size: 4.5 }).text(x + 60, top + 226, 'Amount/Montant', { size: 4.5 })
      const other = slip.others[at]
      if (other)
        sheet.at(x, top)`
          238/8.5: 4 ${other.code} | 126> ${printed({ ...slip, amounts: { o: other.amount } }, 'o')}
        `
    }
    sheet
      .text(28, top + 250, `T4 (${String(slip.year).slice(2)}) Facsimile`, { size: 5 })
      .text(584, top + 250, 'Protected B / Protégé B when completed / une fois rempli', { size: 5, align: 'right' })
    if (copy < 2) sheet.rule(0, top + 254, 612, top + 254, 0.2)
  }
}

function threeUpHead(sheet: FormPaper, slip: Worker, top: number): void {
  const { employer, employee, year, texts } = slip
  sheet.at(0, top)`
    16: 584>b/14 T4
    10: 340b/6.5 STATEMENT OF REMUNERATION PAID ¶ ÉTAT DE LA RÉMUNÉRATION PAYÉE
    8: 258/5 Year/Année
    box 258 10 56 16
    22: 286^/10 ${year}
    frame 28 0 224 62 0.4
    6: 30/4.5 Employer's name - Nom de l'employeur
    20: 34/8 ${employer.name} ¶ ${employer.address}
  `
  const small = [
    ['54', "Employer's account no. / N° de compte de l'employeur", slip.account, 28, 112],
    ['12', 'S.I.N. / N.A.S.', slip.sin, 140, 112],
    ['10', 'Prov. of empl./d’emploi', slip.province, 28, 62],
    ['28', 'Exempt  CPP/QPP   EI   PPIP', slip.exempt.ei ? '              X' : '', 90, 78],
    ['29', 'Empl. code', texts['29'] ?? '', 168, 42],
    ['45', 'Dental', texts['45'] ?? '', 210, 42],
  ] as const
  for (const [at, [box, caption, value, x, w]] of small.entries()) {
    if (box === '45' && value === '') continue
    const y = top + (at < 2 ? 64 : 92)
    sheet
      .box(x, y, w, 26, 0.4)
      .text(x + 2, y + 6, box, { size: 5.5, bold: true })
      .text(x + 11, y + 5.5, caption, { size: 3.8 })
    sheet.text(x + 8, y + 22, value, { size: 8.5 })
  }
  sheet.at(0, top)`
    frame 28 122 224 96 0.4
    128: 30/4.5 Employee's name and address - Nom et adresse de l'employé
    136/4: 34 Last name / Nom de famille | 140 First name / Prénom | 216 Initials
    147/8.5: 34 ${employee.last} | 140 ${employee.first} | 218 ${employee.initial}
    166: 34/8 ${employee.address}
  `
}

/** A portal's print: a table of box, description and amount. */
const portal: Draw = (sheet, slip, chance) => {
  const { employer, employee, year } = slip
  const french = chance.happens(0.3)
  const say = (english: string, other: string) => (french ? other : english)
  sheet.print`
    50: 48b/15 ${say(`T4 - Statement of Remuneration Paid (${year})`, `T4 - État de la rémunération payée (${year})`)}
  `
  const facts: [string, string][] = [
    [say('Tax year', "Année d'imposition"), String(year)],
    [say('Employer name', "Nom de l'employeur"), employer.name],
    [say('Employer account number (box 54)', "Numéro de compte de l'employeur (case 54)"), slip.account],
    [
      say('Employee name', "Nom de l'employé"),
      `${employee.last}, ${[employee.first, employee.initial].filter(Boolean).join(' ')}`,
    ],
    [say('Social insurance number (box 12)', "Numéro d'assurance sociale (case 12)"), slip.sin],
    [say('Province of employment (box 10)', "Province d'emploi (case 10)"), slip.province],
  ]
  if (slip.texts['29']) facts.push([say('Employment code (box 29)', "Code d'emploi (case 29)"), slip.texts['29']])
  if (slip.texts['45'])
    facts.push([say('Dental benefits code (box 45)', 'Code de prestations dentaires (case 45)'), slip.texts['45']])
  if (slip.exempt.ei) facts.push([say('EI exempt (box 28)', 'Exemption AE (case 28)'), say('Yes', 'Oui')])
  for (const [at, [label, value]] of facts.entries())
    sheet.text(48, 80 + at * 16, label, { size: 9 }).text(300, 80 + at * 16, value, { size: 9, bold: true })
  let y = 236
  sheet.at(0, y)`
    0b/9: 48 ${say('Box', 'Case')} | 90 Description | 540> ${say('Amount', 'Montant')}
  `
  const rows = [
    ...shownLines(slip),
    ...slip.others.map(({ code }) => [code, 'Other information', 'Autres renseignements'] as const),
  ]
  for (const [box, english, other] of rows) {
    const extra = slip.others.find(({ code }) => code === box)
    const text = extra ? printed({ ...slip, amounts: { o: extra.amount } }, 'o') : printed(slip, box)
    if (text === '') continue
    y += 17
    sheet.at(0, y)`
      rule -12 48 540 0.3
      0/9: 48 ${box} | 90 ${say(english, other)} | 540> ${box === '50' ? text : `${french ? '' : '$'}${text}`}
    `
  }
  sheet.prose(
    48,
    y + 30,
    500,
    say(
      'This is not an official slip. Report employment income on line 10100 of your return, income tax deducted on line 43700.',
      "Ceci n'est pas un feuillet officiel. Déclarez les revenus d'emploi à la ligne 10100 et l'impôt retenu à la ligne 43700.",
    ),
    { size: 8 },
  )
}

export const t4Payroll: Readonly<Record<string, Generator>> = {
  'real-t4-condensed': made(condensed, ['plain', 'commas']),
  'real-t4-three-up': made(threeUp, ['plain', 'commas', 'split']),
  'real-t4-portal': made(portal, ['commas', 'plain']),
}
