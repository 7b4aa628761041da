import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, en, usd } from '../print.ts'
import { wageOf, ytd } from '../wage.ts'
import { period, specimen, US } from './parts.ts'

/** "Earnings Statement": company code row, period facts under it, statutory deductions with a minus, YTD beside. */
export const earningsStatement: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Inc').toUpperCase(), person(chance).toUpperCase()]
  const paper = await Paper.open({ text: 8 })
  paper
    .row(
      36,
      [
        [36, 'CO.'],
        [70, 'FILE'],
        [110, 'DEPT.'],
        [150, 'CLOCK'],
        [190, 'VCHR. NO.'],
      ],
      { size: 6 },
    )
    .row(
      44,
      [
        [36, 'Q7K'],
        [70, chance.digits(6)],
        [110, '000418'],
        [150, '11'],
        [190, chance.digits(10)],
      ],
      { size: 7 },
    )
  paper.stack(36, 64, [employer, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()])
  paper.at(320, 50, 'Earnings Statement', { size: 16, bold: true })
  paper
    .row(76, [
      [320, 'Period Beginning:'],
      [410, day(start, 'MM/DD/YYYY')],
    ])
    .row(88, [
      [320, 'Period Ending:'],
      [410, day(end, 'MM/DD/YYYY')],
    ])
    .row(100, [
      [320, 'Pay Date:'],
      [410, day(paid, 'MM/DD/YYYY')],
    ])
  paper.stack(36, 130, ['Taxable Marital Status:  Single', 'Exemptions/Allowances:', '  Federal:   1', '  ID:   1'])
  paper.stack(320, 136, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()], { size: 10 })
  paper
    .row(
      210,
      [
        [36, 'Earnings'],
        [-150, 'rate'],
        [-200, 'hours'],
        [-260, 'this period'],
        [-330, 'year to date'],
      ],
      { bold: true },
    )
    .rule(213, 36, 330)
  let y = 226
  for (const [i, { label, current, ytd }] of wage.earnings.entries()) {
    paper.row(y, [
      [36, label],
      [-150, (i ? wage.rate * 1.5 : wage.rate).toFixed(4)],
      [-200, i ? (current / wage.rate / 1.5).toFixed(2) : wage.hours.toFixed(2)],
      [-260, en(current)],
      [-330, en(ytd)],
    ])
    y += 12
  }
  paper.box(100, y - 2, 230, 14, 0.85).row(
    y + 8,
    [
      [110, 'Gross Pay'],
      [-260, usd(wage.gross)],
      [-330, en(ytd(wage, wage.gross))],
    ],
    { bold: true },
  )
  y += 32
  paper.row(
    y,
    [
      [36, 'Deductions'],
      [110, 'Statutory'],
    ],
    { bold: true },
  )
  for (const { label, current, ytd } of wage.taxes) {
    y += 12
    paper.row(y, [
      [110, label],
      [-260, `-${en(current)}`],
      [-330, en(ytd)],
    ])
  }
  y += 18
  paper.row(y, [[110, 'Other']], { bold: true })
  for (const { label, current, ytd } of wage.deductions) {
    y += 12
    paper.row(y, [
      [110, label],
      [-260, `-${en(current)}*`],
      [-330, en(ytd)],
    ])
  }
  y += 20
  paper.box(100, y - 10, 230, 14, 0.85).row(
    y,
    [
      [110, 'Net Pay'],
      [-260, usd(wage.net)],
    ],
    { bold: true },
  )
  paper
    .row(y + 14, [
      [110, 'Checking'],
      [-260, `-${en(wage.net)}`],
    ])
    .row(
      y + 28,
      [
        [110, 'Net Check'],
        [-260, '$0.00'],
      ],
      { bold: true },
    )
    .at(36, y + 46, '* Excluded from federal taxable wages', { size: 7 })
    .at(36, y + 58, `Your federal taxable wages this period are ${usd(cents(wage.gross - wage.deducted))}`, { size: 7 })
  paper
    .row(600, [
      [36, employer],
      [360, 'Advice number:'],
      [-540, chance.digits(11)],
    ])
    .row(612, [
      [360, 'Pay date:'],
      [-540, day(paid, 'MM/DD/YYYY')],
    ])
    .row(
      650,
      [
        [36, 'Deposited to the account of'],
        [280, 'account number'],
        [400, 'transit ABA'],
        [-540, 'amount'],
      ],
      { size: 7 },
    )
    .row(664, [
      [36, name],
      [280, 'xxxxxx4471'],
      [400, 'xxxx xxxx'],
      [-540, usd(wage.net)],
    ])
    .at(360, 700, 'NON-NEGOTIABLE', { size: 16, bold: true })
  return specimen(
    'earnings-statement',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      pay_date: paid,
      pay_period_start: start,
      pay_period_end: end,
      gross_pay: wage.gross,
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
    },
    ['total_taxes', 'total_deductions'],
  )
}
