import type { Generator } from '../../specimen.ts'
import { street } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, en, sum, usd } from '../print.ts'
import { dayOf, goods, specimen } from './parts.ts'

/** A till roll with weights, discounts with a minus behind, tax letters, the card's slip and savings at the end. */
export const supermarket: Generator = async (chance) => {
  const items = goods(chance, [
    'GV WHOLE MILK',
    'BANANAS',
    'ORG SPINACH 5OZ',
    'CHKN BREAST',
    'BREAD WHT',
    'PAPER TOWELS 6',
  ])
  const off = cents(chance.amount(0.3, 0.9))
  const subtotal = cents(sum(items.map(({ price }) => price)) - off)
  const tax = cents(subtotal * 0.03)
  const total = cents(subtotal + tax)
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', family: 'mono', text: 8 })
  paper.centre(24, 'GREENBELT MARKET', { bold: true, size: 11 })
  for (const [i, text] of [
    'Store #118',
    street(chance),
    'Boise, ID 83702',
    '(208) 555-0142',
    'Your cashier today was DANA',
  ].entries())
    paper.centre(38 + i * 10, text)
  let y = 100
  for (const [i, { text, price }] of items.entries()) {
    paper.row(y, [
      [10, text],
      [-205, en(price)],
      [208, i % 3 === 0 ? 'T' : 'F'],
    ])
    y += 10
    if (i === 1) {
      paper.at(18, y, '2.41 lb @ 0.58/lb', { size: 7 })
      y += 10
    }
    if (i === 2) {
      paper.row(y, [
        [18, 'MEMBER SAVINGS'],
        [-210, `${en(off)}-`],
      ])
      y += 10
    }
  }
  y += 4
  for (const [label, amount] of [
    ['SUBTOTAL', subtotal],
    ['TAX 1  3.000 %', tax],
    ['**** BALANCE', total],
    ['VISA', total],
    ['CHANGE', 0],
  ] as const) {
    paper.row(
      y,
      [
        [60, label],
        [-205, en(amount)],
      ],
      { bold: label.startsWith('*') },
    )
    y += 11
  }
  for (const text of [
    '************4471  CHIP READ',
    'APPROVAL CODE 04471B',
    'AID A0000000031010',
    `TOTAL PURCHASE  ${usd(total)}`,
    `# ITEMS SOLD ${items.length}`,
    `YOU SAVED ${usd(off)} TODAY`,
  ]) {
    paper.at(10, y, text)
    y += 10
  }
  paper.centre(y + 10, `${day(date, 'MM/DD/YY')}  14:22:07  0118 07 0221 442`).centre(y + 24, 'THANK YOU FOR SHOPPING')
  return specimen('supermarket', paper, {
    merchant_name: 'GREENBELT MARKET',
    transaction_date: date,
    subtotal,
    total_tax: tax,
    total,
    currency: 'USD',
  })
}
