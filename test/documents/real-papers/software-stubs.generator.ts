import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { day, en, usd } from './print.ts'
import { type Wage, wageOf, ytd } from './wage.ts'
import { period, US } from './wordings.ts'

/** Small business software: a cheque stub with "Pay Stub Detail", NET PAY at the right, memo line. */
export const bookkeeperStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Co.'), person(chance)]
  const sheet = await Sheet.open(chance, 'letter serif 9')
  sheet.print`
    40: 36b ${employer}
    52: 36 ${street(chance)} ¶ ${town(chance, 'us')}
    40: 576>b Pay Stub Detail
    52: 576> PAY DATE: ${day(paid, 'MM/DD/YYYY')}
    64: 576> NET PAY: ${usd(wage.net)}
    110: 80/10 ${name} ¶ ${street(chance)} ¶ ${town(chance, 'us')}
    200: 36b/8 EMPLOYER
    212: 36/8 ${employer} ¶ ${street(chance)} ¶ ${town(chance, 'us')}
    256: 36b/8 EMPLOYEE
    268: 36/8 ${name} ¶ SS#: ...${chance.digits(4)}
    200: 220b/8 PAY PERIOD
    212/8: 220 Period Beginning: | 300 ${day(start, 'MM/DD/YYYY')}
    222/8: 220 Period Ending: | 300 ${day(end, 'MM/DD/YYYY')}
    232/8: 220 Pay Date: | 300 ${day(paid, 'MM/DD/YYYY')}
    242/8: 220 Total Hours: | 300 84.00
    box 420 196 156 30
    214b/11: 428 NET PAY: | 570> ${usd(wage.net)}
    310b/8: 36 PAY | 150> Hours | 190> Rate | 240> Current | 290> YTD | 310 TAXES | 500> Current | 570> YTD
    rule 313 36 576
    list 326 step 12: 36/8 | 150>/8 | 190>/8 | 240>/8 | 290>/8
    - ${wage.earnings.map(
      ({ label, current, ytd }, i) => cells`${label} Pay | ${i ? '4.00' : '80.00'}
      | ${en(wage.rate)} | ${en(current)} | ${en(ytd)}`,
    )}
    list 326 step 12: 310/8 | 500>/8 | 570>/8
    - ${wage.taxes.map(({ label, current, ytd }) => [label, en(current), en(ytd)])}
    400b/8: 36 DEDUCTIONS | 240> Current | 290> YTD | 310 SUMMARY | 500> Current | 570> YTD
    rule 403 36 576
    list 416 step 12: 36/8 | 240>/8 | 290>/8
    - ${wage.deductions.map(({ label, current, ytd }) => [label, en(current), en(ytd)])}
  `
  for (const [i, [label, amount]] of [
    ['Total Pay', wage.gross],
    ['Taxes', wage.tax],
    ['Deductions', wage.deducted],
  ].entries() as IterableIterator<[number, [string, number]]>)
    sheet.print`
      ${416 + i * 12}/8: 310 ${label} | 500> ${usd(amount)} | 570> ${usd(ytd(wage, amount))}
    `
  sheet.print`470b: 310 Net Pay | 500> ${usd(wage.net)}`
  return sheet.says`PAY_STUB bookkeeper-stub.pdf
    employee_name ${name} | employer_name ${employer} | pay_date ${paid} | pay_period_start ${start}
      | pay_period_end ${end} | gross_pay ${wage.gross} | total_taxes ${wage.tax}
      | total_deductions ${wage.deducted} | net_pay ${wage.net} | ytd_gross_pay ${ytd(wage, wage.gross)}`
}

/** A modern stub: employer, employee and period in one band; tables side by side; a summary with current and YTD. */
export const modernStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'LLC'), person(chance)]
  const sheet = await Sheet.open(chance, 'letter')
  sheet.print`
    44: 36b/15 Earnings statement | 576> Pay period: ${day(start, 'MMM D, YYYY')} - ${day(end, 'MMM D, YYYY')}
    58: 576> Pay day: ${day(paid, 'MMM D, YYYY')}
    84: 36/8#0.5 Company
    96: 36 ${employer} ¶ ${street(chance)} ¶ ${town(chance, 'us')}
    84: 236/8#0.5 Employee
    96: 236 ${name} ¶ XXX-XX-${chance.digits(4)} ¶ ${street(chance)} ¶ ${town(chance, 'us')}
  `
  const table = (title: string, x: number, y: number, items: Wage['taxes']) => {
    sheet.print`
      ${y}: ${x}b/11 ${title}
      ${y + 15}/8: ${x} Description | ${x + 180}> Current | ${x + 255}> Year-To-Date
      rule ${y + 19} ${x} ${x + 255} 0.4
    `
    for (const [i, { label, current, ytd }] of items.entries())
      sheet.print`
        ${y + 31 + i * 13}/8: ${x} ${label} | ${x + 180}> ${usd(current)} | ${x + 255}> ${usd(ytd)}
      `
  }
  table('Employee Gross Earnings', 36, 180, wage.earnings)
  table('Employee Taxes Withheld', 321, 180, wage.taxes)
  table('Employee Deductions', 36, 300, wage.deductions)
  table(
    'Employer Tax',
    321,
    300,
    [wage.taxes[1], wage.taxes[2]].filter((item) => item !== undefined),
  )
  sheet.print`
    420: 36b/11 Summary
    435/8: 36 Description | 216> Current | 291> Year-To-Date
    rule 439 36 291 0.4
  `
  const lines = [
    ['Gross Earnings', wage.gross],
    ['Pre-Tax Deductions/Contributions', wage.deducted],
    ['Taxes', wage.tax],
    ['Post-Tax Deductions/Contributions', 0],
    ['Net Pay', wage.net],
    ['Total Reimbursements', 0],
    ['Check Amount', wage.net],
    ['Hours Worked', 80],
  ] as const
  for (const [i, [label, amount]] of lines.entries())
    sheet.print`
      ${451 + i * 13}${i === 4 ? 'b' : ''}/8: 36 ${label} | 216> ${i === 7 ? '80.00' : usd(amount)}
        | ${i < 6 ? ([[-291, usd(ytd(wage, amount))]] as const) : []}
    `
  return sheet.says`PAY_STUB modern-stub.pdf
    employee_name ${name} | employer_name ${employer} | pay_date ${paid} | pay_period_start ${start}
      | pay_period_end ${end} | gross_pay ${wage.gross} | total_taxes ${wage.tax} | net_pay ${wage.net}
      | ytd_gross_pay ${ytd(wage, wage.gross)} | ytd_net_pay ${ytd(wage, wage.net)}
    optional total_deductions`
}
