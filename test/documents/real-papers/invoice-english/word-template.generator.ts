import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en, usd } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen, WORK } from './parts.ts'

/** A word processor's template: a title as letterhead, INVOICE # and DATE in a corner, TO and SHIP TO, boxed table with empty rows. */
export const wordTemplate: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 8)
  const [vendor, customer, contact, date] = [company(chance, ''), company(chance, 'Co.'), person(chance), dayOf(chance)]
  const number = String(chance.whole(100, 999))
  const paper = await Paper.open({ family: 'serif', text: 10 })
  paper
    .at(54, 60, vendor, { size: 16 })
    .at(54, 74, 'Built to last', { size: 8 })
    .row(60, [[-558, 'INVOICE']], { size: 26, grey: 0.5 })
  paper
    .stack(54, 100, [street(chance), town(chance, 'us'), 'Phone 937.555.0190  Fax 937.555.0191'], { size: 8 })
    .row(100, [[-558, `INVOICE # ${number}`]], { size: 8 })
    .row(112, [[-558, `DATE: ${day(date, 'M/D/YYYY')}`]], { size: 8 })
  paper
    .at(54, 160, 'TO:', { size: 8, bold: true })
    .stack(54, 172, [contact, customer, street(chance), town(chance, 'us')])
    .at(330, 160, 'FOR:', { size: 8, bold: true })
    .stack(330, 172, ['Spring project', 'P.O. # 1187'])
  paper.box(54, 240, 504, 18, 0.9).row(
    252,
    [
      [60, 'QTY'],
      [120, 'DESCRIPTION'],
      [-460, 'UNIT PRICE'],
      [-552, 'LINE TOTAL'],
    ],
    { size: 8, bold: true },
  )
  for (let i = 0; i < 9; i++) paper.box(54, 258 + i * 18, 504, 18)
  for (const [i, { text, quantity, price, amount }] of sale.lines.entries())
    paper.row(270 + i * 18, [
      [60, String(quantity)],
      [120, text],
      [-460, en(price)],
      [-552, en(amount)],
    ])
  for (const [i, [label, amount]] of [
    ['SUBTOTAL', usd(sale.net)],
    ['SALES TAX', en(sale.tax)],
    ['SHIPPING & HANDLING', '0.00'],
    ['TOTAL DUE', usd(sale.gross)],
  ].entries())
    paper.row(
      436 + i * 18,
      [
        [-460, label],
        [-552, amount],
      ],
      { size: 9, bold: i === 3 },
    )
  paper
    .centre(540, `Make all checks payable to ${vendor}`, { size: 9 })
    .centre(554, 'If you have any questions concerning this invoice, contact Sales at 937.555.0190', { size: 9 })
    .centre(574, 'THANK YOU FOR YOUR BUSINESS!', { bold: true })
  return specimen(
    'word-template',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: vendor,
      customer_name: customer,
      purchase_order: '1187',
      subtotal: sale.net,
      total_tax: sale.tax,
      invoice_total: sale.gross,
      currency: 'USD',
    },
    sale,
    ['amount_due', 'customer_name'],
  )
}
