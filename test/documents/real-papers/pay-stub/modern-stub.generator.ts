import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, usd } from '../print.ts'
import { type Wage, wageOf, ytd } from '../wage.ts'
import { period, specimen, US } from './parts.ts'

/** A modern stub: employer, employee and period in one band; two tables side by side; a summary with current and YTD. */
export const modernStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'LLC'), person(chance)]
  const paper = await Paper.open()
  paper
    .at(36, 44, `Earnings statement`, { size: 15, bold: true })
    .row(44, [[-576, `Pay period: ${day(start, 'MMM D, YYYY')} - ${day(end, 'MMM D, YYYY')}`]])
    .row(58, [[-576, `Pay day: ${day(paid, 'MMM D, YYYY')}`]])
  paper.at(36, 84, 'Company', { grey: 0.5, size: 8 }).stack(36, 96, [employer, street(chance), town(chance, 'us')])
  paper
    .at(236, 84, 'Employee', { grey: 0.5, size: 8 })
    .stack(236, 96, [name, `XXX-XX-${chance.digits(4)}`, street(chance), town(chance, 'us')])
  const table = (title: string, x: number, y: number, items: Wage['taxes']) => {
    paper
      .at(x, y, title, { bold: true, size: 11 })
      .row(
        y + 15,
        [
          [x, 'Description'],
          [-(x + 180), 'Current'],
          [-(x + 255), 'Year-To-Date'],
        ],
        { size: 8 },
      )
      .rule(y + 19, x, x + 255, 0.4)
    for (const [i, { label, current, ytd }] of items.entries())
      paper.row(
        y + 31 + i * 13,
        [
          [x, label],
          [-(x + 180), usd(current)],
          [-(x + 255), usd(ytd)],
        ],
        { size: 8 },
      )
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
  paper
    .at(36, 420, 'Summary', { bold: true, size: 11 })
    .row(
      435,
      [
        [36, 'Description'],
        [-216, 'Current'],
        [-291, 'Year-To-Date'],
      ],
      { size: 8 },
    )
    .rule(439, 36, 291, 0.4)
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
    paper.row(
      451 + i * 13,
      [
        [36, label],
        [-216, i === 7 ? '80.00' : usd(amount)],
        ...(i < 6 ? ([[-291, usd(ytd(wage, amount))]] as const) : []),
      ],
      { size: 8, bold: i === 4 },
    )
  return specimen(
    'modern-stub',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      pay_date: paid,
      pay_period_start: start,
      pay_period_end: end,
      gross_pay: wage.gross,
      total_taxes: wage.tax,
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
      ytd_net_pay: ytd(wage, wage.net),
    },
    ['total_deductions'],
  )
}
