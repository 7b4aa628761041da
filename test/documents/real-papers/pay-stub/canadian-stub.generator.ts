import type { Generator } from '../../specimen.ts'
import { company, person } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, en } from '../print.ts'
import { wageOf, ytd } from '../wage.ts'
import { period, specimen } from './parts.ts'

/** A Canadian stub: CPP, EI and federal tax, "Pay End Date", current and YTD, two languages nowhere. */
export const canadianStub: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    { taxes: { CPP: 0.0595, EI: 0.0163, 'Federal Tax': 0.12 }, deductions: { 'Union Dues': 0.015, RRSP: 0.04 } },
    75,
  )
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Ltd.'), person(chance)]
  const paper = await Paper.open()
  paper
    .at(40, 44, employer, { bold: true, size: 12 })
    .at(40, 58, '455 Speedvale Ave W, Guelph ON  N1H 3A1')
    .row(44, [[-572, 'STATEMENT OF EARNINGS AND DEDUCTIONS']], { bold: true })
  paper
    .box(40, 76, 532, 48)
    .row(
      88,
      [
        [46, 'Employee'],
        [220, 'Pay Begin Date'],
        [320, 'Pay End Date'],
        [420, 'Cheque Date'],
        [500, 'Advice #'],
      ],
      { size: 7 },
    )
    .row(
      102,
      [
        [46, name],
        [220, start],
        [320, end],
        [420, paid],
        [500, chance.digits(6)],
      ],
      { bold: true },
    )
    .row(
      116,
      [
        [46, 'Pay Group: BW - Biweekly'],
        [220, `SIN: *** *** ${chance.digits(3)}`],
      ],
      { size: 8 },
    )
  paper
    .row(
      150,
      [
        [46, 'HOURS AND EARNINGS'],
        [320, 'TAXES AND DEDUCTIONS'],
      ],
      { bold: true },
    )
    .row(
      164,
      [
        [46, 'Description'],
        [-160, 'Hours'],
        [-220, 'Earnings'],
        [-290, 'YTD'],
        [320, 'Description'],
        [-490, 'Current'],
        [-566, 'YTD'],
      ],
      { size: 7 },
    )
  for (const [i, { label, current, ytd }] of wage.earnings.entries())
    paper.row(178 + i * 13, [
      [46, label],
      [-160, i ? '5.00' : '75.00'],
      [-220, en(current)],
      [-290, en(ytd)],
    ])
  for (const [i, { label, current, ytd }] of [...wage.taxes, ...wage.deductions].entries())
    paper.row(178 + i * 13, [
      [320, label],
      [-490, en(current)],
      [-566, en(ytd)],
    ])
  const all = cents(wage.tax + wage.deducted)
  paper.row(
    256,
    [
      [46, 'Total:'],
      [-220, en(wage.gross)],
      [-290, en(ytd(wage, wage.gross))],
      [320, 'Total:'],
      [-490, en(all)],
      [-566, en(ytd(wage, all))],
    ],
    { bold: true },
  )
  paper
    .box(40, 280, 532, 50)
    .row(
      292,
      [
        [-160, 'TOTAL GROSS'],
        [-300, 'TOTAL DEDUCTIONS'],
        [-440, 'NET PAY'],
      ],
      { bold: true, size: 8 },
    )
    .row(306, [
      [46, 'Current'],
      [-160, en(wage.gross)],
      [-300, en(all)],
      [-440, en(wage.net)],
    ])
    .row(320, [
      [46, 'YTD'],
      [-160, en(ytd(wage, wage.gross))],
      [-300, en(ytd(wage, all))],
      [-440, en(ytd(wage, wage.net))],
    ])
  return specimen(
    'canadian-stub',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      pay_date: paid,
      pay_period_start: start,
      pay_period_end: end,
      gross_pay: wage.gross,
      total_deductions: all,
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
      ytd_net_pay: ytd(wage, wage.net),
      pay_frequency: 'Biweekly',
    },
    ['total_taxes'],
  )
}
