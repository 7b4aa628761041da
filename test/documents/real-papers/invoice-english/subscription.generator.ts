import type { Generator } from '../../specimen.ts'
import { person, street } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, usd } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen } from './parts.ts'

/** Online payments: "Date of issue", a large "$… due …" sentence, periods under the items, no colons. */
export const subscription: Generator = async (chance) => {
  const sale = saleOf(chance, ['Team plan', 'Additional seats', 'Usage: build minutes', 'Storage add-on'], 0, 3)
  const [customer, date] = [person(chance), dayOf(chance)]
  const number = `${chance.digits(4)}A${chance.digits(3)}-00${chance.digits(2)}`
  const paper = await Paper.open()
  paper.at(36, 56, 'Invoice', { size: 18, bold: true }).row(56, [[-576, 'Buildyard']], { size: 14, bold: true })
  paper
    .row(
      84,
      [
        [36, 'Invoice number'],
        [126, number],
      ],
      { bold: true },
    )
    .row(98, [
      [36, 'Date of issue'],
      [126, day(date, 'MMMM D, YYYY')],
    ])
    .row(112, [
      [36, 'Date due'],
      [126, day(date, 'MMMM D, YYYY')],
    ])
  paper
    .at(36, 144, 'Buildyard, Inc.', { bold: true })
    .stack(36, 157, ['548 Market St', 'Tempe, Arizona 85281', 'United States', '+1 480-555-0166'])
  paper
    .at(260, 144, 'Bill to', { bold: true })
    .stack(260, 157, [customer, street(chance), 'Dayton, Ohio 45402', 'United States', 'leonie@quillmark.example'])
  paper
    .at(36, 240, `${usd(sale.gross)} USD due ${day(date, 'MMMM D, YYYY')}`, { size: 15, bold: true })
    .at(36, 258, 'Pay online', { grey: 0.4 })
  paper
    .row(
      290,
      [
        [36, 'Description'],
        [-400, 'Qty'],
        [-490, 'Unit price'],
        [-576, 'Amount'],
      ],
      { size: 8 },
    )
    .rule(295, 36, 576)
  let y = 312
  for (const { text, quantity, price, amount } of sale.lines) {
    paper
      .row(y, [
        [36, text],
        [-400, String(quantity)],
        [-490, usd(price)],
        [-576, usd(amount)],
      ])
      .at(36, y + 12, `${day(date, 'MMM D, YYYY')} – ${day(daysAfter(date, 30), 'MMM D, YYYY')}`, {
        size: 8,
        grey: 0.4,
      })
    y += 32
  }
  for (const [i, [label, amount]] of [
    ['Subtotal', usd(sale.net)],
    ['Total', usd(sale.gross)],
    ['Amount due', `${usd(sale.gross)} USD`],
  ].entries())
    paper.rule(y - 8 + i * 18, 306, 576, 0.3).row(
      y + 4 + i * 18,
      [
        [306, label],
        [-576, amount],
      ],
      { bold: i === 2 },
    )
  paper
    .at(36, 750, `${number} · ${usd(sale.gross)} USD due ${day(date, 'MMMM D, YYYY')}`, { size: 7 })
    .row(750, [[-576, 'Page 1 of 1']], { size: 7 })
  return specimen(
    'subscription',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: date,
      vendor_name: 'Buildyard, Inc.',
      customer_name: customer,
      subtotal: sale.net,
      invoice_total: sale.gross,
      amount_due: sale.gross,
      currency: 'USD',
    },
    sale,
  )
}
