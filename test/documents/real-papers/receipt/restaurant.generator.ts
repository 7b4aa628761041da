import type { Generator } from '../../specimen.ts'
import { street } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, en, sum, usd } from '../print.ts'
import { dayOf, goods, specimen } from './parts.ts'

/** A guest check with its tip written in by hand or printed, suggested gratuities below that are not the tip. */
export const restaurant: Generator = async (chance) => {
  const items = goods(chance, ['Burrata', 'Ribeye 12oz', 'House Red GL', 'Caesar', 'Espresso', 'Fries'], 5)
  const subtotal = sum(items.map(({ price }) => price))
  const tax = cents(subtotal * 0.0825)
  const tip = cents(subtotal * 0.2)
  const due = cents(subtotal + tax)
  const total = cents(due + tip)
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', text: 9 })
  paper
    .centre(30, 'The Copper Heron', { bold: true, size: 12 })
    .centre(44, street(chance))
    .centre(56, 'Asheville, NC 28801')
  paper
    .row(80, [
      [12, 'Server: Tobias'],
      [-214, day(date, 'MM/DD/YYYY')],
    ])
    .row(92, [
      [12, 'Table 14/1'],
      [-214, '7:48 PM'],
    ])
    .row(104, [
      [12, 'Guests: 2'],
      [-214, '#20118'],
    ])
  let y = 126
  for (const { text, price } of items) {
    paper.row(y, [
      [12, text],
      [-214, en(price)],
    ])
    y += 12
  }
  y += 6
  for (const [label, amount] of [
    ['Subtotal', subtotal],
    ['Tax', tax],
    ['Total', due],
  ] as const) {
    paper.row(
      y,
      [
        [12, label],
        [-214, en(amount)],
      ],
      { bold: label === 'Total' },
    )
    y += 13
  }
  paper
    .row(y + 8, [[12, 'Visa #XXXXXXXXXXXX4471']])
    .row(y + 22, [[12, 'Auth: 882114']])
    .row(y + 40, [
      [12, 'Amount:'],
      [-214, usd(due)],
    ])
    .row(y + 54, [
      [12, '+ Tip:'],
      [-214, usd(tip)],
    ])
    .row(
      y + 68,
      [
        [12, '= Total:'],
        [-214, usd(total)],
      ],
      { bold: true },
    )
  paper
    .centre(y + 96, 'Suggested Tip:')
    .centre(
      y + 108,
      `18%: ${usd(cents(subtotal * 0.18))}  22%: ${usd(cents(subtotal * 0.22))}  25%: ${usd(cents(subtotal * 0.25))}`,
      { size: 7 },
    )
  return specimen('restaurant', paper, {
    merchant_name: 'The Copper Heron',
    transaction_date: date,
    subtotal,
    total_tax: tax,
    tip,
    total,
    currency: 'USD',
  })
}
