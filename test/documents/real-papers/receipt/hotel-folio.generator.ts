import type { Generator } from '../../specimen.ts'
import { person, street } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, daysAfter, en } from '../print.ts'
import { dayOf, specimen } from './parts.ts'

/** A guest folio: charges by day, room tax, payment by card, balance zero. */
export const hotelFolio: Generator = async (chance) => {
  const nights = chance.whole(1, 4)
  const rate = chance.amount(89, 260)
  const tax = cents(rate * 0.13)
  const total = cents(nights * (rate + tax))
  const arrival = dayOf(chance)
  const departure = daysAfter(arrival, nights)
  const name = person(chance)
  const paper = await Paper.open()
  paper
    .centre(50, 'Juniper Lake Inn & Suites', { size: 15, bold: true })
    .centre(64, '900 Harbor Way, Duluth, MN 55802   T: (218) 555-0170')
  paper.at(40, 100, name).stack(40, 112, [street(chance), 'Dayton, OH 45402'])
  for (const [i, [label, value]] of [
    ['Room No.', '418'],
    ['Arrival', day(arrival, 'MM-DD-YY')],
    ['Departure', day(departure, 'MM-DD-YY')],
    ['Folio No.', '118842'],
    ['Conf. No.', chance.digits(8)],
    ['Cashier No.', '22'],
  ].entries())
    paper.row(100 + i * 12, [
      [380, label],
      [460, `: ${value}`],
    ])
  paper
    .row(
      200,
      [
        [40, 'Date'],
        [110, 'Description'],
        [-480, 'Charges'],
        [-560, 'Credits'],
      ],
      { bold: true },
    )
    .rule(204, 40, 572)
  let y = 220
  for (let night = 0; night < nights; night++) {
    const when = day(daysAfter(arrival, night), 'MM-DD-YY')
    paper
      .row(y, [
        [40, when],
        [110, 'Room Charge'],
        [-480, en(rate)],
      ])
      .row(y + 13, [
        [40, when],
        [110, 'State & Local Occupancy Tax'],
        [-480, en(tax)],
      ])
    y += 26
  }
  paper
    .row(y, [
      [40, day(departure, 'MM-DD-YY')],
      [110, 'Visa Card  XXXXXXXXXXXX4471 XX/XX'],
      [-560, en(total)],
    ])
    .rule(y + 8, 40, 572)
  paper
    .row(
      y + 22,
      [
        [380, 'Total'],
        [-480, en(total)],
        [-560, en(total)],
      ],
      { bold: true },
    )
    .row(
      y + 38,
      [
        [380, 'Balance'],
        [-480, '0.00'],
      ],
      { bold: true },
    )
  paper.prose(
    40,
    y + 90,
    520,
    'I agree that my liability for this bill is not waived and I agree to be held personally liable in the event that the indicated person, company or association fails to pay for any part or the full amount of these charges.',
    { size: 7 },
  )
  return specimen('hotel-folio', paper, { merchant_name: 'Juniper Lake Inn & Suites', total, currency: 'USD' }, [
    'transaction_date',
    'currency',
    'subtotal',
    'total_tax',
  ])
}
