import { FormPaper } from '../printer/form-paper.ts'
import type { Generator } from '../specimen.ts'
import { money } from './money.ts'
import { printedBox, type Wage, w2Truth, wage } from './w2-wage.ts'

type Put = (x: number, y: number, w: number, h: number, caption: string, value?: string | readonly string[]) => void

/** A cell with its caption in its head and its values beneath, in the payroll service's small print. */
const putter =
  (sheet: FormPaper, left: number, top: number, ruled: boolean): Put =>
  (x, y, w, h, caption, value = '') => {
    if (ruled) sheet.box(left + x, top + y, w, h, 0.4)
    sheet.text(left + x + 2, top + y + 6, caption, { size: 5 })
    const lines = typeof value === 'string' ? [value] : value
    const y0 = lines.length > 1 ? top + y + 16 : top + y + h - 4
    sheet.lines(left + x + 6, y0, lines, { size: 8 })
  }

/** A quarter of the sheet: control number and department first, then the parties, then the boxes two by two. */
function quarter(sheet: FormPaper, slip: Wage, left: number, top: number, copy: string, ruled: boolean): void {
  const put = putter(sheet, left, top, ruled)
  const { employer, employee, year } = slip
  put(0, 0, 90, 24, 'd  Control number', slip.control)
  put(90, 0, 40, 24, 'Dept.', '')
  put(130, 0, 60, 24, 'Corp.', '')
  put(190, 0, 90, 24, 'Employer use only', `A      ${((slip.boxes['1'] ?? 0) % 89) | 0}`)
  put(0, 24, 280, 52, "c  Employer's name, address, and ZIP code", [employer.name, ...employer.address])
  put(0, 76, 140, 24, "b  Employer's FED ID number", slip.ein)
  put(140, 76, 140, 24, "a  Employee's SSA number", slip.ssn)
  const rows = [
    ['1', 'Wages, tips, other comp.', '2', 'Federal income tax withheld'],
    ['3', 'Social security wages', '4', 'Social security tax withheld'],
    ['5', 'Medicare wages and tips', '6', 'Medicare tax withheld'],
    ['7', 'Social security tips', '8', 'Allocated tips'],
    ['9', '', '10', 'Dependent care benefits'],
  ] as const
  for (const [at, [a, left1, b, left2]] of rows.entries()) {
    put(0, 100 + at * 22, 140, 22, `${a}  ${left1}`, printedBox(slip, a))
    put(140, 100 + at * 22, 140, 22, `${b}  ${left2}`, printedBox(slip, b))
  }
  put(0, 210, 140, 22, '11 Nonqualified plans')
  const twelve = ['12a See instructions for box 12', '12b', '12c', '12d']
  for (const [at, caption] of twelve.entries()) {
    const entry = slip.box12[at]
    put(140, 210 + at * 18, 140, 18, caption, '')
    if (entry)
      sheet
        .text(left + 170, top + 225 + at * 18, entry.code, { size: 8 })
        .text(left + 196, top + 225 + at * 18, money(entry.amount, slip.look), { size: 8 })
    sheet.rule(left + 190, top + 218 + at * 18, left + 190, top + 228 + at * 18, 0.3)
  }
  put(0, 232, 140, 32, '14 Other', slip.other)
  put(0, 264, 140, 18, '13  Stat emp.    Ret. plan    3rd party sick pay', '')
  if (slip.ticks.retirement) sheet.text(left + 60, top + 280, 'X', { size: 8 })
  const name = [employee.first, employee.initial, employee.last].filter(Boolean).join(' ').toUpperCase()
  put(0, 282, 280, 50, "e/f  Employee's name, address and ZIP code", [name, ...employee.address])
  stateBlock(put, slip)
  const y = top + 386
  sheet
    .text(left + 2, y, copy, { size: 7, bold: true })
    .text(left + 2, y + 11, 'W-2', { size: 12, bold: true })
    .lines(left + 34, y + 7, ['Wage and Tax', 'Statement'], { size: 6, bold: true })
  sheet
    .text(left + 130, y + 11, String(year), { size: 12, bold: true })
    .text(left + 280, y + 5, 'OMB No. 1545-0008', { size: 5, align: 'right' })
}

function stateBlock(put: Put, { states, local, look }: Wage): void {
  const each = (text: (line: Wage['states'][number]) => string) => {
    const texts = states.map(text)
    return texts.length > 1 ? texts : (texts[0] ?? '')
  }
  const h = states.length > 1 ? 30 : 22
  put(
    0,
    332,
    30,
    h,
    '15 State',
    each(({ state }) => state),
  )
  put(
    30,
    332,
    110,
    h,
    "Employer's state ID no.",
    each(({ id }) => id),
  )
  put(
    140,
    332,
    140,
    h,
    '16 State wages, tips, etc.',
    each(({ wages }) => money(wages, look)),
  )
  const y = 332 + h
  put(0, y, 80, 24, '17 State income tax', money(states[0]?.tax ?? 0, look))
  put(80, y, 70, 24, '18 Local wages, tips, etc.', local ? money(local.wages, look) : '')
  put(150, y, 60, 24, '19 Local income tax', local ? money(local.tax, look) : '')
  put(210, y, 70, 24, '20 Locality name', local?.name ?? '')
}

function fourUp(summary: number | undefined, ruled: boolean): Generator {
  return async (chance) => {
    const slip = wage(chance, 'plain')
    if (slip.states.length > 1) slip.states.length = 1
    const sheet = await FormPaper.open({ size: [612, 850] })
    const copies = ['Employee Reference Copy', 'Federal Filing Copy', 'State Filing Copy', 'City or Local Filing Copy']
    for (const [at, copy] of copies.entries()) {
      const [left, top] = [16 + (at % 2) * 300, 16 + Math.floor(at / 2) * 412]
      if (summary === at) earnings(sheet, slip, left, top)
      else quarter(sheet, slip, left, top, copy, ruled)
    }
    return { name: 'real-w2', bytes: await sheet.save(), truth: w2Truth(slip) }
  }
}

function earnings(sheet: FormPaper, slip: Wage, left: number, top: number): void {
  sheet.at(left, top)`
    10: 0b/10 ${slip.year} W-2 and EARNINGS SUMMARY
    26 step 7.8: 0<270/6.5 This Earnings Summary section is included with your W-2 to help describe portions in more
    & detail. The reverse side includes general information that you may also find helpful.
    62: 0/6.5 1. The following information reflects your final pay stub plus employer adjustments.
  `
  const heads = ['Wages, Tips, other Compensation', 'Social Security Wages', 'Medicare Wages']
  for (const [at, head] of heads.entries())
    sheet.prose(left + 90 + at * 64, top + 80, 58, head, { size: 6, bold: true })
  const boxes = ['1', '3', '5']
  const gross = Math.max(slip.boxes['1'] ?? 0, slip.boxes['5'] ?? 0)
  const lines: [string, number[]][] = [
    ['Gross Pay', [gross, gross, gross]],
    ['Less 401(k) (D-Box 12)', [gross - (slip.boxes['1'] ?? 0), 0, 0]],
    ['Reported W-2 Wages', boxes.map((box) => slip.boxes[box] ?? 0)],
  ]
  for (const [at, [label, amounts]] of lines.entries()) {
    sheet.text(left, top + 110 + at * 14, label, { size: 6.5 })
    for (const [i, amount] of amounts.entries())
      sheet.at(left + 140 + i * 64, top + 110 + at * 14)`
        0: 0>/6.5 ${amount === 0 ? 'N/A' : money(amount, 'commas')}
      `
  }
  sheet.at(left, top)`
    170: 0/6.5 2. Employee Name and Address.
    190: 20/8 ${`${slip.employee.first} ${slip.employee.last}`.toUpperCase()} ¶ ${slip.employee.address}
    240: 0/5 © Payroll Services Group
  `
}

/** Condensed lines of an accounting package, without rules: caption above, amount below, two to a line. */
const plain: Generator = async (chance) => {
  const slip = wage(chance, 'commas')
  slip.states.length = 1
  const sheet = await FormPaper.open()
  for (let copy = 0; copy < 2; copy++)
    quarter(
      sheet,
      slip,
      40,
      30 + copy * 405 - copy * 20,
      copy === 0 ? "Copy B To Be Filed With Employee's FEDERAL Tax Return" : "Copy C For EMPLOYEE'S RECORDS",
      false,
    )
  return { name: 'real-w2', bytes: await sheet.save(), truth: w2Truth(slip) }
}

export const w2Quarters: Readonly<Record<string, Generator>> = {
  'real-w2-four-up': fourUp(undefined, true),
  'real-w2-summary': fourUp(1, true),
  'real-w2-summary-first': fourUp(0, true),
  'real-w2-unruled': plain,
}
