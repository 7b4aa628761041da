import type { Generator } from '../specimen.ts'
import { bookOf, cycle, endsDay, month, startsDay, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { day, daysAfter, en } from './print.ts'
import { Sheet } from './sheet.ts'

const pounds = (amount: number) => (amount < 0 ? `-£${en(-amount)}` : `£${en(amount)}`)
const sortCode = (digits: string) => digits.replace(/(\d\d)(\d\d)(\d\d)/, '$1-$2-$3')

/** A box with the start and end balance, the day without year once a day, two narrow money columns. */
export const ukGlance: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'uk' })
  const [name, sort, account] = [person(chance), sortCode(chance.digits(6)), chance.digits(8)]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.jumbled] })
  sheet.stack(40, 90, [name.toUpperCase(), ...place(chance, 'uk').map((line) => line.toUpperCase())])
  sheet.row(
    50,
    [
      [40, 'BARROWGATE'],
      [-555, 'Your accounts: 1 of 1'],
    ],
    { size: 14, bold: true },
  )
  sheet.stack(
    340,
    90,
    [
      `Sort Code ${sort}`,
      `Account no. ${account}`,
      `SWIFTBIC BARWGB22`,
      `IBAN GB${chance.digits(2)} BARW ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`,
      `Issued on ${day(daysAfter(book.to, 1), 'DD MMMM YYYY')}`,
    ],
    { size: 8 },
  )
  sheet.at(40, 190, 'Your Barrowgate Account', { size: 16 })
  sheet.at(40, 206, `${day(book.from, 'DD MMM')} - ${day(book.to, 'DD MMM YYYY')}`)
  sheet.box(400, 176, 155, 82, 0.92).at(410, 192, 'At a glance', { bold: true })
  sheet.pairs(
    410,
    480,
    208,
    [
      ['Start balance', pounds(book.opening)],
      ['Money in', pounds(book.credits)],
      ['Money out', pounds(book.debits)],
      ['End balance', pounds(book.closing)],
    ],
    { size: 8 },
  )
  sheet.at(40, 240, 'Your transactions', { bold: true })
  sheet.table({
    y: 280,
    columns: [
      { x: 40, head: 'Date' },
      { x: 90, head: 'Description' },
      { x: -395, head: 'Money out £' },
      { x: -475, head: 'Money in £' },
      { x: -555, head: 'Balance £' },
    ],
    rows: [
      [day(book.from, 'D MMM'), 'Start balance', '', '', en(book.opening)],
      ...book.moves.map((move, at) => [
        startsDay(book, at) ? day(move.date, 'D MMM') : '',
        move.lines,
        move.amount < 0 ? en(-move.amount) : '',
        move.amount > 0 ? en(move.amount) : '',
        endsDay(book, at) ? en(move.balance) : '',
      ]),
      [day(book.to, 'D MMM'), 'End balance', '', '', en(book.closing)],
    ],
    ruled: true,
    enter: () => {
      sheet.row(40, [[40, `Your Barrowgate Account   Sort Code ${sort} • Account No ${account}`.replace('•', '-')]], {
        size: 7,
      })
      return 60
    },
  })
  sheet.at(40, 820, 'Barrowgate Bank UK PLC. Authorised by the Prudential Regulation Authority.', { size: 6 })
  return statement('uk-glance', sheet, book, {
    fields: {
      bank_name: 'Barrowgate Bank UK PLC',
      account_holder_name: name,
      account_number: account,
      currency: 'GBP',
    },
    totals: true,
    optional: ['bank_name'],
  })
}

/** Two-letter payment types, wrapped details, brought and carried forward on each page. */
export const ukTypes: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'uk', count: chance.whole(18, 40) })
  const [name, sort, account] = [
    `${chance.pick(['Mr', 'Ms', 'Dr'])} ${person(chance)}`,
    sortCode(chance.digits(6)),
    chance.digits(8),
  ]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.report, HANDS.plain] })
  const top = () => {
    sheet.row(
      40,
      [
        [40, 'Harrow & Stanley Bank'],
        [-555, 'Your Statement'],
      ],
      { size: 13, bold: true },
    )
    sheet.row(
      62,
      [
        [40, 'Account Name'],
        [330, 'Sortcode'],
        [400, 'Account Number'],
        [500, 'Sheet Number'],
      ],
      { size: 7 },
    )
    sheet.row(74, [
      [40, name],
      [330, sort],
      [400, account],
      [500, String(210 + sheet.pages)],
    ])
    sheet.at(40, 96, 'Your Advance details', { bold: true })
    return 112
  }
  top()
  sheet.stack(40, 120, [name, ...place(chance, 'uk')])
  sheet.at(330, 104, `${day(book.from, 'D MMMM')} to ${day(book.to, 'D MMMM YYYY')}`, { bold: true })
  sheet.at(330, 130, 'Account Summary', { bold: true })
  sheet.pairs(330, 470, 146, [
    ['Opening Balance', en(book.opening)],
    ['Payments In', en(book.credits)],
    ['Payments Out', en(book.debits)],
    ['Closing Balance', en(book.closing)],
    ['Arranged Overdraft Limit', '500.00'],
  ])
  let carried = book.opening
  const types = ['DD', 'VIS', 'SO', 'ATM', 'BP']
  const rows = book.moves.map((move, at) => {
    carried = move.balance
    return [
      startsDay(book, at) ? day(move.date, 'DD MMM YY') : '',
      move.amount > 0 ? 'CR' : types[at % 5],
      move.lines,
      move.amount < 0 ? en(-move.amount) : '',
      move.amount > 0 ? en(move.amount) : '',
      endsDay(book, at) ? en(move.balance) : '',
    ]
  })
  sheet.table({
    y: 240,
    bottom: 760,
    step: 12,
    columns: [
      { x: 40, head: 'Date' },
      { x: 96, head: 'Payment type and details' },
      { x: 122 },
      { x: -400, head: 'Paid out' },
      { x: -475, head: 'Paid in' },
      { x: -555, head: 'Balance' },
    ],
    rows: [
      [day(book.from, 'DD MMM YY'), '', 'BALANCE BROUGHT FORWARD', '', '', en(book.opening)],
      ...rows,
      [day(book.to, 'DD MMM YY'), '', 'BALANCE CARRIED FORWARD', '', '', en(carried)],
    ],
    enter: top,
  })
  return statement('uk-types', sheet, book, {
    fields: { bank_name: 'Harrow & Stanley Bank', account_holder_name: name, account_number: account },
    totals: true,
    optional: ['currency'],
  })
}

/** An app's statement: newest first, one signed column, foreign sums on a line of their own. */
export const ukApp: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk', opening: chance.amount(400, 900) })
  const [name, sort, account] = [person(chance), sortCode(chance.digits(6)), chance.digits(8)]
  const sheet = await Sheet.open(chance, { face: 'wide', hands: [HANDS.browser, HANDS.letters] })
  sheet.row(
    54,
    [
      [48, 'Coralo'],
      [-547, 'Personal Account statement'],
    ],
    { size: 16, bold: true },
  )
  sheet.at(48, 74, `${day(book.from, 'DD/MM/YYYY')} - ${day(book.to, 'DD/MM/YYYY')}`)
  sheet.stack(48, 110, [name, ...place(chance, 'uk')])
  sheet.pairs(330, 430, 110, [
    ['Sort code:', sort],
    ['Account number:', account],
    ['BIC:', 'CORLGB2L'],
  ])
  sheet.row(
    210,
    [
      [48, pounds(book.closing)],
      [200, `+${pounds(book.credits)}`],
      [360, `-${pounds(book.debits)}`],
    ],
    { size: 16, bold: true },
  )
  sheet.row(
    224,
    [
      [48, 'Personal Account balance'],
      [200, 'Total deposits'],
      [360, 'Total outgoings'],
    ],
    { size: 8 },
  )
  sheet.table({
    y: 264,
    columns: [
      { x: 48, head: 'Date' },
      { x: 120, head: 'Description' },
      { x: -450, head: ['(GBP)', 'Amount'] },
      { x: -547, head: ['(GBP)', 'Balance'] },
    ],
    rows: book.moves
      .toReversed()
      .map((move, i) => [
        day(move.date, 'DD/MM/YYYY'),
        i % 6 === 2 && move.amount < 0
          ? [move.text, `Amount: EUR -${en(-move.amount * 1.17)}. Conversion`, 'rate: 1.17.']
          : move.text,
        en(move.amount),
        en(move.balance),
      ]),
    ruled: true,
    leave: () =>
      sheet.at(
        48,
        810,
        'Coralo Bank Limited is registered in England No. 09446231. Registered Office: Appold Street, London.',
        { size: 6 },
      ),
  })
  sheet.at(
    48,
    810,
    'Coralo Bank Limited is registered in England No. 09446231. Registered Office: Appold Street, London.',
    { size: 6 },
  )
  return statement('uk-app', sheet, book, {
    fields: {
      total_withdrawals: -book.debits,
      bank_name: 'Coralo Bank Limited',
      account_holder_name: name,
      account_number: account,
      currency: 'GBP',
    },
    totals: true,
    optional: ['opening_balance', 'closing_balance', 'bank_name'],
  })
}

/** Another app: types, IN and OUT with signs, a row for the end of each day. */
export const ukDaily: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk' })
  const [name, sort, account] = [person(chance), chance.digits(6), chance.digits(8)]
  const sheet = await Sheet.open(chance, { face: 'wide', hands: [HANDS.browser, HANDS.plain] })
  sheet.at(40, 50, 'Magpie Bank', { size: 18, bold: true })
  sheet.stack(40, 90, [name, ...place(chance, 'uk')])
  sheet.pairs(330, 450, 90, [
    ['Account Name', name],
    ['Sort Code', sortCode(sort)],
    ['Account Number', account],
    ['Date range applicable:', `${day(book.from, 'DD/MM/YYYY')} - ${day(book.to, 'DD/MM/YYYY')}`],
  ])
  sheet.at(40, 190, 'SUMMARY', { bold: true })
  sheet.pairs(40, 200, 206, [
    ['Opening balance', pounds(book.opening)],
    ['Money in', pounds(book.credits)],
    ['Money out', pounds(book.debits)],
    ['Closing balance', pounds(book.closing)],
  ])
  const rows = book.moves.flatMap((move, at) => [
    [
      day(move.date, 'DD/MM/YYYY'),
      move.amount > 0 ? 'FASTER PAYMENT' : 'ONLINE PAYMENT',
      move.text,
      move.amount > 0 ? pounds(move.amount) : '',
      move.amount < 0 ? pounds(-move.amount) : '',
      pounds(move.balance),
    ],
    ...(endsDay(book, at)
      ? [[day(move.date, 'DD/MM/YYYY'), '', 'END OF DAY BALANCE', '', '', pounds(move.balance)]]
      : []),
  ])
  sheet.table({
    y: 290,
    step: 16,
    columns: [
      { x: 40, head: 'DATE' },
      { x: 100, head: 'TYPE' },
      { x: 185, head: 'TRANSACTION' },
      { x: -405, head: 'IN' },
      { x: -465, head: 'OUT' },
      { x: -555, head: 'ACCOUNT BALANCE' },
    ],
    rows: [[day(book.from, 'DD/MM/YYYY'), '', 'OPENING BALANCE', '', '', pounds(book.opening)], ...rows],
    ink: { size: 7.5 },
    head: { size: 7.5, bold: true },
  })
  return statement('uk-daily', sheet, book, {
    fields: { bank_name: 'Magpie Bank', account_holder_name: name, account_number: account, currency: 'GBP' },
    totals: true,
  })
}

/** A British card: CR behind what comes in, two dates a row, a summary in sentences. */
export const ukCard: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'uk', owed: true, opening: chance.amount(200, 1_200) })
  const [name, card] = [person(chance), `**** **** **** ${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.typesetter] })
  sheet.row(
    46,
    [
      [40, 'Tidewell Finance'],
      [-555, 'Your credit card statement'],
    ],
    { size: 14, bold: true },
  )
  sheet.stack(40, 90, [name, ...place(chance, 'uk')])
  sheet.pairs(330, 450, 90, [
    ['Statement date', day(book.to, 'DD MMMM YYYY')],
    ['Account number', card],
    ['Credit limit', '£4,000.00'],
    ['Payment due date', day(daysAfter(book.to, 25), 'DD MMMM YYYY')],
    ['Minimum payment', '£25.00'],
  ])
  sheet.at(
    40,
    190,
    `Here's what's happened between ${day(book.from, 'D MMM YYYY')} and ${day(book.to, 'D MMM YYYY')}`,
    { bold: true },
  )
  sheet.pairs(40, 250, 208, [
    ['Your previous balance', pounds(book.opening)],
    ["Payments you've made and refunds", `-${pounds(book.credits)}`],
    ["What you've spent", pounds(book.debits)],
    ['Your new balance', pounds(book.closing)],
  ])
  sheet.table({
    y: 290,
    columns: [
      { x: 40, head: 'Transaction date' },
      { x: 130, head: 'Date entered' },
      { x: 210, head: 'Details' },
      { x: -530, head: 'Amount (£)' },
    ],
    rows: [
      ['', '', 'Previous balance', en(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD MMM'),
        day(move.value, 'DD MMM'),
        move.text,
        move.amount > 0 ? `${en(move.amount)} CR` : en(-move.amount),
      ]),
    ],
  })
  return statement('uk-card', sheet, book, {
    type: 'CREDIT_CARD_STATEMENT',
    fields: {
      bank_name: 'Tidewell Finance',
      account_holder_name: name,
      account_number: card,
      currency: 'GBP',
      total_deposits: -book.credits,
      total_withdrawals: book.debits,
    },
  })
}
