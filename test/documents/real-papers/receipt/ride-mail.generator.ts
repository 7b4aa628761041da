import type { Generator } from '../../specimen.ts'
import { Paper } from '../paper.ts'
import { cents, day, usd } from '../print.ts'
import { dayOf, specimen } from './parts.ts'

/** A ride by e-mail: the total first, then the fare's parts and the tip. */
export const rideMail: Generator = async (chance) => {
  const [fare, fee, tip] = [chance.amount(8, 40), chance.amount(1, 4), chance.amount(1, 9)]
  const subtotal = cents(fare + fee)
  const total = cents(subtotal + tip)
  const date = dayOf(chance)
  const paper = await Paper.open({ text: 10 })
  paper
    .at(60, 60, 'Hailo-Hop', { size: 18, bold: true })
    .row(60, [[-550, day(date, 'MMMM D, YYYY')]])
    .at(60, 110, 'Thanks for riding, Leonie', { size: 20, bold: true })
    .at(60, 134, 'We hope you enjoyed your ride this evening.')
  paper
    .row(
      180,
      [
        [60, 'Total'],
        [-550, usd(total)],
      ],
      { size: 18, bold: true },
    )
    .rule(190, 60, 550)
  const lines = [
    ['Trip fare', fare],
    ['Subtotal', fare],
    ['Booking Fee', fee],
    ['Tips', tip],
  ] as const
  for (const [i, [label, amount]] of lines.entries())
    paper.row(212 + i * 20, [
      [60, label],
      [-550, usd(amount)],
    ])
  paper
    .at(60, 320, 'Payments', { bold: true })
    .row(340, [
      [60, 'Visa ••••4471'],
      [-550, usd(total)],
    ])
    .at(60, 354, `${day(date, 'M/D/YY')} 8:14 PM`, { size: 8 })
  paper.stack(60, 400, [
    'You rode with Roderick',
    'HopX   6.18 miles | 19 min',
    '7:52 PM   410 Main St, Boise, ID',
    '8:11 PM   Boise Airport (BOI), Boise, ID',
  ])
  return specimen(
    'ride-mail',
    paper,
    { merchant_name: 'Hailo-Hop', transaction_date: date, tip, total, currency: 'USD' },
    ['subtotal'],
  )
}
