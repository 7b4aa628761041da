import type { Chance } from '../chance.ts'
import type { Generator } from '../specimen.ts'
import { type Entry, lastOfDay, ledgerOf, rowsOf } from './ledger.ts'
import { person, street, town } from './names.ts'
import { Paper } from './paper.ts'
import { cents, day, daysAfter, en, monthOf, sum, usd } from './print.ts'

const INTO = [
  'Quillmark Systems Payroll PPD ID: 9111111101',
  'Zelle Payment From Leonie Fairweather 11846630',
  'Mobile Deposit',
  'ATM Cash Deposit 03/12 410 Main St Boise ID Card 4471',
]
const OUT = [
  'Card Purchase 03/02 Greenbelt Grocery #118 Boise ID Card 4471',
  'Card Purchase With Pin 03/09 Fuelmart 0442 Nampa ID Card 4471',
  'Recurring Card Purchase 03/05 Streamly.Com 866-555-0142 CA Card 4471',
  'Idaho Valley Power Bill Pmt 448210993 Web ID: 4520011',
  'Online Transfer To Sav ...8820 Transaction#: 19887322104',
]

const month = (chance: Chance) => monthOf(chance.whole(2019, 2025), chance.whole(1, 12))

/** Summary by category, one list a category with its total, cheques in three columns, balances by day at the end. */
export const checkingByCategory: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, { from, to, entries: chance.whole(14, 30), into: INTO, out: OUT })
  const name = person(chance)
  const account = `000000${chance.digits(9)}`
  const deposits = ledger.entries.filter(({ amount }) => amount > 0)
  const out = ledger.entries.filter(({ amount }) => amount < 0)
  const checks = out.filter((_, i) => i % 3 === 0).map((entry) => ({ ...entry, number: chance.whole(1040, 1199) }))
  const cards = out.filter((_, i) => i % 3 === 1)
  const wires = out.filter((_, i) => i % 3 === 2)
  const paper = await Paper.open()
  paper
    .at(40, 50, 'HARBORLINE', { size: 20, bold: true })
    .stack(40, 66, ['Harborline Bank, N.A.', 'P O Box 182051', 'Columbus, OH 43218 - 2051'], { size: 8 })
  paper.row(50, [[-572, `${day(from, 'MMMM DD, YYYY')} through ${day(to, 'MMMM DD, YYYY')}`]])
  paper.row(
    62,
    [
      [350, 'Account Number:'],
      [-572, account],
    ],
    { bold: true },
  )
  paper.at(350, 96, 'CUSTOMER SERVICE INFORMATION', { bold: true })
  paper
    .row(110, [
      [350, 'Web site:'],
      [-572, 'harborline.example'],
    ])
    .row(122, [
      [350, 'Service Center:'],
      [-572, '1-800-555-0135'],
    ])
  paper.stack(60, 150, [name.toUpperCase(), street(chance).toUpperCase(), town(chance, 'us').toUpperCase()], {
    size: 10,
  })
  paper.box(40, 214, 532, 16, 0.85).row(
    226,
    [
      [44, 'CHECKING SUMMARY'],
      [250, 'Harborline Total Checking'],
    ],
    { bold: true },
  )
  paper.row(
    244,
    [
      [-330, 'INSTANCES'],
      [-450, 'AMOUNT'],
    ],
    { size: 7 },
  )
  const total = (entries: readonly Entry[]) => cents(Math.abs(sum(entries.map(({ amount }) => amount))))
  const lines = [
    ['Beginning Balance', '', usd(ledger.opening)],
    ['Deposits and Additions', String(deposits.length), en(ledger.credits)],
    ['Checks Paid', String(checks.length), `-${en(total(checks))}`],
    ['ATM & Debit Card Withdrawals', String(cards.length), `-${en(total(cards))}`],
    ['Electronic Withdrawals', String(wires.length), `-${en(total(wires))}`],
    ['Ending Balance', String(ledger.entries.length), usd(ledger.closing)],
  ]
  for (const [i, [label, count, amount]] of lines.entries())
    paper.row(
      258 + i * 13,
      [
        [44, label],
        [-330, count],
        [-450, amount],
      ],
      { bold: i === 0 || i === 5 },
    )
  let y = 352
  const need = (room: number) => {
    if (y + room < 750) return
    paper
      .turn()
      .row(50, [[-572, `${day(from, 'MMMM DD, YYYY')} through ${day(to, 'MMMM DD, YYYY')}`]])
      .row(
        62,
        [
          [350, 'Account Number:'],
          [-572, account],
        ],
        { bold: true },
      )
    y = 100
  }
  const section = (title: string, entries: readonly Entry[], foot: string) => {
    need(60)
    paper.box(40, y, 532, 16, 0.85).row(y + 12, [[44, title]], { bold: true })
    paper.row(
      y + 28,
      [
        [44, 'DATE'],
        [90, 'DESCRIPTION'],
        [-568, 'AMOUNT'],
      ],
      { size: 7 },
    )
    y += 42
    for (const [i, { date, text, amount }] of entries.entries()) {
      need(16)
      paper.row(y, [
        [44, day(date, 'MM/DD')],
        [90, text],
        [-568, i === 0 ? usd(Math.abs(amount)) : en(Math.abs(amount))],
      ])
      y += 13
    }
    paper.rule(y - 8, 40, 572).row(
      y + 3,
      [
        [44, foot],
        [-568, usd(total(entries))],
      ],
      { bold: true },
    )
    y += 26
  }
  section('DEPOSITS AND ADDITIONS', deposits, 'Total Deposits and Additions')
  need(90)
  paper.box(40, y, 532, 16, 0.85).row(y + 12, [[44, 'CHECKS PAID']], { bold: true })
  paper.row(
    y + 28,
    [0, 1, 2].flatMap(
      (column) =>
        [
          [44 + column * 180, 'CHECK NO.'],
          [100 + column * 180, 'DATE PAID'],
          [-(205 + column * 180), 'AMOUNT'],
        ] as const,
    ),
    { size: 7 },
  )
  y += 42
  for (let i = 0; i < checks.length; i += 3) {
    paper.row(
      y,
      checks.slice(i, i + 3).flatMap(
        ({ number, date, amount }, column) =>
          [
            [44 + column * 180, `${number}  ^`],
            [100 + column * 180, day(date, 'MM/DD')],
            [-(205 + column * 180), en(-amount)],
          ] as const,
      ),
    )
    y += 13
  }
  paper.row(
    y + 3,
    [
      [44, 'Total Checks Paid'],
      [-568, usd(total(checks))],
    ],
    { bold: true },
  )
  y += 26
  section('ATM & DEBIT CARD WITHDRAWALS', cards, 'Total ATM & Debit Card Withdrawals')
  section('ELECTRONIC WITHDRAWALS', wires, 'Total Electronic Withdrawals')
  need(120)
  paper.box(40, y, 532, 16, 0.85).row(y + 12, [[44, 'DAILY ENDING BALANCE']], { bold: true })
  y += 30
  const days = ledger.entries.filter((_, i) => lastOfDay(ledger.entries, i))
  paper.row(
    y,
    [0, 1, 2].flatMap(
      (column) =>
        [
          [44 + column * 180, 'DATE'],
          [-(205 + column * 180), 'AMOUNT'],
        ] as const,
    ),
    { size: 7 },
  )
  for (const [i, { date, balance }] of days.entries()) {
    const [column, line] = [i % 3, Math.floor(i / 3)]
    paper.row(y + 13 + line * 12, [
      [44 + column * 180, day(date, 'MM/DD')],
      [-(205 + column * 180), i === 0 ? usd(balance) : en(balance)],
    ])
  }
  return {
    name: 'checking-by-category.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'BANK_STATEMENT',
      fields: {
        bank_name: 'HARBORLINE',
        account_holder_name: name.toUpperCase(),
        account_number: account,
        statement_start_date: from,
        statement_end_date: to,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: ledger.credits,
        currency: 'USD',
      },
      optional: ['total_withdrawals'],
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}

/** "Deposits and other additions", withdrawals with a minus before them, dates with the year, the period in the heading. */
export const checkingBySign: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, { from, to, into: INTO, out: OUT })
  const name = person(chance).toUpperCase()
  const account = `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`
  const paper = await Paper.open({ text: 9 })
  paper
    .stack(36, 40, ['P.O. Box 15284', 'Wilmington, DE 19850'], { size: 7 })
    .at(400, 44, 'CASCADE NATIONAL', { size: 15, bold: true })
  paper.stack(54, 120, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()], { size: 10 })
  paper.stack(
    400,
    100,
    [
      'Customer service information',
      'Customer service: 1.800.555.0119',
      'cascadenational.example',
      'Cascade National, N.A.',
      'P.O. Box 25118',
      'Tampa, FL 33622-5118',
    ],
    { size: 8 },
  )
  paper.at(36, 220, 'Your Cascade Advantage Banking', { size: 16, bold: true })
  paper.row(
    238,
    [
      [36, `for ${day(from, 'MMMM D, YYYY')} to ${day(to, 'MMMM D, YYYY')}`],
      [-576, `Account number: ${account}`],
    ],
    { size: 10 },
  )
  paper.at(36, 270, 'Account summary', { size: 13, bold: true })
  const lines = [
    [`Beginning balance on ${day(from, 'MMMM D, YYYY')}`, usd(ledger.opening)],
    ['Deposits and other additions', en(ledger.credits)],
    ['Withdrawals and other subtractions', `-${en(ledger.debits)}`],
    ['Checks', '-0.00'],
    ['Service fees', '-0.00'],
  ]
  for (const [i, [label, amount]] of lines.entries())
    paper
      .row(288 + i * 14, [
        [36, label],
        [-300, amount],
      ])
      .rule(291 + i * 14, 36, 300, 0.3)
  paper.row(
    362,
    [
      [36, `Ending balance on ${day(to, 'MMMM D, YYYY')}`],
      [-300, usd(ledger.closing)],
    ],
    { bold: true },
  )
  paper.stack(
    330,
    290,
    [
      '# of deposits/credits: 6',
      '# of withdrawals/debits: 14',
      '# of days in cycle: 31',
      `Average ledger balance: ${usd(cents((ledger.opening + ledger.closing) / 2))}`,
    ],
    { size: 8 },
  )
  paper
    .turn()
    .row(
      40,
      [[36, `${name}   !   Account # ${account}   !   ${day(from, 'MMMM D, YYYY')} to ${day(to, 'MMMM D, YYYY')}`]],
      { size: 8 },
    )
  let y = 80
  for (const [title, sign] of [
    ['Deposits and other additions', 1],
    ['Withdrawals and other subtractions', -1],
  ] as const) {
    const entries = ledger.entries.filter(({ amount }) => amount * sign > 0)
    paper.at(36, y, title, { size: 13, bold: true })
    paper
      .row(
        y + 16,
        [
          [36, 'Date'],
          [100, 'Description'],
          [-576, 'Amount'],
        ],
        { bold: true },
      )
      .rule(y + 20, 36, 576)
    y += 34
    for (const { date, text, amount } of entries) {
      paper.row(y, [
        [36, day(date, 'MM/DD/YY')],
        [100, text],
        [-576, en(amount)],
      ])
      y += 13
    }
    const total = sum(entries.map(({ amount }) => amount))
    paper.row(
      y + 3,
      [
        [36, `Total ${title.toLowerCase()}`],
        [-576, usd(total)],
      ],
      { bold: true },
    )
    y += 36
  }
  return {
    name: 'checking-by-sign.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'BANK_STATEMENT',
      fields: {
        bank_name: 'CASCADE NATIONAL',
        account_holder_name: name,
        account_number: account,
        statement_start_date: from,
        statement_end_date: to,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: ledger.credits,
        total_withdrawals: -ledger.debits,
        currency: 'USD',
      },
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}

/** One history with a column for additions and one for subtractions, the balance at the end of a day, totals below. */
export const checkingHistory: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, { from, to, entries: chance.whole(20, 44), into: INTO, out: OUT })
  const name = person(chance).toUpperCase()
  const account = chance.digits(10)
  const paper = await Paper.open()
  const head = (page: number) =>
    paper
      .at(36, 40, 'Everyday Checking', { size: 16, bold: true })
      .row(54, [[36, `${day(to, 'MMMM D, YYYY')}     Page ${page} of 3`]])
  head(1).at(470, 46, 'MERIDIAN BANK', { size: 12, bold: true })
  paper.stack(60, 120, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()], { size: 10 })
  paper
    .at(36, 220, 'Statement period activity summary', { bold: true, size: 11 })
    .at(330, 220, `Account number: ${account} (primary account)`, { bold: true })
  paper
    .at(330, 236, name, { bold: true })
    .at(330, 250, 'Idaho account terms and conditions apply')
    .at(330, 266, 'For Direct Deposit use')
    .at(330, 278, 'Routing Number (RTN): 124103799')
  const lines = [
    [`Beginning balance on ${day(from, 'M/D')}`, usd(ledger.opening)],
    ['Deposits/Additions', en(ledger.credits)],
    ['Withdrawals/Subtractions', `- ${en(ledger.debits)}`],
    [`Ending balance on ${day(to, 'M/D')}`, usd(ledger.closing)],
  ]
  for (const [i, [label, amount]] of lines.entries())
    paper.row(
      236 + i * 14,
      [
        [36, label],
        [-290, amount],
      ],
      { bold: i === 3 },
    )
  let y = 330
  const columns = () => {
    paper.row(
      y - 10,
      [
        [-110, 'Check'],
        [-430, 'Deposits/'],
        [-505, 'Withdrawals/'],
        [-576, 'Ending daily'],
      ],
      { size: 8 },
    )
    paper
      .row(
        y,
        [
          [60, 'Date'],
          [-110, 'Number'],
          [120, 'Description'],
          [-430, 'Additions'],
          [-505, 'Subtractions'],
          [-576, 'balance'],
        ],
        { size: 8 },
      )
      .rule(y + 3, 36, 576)
    y += 15
  }
  paper.at(36, 306, 'Transaction history', { bold: true, size: 12 })
  columns()
  let page = 1
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    const end = lastOfDay(ledger.entries, i) ? en(balance) : ''
    paper.row(
      y,
      [
        [-80, day(date, 'M/D')],
        [120, text.slice(0, 44)],
        [-430, amount > 0 ? en(amount) : ''],
        [-505, amount < 0 ? en(-amount) : ''],
        [-576, end],
      ],
      { size: 8 },
    )
    if (text.length > 44) paper.at(120, y + 9, text.slice(44), { size: 8 })
    y += text.length > 44 ? 22 : 13
    if (y > 730 && i + 1 < ledger.entries.length) {
      paper.turn()
      head(++page)
      y = 100
      paper.at(36, 80, 'Transaction history (continued)', { bold: true, size: 12 })
      columns()
    }
  }
  paper.rule(y - 8, 36, 576).row(
    y + 2,
    [
      [36, `Ending balance on ${day(to, 'M/D')}`],
      [-576, en(ledger.closing)],
    ],
    { size: 8 },
  )
  paper.row(
    y + 16,
    [
      [36, 'Totals'],
      [-430, usd(ledger.credits)],
      [-505, usd(ledger.debits)],
    ],
    { bold: true, size: 8 },
  )
  paper.prose(
    36,
    y + 34,
    530,
    'The Ending Daily Balance does not reflect any pending withdrawals or holds on deposited funds that may have been outstanding on your account when your transactions posted.',
    { size: 7 },
  )
  return {
    name: 'checking-history.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'BANK_STATEMENT',
      fields: {
        bank_name: 'MERIDIAN BANK',
        account_holder_name: name,
        account_number: account,
        statement_end_date: to,
        statement_start_date: from,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: ledger.credits,
        total_withdrawals: ledger.debits,
        currency: 'USD',
      },
      optional: ['statement_start_date'],
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}

/** A members' society: a share account, amounts with the minus behind them, a balance on each line. */
export const shareAccount: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['DEPOSIT ACH QUILLMARK SYS', 'DEPOSIT DIVIDEND', 'DEPOSIT HOME BANKING'],
    out: ['WITHDRAWAL POS #448210 GREENBELT', 'WITHDRAWAL ACH IDAHO POWER', 'WITHDRAWAL DEBIT CARD FUELMART'],
  })
  const name = person(chance).toUpperCase()
  const member = chance.digits(7)
  const paper = await Paper.open({ family: chance.pick(['mono', 'sans']), text: 8 })
  paper
    .at(40, 44, 'PINE RIDGE FEDERAL CREDIT UNION', { size: 13, bold: true })
    .stack(40, 58, ['700 CAPITOL AVE', 'ASHEVILLE, NC 28801'])
  paper
    .row(44, [
      [400, 'MEMBER NUMBER'],
      [-572, member],
    ])
    .row(58, [[400, 'STATEMENT PERIOD']])
    .row(68, [[400, `${day(from, 'MM/DD/YY')} TO ${day(to, 'MM/DD/YY')}`]])
    .row(82, [
      [400, 'PAGE'],
      [-572, '1 OF 1'],
    ])
  paper.stack(60, 130, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()])
  paper.box(40, 200, 532, 14, 0.88).at(44, 210, 'SHARE DRAFT CHECKING   ID 0010', { bold: true })
  paper
    .row(
      226,
      [
        [44, 'DATE'],
        [100, 'TRANSACTION DESCRIPTION'],
        [-460, 'AMOUNT'],
        [-560, 'BALANCE'],
      ],
      { bold: true },
    )
    .rule(229, 40, 572)
  paper.row(242, [
    [44, day(from, 'MM/DD')],
    [100, 'PREVIOUS BALANCE'],
    [-560, en(ledger.opening)],
  ])
  let y = 254
  for (const { date, text, amount, balance } of ledger.entries) {
    paper.row(y, [
      [44, day(date, 'MM/DD')],
      [100, text],
      [-460, amount < 0 ? `${en(-amount)}-` : en(amount)],
      [-560, en(balance)],
    ])
    y += 12
  }
  paper.row(
    y,
    [
      [44, day(to, 'MM/DD')],
      [100, 'NEW BALANCE'],
      [-560, en(ledger.closing)],
    ],
    { bold: true },
  )
  const counts = [
    ledger.entries.filter(({ amount }) => amount > 0).length,
    ledger.entries.filter(({ amount }) => amount < 0).length,
  ]
  paper.row(y + 24, [
    [44, `${counts[0]} DEPOSITS TOTALING`],
    [-280, en(ledger.credits)],
    [310, `${counts[1]} WITHDRAWALS TOTALING`],
    [-560, en(ledger.debits)],
  ])
  paper.at(44, y + 50, 'DIVIDENDS PAID YEAR TO DATE  4.18')
  return {
    name: 'share-account.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'BANK_STATEMENT',
      fields: {
        bank_name: 'PINE RIDGE FEDERAL CREDIT UNION',
        account_holder_name: name,
        account_number: member,
        statement_start_date: from,
        statement_end_date: to,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: ledger.credits,
        total_withdrawals: ledger.debits,
      },
      optional: ['currency', 'account_number'],
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}

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
