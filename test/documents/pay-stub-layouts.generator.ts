import type { Chance } from './chance.ts'
import type { PayLine, Wages } from './pay-stub-wages.generator.ts'
import type { PayWords } from './pay-stub-words.generator.ts'
import { type Day, isoOf } from './statement-locale.generator.ts'
import type { Paper } from './statement-paper.generator.ts'

/** One stub while it is drawn; what it prints goes into the fields. */
export interface Stub {
  chance: Chance
  paper: Paper
  wages: Wages
  words: PayWords
  fields: Record<string, string | number>
  print: (day: Day) => string
  money: (amount: number) => string
}

type Fact = [label: string, value: string]

const label = (text: string) => text.replace(/ ?:$/, '')

function payDate({ chance, wages, words, fields, print }: Stub): Fact {
  fields.pay_date = isoOf(wages.paid)
  return [chance.pick(words.paid), print(wages.paid)]
}

function employee({ chance, wages, words, fields }: Stub): Fact {
  fields.employee_name = wages.employee
  return [chance.pick(words.employee), wages.employee]
}

/** Two dates with labels of their own, or one label with both. */
function period({ chance, wages, words, fields, print }: Stub): Fact[] {
  fields.pay_period_start = isoOf(wages.start)
  fields.pay_period_end = isoOf(wages.end)
  const [from, to] = [print(wages.start), print(wages.end)]
  const i = chance.whole(0, Math.min(words.start.length, words.end.length) - 1)
  if (chance.happens(0.5))
    return [
      [words.start[i] as string, from],
      [words.end[i] as string, to],
    ]
  return [[chance.pick(words.period), chance.happens(0.5) ? `${from} - ${to}` : `${from} ${words.to} ${to}`]]
}

function frequency({ chance, wages, words, fields }: Stub): Fact[] {
  if (!chance.happens(0.5)) return []
  const printed = chance.pick(words.frequencies[wages.frequency])
  fields.pay_frequency = printed
  return [[chance.pick(words.frequency), printed]]
}

/** The employer as a letterhead. */
function masthead({ chance, paper, wages, words, fields }: Stub): void {
  fields.employer_name = wages.employer
  const dark = chance.happens(0.2)
  if (dark) paper.fill(0, 0, paper.width, 66, 0.86)
  paper.text(40, 36, wages.employer, { size: chance.whole(13, 18), bold: true })
  const title = chance.pick(words.titles)
  if (chance.happens(0.5)) paper.text(40, 54, title, { size: 11 })
  else paper.text(paper.width - 40, 36, title, { size: 12, align: 'right' })
}

/** Captions over values, in columns. */
export function drawCaptions(stub: Stub): void {
  const { chance, paper, wages, words, fields, money } = stub
  masthead(stub)
  const facts: Fact[] = [employee(stub), payDate(stub), ...period(stub), ...frequency(stub)]
  facts.push([chance.pick(words.gross), money(wages.gross.current)])
  fields.gross_pay = wages.gross.current
  if (chance.happens(0.4)) {
    facts.push([chance.pick(words.deductions), money(wages.allDeductions.current)])
    fields.total_deductions = wages.allDeductions.current
  }
  facts.push([chance.pick(words.net), money(wages.net.current)])
  fields.net_pay = wages.net.current
  const across = chance.whole(2, 3)
  const step = (paper.width - 80) / across
  const caps = chance.happens(0.5)
  for (const [i, [name, value]] of facts.entries()) {
    const [x, y] = [44 + (i % across) * step, 104 + Math.floor(i / across) * 44]
    paper.text(x, y, caps ? label(name).toUpperCase() : label(name), { size: 7, grey: 0.3 })
    paper.text(x, y + 14, value, { size: 10 })
  }
}

/** Label and value on one line each. */
export function drawList(stub: Stub): void {
  const { chance, paper, wages, words, fields, money } = stub
  const headed = chance.happens(0.5)
  if (headed) masthead(stub)
  else paper.text(paper.width / 2, 44, chance.pick(words.titles), { size: 15, bold: true, align: 'center' })
  const facts: Fact[] = headed ? [] : [[chance.pick(words.employer), wages.employer]]
  fields.employer_name = wages.employer
  facts.push(employee(stub), payDate(stub), ...period(stub), ...frequency(stub))
  facts.push([words.hours, String(wages.earnings[0]?.hours ?? 40)])
  const totals: [string, string, PayLine][] = [
    ['gross_pay', chance.pick(words.gross), wages.gross],
    ['total_taxes', chance.pick(words.taxes), wages.totalTaxes],
    ['total_deductions', chance.pick(words.deductions), wages.allDeductions],
    ['net_pay', chance.pick(words.net), wages.net],
  ]
  for (const [name, text, { current }] of totals) {
    facts.push([text, money(current)])
    fields[name] = current
  }
  const colon = chance.happens(0.5)
  const x = chance.whole(170, 240)
  for (const [i, [name, value]] of facts.entries()) {
    const y = 100 + 17 * i
    paper.text(44, y, colon ? `${label(name)}:` : label(name))
    paper.text(x, y, value)
  }
}

/** Tables of earnings, taxes and deductions with the period's and the year's amounts. */
export function drawTables(stub: Stub): void {
  const { chance, paper, wages, words, fields } = stub
  masthead(stub)
  const address = chance.happens(0.5)
  if (address) {
    fields.employee_name = wages.employee
    for (const [i, line] of [wages.employee, wages.street, wages.city].entries()) paper.text(44, 100 + 12 * i, line)
  }
  const facts: Fact[] = [...(address ? [] : [employee(stub)]), payDate(stub), ...period(stub), ...frequency(stub)]
  for (const [i, [name, value]] of facts.entries()) {
    paper.text(320, 100 + 14 * i, label(name))
    paper.text(paper.width - 40, 100 + 14 * i, value, { align: 'right' })
  }
  const heads = [chance.pick(words.current), chance.pick(words.ytd)] as const
  let y = section(stub, 190, chance.pick(words.earnings), heads, wages.earnings)
  y = totalLine(stub, y, 'gross_pay', chance.pick(words.gross), wages.gross, 'ytd_gross_pay')
  if (chance.happens(0.5)) {
    y = section(stub, y + 14, chance.pick(words.withheld), heads, [...wages.taxes, ...wages.deductions])
    y = totalLine(stub, y, 'total_deductions', words.deductions[0] as string, wages.allDeductions)
  } else {
    y = section(stub, y + 14, words.tax, heads, wages.taxes)
    y = totalLine(stub, y, 'total_taxes', words.taxes[0] as string, wages.totalTaxes)
    if (wages.deductions.length > 0) {
      y = section(stub, y + 14, words.withheld[0] as string, heads, wages.deductions)
      y = totalLine(stub, y, 'total_deductions', words.deductions[0] as string, wages.otherDeductions)
    }
  }
  totalLine(stub, y + 12, 'net_pay', chance.pick(words.net), wages.net, 'ytd_net_pay')
}

const CURRENT_X = 430

function section(
  { paper, wages, words, money }: Stub,
  y: number,
  title: string,
  heads: readonly [string, string],
  lines: PayLine[],
): number {
  paper.fill(40, y - 10, paper.width - 80, 14, 0.9)
  paper.text(44, y, title, { bold: true })
  const timed = lines.some(({ hours }) => hours)
  if (timed) paper.text(300, y, words.hours, { bold: true, align: 'right' })
  if (timed) paper.text(250, y, words.rate, { bold: true, align: 'right' })
  paper.text(CURRENT_X, y, heads[0], { bold: true, align: 'right' })
  paper.text(paper.width - 44, y, heads[1], { bold: true, align: 'right' })
  let at = y + 15
  for (const { name, current, ytd, hours, rate } of lines) {
    paper.text(44, at, name)
    if (hours) paper.text(300, at, wages.locale.number(hours), { align: 'right' })
    if (rate) paper.text(250, at, money(rate), { align: 'right' })
    paper.text(CURRENT_X, at, money(current), { align: 'right' })
    paper.text(paper.width - 44, at, money(ytd), { align: 'right' })
    at += 13
  }
  return at
}

function totalLine(
  { paper, money, fields }: Stub,
  y: number,
  name: string,
  text: string,
  line: PayLine,
  ytd?: string,
): number {
  paper.rule(40, y - 9, paper.width - 40)
  paper.text(44, y + 2, label(text), { bold: true })
  paper.text(CURRENT_X, y + 2, money(line.current), { bold: true, align: 'right' })
  paper.text(paper.width - 44, y + 2, money(line.ytd), { bold: true, align: 'right' })
  fields[name] = line.current
  if (ytd) fields[ytd] = line.ytd
  return y + 16
}

/** Earnings at the left, deductions at the right, the totals under them. */
export function drawSides(stub: Stub): void {
  const { chance, paper, wages, words, fields, money } = stub
  masthead(stub)
  const facts: Fact[] = [employee(stub), payDate(stub), ...period(stub), ...frequency(stub)]
  const step = (paper.width - 80) / facts.length
  for (const [i, [name, value]] of facts.entries()) {
    paper.text(44 + i * step, 96, label(name), { size: 7 })
    paper.text(44 + i * step, 108, value, { size: step < 110 ? 7 : 9 })
  }
  const middle = paper.width / 2
  const sides: [number, number, string, PayLine[]][] = [
    [44, middle - 14, chance.pick(words.earnings), wages.earnings],
    [middle + 6, paper.width - 44, chance.pick(words.withheld), [...wages.taxes, ...wages.deductions]],
  ]
  for (const [x0, x1, title, lines] of sides) {
    paper.text(x0, 150, title, { bold: true })
    paper.text(x1, 150, words.current[1] as string, { bold: true, align: 'right' })
    for (const [i, { name, current }] of lines.entries()) {
      paper.text(x0, 166 + 13 * i, name)
      paper.text(x1, 166 + 13 * i, money(current), { align: 'right' })
    }
  }
  const y = 166 + 13 * (Math.max(wages.earnings.length, wages.taxes.length + wages.deductions.length) + 1)
  paper.text(44, y, chance.pick(words.gross), { bold: true })
  paper.text(middle - 14, y, money(wages.gross.current), { bold: true, align: 'right' })
  paper.text(middle + 6, y, words.deductions[0] as string, { bold: true })
  paper.text(paper.width - 44, y, money(wages.allDeductions.current), { bold: true, align: 'right' })
  paper.text(middle + 6, y + 24, chance.pick(words.net), { bold: true, size: 12 })
  paper.text(paper.width - 44, y + 24, money(wages.net.current), { bold: true, size: 12, align: 'right' })
  Object.assign(fields, {
    gross_pay: wages.gross.current,
    total_deductions: wages.allDeductions.current,
    net_pay: wages.net.current,
  })
}

/** A matrix: totals as columns, the period and the year as rows; or the other way round. */
export function drawMatrix(stub: Stub): void {
  const { chance, paper, wages, words, fields, money } = stub
  masthead(stub)
  const facts: Fact[] = [employee(stub), payDate(stub), ...period(stub), ...frequency(stub)]
  for (const [i, [name, value]] of facts.entries()) paper.text(44, 96 + 14 * i, `${label(name)}: ${value}`)
  const totals: [string, string | undefined, string, PayLine][] = [
    ['gross_pay', 'ytd_gross_pay', chance.pick(words.gross), wages.gross],
    ['total_taxes', undefined, words.taxes[0] as string, wages.totalTaxes],
    ['total_deductions', undefined, words.deductions[0] as string, wages.otherDeductions],
    ['net_pay', 'ytd_net_pay', label(chance.pick(words.net)), wages.net],
  ]
  const rows: [string, (line: PayLine) => number][] = [
    [words.current[0] as string, ({ current }) => current],
    [chance.pick(words.ytd), ({ ytd }) => ytd],
  ]
  const turned = chance.happens(0.5)
  for (const [i, [name, ytd, text, line]] of totals.entries()) {
    const [x, y] = [200 + i * 110, 224 + i * 15]
    if (turned) paper.text(x, 200, text, { bold: true, align: 'right', size: 8 })
    else paper.text(44, y, text)
    for (const [j, [, of]] of rows.entries())
      paper.text(turned ? x : 320 + 120 * j, turned ? 216 + 15 * j : y, money(of(line)), { align: 'right' })
    fields[name] = line.current
    if (ytd) fields[ytd] = line.ytd
  }
  for (const [j, [text]] of rows.entries()) {
    if (turned) paper.text(44, 216 + 15 * j, text)
    else paper.text(320 + 120 * j, 206, text, { bold: true, align: 'right' })
  }
}

/** Ruled boxes with a small caption at the top, as government statements have them. */
export function drawBoxes(stub: Stub): void {
  const { chance, paper, wages, words, fields, money } = stub
  masthead(stub)
  const facts: Fact[] = [employee(stub), payDate(stub), ...period(stub), ...frequency(stub)]
  facts.push([chance.pick(words.gross), money(wages.gross.current)], [chance.pick(words.net), money(wages.net.current)])
  Object.assign(fields, { gross_pay: wages.gross.current, net_pay: wages.net.current })
  const [across, wide] = [3, (paper.width - 80) / 3]
  for (const [i, [name, value]] of facts.entries()) {
    const [x, y] = [40 + (i % across) * wide, 90 + Math.floor(i / across) * 34]
    paper.frame(x, y, wide, 34)
    paper.text(x + 3, y + 9, label(name), { size: 7, bold: true })
    paper.text(x + 10, y + 26, value, { size: 9 })
  }
  const y = 110 + Math.ceil(facts.length / across) * 34
  section(stub, y, chance.pick(words.earnings), [words.current[0] as string, words.ytd[0] as string], wages.earnings)
}
