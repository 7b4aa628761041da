import type { Generator } from '../../specimen.ts'
import { Paper } from '../paper.ts'
import { cents, day, usd } from '../print.ts'
import { dayOf, specimen } from './parts.ts'

/** Fuel by the gallon, where the price and the quantity look like sums. */
export const fuelStop: Generator = async (chance) => {
  const [gallons, price] = [chance.whole(4_000, 18_000) / 1000, chance.whole(2_899, 4_999) / 1000]
  const total = cents(gallons * price)
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', family: 'mono', text: 9 })
  for (const [i, text] of ['WELCOME TO', 'FUELMART 0442', '1180 GARRITY BLVD', 'NAMPA ID 83687'].entries())
    paper.at(14, 30 + i * 12, text)
  paper
    .row(96, [[14, `DATE ${day(date, 'MM/DD/YY')}  18:04`]])
    .row(108, [[14, 'TRAN# 9044118']])
    .row(120, [[14, 'PUMP# 07']])
    .row(132, [[14, 'SERVICE LEVEL: SELF']])
    .row(144, [[14, 'PRODUCT: UNLD']])
  paper
    .row(156, [
      [14, 'GALLONS:'],
      [-200, gallons.toFixed(3)],
    ])
    .row(168, [
      [14, 'PRICE/G:'],
      [-200, `$${price.toFixed(3)}`],
    ])
    .row(180, [
      [14, 'FUEL SALE'],
      [-200, usd(total)],
    ])
    .row(
      204,
      [
        [14, 'TOTAL SALE'],
        [-200, usd(total)],
      ],
      { bold: true },
    )
  paper.stack(14, 230, [
    'CREDIT  VISA',
    'XXXXXXXXXXXX4471',
    'AUTH # 04882B',
    'APPROVED',
    '',
    'THANK YOU',
    'HAVE A NICE DAY',
  ])
  return specimen('fuel-stop', paper, {
    merchant_name: 'FUELMART 0442',
    transaction_date: date,
    total,
    currency: 'USD',
  })
}
