import { FormPaper, type Manner } from '../printer/form-paper.ts'
import type { MoneyLook } from '../real-slips/money.ts'
import { fullName, printed, type Worker } from '../real-slips/t4-worker.ts'
import type { Generator } from '../specimen.ts'
import { canadianWorker } from './slip-people.ts'
import { t4Specimen } from './t4-drawing.ts'

type Draw = (paper: FormPaper, slip: Worker) => void

const SHORT: readonly (readonly [box: string, english: string, french: string])[] = [
  ['14', 'Employment income', "Revenus d'emploi"],
  ['16', 'CPP contributions', 'Cotisations au RPC'],
  ['16A', 'Second CPP contributions', 'Deuxièmes cotisations au RPC'],
  ['17', 'QPP contributions', 'Cotisations au RRQ'],
  ['17A', 'Second QPP contributions', 'Deuxièmes cotisations au RRQ'],
  ['18', 'EI premiums', "Cotisations à l'AE"],
  ['20', 'RPP contributions', 'Cotisations à un RPA'],
  ['22', 'Income tax deducted', 'Impôt sur le revenu retenu'],
  ['24', 'EI insurable earnings', "Gains assurables d'AE"],
  ['26', 'CPP/QPP pensionable earnings', 'Gains ouvrant droit à pension – RPC/RRQ'],
  ['44', 'Union dues', 'Cotisations syndicales'],
  ['46', 'Charitable donations', 'Dons de bienfaisance'],
  ['52', 'Pension adjustment', "Facteur d'équivalence"],
  ['55', 'PPIP premiums', 'Cotisations au RPAP'],
  ['56', 'PPIP insurable earnings', 'Gains assurables du RPAP'],
]

/** A report: captions as the heads of columns, the values in one row under them, twice. */
const table: Draw = (paper, slip) => {
  paper.text(30, 40, `T4 Statement of Remuneration Paid – ${slip.year}`, { size: 13, bold: true })
  paper
    .text(30, 62, `Employer: ${slip.employer.name.replace('\n', ' ')}`, { size: 9 })
    .text(30, 76, `Account number (54): ${slip.account}`, { size: 9 })
  paper
    .text(330, 62, `Employee: ${fullName(slip.employee)}`, { size: 9 })
    .text(330, 76, `SIN (12): ${slip.sin}`, { size: 9 })
  paper.text(330, 90, `Province of employment (10): ${slip.province}`, { size: 9 })
  for (const [at, [box, english]] of SHORT.entries()) {
    const [x, y] = [30 + (at % 5) * 110, 116 + Math.floor(at / 5) * 46]
    const words = english.split(' ')
    paper.box(x, y, 110, 24, 0.5, 0.9).box(x, y + 24, 110, 18)
    paper.text(x + 55, y + 9, `${box} ${words.slice(0, 2).join(' ')}`, { size: 7, bold: true, align: 'middle' })
    paper.text(x + 55, y + 18, words.slice(2).join(' '), { size: 7, bold: true, align: 'middle' })
    paper.text(x + 104, y + 37, printed(slip, box), { size: 9, align: 'right' })
  }
  others(paper, slip, 280, 'Box')
}

/** Sentences of a web print: `Box 14 – Employment income: $54,321.00`. */
const sentences: Draw = (paper, slip) => {
  paper
    .text(40, 40, slip.employer.name.replace('\n', ' '), { size: 12, bold: true })
    .lines(40, 54, slip.employer.address, { size: 8 })
  paper
    .text(40, 92, `T4 – ${slip.year}`, { size: 18, bold: true })
    .text(40, 106, 'Statement of Remuneration Paid', { size: 9 })
  paper.text(40, 130, `Employer's name: ${slip.employer.name.replace('\n', ' ')}`, { size: 9 })
  const facts = [
    `Box 54 – Employer's account number: ${slip.account}`,
    `Employee's name: ${fullName(slip.employee)}`,
    `Box 12 – Social insurance number: ${slip.sin}`,
    `Box 10 – Province of employment: ${slip.province}`,
    ...SHORT.filter(([box]) => printed(slip, box)).map(
      ([box, english]) => `Box ${box} – ${english}: ${printed(slip, box)}`,
    ),
    ...slip.others.map(({ code, amount }) => `Box ${code} – Other information: $${amount.toFixed(2)}`),
  ]
  for (const [at, fact] of facts.entries()) paper.text(40, 146 + at * 16, fact, { size: 9 })
}

/** Three copies beside each other on a sheet turned sideways, everything narrow. */
const abreast: Draw = (paper, slip) => {
  for (const left of [20, 276, 532]) {
    paper.at(left, 0)`
      30: 0b/14 T4 | 26/6.5 Statement of Remuneration Paid | 236>b/11 ${slip.year}
      42: 0/5 Employer's name
      51: 0/7.5 ${slip.employer.name.split('\n')} ¶ ${slip.employer.address}
      94: 0/5 54 Employer's account number
      103: 0/8 ${slip.account}
      94: 130/5 12 Social insurance number
      103: 130/8 ${slip.sin}
      114: 0/5 Employee's name and address
      123: 0/7.5 ${fullName(slip.employee)} ¶ ${slip.employee.address}
      114: 130/5 10 Province of employment
      123: 130/8 ${slip.province}
    `
    for (const [at, [box, english]] of SHORT.entries()) {
      const [x, y] = [left + (at % 2) * 120, 156 + Math.floor(at / 2) * 26]
      paper
        .box(x, y, 118, 25)
        .text(x + 2, y + 7, `${box} ${english}`, { size: 5 })
        .text(x + 114, y + 21, printed(slip, box), { size: 8, align: 'right' })
    }
    for (const [at, { code, amount }] of slip.others.entries())
      paper.at(0, Math.floor(at / 2) * 14)`
        384/8: ${left + (at % 2) * 120} ${code} | ${left + 114 + (at % 2) * 120}> ${amount.toFixed(2)}
      `
    paper.text(left, 378 - 4, 'Other information', { size: 5 })
  }
}

/** In French: `Case 14`, amounts with a comma and the sign behind, names over each other. */
const cases: Draw = (paper, slip) => {
  paper.text(40, 40, `Feuillet T4 – État de la rémunération payée – ${slip.year}`, { size: 12, bold: true })
  paper
    .text(40, 64, "Nom de l'employeur", { size: 6.5 })
    .lines(40, 75, [...slip.employer.name.split('\n'), ...slip.employer.address], { size: 9 })
  paper
    .text(330, 64, "Nom et adresse de l'employé", { size: 6.5 })
    .lines(330, 75, [fullName(slip.employee), ...slip.employee.address], { size: 9 })
  const facts: [string, string, string][] = [
    ['Case 54', "Numéro de compte de l'employeur", slip.account],
    ['Case 12', "Numéro d'assurance sociale", slip.sin],
    ['Case 10', "Province d'emploi", slip.province],
    ...SHORT.filter(([box]) => printed(slip, box)).map(([box, , french]): [string, string, string] => [
      `Case ${box}`,
      french,
      `${printed(slip, box)} $`,
    ]),
    ...slip.others.map(({ code, amount }): [string, string, string] => [
      `Case ${code}`,
      'Autres renseignements',
      `${amount.toFixed(2).replace('.', ',')} $`,
    ]),
  ]
  for (const [at, [box, caption, value]] of facts.entries()) {
    const y = 140 + at * 17
    paper.at(0, y)`
      0: 40b/9 ${box} | 100/9 ${caption} | 540>/9 ${value}
      rule 4 40 545 0.25
    `
  }
}

/** The number, the account and the year in combs, a digit to a cell; amounts typed beside their numbers. */
const combs: Draw = (paper, slip) => {
  const comb = (x: number, y: number, text: string) => {
    for (const [at, sign] of [...text.replace(/\s|-/g, '')].entries())
      paper.box(x + at * 13, y, 13, 15).text(x + at * 13 + 6.5, y + 11.5, sign, { size: 10, align: 'middle' })
  }
  paper
    .text(30, 34, 'T4', { size: 18, bold: true })
    .text(64, 34, 'Statement of Remuneration Paid / État de la rémunération payée', { size: 8, bold: true })
  paper.text(460, 24, 'Year – Année', { size: 6 }).text(462, 37, String(slip.year), { size: 11 })
  paper
    .text(30, 52, "Employer's name – Nom de l'employeur", { size: 5.5 })
    .lines(32, 63, [...slip.employer.name.split('\n'), ...slip.employer.address], { size: 9 })
  paper.text(330, 52, "54  Employer's account number / Numéro de compte de l'employeur", { size: 5.5 })
  comb(330, 56, slip.account)
  paper.text(330, 88, "12  Social insurance number / Numéro d'assurance sociale", { size: 5.5 })
  comb(330, 92, slip.sin)
  paper.text(480, 88, '10  Province of employment', { size: 5.5 })
  comb(490, 92, slip.province)
  paper
    .text(30, 116, "Employee's name and address – Nom et adresse de l'employé", { size: 5.5 })
    .lines(32, 127, [fullName(slip.employee), ...slip.employee.address], { size: 9 })
  for (const [at, [box, english, french]] of SHORT.entries()) {
    const [x, y] = [30 + (at % 3) * 186, 176 + Math.floor(at / 3) * 36]
    paper
      .text(x, y + 5, `${english} / ${french}`.slice(0, 58), { size: 4.8 })
      .box(x, y + 8, 22, 16, 0.5, 0.92)
      .text(x + 11, y + 19, box, { size: 8, bold: true, align: 'middle' })
    paper.box(x + 24, y + 8, 148, 16).text(x + 166, y + 20, printed(slip, box), { size: 10, align: 'right' })
  }
  others(paper, slip, 372, 'Box – Case')
}

function others(paper: FormPaper, slip: Worker, y: number, box: string): void {
  paper.text(30, y, 'Other information / Autres renseignements', { size: 7, bold: true })
  for (const [at, { code, amount }] of slip.others.entries()) {
    const x = 30 + at * 136
    paper.at(x, y)`
      12/5.5: 0 ${box} | 60 Amount – Montant
      24/9: 4 ${code} | 124> ${amount.toFixed(2)}
    `
  }
}

function second(
  name: string,
  draw: Draw,
  looks: readonly MoneyLook[],
  more: { manner?: Manner; province?: string; wide?: boolean } = {},
): Generator {
  return async (chance) => {
    const slip = canadianWorker(chance, [2020, 2022, 2023, 2024, 2025], chance.pick(looks), more.province)
    slip.texts = {}
    const paper = await FormPaper.open({ manner: more.manner, size: more.wide ? [792, 612] : [612, 792], leading: 1.2 })
    draw(paper, slip)
    const specimen = t4Specimen(name, await paper.save(), slip)
    delete specimen.truth.fields.exempt_ei
    return specimen
  }
}

export const t4Second: Readonly<Record<string, Generator>> = {
  'slip2-t4-table': second('slip2-t4-table', table, ['commas', 'plain']),
  'slip2-t4-sentences': second('slip2-t4-sentences', sentences, ['dollar'], { manner: 'words' }),
  'slip2-t4-abreast': second('slip2-t4-abreast', abreast, ['commas', 'plain'], { wide: true }),
  'slip2-t4-cases': second('slip2-t4-cases', cases, ['french'], { province: 'QC' }),
  'slip2-t4-combs': second('slip2-t4-combs', combs, ['plain', 'blanks'], { manner: 'type0' }),
}
