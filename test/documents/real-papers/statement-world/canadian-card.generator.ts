import type { Generator } from '../../specimen.ts'
import { ledgerOf } from '../ledger.ts'
import { person } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, en, usd } from '../print.ts'
import { month, specimen } from './parts.ts'

/** A card with transaction and posting day, foreign amounts on a line of their own, negative payments. */
export const canadianCard: Generator = async (chance) => {
  const to = daysAfter(month(chance)[1], -chance.whole(5, 22))
  const from = daysAfter(to, -30)
  const ledger = ledgerOf(chance, {
    from,
    to: daysAfter(to, -3),
    owed: true,
    into: ['PAYMENT - THANK YOU / PAIEMENT - MERCI', 'NORTHERN OUTFITTER RETURN'],
    out: [
      'NORTHERN GROCER GUELPH ON',
      'PETRO STOP 0442 KITCHENER ON',
      'STREAMLY.COM 866-5550142',
      'TRANSIT FARE TORONTO ON',
    ],
  })
  const name = person(chance).toUpperCase()
  const account = `4514 01** **** ${chance.digits(4)}`
  const paper = await Paper.open()
  const upper = (iso: string) => day(iso, 'MMM DD, YYYY').toUpperCase()
  paper
    .at(36, 44, 'Laurentide Bank of Canada', { size: 13, bold: true })
    .at(36, 62, 'Laurentide Rewards Visa', { size: 11 })
  paper
    .at(36, 90, name, { bold: true })
    .at(140, 90, account)
    .row(
      90,
      [[-400, `STATEMENT FROM ${upper(from)} TO ${upper(to)}`]].map(([x, t]) => [Number(x), String(t)] as const),
      { size: 7 },
    )
  paper
    .row(
      118,
      [
        [36, 'TRANSACTION'],
        [90, 'POSTING'],
      ],
      { size: 6 },
    )
    .row(
      126,
      [
        [36, 'DATE'],
        [90, 'DATE'],
        [140, 'ACTIVITY DESCRIPTION'],
        [-400, 'AMOUNT ($)'],
      ],
      { size: 6 },
    )
  paper.row(
    144,
    [
      [140, 'PREVIOUS STATEMENT BALANCE'],
      [-400, usd(ledger.opening)],
    ],
    { bold: true, size: 8 },
  )
  let y = 160
  for (const { date, text, amount } of ledger.entries) {
    paper
      .row(
        y,
        [
          [36, day(date, 'MMM DD').toUpperCase()],
          [90, day(daysAfter(date, 2), 'MMM DD').toUpperCase()],
          [140, text],
          [-400, usd(-amount)],
        ],
        { size: 8 },
      )
      .at(140, y + 9, `${chance.digits(23)}`, { size: 6 })
    y += 21
    if (text.startsWith('STREAMLY')) {
      paper.at(140, y - 3, `Foreign Currency-USD ${en(-amount / 1.36)} Exchange rate-1.360000`, { size: 6 })
      y += 8
    }
  }
  paper.row(
    y + 4,
    [
      [140, 'NEW BALANCE'],
      [-400, usd(ledger.closing)],
    ],
    { bold: true, size: 8 },
  )
  paper
    .box(420, 110, 160, 110, 0.93)
    .at(428, 124, 'PAYMENTS & INTEREST RATES', { bold: true, size: 7 })
    .row(
      138,
      [
        [428, 'Minimum payment'],
        [-575, '$10.00'],
      ],
      { size: 7 },
    )
    .row(
      150,
      [
        [428, 'Payment due date'],
        [-575, upper(daysAfter(to, 21))],
      ],
      { size: 7 },
    )
    .row(
      162,
      [
        [428, 'Credit limit'],
        [-575, '$8,500.00'],
      ],
      { size: 7 },
    )
    .row(
      174,
      [
        [428, 'Available credit'],
        [-575, '$6,102.00'],
      ],
      { size: 7 },
    )
    .row(
      186,
      [
        [428, 'Annual interest rates:'],
        [-575, ''],
      ],
      { size: 7 },
    )
    .row(
      196,
      [
        [428, 'Purchases'],
        [-575, '20.99%'],
      ],
      { size: 7 },
    )
  const calc = [
    ['Previous Statement Balance', usd(ledger.opening)],
    ['Payments & credits', usd(-ledger.credits)],
    ['Purchases & debits', usd(ledger.debits)],
    ['Cash advances', '$0.00'],
    ['Interest', '$0.00'],
    ['Fees', '$0.00'],
    ['NEW BALANCE', usd(ledger.closing)],
  ]
  paper.at(428, 240, 'CALCULATING YOUR BALANCE', { bold: true, size: 7 })
  for (const [i, [label, amount]] of calc.entries())
    paper.row(
      254 + i * 12,
      [
        [428, label],
        [-575, amount],
      ],
      { size: 7, bold: i === 6 },
    )
  return specimen('canadian-card', paper, {
    fields: {
      bank_name: 'Laurentide Bank of Canada',
      account_holder_name: name,
      account_number: account,
      statement_start_date: from,
      statement_end_date: to,
      currency: 'CAD',
    },
    ledger,
    totals: false,
    type: 'CREDIT_CARD_STATEMENT',
    optional: ['total_deposits', 'total_withdrawals', 'currency'],
  })
}
