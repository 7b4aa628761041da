import type { Generator } from '../../specimen.ts'
import { company, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, en } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen, WORK } from './parts.ts'

/** Cloud accounting, UK: facts in a narrow column without colons, VAT number, a payment slip at the foot. */
export const cloudAccounts: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 20)
  const [vendor, customer, date] = [company(chance, 'Limited'), company(chance, 'PLC'), dayOf(chance)]
  const due = daysAfter(date, 14)
  const [number, vat] = [`INV-${chance.digits(4)}`, `GB${chance.digits(9)}`]
  const paper = await Paper.open({ size: 'a4' })
  paper.at(50, 80, 'TAX INVOICE', { size: 24 })
  paper.stack(62, 120, [customer, street(chance), town(chance, 'uk').toUpperCase(), 'UNITED KINGDOM'])
  const facts = [
    ['Invoice Date', day(date, 'D MMM YYYY')],
    ['Invoice Number', number],
    ['Reference', `PO-${chance.digits(4)}`],
    ['VAT Number', vat],
  ]
  for (const [i, [label = '', value = '']] of facts.entries())
    paper.at(300, 80 + i * 30, label, { bold: true }).at(300, 92 + i * 30, value)
  paper.stack(430, 80, [vendor, street(chance), town(chance, 'uk').toUpperCase(), 'UNITED KINGDOM'])
  paper
    .row(
      260,
      [
        [50, 'Description'],
        [-330, 'Quantity'],
        [-410, 'Unit Price'],
        [-465, 'VAT'],
        [-545, 'Amount GBP'],
      ],
      { bold: true },
    )
    .rule(266, 50, 545, 1)
  let y = 282
  for (const { text, quantity, price, amount } of sale.lines) {
    paper
      .row(y, [
        [50, text],
        [-330, quantity.toFixed(2)],
        [-410, en(price)],
        [-465, '20%'],
        [-545, en(amount)],
      ])
      .rule(y + 6, 50, 545, 0.2)
    y += 20
  }
  paper
    .row(y, [
      [-465, 'Subtotal'],
      [-545, en(sale.net)],
    ])
    .row(y + 18, [
      [-465, 'TOTAL VAT 20%'],
      [-545, en(sale.tax)],
    ])
    .rule(y + 24, 330, 545, 1)
    .row(
      y + 38,
      [
        [-465, 'TOTAL GBP'],
        [-545, en(sale.gross)],
      ],
      { bold: true },
    )
  paper
    .at(50, y + 80, `Due Date: ${day(due, 'D MMM YYYY')}`, { bold: true })
    .stack(50, y + 94, ['Please pay by bank transfer.', 'Account name: as above  Sort code 20-11-47  Account 55018842'])
  paper.rule(640, 50, 545, 0.3).at(50, 670, 'PAYMENT ADVICE', { size: 18 })
  for (const [i, [label, value]] of [
    ['Customer', customer],
    ['Invoice Number', number],
    ['Amount Due', en(sale.gross)],
    ['Due Date', day(due, 'D MMM YYYY')],
    ['Amount Enclosed', ''],
  ].entries())
    paper.row(
      670 + i * 16,
      [
        [320, label],
        [430, value],
      ],
      { bold: i === 2 },
    )
  paper.stack(50, 700, ['To:', vendor, street(chance)])
  return specimen(
    'cloud-accounts',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      vendor_tax_id: vat,
      customer_name: customer,
      subtotal: sale.net,
      total_tax: sale.tax,
      invoice_total: sale.gross,
      amount_due: sale.gross,
      currency: 'GBP',
    },
    sale,
    ['purchase_order', 'payment_terms'],
  )
}
