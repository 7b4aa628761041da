import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, en, usd } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen, WORK } from './parts.ts'

/** Bookkeeping software, US: BILL TO and SHIP TO, a tinted strip of headings, sums and BALANCE DUE at the right. */
export const bookkeeping: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, chance.pick([6, 7.25, 8.875]))
  const [vendor, customer, date] = [company(chance, 'LLC'), person(chance), dayOf(chance)]
  const due = daysAfter(date, 30)
  const number = String(chance.whole(1001, 2300))
  const paper = await Paper.open()
  paper
    .at(40, 50, vendor, { bold: true, size: 10 })
    .stack(40, 64, [street(chance), town(chance, 'us'), '(208) 555-0133', 'billing@thistle.example'])
  paper.at(40, 140, 'INVOICE', { size: 20, grey: 0.45 })
  paper.row(
    170,
    [
      [40, 'BILL TO'],
      [200, 'SHIP TO'],
      [400, 'INVOICE #'],
      [480, number],
    ],
    { size: 8 },
  )
  paper
    .row(183, [
      [40, customer],
      [200, customer],
      [400, 'DATE'],
      [480, day(date, 'MM/DD/YYYY')],
    ])
    .row(196, [
      [40, street(chance)],
      [200, '77 Dock St'],
      [400, 'DUE DATE'],
      [480, day(due, 'MM/DD/YYYY')],
    ])
  paper.row(209, [
    [40, town(chance, 'us')],
    [200, 'Boise, ID 83702'],
    [400, 'TERMS'],
    [480, 'Net 30'],
  ])
  paper.box(40, 240, 532, 18, 0.88).row(
    252,
    [
      [44, 'DATE'],
      [110, 'ACTIVITY'],
      [-400, 'QTY'],
      [-480, 'RATE'],
      [-568, 'AMOUNT'],
    ],
    { size: 8 },
  )
  let y = 276
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(
      y,
      [
        [44, day(date, 'MM/DD/YYYY')],
        [110, text],
        [-400, String(quantity)],
        [-480, en(price)],
        [-568, `${en(amount)}T`],
      ],
      {},
    )
    paper.at(110, y + 11, 'Service per agreement, see schedule A', { size: 8, grey: 0.4 })
    y += 30
  }
  paper.rule(y, 40, 572, 0.3)
  paper
    .row(y + 20, [
      [40, 'Thank you for your business!'],
      [330, 'SUBTOTAL'],
      [-568, en(sale.net)],
    ])
    .row(y + 36, [
      [330, 'TAX'],
      [-568, en(sale.tax)],
    ])
    .row(y + 52, [
      [330, 'TOTAL'],
      [-568, en(sale.gross)],
    ])
    .rule(y + 58, 330, 572, 0.3)
    .row(
      y + 78,
      [
        [330, 'BALANCE DUE'],
        [-568, usd(sale.gross)],
      ],
      { bold: true, size: 13 },
    )
  return specimen(
    'bookkeeping',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      customer_name: customer,
      subtotal: sale.net,
      total_tax: sale.tax,
      invoice_total: sale.gross,
      amount_due: sale.gross,
      currency: 'USD',
      payment_terms: 'Net 30',
    },
    sale,
  )
}
