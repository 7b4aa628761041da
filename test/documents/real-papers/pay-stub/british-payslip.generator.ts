import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, en, monthOf } from '../print.ts'
import { wageOf, ytd } from '../wage.ts'
import { specimen } from './parts.ts'

/** A British payslip: payments, deductions, this period and year to date in ruled columns, NI number and tax code. */
export const britishPayslip: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    { taxes: { 'PAYE Tax': 0.13, 'National Insurance': 0.08 }, deductions: { 'Pension (EE)': 0.05 } },
    150,
  )
  const month = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'Ltd'), `Ms ${person(chance)}`]
  const paper = await Paper.open({ size: 'a4' })
  paper
    .box(30, 30, 535, 30)
    .row(
      41,
      [
        [36, 'Employee No.'],
        [110, 'Employee Name'],
        [330, 'Process Date'],
        [440, 'National Insurance Number'],
      ],
      { size: 7 },
    )
    .row(
      54,
      [
        [36, '118'],
        [110, name],
        [330, day(month[1], 'DD/MM/YYYY')],
        [440, 'QQ 12 34 56 C'],
      ],
      { bold: true },
    )
  paper
    .box(30, 66, 180, 150)
    .box(210, 66, 180, 150)
    .box(390, 66, 175, 150)
    .row(
      78,
      [
        [36, 'Payments'],
        [100, 'Units'],
        [140, 'Rate'],
        [-204, 'Amount'],
        [216, 'Deductions'],
        [-384, 'Amount'],
        [396, 'Year to Date'],
      ],
      { size: 7, bold: true },
    )
  for (const [i, { current }] of wage.earnings.entries())
    paper.row(94 + i * 13, [
      [36, i ? 'Overtime' : 'Salary'],
      [-204, en(current)],
    ])
  for (const [i, { label, current }] of [...wage.taxes, ...wage.deductions].entries())
    paper.row(94 + i * 13, [
      [216, label],
      [-384, en(current)],
    ])
  for (const [i, [label, amount]] of [
    ['Total Gross Pay TD', wage.gross],
    ['Gross for Tax TD', wage.gross],
    ['Tax paid TD', wage.taxes[0]?.current ?? 0],
    ['National Insurance TD', wage.taxes[1]?.current ?? 0],
    ['Employee Pension TD', wage.deducted],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(
      94 + i * 13,
      [
        [396, label],
        [-560, en(ytd(wage, amount))],
      ],
      { size: 8 },
    )
  paper.row(
    206,
    [
      [36, 'Total Gross Pay'],
      [-204, en(wage.gross)],
      [216, 'Total Deductions'],
      [-384, en(cents(wage.tax + wage.deducted))],
    ],
    { bold: true },
  )
  paper.box(30, 222, 360, 60).stack(36, 236, [name, street(chance), town(chance, 'uk')])
  paper.at(36, 300, employer, { bold: true }).row(300, [
    [216, 'Tax Code: 1257L'],
    [310, 'Tax Period: 4'],
  ])
  paper
    .box(390, 222, 175, 60)
    .row(240, [[396, 'Payment Method: BACS']], { size: 8 })
    .row(
      268,
      [
        [396, 'Net Pay'],
        [-560, en(wage.net)],
      ],
      { bold: true, size: 12 },
    )
  return specimen(
    'british-payslip',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      pay_date: month[1],
      gross_pay: wage.gross,
      total_deductions: cents(wage.tax + wage.deducted),
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
    },
    ['total_taxes', 'pay_date', 'pay_frequency'],
  )
}
