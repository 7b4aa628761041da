import type { Generator } from '../../specimen.ts'
import { company, person } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, en } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen } from './parts.ts'

/** A freelancer's sheet: From and To side by side, hours and rate, "Balance due" first, bank account with IBAN. */
export const freelancer: Generator = async (chance) => {
  const sale = saleOf(chance, ['Backend development', 'Code review', 'Workshop facilitation', 'Bug fixing sprint'], 0)
  const [vendor, customer, date] = [person(chance), company(chance, 'GmbH'), dayOf(chance)]
  const number = `${date.slice(0, 4)}-${chance.digits(3)}`
  const paper = await Paper.open({ size: 'a4', text: 10 })
  paper.row(60, [[-545, 'INVOICE']], { size: 24 }).row(80, [[-545, `# ${number}`]], { grey: 0.4 })
  paper.at(50, 60, vendor, { bold: true }).stack(50, 74, ['22 Rua do Norte', '4050-110 Porto', 'Portugal'])
  paper
    .at(50, 150, 'Bill To:', { grey: 0.4 })
    .at(50, 164, customer, { bold: true })
    .stack(50, 177, ['Mühlweg 3', '04109 Leipzig', 'Germany'])
  paper
    .row(150, [
      [-430, 'Date:'],
      [-545, day(date, 'MMM D, YYYY')],
    ])
    .row(166, [
      [-430, 'Payment Terms:'],
      [-545, '14 days'],
    ])
    .row(182, [
      [-430, 'Due Date:'],
      [-545, day(daysAfter(date, 14), 'MMM D, YYYY')],
    ])
  paper.box(330, 190, 220, 20, 0.93).row(
    204,
    [
      [-430, 'Balance Due:'],
      [-545, `€${en(sale.gross)}`],
    ],
    { bold: true },
  )
  paper.box(50, 240, 500, 18, 0.2).row(
    253,
    [
      [56, 'Item'],
      [-350, 'Quantity'],
      [-450, 'Rate'],
      [-545, 'Amount'],
    ],
    { grey: 1 },
  )
  let y = 276
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [56, text],
      [-350, String(quantity)],
      [-450, `€${en(price)}`],
      [-545, `€${en(amount)}`],
    ])
    y += 18
  }
  paper
    .row(y + 20, [
      [-450, 'Subtotal:'],
      [-545, `€${en(sale.net)}`],
    ])
    .row(y + 38, [
      [-450, 'Tax (0%):'],
      [-545, '€0.00'],
    ])
    .row(y + 56, [
      [-450, 'Total:'],
      [-545, `€${en(sale.gross)}`],
    ])
  paper
    .at(50, y + 100, 'Notes:', { grey: 0.4 })
    .at(50, y + 114, 'IBAN: PT50 0002 0123 1234 5678 9015 4   BIC: CGDIPTPL')
    .at(50, y + 128, 'VAT reverse charge applies.')
  return specimen(
    'freelancer',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: daysAfter(date, 14),
      vendor_name: vendor,
      customer_name: customer,
      subtotal: sale.net,
      total_tax: 0,
      invoice_total: sale.gross,
      amount_due: sale.gross,
      currency: 'EUR',
      iban: 'PT50 0002 0123 1234 5678 9015 4',
      payment_terms: '14 days',
    },
    sale,
  )
}
