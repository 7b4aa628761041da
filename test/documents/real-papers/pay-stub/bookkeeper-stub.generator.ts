import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en, usd } from '../print.ts'
import { wageOf, ytd } from '../wage.ts'
import { period, specimen, US } from './parts.ts'

/** Small business software: a cheque stub with "Pay Stub Detail", NET PAY at the right, memo line. */
export const bookkeeperStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Co.'), person(chance)]
  const paper = await Paper.open({ family: 'serif', text: 9 })
  paper.at(36, 40, employer, { bold: true }).stack(36, 52, [street(chance), town(chance, 'us')])
  paper
    .row(40, [[-576, `Pay Stub Detail`]], { bold: true })
    .row(52, [[-576, `PAY DATE: ${day(paid, 'MM/DD/YYYY')}`]])
    .row(64, [[-576, `NET PAY: ${usd(wage.net)}`]])
  paper.stack(80, 110, [name, street(chance), town(chance, 'us')], { size: 10 })
  paper
    .at(36, 200, 'EMPLOYER', { bold: true, size: 8 })
    .stack(36, 212, [employer, street(chance), town(chance, 'us')], { size: 8 })
  paper
    .at(36, 256, 'EMPLOYEE', { bold: true, size: 8 })
    .stack(36, 268, [name, `SS#: ...${chance.digits(4)}`], { size: 8 })
  paper
    .at(220, 200, 'PAY PERIOD', { bold: true, size: 8 })
    .row(
      212,
      [
        [220, 'Period Beginning:'],
        [300, day(start, 'MM/DD/YYYY')],
      ],
      { size: 8 },
    )
    .row(
      222,
      [
        [220, 'Period Ending:'],
        [300, day(end, 'MM/DD/YYYY')],
      ],
      { size: 8 },
    )
    .row(
      232,
      [
        [220, 'Pay Date:'],
        [300, day(paid, 'MM/DD/YYYY')],
      ],
      { size: 8 },
    )
    .row(
      242,
      [
        [220, 'Total Hours:'],
        [300, '84.00'],
      ],
      { size: 8 },
    )
  paper.box(420, 196, 156, 30).row(
    214,
    [
      [428, 'NET PAY:'],
      [-570, usd(wage.net)],
    ],
    { bold: true, size: 11 },
  )
  paper
    .row(
      310,
      [
        [36, 'PAY'],
        [-150, 'Hours'],
        [-190, 'Rate'],
        [-240, 'Current'],
        [-290, 'YTD'],
        [310, 'TAXES'],
        [-500, 'Current'],
        [-570, 'YTD'],
      ],
      { bold: true, size: 8 },
    )
    .rule(313, 36, 576)
  for (const [i, { label, current, ytd }] of wage.earnings.entries())
    paper.row(
      326 + i * 12,
      [
        [36, `${label} Pay`],
        [-150, i ? '4.00' : '80.00'],
        [-190, en(wage.rate)],
        [-240, en(current)],
        [-290, en(ytd)],
      ],
      { size: 8 },
    )
  for (const [i, { label, current, ytd }] of wage.taxes.entries())
    paper.row(
      326 + i * 12,
      [
        [310, label],
        [-500, en(current)],
        [-570, en(ytd)],
      ],
      { size: 8 },
    )
  paper
    .row(
      400,
      [
        [36, 'DEDUCTIONS'],
        [-240, 'Current'],
        [-290, 'YTD'],
        [310, 'SUMMARY'],
        [-500, 'Current'],
        [-570, 'YTD'],
      ],
      { bold: true, size: 8 },
    )
    .rule(403, 36, 576)
  for (const [i, { label, current, ytd }] of wage.deductions.entries())
    paper.row(
      416 + i * 12,
      [
        [36, label],
        [-240, en(current)],
        [-290, en(ytd)],
      ],
      { size: 8 },
    )
  for (const [i, [label, amount]] of [
    ['Total Pay', wage.gross],
    ['Taxes', wage.tax],
    ['Deductions', wage.deducted],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(
      416 + i * 12,
      [
        [310, label],
        [-500, usd(amount)],
        [-570, usd(ytd(wage, amount))],
      ],
      { size: 8 },
    )
  paper.row(
    470,
    [
      [310, 'Net Pay'],
      [-500, usd(wage.net)],
    ],
    { bold: true },
  )
  return specimen('bookkeeper-stub', paper, {
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
  })
}
