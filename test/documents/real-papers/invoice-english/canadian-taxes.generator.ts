import type { Generator } from '../../specimen.ts'
import { company, street } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, en, usd } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen, WORK } from './parts.ts'

/** Canada: GST and PST or QST on lines of their own, with registration numbers, deposit and balance. */
export const canadianTaxes: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 0)
  const gst = cents(sale.net * 0.05)
  const second = cents(sale.net * 0.09975)
  const total = cents(sale.net + gst + second)
  const [vendor, customer, date] = [company(chance, 'Inc.'), company(chance, 'Ltée'), dayOf(chance)]
  const po = `4500${chance.digits(4)}`
  const [number, gstNumber] = [`F-${chance.digits(5)}`, `${chance.digits(9)} RT0001`]
  const paper = await Paper.open({ family: 'serif', text: 10 })
  paper
    .at(40, 50, vendor, { size: 16, bold: true })
    .stack(40, 66, ['455 boul. Curé-Labelle', 'Laval QC  H7N 5W1', 'Tel: 450-555-0121'], { size: 9 })
    .row(50, [[-572, 'INVOICE / FACTURE']], { size: 15, bold: true })
  paper
    .row(76, [
      [400, 'Invoice No.:'],
      [-572, number],
    ])
    .row(90, [
      [400, 'Date:'],
      [-572, date],
    ])
    .row(104, [
      [400, 'P.O. No.:'],
      [-572, po],
    ])
    .row(118, [
      [400, 'Terms:'],
      [-572, 'Net 30 days'],
    ])
  paper
    .at(40, 150, 'Sold to / Vendu à:', { bold: true })
    .stack(40, 164, [customer, street(chance), 'Moncton NB  E1C 4Z5'])
  paper.box(40, 230, 532, 18).row(
    243,
    [
      [46, 'Qty'],
      [90, 'Description'],
      [-470, 'Unit Price'],
      [-566, 'Amount'],
    ],
    { bold: true },
  )
  let y = 264
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [46, String(quantity)],
      [90, text],
      [-470, en(price)],
      [-566, en(amount)],
    ])
    y += 17
  }
  y += 20
  for (const [i, [label, amount]] of [
    ['Subtotal', en(sale.net)],
    ['GST/TPS 5%', en(gst)],
    ['QST/TVQ 9.975%', en(second)],
    ['TOTAL CAD', usd(total)],
  ].entries())
    paper.row(
      y + i * 16,
      [
        [-470, label],
        [-566, amount],
      ],
      { bold: i === 3 },
    )
  paper
    .at(40, y, `GST/TPS # ${gstNumber}`, { size: 8 })
    .at(40, y + 12, `QST/TVQ # ${chance.digits(10)} TQ0001`, { size: 8 })
  return specimen(
    'canadian-taxes',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: vendor,
      customer_name: customer,
      purchase_order: po,
      subtotal: sale.net,
      total_tax: cents(gst + second),
      invoice_total: total,
      currency: 'CAD',
      payment_terms: 'Net 30 days',
    },
    sale,
    ['vendor_tax_id', 'amount_due'],
  )
}
