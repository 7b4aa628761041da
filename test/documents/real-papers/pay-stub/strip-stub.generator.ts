import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en } from '../print.ts'
import { wageOf, ytd } from '../wage.ts'
import { period, specimen, US } from './parts.ts'

/** Summed in one strip of boxes at the end: gross, taxes, deductions, net, for the period and the year. */
export const stripStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Corp').toUpperCase(), person(chance)]
  const paper = await Paper.open({ text: 8 })
  paper
    .row(
      40,
      [
        [36, employer],
        [-576, 'Earnings Statement'],
      ],
      { bold: true, size: 11 },
    )
    .at(36, 54, `${street(chance)}, ${town(chance, 'us')}`)
  const facts = [
    ['Employee Name', 'Employee ID', 'Department', 'Check Date', 'Pay Period', 'Pay Frequency'],
    [
      name,
      chance.digits(5),
      '200 - Ops',
      day(paid, 'MM/DD/YYYY'),
      `${day(start, 'MM/DD/YYYY')} - ${day(end, 'MM/DD/YYYY')}`,
      'Bi-Weekly',
    ],
  ]
  const stops = [36, 136, 200, 270, 340, 480]
  for (const [i, texts] of facts.entries())
    paper.row(
      80 + i * 13,
      texts.map((text, column) => [stops[column] ?? 0, text] as const),
      { bold: i === 0 },
    )
  paper.box(36, 68, 540, 32)
  paper.row(
    120,
    [
      [36, 'Earnings'],
      [-160, 'Rate'],
      [-210, 'Hours'],
      [-270, 'Amount'],
      [-330, 'YTD'],
      [350, 'Withholdings'],
      [-510, 'Amount'],
      [-572, 'YTD'],
    ],
    { bold: true },
  )
  for (const [i, { label, current, ytd }] of wage.earnings.entries())
    paper.row(134 + i * 12, [
      [36, label],
      [-160, wage.rate.toFixed(4)],
      [-210, i ? '6.00' : '80.00'],
      [-270, en(current)],
      [-330, en(ytd)],
    ])
  for (const [i, { label, current, ytd }] of wage.taxes.entries())
    paper.row(134 + i * 12, [
      [350, label],
      [-510, en(current)],
      [-572, en(ytd)],
    ])
  paper.row(
    200,
    [
      [350, 'Deductions'],
      [-510, 'Amount'],
      [-572, 'YTD'],
    ],
    { bold: true },
  )
  for (const [i, { label, current, ytd }] of wage.deductions.entries())
    paper.row(214 + i * 12, [
      [350, label],
      [-510, en(current)],
      [-572, en(ytd)],
    ])
  paper.box(36, 260, 540, 44, 0.93).row(
    272,
    [
      [-180, 'Gross Earnings'],
      [-270, 'Taxes'],
      [-370, 'Deductions'],
      [-470, 'Net Pay'],
    ],
    { bold: true },
  )
  paper
    .row(285, [
      [42, 'Current'],
      ...[wage.gross, wage.tax, wage.deducted, wage.net].map(
        (amount, i) => [-([180, 270, 370, 470][i] ?? 0), en(amount)] as const,
      ),
    ])
    .row(298, [
      [42, 'Year to Date'],
      ...[wage.gross, wage.tax, wage.deducted, wage.net].map(
        (amount, i) => [-([180, 270, 370, 470][i] ?? 0), en(ytd(wage, amount))] as const,
      ),
    ])
  return specimen('strip-stub', paper, {
    employee_name: name,
    employer_name: employer,
    pay_date: paid,
    pay_period_start: start,
    pay_period_end: end,
    gross_pay: wage.gross,
    total_taxes: wage.tax,
    total_deductions: wage.deducted,
    net_pay: wage.net,
    ytd_gross_pay: ytd(wage, wage.gross),
    ytd_net_pay: ytd(wage, wage.net),
    pay_frequency: 'Bi-Weekly',
  })
}
