import type { Generator } from '../../specimen.ts'
import { ledgerOf, rowsOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, en, monthOf, usd } from '../print.ts'

/** A card's account summary with signs between label and amount; purchases and payments in lists by date MM/DD. */
export const cardSummary: Generator = async (chance) => {
  const closing = daysAfter(monthOf(chance.whole(2019, 2025), chance.whole(1, 12))[1], -chance.whole(3, 15))
  const from = daysAfter(closing, -29)
  const ledger = ledgerOf(chance, {
    from,
    to: closing,
    owed: true,
    into: ['Payment Thank You-Mobile', 'AUTOMATIC PAYMENT - THANK YOU', 'OUTDOOR GOODS RETURN BOISE ID'],
    out: [
      'GREENBELT GROCERY #118 BOISE ID',
      'STREAMLY.COM 866-555-0142 CA',
      'SP SOAP & SALT CO PORTLAND OR',
      'FUELMART 0442 NAMPA ID',
      'AIRWAY SKIES 0068842117 SEATTLE WA',
    ],
  })
  const name = person(chance).toUpperCase()
  const last = chance.digits(4)
  const due = daysAfter(closing, 25)
  const paper = await Paper.open()
  paper.at(36, 50, 'sapphire ridge', { size: 20, bold: true }).at(36, 66, 'Cardmember Service by Harborline Bank')
  paper
    .box(36, 90, 250, 90)
    .row(
      106,
      [
        [44, 'New Balance'],
        [-280, usd(ledger.closing)],
      ],
      { bold: true, size: 11 },
    )
    .row(124, [
      [44, 'Minimum Payment Due'],
      [-280, usd(40)],
    ])
    .row(142, [
      [44, 'Payment Due Date'],
      [-280, day(due, 'MM/DD/YY')],
    ])
  paper.prose(
    300,
    100,
    270,
    'Late Payment Warning: If we do not receive your minimum payment by the due date, you may have to pay a late fee of up to $40.00 and your APRs will be subject to increase to a maximum Penalty APR of 29.99%.',
    { size: 8 },
  )
  paper.box(36, 200, 260, 16, 0.2).at(42, 212, 'ACCOUNT SUMMARY', { bold: true, grey: 1 })
  paper.row(232, [[42, `Account Number:  XXXX XXXX XXXX ${last}`]], { bold: true })
  const lines = [
    ['Previous Balance', usd(ledger.opening)],
    ['Payment, Credits', `-${usd(ledger.credits)}`],
    ['Purchases', `+${usd(ledger.debits)}`],
    ['Cash Advances', '$0.00'],
    ['Balance Transfers', '$0.00'],
    ['Fees Charged', '$0.00'],
    ['Interest Charged', '$0.00'],
    ['New Balance', usd(ledger.closing)],
  ]
  for (const [i, [label, amount]] of lines.entries())
    paper.row(
      248 + i * 13,
      [
        [42, label],
        [-290, amount],
      ],
      { bold: i === 7 },
    )
  paper.row(356, [
    [42, 'Opening/Closing Date'],
    [-290, `${day(from, 'MM/DD/YY')} - ${day(closing, 'MM/DD/YY')}`],
  ])
  for (const [i, [label, amount]] of [
    ['Credit Access Line', '$18,500'],
    ['Available Credit', '$12,104'],
    ['Cash Access Line', '$3,700'],
    ['Past Due Amount', '$0.00'],
    ['Balance over the Credit Access Line', '$0.00'],
  ].entries())
    paper.row(369 + i * 13, [
      [42, label],
      [-290, amount],
    ])
  paper
    .rule(470, 36, 576)
    .row(500, [
      [330, 'Payment Due Date:'],
      [-570, day(due, 'MM/DD/YY')],
    ])
    .row(514, [
      [330, 'New Balance:'],
      [-570, usd(ledger.closing)],
    ])
    .row(528, [
      [330, 'Minimum Payment Due:'],
      [-570, '$40.00'],
    ])
    .row(548, [
      [330, 'Account number:'],
      [-570, `XXXX XXXX XXXX ${last}`],
    ])
    .row(568, [[330, 'Amount Enclosed: $']])
  paper.stack(60, 600, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()])
  paper.stack(330, 600, ['CARDMEMBER SERVICE', 'PO BOX 6294', 'CAROL STREAM IL 60197-6294'])
  paper.turn().row(
    40,
    [
      [36, name],
      [-576, 'Page 2 of 3'],
    ],
    { size: 7 },
  )
  paper.box(36, 60, 540, 16, 0.2).at(42, 72, 'ACCOUNT ACTIVITY', { bold: true, grey: 1 })
  paper
    .row(
      90,
      [
        [36, 'Date of'],
        [300, ''],
      ],
      { size: 7 },
    )
    .row(
      98,
      [
        [36, 'Transaction'],
        [110, 'Merchant Name or Transaction Description'],
        [-576, '$ Amount'],
      ],
      { size: 7 },
    )
  let y = 114
  for (const [title, sign] of [
    ['PAYMENTS AND OTHER CREDITS', 1],
    ['PURCHASE', -1],
  ] as const) {
    paper.at(110, y, title, { bold: true, size: 8 })
    y += 13
    for (const { date, text, amount } of ledger.entries.filter(({ amount }) => amount * sign > 0)) {
      paper.row(y, [
        [36, day(date, 'MM/DD')],
        [110, text],
        [-576, en(-amount)],
      ])
      y += 13
    }
    y += 6
  }
  paper
    .box(180, y + 10, 250, 60)
    .at(240, y + 24, `${closing.slice(0, 4)} Totals Year-to-Date`, { bold: true })
    .row(y + 40, [
      [190, `Total fees charged in ${closing.slice(0, 4)}`],
      [-420, '$0.00'],
    ])
    .row(y + 54, [
      [190, `Total interest charged in ${closing.slice(0, 4)}`],
      [-420, '$0.00'],
    ])
  return {
    name: 'card-summary.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'CREDIT_CARD_STATEMENT',
      fields: {
        account_holder_name: name,
        account_number: `XXXX XXXX XXXX ${last}`,
        statement_start_date: from,
        statement_end_date: closing,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: -ledger.credits,
        currency: 'USD',
      },
      optional: ['bank_name', 'total_withdrawals'],
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}
