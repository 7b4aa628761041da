import type { Generator } from '../../specimen.ts'
import { Paper } from '../paper.ts'
import { day, en, sum } from '../print.ts'
import { dayOf, goods, specimen } from './parts.ts'

/** A shop's e-mail with GST included and an order number. */
export const pharmacySlip: Generator = async (chance) => {
  const items = goods(chance, ['PARACETAMOL 16S', 'MEAL DEAL', 'SHAMPOO 400ML', 'LIP BALM'], 4)
  const total = sum(items.map(({ price }) => price))
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', text: 9 })
  paper
    .centre(28, 'Harrow & Lane Chemists', { bold: true, size: 11 })
    .centre(42, '14 High St Stockport SK1 3XE')
    .centre(54, 'VAT No: GB 118 8425 51')
  let y = 84
  for (const { text, price } of items) {
    paper.row(y, [
      [12, text],
      [-214, `£${en(price)}`],
    ])
    y += 12
  }
  paper
    .row(
      y + 8,
      [
        [12, 'TOTAL TO PAY'],
        [-214, `£${en(total)}`],
      ],
      { bold: true },
    )
    .row(y + 24, [
      [12, 'VISA DEBIT'],
      [-214, `£${en(total)}`],
    ])
    .row(y + 36, [[12, '**** **** **** 4471   CONTACTLESS']])
    .row(y + 60, [[12, `${day(date, 'DD/MM/YYYY')} 12:41   0118 03 221`]])
  paper.centre(y + 80, 'Please retain your receipt')
  return specimen('pharmacy-slip', paper, {
    merchant_name: 'Harrow & Lane Chemists',
    transaction_date: date,
    total,
    currency: 'GBP',
  })
}
