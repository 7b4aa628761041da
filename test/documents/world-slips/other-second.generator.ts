import type { Chance } from '../chance.ts'
import { FormPaper, type Manner } from '../printer/form-paper.ts'
import { split } from '../printer/lists.ts'
import { type MoneyLook, money } from '../real-slips/money.ts'
import { employerId, socialSecurityNumber } from '../real-slips/people.ts'
import { fullName } from '../real-slips/t4-worker.ts'
import { printedBox, type Wage, w2Truth } from '../real-slips/w2-wage.ts'
import type { Generator, Truth } from '../specimen.ts'
import { NR4, RL1, type SlipSpec, T3, T4A, T5 } from './canadian-specs.ts'
import { type FilledSlip, fill, lastFirst, specimenOf } from './canadian-values.ts'
import { americanFirm, americanPerson, americanWage, joined } from './slip-people.ts'

/** A portal's list in French: `Case 016 – Prestations ... 12 345,67 $`. */
function cases(paper: FormPaper, slip: FilledSlip): void {
  const { spec, year, payer, recipient } = slip
  paper
    .text(40, 40, `Feuillet ${spec.form} pour ${year}`, { size: 15, bold: true })
    .text(40, 54, spec.titles[1], { size: 8 })
  const facts: [string, string][] = [
    [spec.payer[2], payer.name.replace('\n', ' ')],
    [spec.recipient[2], fullName(recipient)],
    ...(spec.number ? [[`${spec.number[2]}`, slip.sin] as [string, string]] : []),
    ...spec.boxes
      .filter(([box]) => slip.values[box])
      .map(([box, , french, , kind]): [string, string] => [
        `Case ${box} – ${french}`,
        `${slip.values[box]}${kind ? '' : ' $'}`,
      ]),
  ]
  for (const [at, [caption, value]] of facts.entries())
    paper.text(40, 84 + at * 18, caption, { size: 8.5 }).text(560, 84 + at * 18, value, { size: 8.5, align: 'right' })
}

/** Heads of columns with a single row of values; the parties in blocks above. */
function heads(paper: FormPaper, slip: FilledSlip): void {
  const { spec, year, payer, recipient } = slip
  paper.print`
    36: 30b/16 ${spec.form}
    30: 70/8 ${spec.titles[0]}
    39: 70/7 ${spec.titles[1]}
    36: 560b/12 ${year}
    58: 30/6 ${spec.payer[1]}
    69: 30/9 ${payer.name.split('\n')} ¶ ${payer.address}
    58: 320/6 ${spec.recipient[1]}
    69: 320/9 ${lastFirst(recipient)} ¶ ${recipient.address}
  `
  if (spec.number) paper.text(30, 122, `${spec.number[0]} ${spec.number[1]}: ${slip.sin}`.trim(), { size: 8 })
  for (const [at, [box, english]] of spec.boxes.entries()) {
    const [x, y] = [30 + (at % 4) * 138, 136 + Math.floor(at / 4) * 52]
    const words = english.split(' ')
    const half = Math.ceil(words.length / 2)
    paper
      .box(x, y, 138, 48)
      .text(x + 4, y + 9, box, { size: 8, bold: true })
      .rule(x, y + 30, x + 138, y + 30)
    paper
      .text(x + 24, y + 9, words.slice(0, half).join(' '), { size: 5.5 })
      .text(x + 24, y + 16, words.slice(half).join(' '), { size: 5.5 })
    paper.text(x + 69, y + 43, slip.values[box] ?? '', { size: 9, align: 'middle' })
  }
}

/** Captions in the left half of a row, values behind a colon in a column; two people under each other. */
function twoPeople(paper: FormPaper, first: FilledSlip, second: FilledSlip): void {
  for (const [at, slip] of [first, second].entries()) {
    const { spec, year, payer, recipient } = slip
    const top = 30 + at * 380
    paper.at(0, top)`
      frame 24 -14 564 360 1
      6b/9: 36 ${spec.form} ${spec.titles[0]} | 570> Year ${year}
      26: 36/6 ${spec.payer[1]}
      37: 36/8.5 ${payer.name.split('\n')} ¶ ${payer.address}
      88: 36/6 ${spec.recipient[1]}
      99: 36/8.5 ${lastFirst(recipient)} ¶ ${recipient.address}
    `
    if (spec.number)
      paper
        .text(36, top + 148, `${spec.number[0]}  ${spec.number[1]}`.trim(), { size: 6 })
        .text(36, top + 158, slip.sin, { size: 8.5 })
    for (const [row, [box, english]] of spec.boxes.entries()) {
      const y = top + 40 + row * 24
      paper
        .text(300, y, box, { size: 8, bold: true })
        .text(322, y, english.slice(0, 52), { size: 6.5 })
        .rule(300, y + 4, 576, y + 4, 0.25)
      paper.text(570, y, slip.values[box] ?? '', { size: 9, family: 'mono', align: 'right' })
    }
  }
}

type Paint = (paper: FormPaper, slip: FilledSlip, chance: Chance) => void

function canadian(
  name: string,
  spec: SlipSpec,
  paint: Paint,
  looks: readonly MoneyLook[],
  manner: Manner = 'plain',
): Generator {
  return async (chance) => {
    const slip = fill(chance, spec, chance.pick(looks))
    const paper = await FormPaper.open({ manner, leading: 1.2 })
    paint(paper, slip, chance)
    return specimenOf(name, await paper.save(), slip)
  }
}

const pair: Paint = (paper, slip, chance) =>
  twoPeople(paper, slip, { ...fill(chance, slip.spec, slip.look), year: slip.year })

const W2_SHORT = [
  ['1', 'Wages, tips, other comp.'],
  ['2', 'Federal income tax withheld'],
  ['3', 'Social security wages'],
  ['4', 'Social security tax withheld'],
  ['5', 'Medicare wages and tips'],
  ['6', 'Medicare tax withheld'],
] as const

/** Values left of their captions, as an accountant's worksheet has them. */
function worksheet(paper: FormPaper, slip: Wage): void {
  paper
    .text(40, 40, `W-2 Wage and Tax Statement`, { size: 12, bold: true })
    .text(560, 40, String(slip.year), { size: 12, bold: true, align: 'right' })
  paper
    .text(40, 64, "c  Employer's name, address, and ZIP code", { size: 6 })
    .lines(40, 75, [...slip.employer.name.split('\n'), ...slip.employer.address], { size: 9 })
  paper
    .text(320, 64, "e  Employee's name, address, and ZIP code", { size: 6 })
    .lines(320, 75, [fullName(slip.employee), ...slip.employee.address], { size: 9 })
  paper.text(40, 130, 'b  Employer identification number (EIN)', { size: 6 }).text(40, 141, slip.ein, { size: 9 })
  paper.text(320, 130, "a  Employee's social security number", { size: 6 }).text(320, 141, slip.ssn, { size: 9 })
  if (slip.control) paper.text(480, 130, 'd  Control number', { size: 6 }).text(480, 141, slip.control, { size: 9 })
  for (const [at, [box, caption]] of W2_SHORT.entries()) {
    const [x, y] = [40 + (at % 2) * 280, 170 + Math.floor(at / 2) * 30]
    paper
      .box(x, y - 12, 272, 26)
      .text(x + 4, y - 4, `${box} ${caption}`, { size: 6 })
      .text(x + 100, y + 9, printedBox(slip, box), { size: 10, family: 'mono', align: 'right' })
  }
  if (slip.boxes['10'])
    paper
      .text(44, 254, '10 Dependent care benefits', { size: 6 })
      .text(140, 265, printedBox(slip, '10'), { size: 10, family: 'mono', align: 'right' })
  for (const [at, { code, amount }] of slip.box12.entries())
    paper.at(0, at * 14)`
      254: 320/6 12${'abcd'[at]} | 350m/9 ${code} | 450>m/9 ${money(amount, slip.look)}
    `
  const heads = split`
    15 State | Employer's state ID number | 16 State wages, tips, etc. | 17 State income tax
    | 18 Local wages, tips, etc. | 19 Local income tax | 20 Locality name
  `
  const xs = [40, 80, 190, 290, 370, 460, 530]
  for (const [at, head] of heads.entries()) paper.text(xs[at] as number, 330, head, { size: 5.5 })
  for (const [row, line] of slip.states.entries())
    for (const [at, value] of [line.state, line.id, money(line.wages, slip.look), money(line.tax, slip.look)].entries())
      paper.text(xs[at] as number, 342 + row * 12, value, { size: 8 })
  if (slip.local)
    for (const [at, value] of [
      money(slip.local.wages, slip.look),
      money(slip.local.tax, slip.look),
      slip.local.name,
    ].entries())
      paper.text(xs[at + 4] as number, 342, value, { size: 8 })
}

/** Two columns of `number caption value` on one line each, small, twice on the sheet. */
function lines(paper: FormPaper, slip: Wage): void {
  for (const top of [30, 420]) {
    paper
      .text(40, top, `Form W-2 ${slip.year} Wage and Tax Statement`, { size: 9, bold: true })
      .text(570, top, 'OMB No. 1545-0008', { size: 6, align: 'right' })
    const facts = [
      `Employer: ${joined(slip.employer.name)}`,
      `${slip.employer.address.join(', ')}`,
      `Employer EIN: ${slip.ein}`,
      `Employee: ${fullName(slip.employee)}`,
      `${slip.employee.address.join(', ')}`,
      `Employee SSN: ${slip.ssn}`,
    ]
    paper.lines(40, top + 18, facts, { size: 8 }, 1.5)
    for (const [at, [box, caption]] of W2_SHORT.entries())
      paper
        .text(300, top + 18 + at * 13, `${box}  ${caption}`, { size: 8 })
        .text(570, top + 18 + at * 13, printedBox(slip, box), { size: 8, align: 'right' })
    let y = top + 18 + 6 * 13
    const row = (caption: string, value: string) => {
      paper.text(300, y, caption, { size: 8 }).text(570, y, value, { size: 8, align: 'right' })
      y += 13
    }
    if (slip.boxes['10']) row('10  Dependent care benefits', printedBox(slip, '10'))
    for (const [at, { code, amount }] of slip.box12.entries()) {
      paper.text(340, y, code, { size: 8 })
      row(`12${'abcd'[at]}`, money(amount, slip.look))
    }
    const [one] = slip.states
    if (one) {
      row('15  State', one.state)
      row('16  State wages, tips, etc.', money(one.wages, slip.look))
      row('17  State income tax', money(one.tax, slip.look))
    }
    if (slip.local) {
      row('18  Local wages, tips, etc.', money(slip.local.wages, slip.look))
      row('19  Local income tax', money(slip.local.tax, slip.look))
      row('20  Locality name', slip.local.name)
    }
  }
}

function wages(
  name: string,
  paint: (paper: FormPaper, slip: Wage) => void,
  looks: readonly MoneyLook[],
  without: readonly string[] = [],
): Generator {
  return async (chance) => {
    const slip = americanWage(chance, chance.pick(looks))
    const paper = await FormPaper.open({ leading: 1.2 })
    paint(paper, slip)
    const truth = w2Truth(slip)
    truth.fields.employer_name = joined(slip.employer.name)
    for (const field of without) delete truth.fields[field]
    return { name, bytes: await paper.save(), truth }
  }
}

const IRS = {
  nec: [
    '1099_NEC_TAX_SLIP',
    '1099-NEC',
    'Nonemployee Compensation',
    [
      ['1', 'Nonemployee compensation', 'nonemployee_compensation'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
    ],
  ],
  int: [
    '1099_INT_TAX_SLIP',
    '1099-INT',
    'Interest Income',
    [
      ['1', 'Interest income', 'interest_income'],
      ['2', 'Early withdrawal penalty', 'early_withdrawal_penalty'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
      ['8', 'Tax-exempt interest', 'tax_exempt_interest'],
    ],
  ],
  div: [
    '1099_DIV_TAX_SLIP',
    '1099-DIV',
    'Dividends and Distributions',
    [
      ['1a', 'Total ordinary dividends', 'total_ordinary_dividends'],
      ['1b', 'Qualified dividends', 'qualified_dividends'],
      ['2a', 'Total capital gain distributions', 'total_capital_gain_distributions'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
    ],
  ],
  r: [
    '1099_R_TAX_SLIP',
    '1099-R',
    'Distributions From Pensions, Annuities, Retirement Plans, IRAs',
    [
      ['1', 'Gross distribution', 'gross_distribution'],
      ['2a', 'Taxable amount', 'taxable_amount'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
    ],
  ],
} as const

/** A letter of a credit union or an insurer: sentences above, boxes as `Box 1. Caption: $amount`, or heads over a row. */
function letter1099(
  name: string,
  kind: keyof typeof IRS,
  way: 'sentences' | 'heads',
  manner: Manner = 'plain',
): Generator {
  return async (chance) => {
    const [type, form, title, boxes] = IRS[kind]
    const [payer, who, year] = [americanFirm(chance), americanPerson(chance), chance.whole(2019, 2024)]
    const [tin, ssn, account] = [employerId(chance), socialSecurityNumber(chance), chance.digits(8)]
    const paper = await FormPaper.open({ manner, leading: 1.2 })
    paper.print`
      40: 40b/11 Form ${form} – ${title}
      54: 40/8 Calendar year ${year}     Copy B for recipient
      76: 40/6.5 PAYER'S name and address
      87: 40/9 ${payer.name.split('\n')} ¶ ${payer.address}
      76: 330/6.5 RECIPIENT'S name and address
      87: 330/9 ${fullName(who)} ¶ ${who.address}
      140/8.5: 40 PAYER'S TIN: ${tin} | 220 RECIPIENT'S TIN: ${ssn} | 420 Account number: ${account}
    `
    const fields: Truth['fields'] = {
      tax_year: String(year),
      payer_name: joined(payer.name),
      payer_tin: tin,
      recipient_name: fullName(who),
      recipient_tin: ssn,
      account_number: account,
    }
    const amounts = boxes.map(([, , field], at) =>
      at < 2 && field !== 'early_withdrawal_penalty' ? chance.amount(600, 20_000) : chance.happens(0.5) ? 0 : undefined,
    )
    if (kind === 'div' && amounts[0]) amounts[1] = Math.round(amounts[0] * 50) / 100
    if (kind === 'r' && amounts[0]) amounts[1] = amounts[0]
    if (boxes[1]?.[2] === 'federal_income_tax_withheld' && amounts[0]) amounts[1] = Math.round(amounts[0] * 24) / 100
    for (const [at, [box, caption, field]] of boxes.entries()) {
      const amount = amounts[at]
      if (amount !== undefined) fields[field] = amount
      const text = amount === undefined ? '' : money(amount, 'dollar')
      if (way === 'sentences') paper.text(40, 176 + at * 18, `Box ${box}. ${caption}: ${text}`, { size: 9 })
      else
        paper
          .box(40 + at * 132, 170, 132, 22, 0.5, 0.9)
          .text(44 + at * 132, 184, `${box} ${caption}`, { size: 6 })
          .box(40 + at * 132, 192, 132, 20)
          .text(166 + at * 132, 206, text, { size: 9, align: 'right' })
    }
    paper.text(40, 290, 'This is important tax information and is being furnished to the Internal Revenue Service.', {
      size: 7,
    })
    return { name, bytes: await paper.save(), truth: { document_type: type, fields, risk: 'clean' } }
  }
}

export const otherSecond: Readonly<Record<string, Generator>> = {
  'slip2-t4a-cases': canadian('slip2-t4a-cases', T4A, cases, ['french']),
  'slip2-t4a-heads': canadian('slip2-t4a-heads', T4A, heads, ['plain', 'commas'], 'words'),
  'slip2-t5-pair': canadian('slip2-t5-pair', T5, pair, ['plain', 'commas']),
  'slip2-t5-cases': canadian('slip2-t5-cases', T5, cases, ['french'], 'type0'),
  'slip2-t3-heads': canadian('slip2-t3-heads', T3, heads, ['commas', 'dollar']),
  'slip2-nr4-pair': canadian('slip2-nr4-pair', NR4, pair, ['commas'], 'backwards'),
  'slip2-rl1-cases': canadian('slip2-rl1-cases', RL1, cases, ['french']),
  'slip2-rl1-heads': canadian('slip2-rl1-heads', RL1, heads, ['plain', 'blanks']),
  'slip2-w2-worksheet': wages('slip2-w2-worksheet', worksheet, ['commas', 'plain']),
  'slip2-w2-lines': wages('slip2-w2-lines', lines, ['dollar', 'commas'], ['control_number']),
  'slip2-1099-nec-letter': letter1099('slip2-1099-nec-letter', 'nec', 'sentences'),
  'slip2-1099-int-heads': letter1099('slip2-1099-int-heads', 'int', 'heads'),
  'slip2-1099-div-letter': letter1099('slip2-1099-div-letter', 'div', 'sentences', 'words'),
  'slip2-1099-r-heads': letter1099('slip2-1099-r-heads', 'r', 'heads', 'glyphs'),
}
