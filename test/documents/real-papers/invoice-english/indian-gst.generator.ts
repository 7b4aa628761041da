import type { Generator } from '../../specimen.ts'
import { company } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, daysAfter, lakh } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen } from './parts.ts'

/** India: GSTIN twice, place of supply, HSN, CGST and SGST columns, total in words. */
export const indianGst: Generator = async (chance) => {
  const sale = saleOf(chance, ['Cotton Kurta (M)', 'Steel Tiffin 3 tier', 'LED Panel 18W', 'Software support'], 18)
  const half = cents(sale.tax / 2)
  const tax = cents(2 * half)
  const total = cents(sale.net + tax)
  const [vendor, customer, date] = [company(chance, 'Private Limited'), company(chance, 'Traders'), dayOf(chance)]
  const number = `INV/${date.slice(2, 4)}-${Number(date.slice(2, 4)) + 1}/${chance.digits(4)}`
  const gstin = (state: string) =>
    `${state}AAB${'C'}${chance.pick(['P', 'K', 'T'])}${chance.digits(4)}Q1Z${chance.digits(1)}`
  const [ours, theirs] = [gstin('27'), gstin('29')]
  const paper = await Paper.open({ size: 'a4', text: 8 })
  paper
    .box(30, 30, 535, 110)
    .at(40, 50, vendor, { bold: true, size: 12 })
    .stack(40, 66, ['14 Laxmi Nagar', 'Pune Maharashtra 411009', 'India', `GSTIN ${ours}`])
    .row(60, [[-555, 'TAX INVOICE']], { size: 18 })
  paper.box(30, 140, 268, 60).box(298, 140, 267, 60)
  for (const [i, [label, value]] of [
    ['#', number],
    ['Invoice Date', day(date, 'DD/MM/YYYY')],
    ['Terms', 'Net 15'],
    ['Due Date', day(daysAfter(date, 15), 'DD/MM/YYYY')],
  ].entries())
    paper.row(
      153 + i * 12,
      [
        [36, label],
        [130, `: ${value}`],
      ],
      { bold: false },
    )
  paper.row(153, [
    [304, 'Place Of Supply'],
    [400, ': Karnataka (29)'],
  ])
  paper
    .box(30, 200, 535, 14, 0.93)
    .at(36, 210, 'Bill To', { bold: true })
    .stack(36, 226, [customer, '22 MG Road', 'Bengaluru Karnataka 560001', 'India', `GSTIN ${theirs}`])
  paper
    .box(30, 284, 535, 28)
    .row(
      294,
      [
        [36, '#'],
        [54, 'Item & Description'],
        [200, 'HSN/SAC'],
        [-290, 'Qty'],
        [-345, 'Rate'],
        [380, 'CGST'],
        [450, 'SGST'],
        [-560, 'Amount'],
      ],
      { bold: true },
    )
    .row(
      307,
      [
        [365, '%'],
        [-420, 'Amt'],
        [435, '%'],
        [-490, 'Amt'],
      ],
      { bold: true },
    )
  let y = 326
  for (const [i, { text, quantity, price, amount }] of sale.lines.entries()) {
    paper.row(y, [
      [36, String(i + 1)],
      [54, text],
      [200, '6109'],
      [-290, quantity.toFixed(2)],
      [-345, lakh(price)],
      [365, '9%'],
      [-420, lakh(cents(amount * 0.09))],
      [435, '9%'],
      [-490, lakh(cents(amount * 0.09))],
      [-560, lakh(amount)],
    ])
    y += 16
  }
  paper.rule(y, 30, 565).stack(36, y + 16, ['Total In Words', 'Indian Rupee Amount Only'])
  for (const [i, [label, amount]] of [
    ['Sub Total', lakh(sale.net)],
    ['CGST9 (9%)', lakh(half)],
    ['SGST9 (9%)', lakh(half)],
    ['Total', `Rs.${lakh(total)}`],
    ['Balance Due', `Rs.${lakh(total)}`],
  ].entries())
    paper.row(
      y + 16 + i * 14,
      [
        [-470, label],
        [-560, amount],
      ],
      { bold: i > 2 },
    )
  paper.at(430, y + 150, 'Authorized Signature')
  return specimen(
    'indian-gst',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: daysAfter(date, 15),
      vendor_name: vendor,
      vendor_tax_id: ours,
      customer_name: customer,
      customer_tax_id: theirs,
      subtotal: sale.net,
      total_tax: tax,
      invoice_total: total,
      amount_due: total,
      currency: 'INR',
      payment_terms: 'Net 15',
    },
    sale,
  )
}
