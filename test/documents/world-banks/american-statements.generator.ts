import type { Generator } from '../specimen.ts'
import { type Book, bookOf, cycle, endsDay, type Move, month, pad, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { day, daysAfter, en, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const usd = (amount: number) => (amount < 0 ? `-$${en(-amount)}` : `$${en(amount)}`)
const total = (moves: readonly Move[]) => Math.abs(sum(moves.map(({ amount }) => amount)))

/** Sections for deposits, cards, other withdrawals; checks in two columns; daily balances in three. */
export const usSections: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'us', count: chance.whole(16, 30) })
  const checks = book.outs.filter((_, i) => i % 3 === 0)
  const others = book.outs.filter((_, i) => i % 3 !== 0)
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.plain, HANDS.report] })
  sheet.stack(36, 40, ['P.O. Box 15284', 'Wilmington, DE 19850'], { size: 7 })
  sheet.stack(60, 110, [name, ...place(chance, 'us').map((line) => line.toUpperCase())])
  sheet.stack(
    380,
    60,
    [
      'Customer service: 1.800.555.0132',
      'atlanticamerica.example',
      'Atlantic America, N.A.',
      'P.O. Box 25118',
      'Tampa, FL 33622',
    ],
    { size: 8 },
  )
  sheet.at(36, 190, 'Your Advantage Plus Banking', { size: 16, bold: true })
  sheet.row(206, [
    [36, `for ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')}`],
    [-576, `Account number: ${account}`],
  ])
  sheet.at(36, 236, 'Account summary', { size: 12, bold: true })
  sheet.pairs(36, 300, 252, [
    [`Beginning balance on ${day(book.from, 'MMMM D, YYYY')}`, usd(book.opening)],
    ['Deposits and other additions', en(book.credits)],
    ['Withdrawals and other subtractions', `-${en(total(others))}`],
    ['Checks', `-${en(total(checks))}`],
    ['Service fees', '-0.00'],
    [`Ending balance on ${day(book.to, 'MMMM D, YYYY')}`, usd(book.closing)],
  ])
  const list = (y: number, title: string, moves: readonly Move[], sign: string) => {
    sheet.at(36, y, title, { size: 12, bold: true })
    const end = sheet.table({
      y: y + 16,
      columns: [
        { x: 36, head: 'Date' },
        { x: 90, head: 'Description' },
        { x: -576, head: 'Amount' },
      ],
      rows: moves.map((move) => [day(move.date, 'MM/DD/YY'), move.lines, `${sign}${en(Math.abs(move.amount))}`]),
      enter: () => {
        sheet.at(
          36,
          40,
          `${name} ! Account # ${account} ! ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')}`,
          { size: 7 },
        )
        sheet.at(36, 66, `${title} - continued`, { size: 12, bold: true })
        return 82
      },
    })
    sheet.row(
      end,
      [
        [36, `Total ${title.toLowerCase()}`],
        [-576, `${sign}${usd(total(moves))}`],
      ],
      { bold: true },
    )
    return end + 30
  }
  let y = list(360, 'Deposits and other additions', book.ins, '')
  y = list(y, 'Withdrawals and other subtractions', others, '-')
  if (y > 560) y = sheet.turn() && 60
  sheet.at(36, y, 'Checks', { size: 12, bold: true })
  const half = Math.ceil(checks.length / 2)
  const cell = (move: Move | undefined, i: number) =>
    move
      ? [
          day(move.date, 'MM/DD/YY'),
          `${chance.whole(1, 2)}${pad(300 + i, 3)}${i % 4 === 2 ? '*' : ''}`,
          `-${en(-move.amount)}`,
        ]
      : []
  const end = sheet.table({
    y: y + 16,
    columns: [
      { x: 36, head: 'Date' },
      { x: 100, head: 'Check #' },
      { x: -260, head: 'Amount' },
      { x: 320, head: 'Date' },
      { x: 384, head: 'Check #' },
      { x: -576, head: 'Amount' },
    ],
    rows: Array.from({ length: half }, (_, i) => {
      const left = cell(checks[i], i)
      return [...left, ...cell(checks[i + half], i + half)]
    }),
  })
  sheet.row(
    end,
    [
      [320, 'Total checks'],
      [-576, `-${usd(total(checks))}`],
    ],
    { bold: true },
  )
  sheet.row(end + 13, [
    [320, 'Total # of checks'],
    [-576, String(checks.length)],
  ])
  dailyBalances(sheet, book, end + 40)
  return statement('us-sections', sheet, book, {
    fields: {
      bank_name: 'Atlantic America, N.A.',
      account_holder_name: name,
      account_number: account,
      currency: 'USD',
      total_deposits: book.credits,
    },
    optional: ['total_withdrawals'],
  })
}

function dailyBalances(sheet: Sheet, book: Book, at: number): void {
  const ends = book.moves.filter((_, i) => endsDay(book, i))
  const third = Math.ceil(ends.length / 3)
  const y = at + 30 + third * 14 > 720 ? sheet.turn() && 60 : at
  sheet.at(36, y, 'Daily ledger balances', { size: 12, bold: true })
  const cell = (move: Move | undefined) => (move ? [day(move.date, 'MM/DD'), en(move.balance)] : ['', ''])
  sheet.table({
    y: y + 16,
    columns: [36, 220, 400].flatMap((x) => [
      { x, head: 'Date' },
      { x: -(x + 150), head: 'Balance($)' },
    ]),
    rows: Array.from({ length: third }, (_, i) => [0, 1, 2].flatMap((part) => cell(ends[i + part * third]))),
  })
}

/** Additions, subtractions and the day's ending balance; totals under the table; a check number column. */
export const usHistory: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'us' })
  const [name, account] = [person(chance).toUpperCase(), chance.digits(10)]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.office, HANDS.jumbled] })
  sheet.at(36, 44, 'Prairie Fargo Everyday Checking', { size: 16, bold: true })
  sheet.at(36, 60, `${day(book.to, 'MMMM D, YYYY')}  ■  Page 1 of 3`.replace('■', '-'))
  sheet.stack(60, 110, [name, ...place(chance, 'us').map((line) => line.toUpperCase())])
  sheet.at(36, 190, 'Statement period activity summary', { bold: true, size: 11 })
  sheet.pairs(36, 210, 206, [
    [`Beginning balance on ${day(book.from, 'M/D')}`, usd(book.opening)],
    ['Deposits/Additions', en(book.credits)],
    ['Withdrawals/Subtractions', `- ${en(book.debits)}`],
    [`Ending balance on ${day(book.to, 'M/D')}`, usd(book.closing)],
  ])
  sheet.stack(
    320,
    206,
    [
      `Account number: ${account}`,
      name,
      'Iowa account terms and conditions apply',
      'For Direct Deposit use',
      'Routing Number (RTN): 073000228',
    ],
    { size: 8 },
  )
  const end = sheet.table({
    y: 300,
    columns: [
      { x: 36, head: 'Date' },
      { x: 76, head: ['Check', 'Number'] },
      { x: 120, head: 'Description' },
      { x: -410, head: ['Deposits/', 'Additions'] },
      { x: -490, head: ['Withdrawals/', 'Subtractions'] },
      { x: -576, head: ['Ending daily', 'balance'] },
    ],
    rows: book.moves.map((move, at) => [
      day(move.date, 'M/D'),
      '',
      move.lines,
      move.amount > 0 ? en(move.amount) : '',
      move.amount < 0 ? en(-move.amount) : '',
      endsDay(book, at) ? en(move.balance) : '',
    ]),
  })
  sheet.row(
    end,
    [
      [36, `Ending balance on ${day(book.to, 'M/D')}`],
      [-576, en(book.closing)],
    ],
    { bold: true },
  )
  sheet.row(
    end + 14,
    [
      [36, 'Totals'],
      [-410, usd(book.credits)],
      [-490, usd(book.debits)],
    ],
    { bold: true },
  )
  sheet.at(
    36,
    end + 32,
    'The Ending Daily Balance does not reflect any pending withdrawals or holds on deposited funds.',
    { size: 7 },
  )
  sheet.at(36, 770, '© 2010 Prairie Fargo Bank, N.A. All rights reserved. Member FDIC.', { size: 7 })
  return statement('us-history', sheet, book, {
    fields: {
      bank_name: 'Prairie Fargo Bank, N.A.',
      account_holder_name: name,
      account_number: account,
      currency: 'USD',
    },
    totals: true,
    optional: ['bank_name', 'statement_start_date', 'total_withdrawals'],
  })
}

/** A print spool in a fixed pitch: trailing minus, one string a line. */
export const usSpool: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', count: chance.whole(8, 16) })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(2)}-${chance.digits(6)}-${chance.digits(1)}`]
  const sheet = await Sheet.open(chance, { size: 'letter', face: 'mono', text: 9 })
  const left = (text: string, room: number) => text.slice(0, room).padEnd(room)
  const right = (text: string, room: number) => text.padStart(room)
  const lines = [
    `${left('FARMERS & DROVERS STATE BANK', 50)}STATEMENT OF ACCOUNT`,
    `${left('114 COURTHOUSE SQ', 50)}PAGE    1`,
    'LEXINGTON NE 68850',
    '',
    `${left('', 50)}ACCOUNT NUMBER     ${account}`,
    `${left(`     ${name}`, 50)}STATEMENT DATE     ${day(book.to, 'MM/DD/YY')}`,
    ...place(chance, 'us').map((line) => `     ${line.toUpperCase()}`),
    '',
    '='.repeat(84),
    'CHECKING ACCOUNT SUMMARY',
    `  BALANCE LAST STATEMENT ${day(book.from, 'MM/DD/YY')} ${right(en(book.opening), 20)}`,
    `  ${left(`${book.ins.length} DEPOSITS/CREDITS`, 32)}${right(en(book.credits), 20)}+`,
    `  ${left(`${book.outs.length} CHECKS/DEBITS`, 32)}${right(en(book.debits), 20)}-`,
    `  ${left('SERVICE CHARGE', 32)}${right('.00', 20)}`,
    `  ${left(`BALANCE THIS STATEMENT ${day(book.to, 'MM/DD/YY')}`, 32)}${right(en(book.closing), 20)}`,
    '-'.repeat(84),
    `${left('DATE', 10)}${left('DESCRIPTION', 40)}${right('AMOUNT', 15)} ${right('BALANCE', 16)}`,
    ...book.moves.map(
      (move) =>
        `${left(day(move.date, 'MM/DD/YY'), 10)}${left(move.text.toUpperCase(), 40)}${right(en(Math.abs(move.amount)), 15)}${move.amount < 0 ? '-' : ' '}${right(en(move.balance), 16)}`,
    ),
    '='.repeat(84),
    'MEMBER FDIC - EXAMINE AT ONCE. IF NO ERROR IS REPORTED IN 10 DAYS THE ACCOUNT WILL BE CONSIDERED CORRECT',
  ]
  sheet.stack(36, 40, lines, { lead: 12 })
  return statement('us-spool', sheet, book, {
    fields: { bank_name: 'FARMERS & DROVERS STATE BANK', account_holder_name: name, account_number: account },
    optional: ['currency', 'total_withdrawals', 'statement_start_date'],
    totals: true,
  })
}

/** A charge card: closing date, account ending, credits with a minus, two card members with their totals. */
export const usChargeCard: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'usCard', owed: true, opening: chance.amount(300, 2_400) })
  const [name, ending] = [person(chance).toUpperCase(), `${chance.whole(1, 9)}-${chance.digits(5)}`]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.browser, HANDS.office] })
  sheet.at(36, 40, 'Meridian Express', { size: 18, bold: true })
  sheet.row(
    62,
    [
      [36, 'Platinum Reserve Card'],
      [-576, 'p. 1/4'],
    ],
    { size: 11 },
  )
  sheet.stack(36, 78, [name, `Closing Date ${day(book.to, 'MM/DD/YY')}`, `Account Ending ${ending}`])
  sheet.row(
    140,
    [
      [36, 'New Balance'],
      [-220, usd(book.closing)],
    ],
    { size: 13, bold: true },
  )
  sheet.row(
    160,
    [
      [36, 'Minimum Payment Due'],
      [-220, '$40.00'],
    ],
    { bold: true },
  )
  sheet.row(
    176,
    [
      [36, 'Payment Due Date'],
      [-220, day(daysAfter(book.to, 25), 'MM/DD/YY')],
    ],
    { bold: true },
  )
  sheet.stack(
    36,
    196,
    [
      'Late Payment Warning: If we do not receive your Minimum Payment Due by the',
      `Payment Due Date of ${day(daysAfter(book.to, 25), 'MM/DD/YY')}, you may have to pay a late fee of up to $40.00.`,
    ],
    { size: 7 },
  )
  sheet.at(360, 140, 'Account Summary', { bold: true })
  sheet.pairs(360, 510, 156, [
    ['Previous Balance', usd(book.opening)],
    ['Payments/Credits', `-${usd(book.credits)}`],
    ['New Charges', `+${usd(book.debits)}`],
    ['Fees', '+$0.00'],
    ['Interest Charged', '+$0.00'],
    ['New Balance', usd(book.closing)],
  ])
  sheet.pairs(
    360,
    510,
    250,
    [
      ['Credit Limit', '$18,000.00'],
      ['Available Credit', usd(18_000 - book.closing)],
      ['Days in Billing Period:', '31'],
    ],
    { size: 8 },
  )
  sheet.at(36, 310, 'Payments and Credits', { size: 12, bold: true })
  let y = sheet.table({
    y: 328,
    columns: [
      { x: 36, head: 'Date' },
      { x: 100, head: 'Description' },
      { x: -570, head: 'Amount' },
    ],
    rows: book.ins.map((move) => [`${day(move.date, 'MM/DD/YY')}*`, move.text, `-${usd(move.amount)}`]),
  })
  sheet.row(
    y,
    [
      [36, 'Total Payments and Credits'],
      [-570, `-${usd(book.credits)}`],
    ],
    { bold: true },
  )
  const [mine, theirs] = [book.outs.filter((_, i) => i % 3 > 0), book.outs.filter((_, i) => i % 3 === 0)]
  for (const [holder, card, moves] of [
    [name, ending, mine],
    [`JUNE ${name.split(' ').at(-1)}`, `${ending.slice(0, -1)}9`, theirs],
  ] as const) {
    y += 30
    if (y > 620) y = sheet.turn() && 60
    sheet.at(36, y, 'New Charges - Detail', { size: 12, bold: true }).row(
      y + 15,
      [
        [36, holder],
        [180, `Card Ending ${card}`],
      ],
      { bold: true },
    )
    y = sheet.table({
      y: y + 30,
      columns: [
        { x: 36, head: 'Date' },
        { x: 100, head: 'Description' },
        { x: -570, head: 'Amount' },
      ],
      rows: moves.map((move, i) => [
        day(move.date, 'MM/DD/YY'),
        i % 4 === 1 ? [move.text, '541-555-0188   RESTAURANT'] : move.text,
        usd(-move.amount),
      ]),
    })
    sheet.row(
      y,
      [
        [36, `Total for ${holder}`],
        [-570, usd(total(moves))],
      ],
      { bold: true },
    )
  }
  return statement('us-charge-card', sheet, book, {
    type: 'CREDIT_CARD_STATEMENT',
    fields: {
      bank_name: 'Meridian Express',
      account_holder_name: name,
      account_number: ending,
      currency: 'USD',
      statement_start_date: undefined,
      total_deposits: -book.credits,
      total_withdrawals: book.debits,
    },
    optional: ['statement_start_date', 'total_withdrawals'],
  })
}

/** A card with dates like Dec 21 over a new year, credits as `- $50.00`, totals by section. */
export const usQuickCard: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'usCard', owed: true, opening: chance.amount(100, 1_400) })
  const [name, ending] = [person(chance), chance.digits(4)]
  const sheet = await Sheet.open(chance, { size: 'letter', face: 'wide', hands: [HANDS.browser, HANDS.letters] })
  sheet.row(40, [[-576, 'Page 1 of 2']], { size: 8 })
  sheet.at(36, 60, `Quicksilver Rewards Credit Card | Visa Signature ending in ${ending}`, { bold: true })
  sheet.at(
    36,
    74,
    `${day(book.from, 'MMM D, YYYY')} - ${day(book.to, 'MMM D, YYYY')} | ${chance.whole(28, 31)} days in Billing Cycle`,
  )
  sheet.at(36, 110, 'Payment Information', { bold: true, size: 12 }).row(
    128,
    [
      [36, 'Payment Due Date'],
      [150, 'For online and phone payments,'],
    ],
    { size: 8 },
  )
  sheet.at(36, 140, day(daysAfter(book.to, 25), 'MMM D, YYYY'), { bold: true })
  sheet
    .row(
      162,
      [
        [36, 'New Balance'],
        [150, 'Minimum Payment Due'],
      ],
      { size: 8 },
    )
    .row(
      176,
      [
        [36, usd(book.closing)],
        [150, '$25.00'],
      ],
      { bold: true, size: 11 },
    )
  sheet.at(340, 110, 'Account Summary', { bold: true, size: 12 })
  sheet.pairs(340, 500, 128, [
    ['Previous Balance', usd(book.opening)],
    ['Payments', `- ${usd(book.credits)}`],
    ['Other Credits', '$0.00'],
    ['Transactions', `+ ${usd(book.debits)}`],
    ['Cash Advances', '+ $0.00'],
    ['Fees Charged', '+ $0.00'],
    ['Interest Charged', '+ $0.00'],
    ['New Balance', `= ${usd(book.closing)}`],
    ['Credit Limit', '$7,500.00'],
  ])
  sheet.stack(36, 240, [name, ...place(chance, 'us')])
  const lists = [
    ['Payments, Credits and Adjustments', book.ins, '- '],
    ['Transactions', book.outs, ''],
  ] as const
  let y = 320
  for (const [title, moves, sign] of lists) {
    sheet.at(36, y, `${name} #${ending}: ${title}`, { bold: true })
    y = sheet.table({
      y: y + 18,
      columns: [
        { x: 36, head: 'Trans Date' },
        { x: 110, head: 'Post Date' },
        { x: 180, head: 'Description' },
        { x: -570, head: 'Amount' },
      ],
      rows: moves.map((move) => [
        day(move.date, 'MMM D'),
        day(move.value, 'MMM D'),
        move.text,
        `${sign}${usd(Math.abs(move.amount))}`,
      ]),
    })
    if (moves === book.outs)
      sheet.row(
        y,
        [
          [36, `${name} #${ending}: Total Transactions`],
          [-570, usd(book.debits)],
        ],
        { bold: true },
      )
    y += 24
  }
  sheet.at(36, 772, 'Capitol First Bank (USA), N.A., P.O. Box 30285, Salt Lake City, UT 84130', { size: 7 })
  return statement('us-quick-card', sheet, book, {
    type: 'CREDIT_CARD_STATEMENT',
    fields: {
      bank_name: 'Capitol First Bank (USA), N.A.',
      account_holder_name: name,
      account_number: ending,
      currency: 'USD',
      total_deposits: -book.credits,
      total_withdrawals: book.debits,
    },
    optional: ['account_number', 'bank_name'],
  })
}

/** A business account: debits in parentheses, one running balance, totals in a box at the foot. */
export const usAnalyzed: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', scale: 9, count: chance.whole(24, 44) })
  const [firm, account] = [
    `${chance.pick(['Juniper Ridge', 'Lakota', 'Blue Mesa'])} Holdings LLC`,
    `xxxxxx${chance.digits(4)}`,
  ]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.typesetter, HANDS.reportBackwards] })
  const head = () =>
    sheet.row(
      40,
      [
        [36, 'Cascadia Business Bank'],
        [-576, `Statement Period: ${day(book.from, 'MM/DD/YYYY')} - ${day(book.to, 'MM/DD/YYYY')}`],
      ],
      { bold: true },
    )
  head()
  sheet.stack(36, 80, [firm, 'Attn: Accounts Payable', ...place(chance, 'us')])
  sheet.at(360, 80, `Account: ${account} (USD)`)
  sheet.table({
    y: 160,
    bottom: 640,
    columns: [
      { x: 36, head: 'Posted' },
      { x: 110, head: 'Transaction' },
      { x: -460, head: 'Amount' },
      { x: -570, head: 'Running balance' },
    ],
    rows: [
      ['', 'Beginning balance', '', en(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'MM/DD/YYYY'),
        move.text,
        move.amount < 0 ? `(${en(-move.amount)})` : en(move.amount),
        en(move.balance),
      ]),
    ],
    ruled: true,
    enter: () => {
      head()
      return 70
    },
  })
  sheet.box(36, 690, 540, 44)
  sheet.row(
    706,
    [
      [44, 'Beginning balance'],
      [170, 'Total credits'],
      [300, 'Total debits'],
      [430, 'Ending balance'],
    ],
    { size: 8, bold: true },
  )
  sheet.row(724, [
    [44, usd(book.opening)],
    [170, usd(book.credits)],
    [300, `(${usd(book.debits)})`],
    [430, usd(book.closing)],
  ])
  return statement('us-analyzed', sheet, book, {
    fields: {
      total_withdrawals: -book.debits,
      bank_name: 'Cascadia Business Bank',
      account_holder_name: firm,
      account_number: account,
      currency: 'USD',
    },
    totals: true,
  })
}

/** A savings account with little on it: interest, annual yield, a ledger of few rows. */
export const usSavings: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', count: chance.whole(2, 5) })
  const [name, account] = [person(chance), chance.digits(9)]
  const sheet = await Sheet.open(chance, { size: 'letter', face: 'serif', text: 10 })
  sheet.centre(50, 'Harbor Mutual Savings', { size: 18, bold: true })
  sheet.centre(66, '2 Wharf Street, New London, Connecticut 06320', { size: 8 })
  sheet.stack(60, 120, [name, ...place(chance, 'us')])
  sheet.pairs(350, 470, 120, [
    ['Account Number:', account],
    ['Statement Period:', `${day(book.from, 'MM/DD/YY')} thru ${day(book.to, 'MM/DD/YY')}`],
    ['Page:', '1'],
  ])
  sheet.at(60, 230, 'STATEMENT SAVINGS', { bold: true })
  sheet.pairs(60, 300, 250, [
    ['Previous Balance', en(book.opening)],
    ['+ Deposits/Credits', en(book.credits)],
    ['- Withdrawals/Debits', en(book.debits)],
    ['Current Balance', en(book.closing)],
    ['Interest Paid Year-to-Date', en(chance.amount(1, 20))],
    ['Annual Percentage Yield Earned', '0.35%'],
  ])
  sheet.table({
    y: 370,
    columns: [
      { x: 60, head: 'Date' },
      { x: 120, head: 'Activity' },
      { x: -400, head: 'Amount' },
      { x: -530, head: 'Balance' },
    ],
    rows: [
      [day(book.from, 'MM/DD'), 'Previous balance', '', en(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'MM/DD'),
        move.text,
        `${move.amount < 0 ? '-' : '+'}${en(Math.abs(move.amount))}`,
        en(move.balance),
      ]),
    ],
  })
  return statement('us-savings', sheet, book, {
    fields: { bank_name: 'Harbor Mutual Savings', account_holder_name: name, account_number: account },
    totals: true,
    optional: ['currency'],
  })
}
