import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, cycle, endsDay, month, startsDay, statement } from './book.ts'
import { person, place } from './people.ts'
import { day, daysAfter, en } from './print.ts'

const pounds = (amount: number) => (amount < 0 ? `-£${en(-amount)}` : `£${en(amount)}`)
const sortCode = (digits: string) => digits.replace(/(\d\d)(\d\d)(\d\d)/, '$1-$2-$3')

/** A box with the start and end balance, the day without year once a day, two narrow money columns. */
export const ukGlance: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'uk' })
  const [name, sort, account] = [person(chance), sortCode(chance.digits(6)), chance.digits(8)]
  const sheet = await Sheet.open(chance, 'plain|jumbled')
  const enter = () => {
    sheet.print`
      40: 40/7 ${`Your Barrowgate Account   Sort Code ${sort} • Account No ${account}`.replace('•', '-')}
    `
    return 60
  }
  sheet.print`
    90: 40 ${name.toUpperCase()} ¶ ${place(chance, 'uk').map((line) => line.toUpperCase())}
    50b/14: 40 BARROWGATE | 555> Your accounts: 1 of 1
    90: 340/8 Sort Code ${sort} ¶ Account no. ${account} ¶ SWIFTBIC BARWGB22
      ¶ IBAN GB${chance.digits(2)} BARW ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}
      & ${chance.digits(2)}
      ¶ Issued on ${day(daysAfter(book.to, 1), 'DD MMMM YYYY')}
    190: 40/16 Your Barrowgate Account
    206: 40 ${day(book.from, 'DD MMM')} - ${day(book.to, 'DD MMM YYYY')}
    box 400 176 155 82 0.92
    192: 410b At a glance
    list 208/8: 410 | 480
    - Start balance | ${pounds(book.opening)}
    - Money in | ${pounds(book.credits)}
    - Money out | ${pounds(book.debits)}
    - End balance | ${pounds(book.closing)}
    240: 40b Your transactions
    table 280 ruled enter ${enter}: 40 Date | 90 Description | 395> Money out £ | 475> Money in £ | 555> Balance £
    - ${day(book.from, 'D MMM')} | Start balance |  |  | ${en(book.opening)}
    - ${book.moves.map(
      (move, at) => cells`${startsDay(book, at) ? day(move.date, 'D MMM') : ''} | ${move.lines}
      | ${move.amount < 0 ? en(-move.amount) : ''} | ${move.amount > 0 ? en(move.amount) : ''}
      | ${endsDay(book, at) ? en(move.balance) : ''}`,
    )}
    - ${day(book.to, 'D MMM')} | End balance |  |  | ${en(book.closing)}
    820: 40/6 Barrowgate Bank UK PLC. Authorised by the Prudential Regulation Authority.
  `
  return sheet.says`BANK_STATEMENT world-uk-glance
    ${statement(book, { totals: true })} | bank_name Barrowgate Bank UK PLC | account_holder_name ${name}
      | account_number ${account} | currency GBP
    optional bank_name`
}

/** Two-letter payment types, wrapped details, brought and carried forward on each page. */
export const ukTypes: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'uk', count: chance.whole(18, 40) })
  const [name, sort, account] = [
    `${chance.pick(['Mr', 'Ms', 'Dr'])} ${person(chance)}`,
    sortCode(chance.digits(6)),
    chance.digits(8),
  ]
  const sheet = await Sheet.open(chance, '8.5 report|plain')
  const top = () => {
    sheet.print`
      40b/13: 40 Harrow & Stanley Bank | 555> Your Statement
      62/7: 40 Account Name | 330 Sortcode | 400 Account Number | 500 Sheet Number
      74: 40 ${name} | 330 ${sort} | 400 ${account} | 500 ${210 + sheet.pages}
      96: 40b Your Advance details
    `
    return 112
  }
  top()
  sheet.print`
    120: 40 ${name} ¶ ${place(chance, 'uk')}
    104: 330b ${day(book.from, 'D MMMM')} to ${day(book.to, 'D MMMM YYYY')}
    130: 330b Account Summary
    list 146: 330 | 470
    - Opening Balance | ${en(book.opening)}
    - Payments In | ${en(book.credits)}
    - Payments Out | ${en(book.debits)}
    - Closing Balance | ${en(book.closing)}
    - Arranged Overdraft Limit | 500.00
  `
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
  sheet.print`
    table 240 gap 2 bottom 760 enter ${top}: 40 Date | 96 Payment type and details | 122 | 400> Paid out
      | 475> Paid in | 555> Balance
    - ${day(book.from, 'DD MMM YY')} |  | BALANCE BROUGHT FORWARD |  |  | ${en(book.opening)}
    - ${rows}
    - ${day(book.to, 'DD MMM YY')} |  | BALANCE CARRIED FORWARD |  |  | ${en(carried)}
  `
  return sheet.says`BANK_STATEMENT world-uk-types
    ${statement(book, { totals: true })} | bank_name Harrow & Stanley Bank | account_holder_name ${name}
      | account_number ${account}
    optional currency`
}

/** An app's statement: newest first, one signed column, foreign sums on a line of their own. */
export const ukApp: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk', opening: chance.amount(400, 900) })
  const [name, sort, account] = [person(chance), sortCode(chance.digits(6)), chance.digits(8)]
  const sheet = await Sheet.open(chance, 'unicode browser|browserLetters')
  const leave = () =>
    sheet.print`
      810: 48/6 Coralo Bank Limited is registered in England No. 09446231. Registered Office: Appold Street, London.
    `
  sheet.print`
    54b/16: 48 Coralo | 547> Personal Account statement
    74: 48 ${day(book.from, 'DD/MM/YYYY')} - ${day(book.to, 'DD/MM/YYYY')}
    110: 48 ${name} ¶ ${place(chance, 'uk')}
    list 110: 330 | 430
    - Sort code: | ${sort}
    - Account number: | ${account}
    - BIC: | CORLGB2L
    210b/16: 48 ${pounds(book.closing)} | 200 +${pounds(book.credits)} | 360 -${pounds(book.debits)}
    224/8: 48 Personal Account balance | 200 Total deposits | 360 Total outgoings
    table 264 ruled leave ${leave}: 48 Date | 120 Description | 450> (GBP) ¶ Amount | 547> (GBP) ¶ Balance
    - ${book.moves
      .toReversed()
      .map((move, i) => [
        day(move.date, 'DD/MM/YYYY'),
        i % 6 === 2 && move.amount < 0
          ? [move.text, `Amount: EUR -${en(-move.amount * 1.17)}. Conversion`, 'rate: 1.17.']
          : move.text,
        en(move.amount),
        en(move.balance),
      ])}
    810: 48/6 Coralo Bank Limited is registered in England No. 09446231. Registered Office: Appold Street, London.
  `
  return sheet.says`BANK_STATEMENT world-uk-app
    ${statement(book, { totals: true })} | total_withdrawals ${book.debits} | bank_name Coralo Bank Limited
      | account_holder_name ${name} | account_number ${account} | currency GBP
    optional opening_balance closing_balance bank_name`
}

/** Another app: types, IN and OUT with signs, a row for the end of each day. */
export const ukDaily: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk' })
  const [name, sort, account] = [person(chance), chance.digits(6), chance.digits(8)]
  const sheet = await Sheet.open(chance, 'unicode browser|plain')
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
  sheet.print`
    50: 40b/18 Magpie Bank
    90: 40 ${name} ¶ ${place(chance, 'uk')}
    list 90: 330 | 450
    - Account Name | ${name}
    - Sort Code | ${sortCode(sort)}
    - Account Number | ${account}
    - Date range applicable: | ${day(book.from, 'DD/MM/YYYY')} - ${day(book.to, 'DD/MM/YYYY')}
    190: 40b SUMMARY
    list 206: 40 | 200
    - Opening balance | ${pounds(book.opening)}
    - Money in | ${pounds(book.credits)}
    - Money out | ${pounds(book.debits)}
    - Closing balance | ${pounds(book.closing)}
    table 290/7.5 gap 6 heading b/7.5: 40 DATE | 100 TYPE | 185 TRANSACTION | 405> IN | 465> OUT
      | 555> ACCOUNT BALANCE
    - ${day(book.from, 'DD/MM/YYYY')} |  | OPENING BALANCE |  |  | ${pounds(book.opening)}
    - ${rows}
  `
  return sheet.says`BANK_STATEMENT world-uk-daily
    ${statement(book, { totals: true })} | bank_name Magpie Bank | account_holder_name ${name}
      | account_number ${account} | currency GBP
    optional`
}

/** A British card: CR behind what comes in, two dates a row, a summary in sentences. */
export const ukCard: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'uk', owed: true, opening: chance.amount(200, 1_200) })
  const [name, card] = [person(chance), `**** **** **** ${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, 'plain|typesetter')
  sheet.print`
    46b/14: 40 Tidewell Finance | 555> Your credit card statement
    90: 40 ${name} ¶ ${place(chance, 'uk')}
    list 90: 330 | 450
    - Statement date | ${day(book.to, 'DD MMMM YYYY')}
    - Account number | ${card}
    - Credit limit | £4,000.00
    - Payment due date | ${day(daysAfter(book.to, 25), 'DD MMMM YYYY')}
    - Minimum payment | £25.00
    190: 40b Here's what's happened between ${day(book.from, 'D MMM YYYY')} and ${day(book.to, 'D MMM YYYY')}
    list 208: 40 | 250
    - Your previous balance | ${pounds(book.opening)}
    - Payments you've made and refunds | -${pounds(book.credits)}
    - What you've spent | ${pounds(book.debits)}
    - Your new balance | ${pounds(book.closing)}
    table 290: 40 Transaction date | 130 Date entered | 210 Details | 530> Amount (£)
    - |  | Previous balance | ${en(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD MMM')} | ${day(move.value, 'DD MMM')} | ${move.text}
      | ${move.amount > 0 ? `${en(move.amount)} CR` : en(-move.amount)}`,
    )}
  `
  return sheet.says`CREDIT_CARD_STATEMENT world-uk-card
    ${statement(book)} | bank_name Tidewell Finance | account_holder_name ${name} | account_number ${card}
      | currency GBP | total_deposits ${book.credits} | total_withdrawals ${book.debits}
    optional`
}
