import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { type Book, bookOf, cycle, endsDay, type Move, month, pad, statement } from './book.ts'
import { person, place } from './people.ts'
import { day, daysAfter, en, sum } from './print.ts'

const usd = (amount: number) => (amount < 0 ? `-$${en(-amount)}` : `$${en(amount)}`)
const total = (moves: readonly Move[]) => Math.abs(sum(moves.map(({ amount }) => amount)))

/** Sections for deposits, cards, other withdrawals; checks in two columns; daily balances in three. */
export const usSections: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'us', count: chance.whole(16, 30) })
  const checks = book.outs.filter((_, i) => i % 3 === 0)
  const others = book.outs.filter((_, i) => i % 3 !== 0)
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, 'letter plain|report')
  sheet.print`
    40: 36/7 P.O. Box 15284 ¶ Wilmington, DE 19850
    110: 60 ${name} ¶ ${place(chance, 'us').map((line) => line.toUpperCase())}
    60: 380/8 Customer service: 1.800.555.0132 ¶ atlanticamerica.example ¶ Atlantic America, N.A. ¶ P.O. Box 25118
      ¶ Tampa, FL 33622
    190: 36b/16 Your Advantage Plus Banking
    206: 36 for ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')} | 576> Account number: ${account}
    236: 36b/12 Account summary
    list 252: 36 | 300
    - Beginning balance on ${day(book.from, 'MMMM D, YYYY')} | ${usd(book.opening)}
    - Deposits and other additions | ${en(book.credits)}
    - Withdrawals and other subtractions | -${en(total(others))}
    - Checks | -${en(total(checks))}
    - Service fees | -0.00
    - Ending balance on ${day(book.to, 'MMMM D, YYYY')} | ${usd(book.closing)}
  `
  const list = (y: number, title: string, moves: readonly Move[], sign: string) => {
    const enter = () => {
      sheet.print`
        40: 36/7 ${name} ! Account # ${account} ! ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')}
        66: 36b/12 ${title} - continued
      `
      return 82
    }
    const end = sheet.print`
      ${y}: 36b/12 ${title}
      table ${y + 16} enter ${enter}: 36 Date | 90 Description | 576> Amount
      - ${moves.map((move) => [day(move.date, 'MM/DD/YY'), move.lines, `${sign}${en(Math.abs(move.amount))}`])}
    `
    sheet.print`${end}b: 36 Total ${title.toLowerCase()} | 576> ${sign}${usd(total(moves))}`
    return end + 30
  }
  let y = list(360, 'Deposits and other additions', book.ins, '')
  y = list(y, 'Withdrawals and other subtractions', others, '-')
  if (y > 560) y = sheet.print`turn 60`
  sheet.print`${y}: 36b/12 Checks`
  const half = Math.ceil(checks.length / 2)
  const cell = (move: Move | undefined, i: number) =>
    move
      ? [
          day(move.date, 'MM/DD/YY'),
          `${chance.whole(1, 2)}${pad(300 + i, 3)}${i % 4 === 2 ? '*' : ''}`,
          `-${en(-move.amount)}`,
        ]
      : []
  const end = sheet.print`
    table ${y + 16}: 36 Date | 100 Check # | 260> Amount | 320 Date | 384 Check # | 576> Amount
    - ${Array.from({ length: half }, (_, i) => {
      const left = cell(checks[i], i)
      return [...left, ...cell(checks[i + half], i + half)]
    })}
  `
  sheet.print`
    ${end}b: 320 Total checks | 576> -${usd(total(checks))}
    ${end + 13}: 320 Total # of checks | 576> ${checks.length}
  `
  dailyBalances(sheet, book, end + 40)
  return sheet.says`BANK_STATEMENT world-us-sections
    ${statement(book)} | bank_name Atlantic America, N.A. | account_holder_name ${name} | account_number ${account}
      | currency USD | total_deposits ${book.credits}
    optional total_withdrawals`
}

function dailyBalances(sheet: Sheet, book: Book, at: number): void {
  const ends = book.moves.filter((_, i) => endsDay(book, i))
  const third = Math.ceil(ends.length / 3)
  const y = at + 30 + third * 14 > 720 ? sheet.print`turn 60` : at
  const cell = (move: Move | undefined) => (move ? [day(move.date, 'MM/DD'), en(move.balance)] : ['', ''])
  sheet.print`
    ${y}: 36b/12 Daily ledger balances
    table ${y + 16}:
      & ${[36, 220, 400]
        .flatMap((x) => [
          { x, head: 'Date' },
          { x: -(x + 150), head: 'Balance($)' },
        ])
        .map(({ x, head }) => [x, head])}
    - ${Array.from({ length: third }, (_, i) => [0, 1, 2].flatMap((part) => cell(ends[i + part * third])))}
  `
}

/** Additions, subtractions and the day's ending balance; totals under the table; a check number column. */
export const usHistory: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'us' })
  const [name, account] = [person(chance).toUpperCase(), chance.digits(10)]
  const sheet = await Sheet.open(chance, 'letter office|jumbled')
  sheet.print`
    44: 36b/16 Prairie Fargo Everyday Checking
    60: 36 ${`${day(book.to, 'MMMM D, YYYY')}  ■  Page 1 of 3`.replace('■', '-')}
    110: 60 ${name} ¶ ${place(chance, 'us').map((line) => line.toUpperCase())}
    190: 36b/11 Statement period activity summary
    list 206: 36 | 210
    - Beginning balance on ${day(book.from, 'M/D')} | ${usd(book.opening)}
    - Deposits/Additions | ${en(book.credits)}
    - Withdrawals/Subtractions | - ${en(book.debits)}
    - Ending balance on ${day(book.to, 'M/D')} | ${usd(book.closing)}
    206: 320/8 Account number: ${account} ¶ ${name} ¶ Iowa account terms and conditions apply ¶ For Direct Deposit use
      ¶ Routing Number (RTN): 073000228
    end = table 300: 36 Date | 76 Check ¶ Number | 120 Description | 410> Deposits/ ¶ Additions
      | 490> Withdrawals/ ¶ Subtractions | 576> Ending daily ¶ balance
    - ${book.moves.map(
      (move, at) => cells`${day(move.date, 'M/D')} |  | ${move.lines}
      | ${move.amount > 0 ? en(move.amount) : ''} | ${move.amount < 0 ? en(-move.amount) : ''}
      | ${endsDay(book, at) ? en(move.balance) : ''}`,
    )}
    end: 36b Ending balance on ${day(book.to, 'M/D')} | 576>b ${en(book.closing)}
    end+14b: 36 Totals | 410> ${usd(book.credits)} | 490> ${usd(book.debits)}
    end+32: 36/7 The Ending Daily Balance does not reflect any pending withdrawals or holds on deposited funds.
    770: 36/7 © 2010 Prairie Fargo Bank, N.A. All rights reserved. Member FDIC.
  `
  return sheet.says`BANK_STATEMENT world-us-history
    ${statement(book, { totals: true })} | bank_name Prairie Fargo Bank, N.A. | account_holder_name ${name}
      | account_number ${account} | currency USD
    optional bank_name statement_start_date total_withdrawals`
}

/** A print spool in a fixed pitch: trailing minus, one string a line. */
export const usSpool: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', count: chance.whole(8, 16) })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(2)}-${chance.digits(6)}-${chance.digits(1)}`]
  const sheet = await Sheet.open(chance, 'letter mono 9 plain')
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
  sheet.print`40 step 12: 36 ${lines}`
  return sheet.says`BANK_STATEMENT world-us-spool
    ${statement(book, { totals: true })} | bank_name FARMERS & DROVERS STATE BANK | account_holder_name ${name}
      | account_number ${account}
    optional currency total_withdrawals statement_start_date`
}

/** A charge card: closing date, account ending, credits with a minus, two card members with their totals. */
export const usChargeCard: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'usCard', owed: true, opening: chance.amount(300, 2_400) })
  const [name, ending] = [person(chance).toUpperCase(), `${chance.whole(1, 9)}-${chance.digits(5)}`]
  const sheet = await Sheet.open(chance, 'letter browser|office')
  let y = sheet.print`
    40: 36b/18 Meridian Express
    62/11: 36 Platinum Reserve Card | 576> p. 1/4
    78: 36 ${name} ¶ Closing Date ${day(book.to, 'MM/DD/YY')} ¶ Account Ending ${ending}
    140b/13: 36 New Balance | 220> ${usd(book.closing)}
    160b: 36 Minimum Payment Due | 220> $40.00
    176b: 36 Payment Due Date | 220> ${day(daysAfter(book.to, 25), 'MM/DD/YY')}
    196: 36/7 Late Payment Warning: If we do not receive your Minimum Payment Due by the
      ¶ Payment Due Date of ${day(daysAfter(book.to, 25), 'MM/DD/YY')}, you may have to pay a late fee of up to
      & $40.00.
    140: 360b Account Summary
    list 156: 360 | 510
    - Previous Balance | ${usd(book.opening)}
    - Payments/Credits | -${usd(book.credits)}
    - New Charges | +${usd(book.debits)}
    - Fees | +$0.00
    - Interest Charged | +$0.00
    - New Balance | ${usd(book.closing)}
    list 250/8: 360 | 510
    - Credit Limit | $18,000.00
    - Available Credit | ${usd(18_000 - book.closing)}
    - Days in Billing Period: | 31
    310: 36b/12 Payments and Credits
    table 328: 36 Date | 100 Description | 570> Amount
    - ${book.ins.map((move) => [`${day(move.date, 'MM/DD/YY')}*`, move.text, `-${usd(move.amount)}`])}
  `
  sheet.print`${y}b: 36 Total Payments and Credits | 570> -${usd(book.credits)}`
  const [mine, theirs] = [book.outs.filter((_, i) => i % 3 > 0), book.outs.filter((_, i) => i % 3 === 0)]
  for (const [holder, card, moves] of [
    [name, ending, mine],
    [`JUNE ${name.split(' ').at(-1)}`, `${ending.slice(0, -1)}9`, theirs],
  ] as const) {
    y += 30
    if (y > 620) y = sheet.print`turn 60`
    y = sheet.print`
      ${y}: 36b/12 New Charges - Detail
      ${y + 15}b: 36 ${holder} | 180 Card Ending ${card}
      table ${y + 30}: 36 Date | 100 Description | 570> Amount
      - ${moves.map(
        (move, i) => cells`${day(move.date, 'MM/DD/YY')}
        | ${i % 4 === 1 ? [move.text, '541-555-0188   RESTAURANT'] : move.text} | ${usd(-move.amount)}`,
      )}
    `
    sheet.print`${y}b: 36 Total for ${holder} | 570> ${usd(total(moves))}`
  }
  return sheet.says`CREDIT_CARD_STATEMENT world-us-charge-card
    ${statement(book)} | bank_name Meridian Express | account_holder_name ${name} | account_number ${ending}
      | currency USD | statement_start_date ${undefined} | total_deposits ${book.credits}
      | total_withdrawals ${book.debits}
    optional statement_start_date total_withdrawals`
}

/** A card with dates like Dec 21 over a new year, credits as `- $50.00`, totals by section. */
export const usQuickCard: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'usCard', owed: true, opening: chance.amount(100, 1_400) })
  const [name, ending] = [person(chance), chance.digits(4)]
  const sheet = await Sheet.open(chance, 'letter unicode browser|browserLetters')
  const lists = [
    ['Payments, Credits and Adjustments', book.ins, '- '],
    ['Transactions', book.outs, ''],
  ] as const
  sheet.print`
    40: 576>/8 Page 1 of 2
    60: 36b Quicksilver Rewards Credit Card ${'|'} Visa Signature ending in ${ending}
    74: 36 ${day(book.from, 'MMM D, YYYY')} - ${day(book.to, 'MMM D, YYYY')} ${'|'} ${chance.whole(28, 31)} days in
      & Billing Cycle
    110: 36b/12 Payment Information
    128/8: 36 Payment Due Date | 150 For online and phone payments,
    140: 36b ${day(daysAfter(book.to, 25), 'MMM D, YYYY')}
    162/8: 36 New Balance | 150 Minimum Payment Due
    176b/11: 36 ${usd(book.closing)} | 150 $25.00
    110: 340b/12 Account Summary
    list 128: 340 | 500
    - Previous Balance | ${usd(book.opening)}
    - Payments | - ${usd(book.credits)}
    - Other Credits | $0.00
    - Transactions | + ${usd(book.debits)}
    - Cash Advances | + $0.00
    - Fees Charged | + $0.00
    - Interest Charged | + $0.00
    - New Balance | = ${usd(book.closing)}
    - Credit Limit | $7,500.00
    240: 36 ${name} ¶ ${place(chance, 'us')}
    y = 320:
  `
  for (const [title, moves, sign] of lists) {
    sheet.print`
      y: 36b ${name} #${ending}: ${title}
      y = table y+18: 36 Trans Date | 110 Post Date | 180 Description | 570> Amount
      - ${moves.map(
        (move) => cells`${day(move.date, 'MMM D')} | ${day(move.value, 'MMM D')} | ${move.text}
        | ${sign}${usd(Math.abs(move.amount))}`,
      )}
    `
    if (moves === book.outs) sheet.print`y: 36b ${name} #${ending}: Total Transactions | 570>b ${usd(book.debits)}`
    sheet.print`y = y+24:`
  }
  sheet.print`772: 36/7 Capitol First Bank (USA), N.A., P.O. Box 30285, Salt Lake City, UT 84130`
  return sheet.says`CREDIT_CARD_STATEMENT world-us-quick-card
    ${statement(book)} | bank_name Capitol First Bank (USA), N.A. | account_holder_name ${name}
      | account_number ${ending} | currency USD | total_deposits ${book.credits} | total_withdrawals ${book.debits}
    optional account_number bank_name`
}

/** A business account: debits in parentheses, one running balance, totals in a box at the foot. */
export const usAnalyzed: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', scale: 9, count: chance.whole(24, 44) })
  const [firm, account] = [
    `${chance.pick(['Juniper Ridge', 'Lakota', 'Blue Mesa'])} Holdings LLC`,
    `xxxxxx${chance.digits(4)}`,
  ]
  const sheet = await Sheet.open(chance, 'letter typesetter|reportBackwards')
  const head = () =>
    sheet.print`
      40b: 36 Cascadia Business Bank
        | 576> Statement Period: ${day(book.from, 'MM/DD/YYYY')} - ${day(book.to, 'MM/DD/YYYY')}
    `
  head()
  const enter = () => {
    head()
    return 70
  }
  sheet.print`
    80: 36 ${firm} ¶ Attn: Accounts Payable ¶ ${place(chance, 'us')} | 360 Account: ${account} (USD)
    table 160 ruled bottom 640 enter ${enter}: 36 Posted | 110 Transaction | 460> Amount | 570> Running balance
    - | Beginning balance |  | ${en(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'MM/DD/YYYY')} | ${move.text}
      | ${move.amount < 0 ? `(${en(-move.amount)})` : en(move.amount)} | ${en(move.balance)}`,
    )}
    box 36 690 540 44
    706b/8: 44 Beginning balance | 170 Total credits | 300 Total debits | 430 Ending balance
    724: 44 ${usd(book.opening)} | 170 ${usd(book.credits)} | 300 (${usd(book.debits)}) | 430 ${usd(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-us-analyzed
    ${statement(book, { totals: true })} | total_withdrawals ${book.debits} | bank_name Cascadia Business Bank
      | account_holder_name ${firm} | account_number ${account} | currency USD
    optional`
}

/** A savings account with little on it: interest, annual yield, a ledger of few rows. */
export const usSavings: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', count: chance.whole(2, 5) })
  const [name, account] = [person(chance), chance.digits(9)]
  const sheet = await Sheet.open(chance, 'letter serif 10 plain')
  sheet.print`
    50: 306^b/18 Harbor Mutual Savings
    66: 306^/8 2 Wharf Street, New London, Connecticut 06320
    120: 60 ${name} ¶ ${place(chance, 'us')}
    list 120: 350 | 470
    - Account Number: | ${account}
    - Statement Period: | ${day(book.from, 'MM/DD/YY')} thru ${day(book.to, 'MM/DD/YY')}
    - Page: | 1
    230: 60b STATEMENT SAVINGS
    list 250: 60 | 300
    - Previous Balance | ${en(book.opening)}
    - + Deposits/Credits | ${en(book.credits)}
    - - Withdrawals/Debits | ${en(book.debits)}
    - Current Balance | ${en(book.closing)}
    - Interest Paid Year-to-Date | ${en(chance.amount(1, 20))}
    - Annual Percentage Yield Earned | 0.35%
    table 370: 60 Date | 120 Activity | 400> Amount | 530> Balance
    - ${day(book.from, 'MM/DD')} | Previous balance |  | ${en(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'MM/DD')} | ${move.text}
      | ${move.amount < 0 ? '-' : '+'}${en(Math.abs(move.amount))} | ${en(move.balance)}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-us-savings
    ${statement(book, { totals: true })} | bank_name Harbor Mutual Savings | account_holder_name ${name}
      | account_number ${account}
    optional currency`
}
