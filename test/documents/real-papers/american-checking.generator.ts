import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { type Entry, lastOfDay, ledgerOf, rowsOf } from './ledger.ts'
import { person, street, town } from './names.ts'
import { cents, day, en, month, sum, usd } from './print.ts'
import { INTO, OUT } from './wordings.ts'

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
  const sheet = await Sheet.open(chance, 'letter')
  sheet.print`
    50: 40b/20 HARBORLINE
    66: 40/8 Harborline Bank, N.A. ¶ P O Box 182051 ¶ Columbus, OH 43218 - 2051
  `
  sheet.print`50: 572> ${day(from, 'MMMM DD, YYYY')} through ${day(to, 'MMMM DD, YYYY')}`
  sheet.print`62b: 350 Account Number: | 572> ${account}`
  sheet.print`96: 350b CUSTOMER SERVICE INFORMATION`
  sheet.print`
    110: 350 Web site: | 572> harborline.example
    122: 350 Service Center: | 572> 1-800-555-0135
  `
  sheet.print`
    150: 60/10 ${name.toUpperCase()} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
  `
  sheet.print`
    box 40 214 532 16 0.85
    226b: 44 CHECKING SUMMARY | 250 Harborline Total Checking
  `
  sheet.print`244/7: 330> INSTANCES | 450> AMOUNT`
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
    sheet.print`
      ${258 + i * 13}${i === 0 || i === 5 ? 'b' : ''}: 44 ${label} | 330> ${count} | 450> ${amount}
    `
  let y = 352
  const need = (room: number) => {
    if (y + room < 750) return
    sheet.print`
      turn
      50: 572> ${day(from, 'MMMM DD, YYYY')} through ${day(to, 'MMMM DD, YYYY')}
      62b: 350 Account Number: | 572> ${account}
    `
    y = 100
  }
  const section = (title: string, entries: readonly Entry[], foot: string) => {
    need(60)
    sheet.print`
      box 40 ${y} 532 16 0.85
      ${y + 12}: 44b ${title}
      ${y + 28}/7: 44 DATE | 90 DESCRIPTION | 568> AMOUNT
    `
    y += 42
    for (const [i, { date, text, amount }] of entries.entries()) {
      need(16)
      sheet.print`
        ${y}: 44 ${day(date, 'MM/DD')} | 90 ${text} | 568> ${i === 0 ? usd(Math.abs(amount)) : en(Math.abs(amount))}
      `
      y += 13
    }
    sheet.print`
      rule ${y - 8} 40 572
      ${y + 3}b: 44 ${foot} | 568> ${usd(total(entries))}
    `
    y += 26
  }
  section('DEPOSITS AND ADDITIONS', deposits, 'Total Deposits and Additions')
  need(90)
  sheet.print`
    box 40 ${y} 532 16 0.85
    ${y + 12}: 44b CHECKS PAID
    ${y + 28}/7: ${[0, 1, 2].flatMap(
      (column) =>
        [
          [44 + column * 180, 'CHECK NO.'],
          [100 + column * 180, 'DATE PAID'],
          [-(205 + column * 180), 'AMOUNT'],
        ] as const,
    )}
  `
  y += 42
  for (let i = 0; i < checks.length; i += 3) {
    sheet.print`
      ${y}: ${checks.slice(i, i + 3).flatMap(
        ({ number, date, amount }, column) =>
          [
            [44 + column * 180, `${number}  ^`],
            [100 + column * 180, day(date, 'MM/DD')],
            [-(205 + column * 180), en(-amount)],
          ] as const,
      )}
    `
    y += 13
  }
  sheet.print`${y + 3}b: 44 Total Checks Paid | 568> ${usd(total(checks))}`
  y += 26
  section('ATM & DEBIT CARD WITHDRAWALS', cards, 'Total ATM & Debit Card Withdrawals')
  section('ELECTRONIC WITHDRAWALS', wires, 'Total Electronic Withdrawals')
  need(120)
  sheet.print`
    box 40 ${y} 532 16 0.85
    ${y + 12}: 44b DAILY ENDING BALANCE
  `
  y += 30
  const days = ledger.entries.filter((_, i) => lastOfDay(ledger.entries, i))
  sheet.print`
    ${y}/7: ${[0, 1, 2].flatMap(
      (column) =>
        [
          [44 + column * 180, 'DATE'],
          [-(205 + column * 180), 'AMOUNT'],
        ] as const,
    )}
  `
  for (const [i, { date, balance }] of days.entries()) {
    const [column, line] = [i % 3, Math.floor(i / 3)]
    sheet.print`
      ${y + 13 + line * 12}: ${44 + column * 180} ${day(date, 'MM/DD')}
        | ${205 + column * 180}> ${i === 0 ? usd(balance) : en(balance)}
    `
  }
  return sheet.says`BANK_STATEMENT checking-by-category.pdf
    bank_name HARBORLINE | account_holder_name ${name.toUpperCase()} | account_number ${account}
      | statement_start_date ${from} | statement_end_date ${to} | opening_balance ${ledger.opening}
      | closing_balance ${ledger.closing} | total_deposits ${ledger.credits} | currency USD
      | transactions ${rowsOf(ledger.entries)}
    optional total_withdrawals`
}

/** "Deposits and other additions", withdrawals with a minus, dates with the year, the period in the heading. */
export const checkingBySign: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, { from, to, into: INTO, out: OUT })
  const name = person(chance).toUpperCase()
  const account = `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`
  const sheet = await Sheet.open(chance, 'letter 9')
  sheet.print`
    40: 36/7 P.O. Box 15284 ¶ Wilmington, DE 19850
    44: 400b/15 CASCADE NATIONAL
    120: 54/10 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
    100: 400/8 Customer service information ¶ Customer service: 1.800.555.0119 ¶ cascadenational.example
      ¶ Cascade National, N.A. ¶ P.O. Box 25118 ¶ Tampa, FL 33622-5118
    220: 36b/16 Your Cascade Advantage Banking
    238/10: 36 for ${day(from, 'MMMM D, YYYY')} to ${day(to, 'MMMM D, YYYY')} | 576> Account number: ${account}
    270: 36b/13 Account summary
  `
  const lines = [
    [`Beginning balance on ${day(from, 'MMMM D, YYYY')}`, usd(ledger.opening)],
    ['Deposits and other additions', en(ledger.credits)],
    ['Withdrawals and other subtractions', `-${en(ledger.debits)}`],
    ['Checks', '-0.00'],
    ['Service fees', '-0.00'],
  ]
  for (const [i, [label, amount]] of lines.entries())
    sheet.print`
      ${288 + i * 14}: 36 ${label} | 300> ${amount}
      rule ${291 + i * 14} 36 300 0.3
    `
  sheet.print`
    362b: 36 Ending balance on ${day(to, 'MMMM D, YYYY')} | 300> ${usd(ledger.closing)}
    290: 330/8 # of deposits/credits: 6 ¶ # of withdrawals/debits: 14 ¶ # of days in cycle: 31
      ¶ Average ledger balance: ${usd(cents((ledger.opening + ledger.closing) / 2))}
    turn
    40: 36/8 ${name}   !   Account # ${account}   !   ${day(from, 'MMMM D, YYYY')} to ${day(to, 'MMMM D, YYYY')}
    y = 80:
  `
  for (const [title, sign] of [
    ['Deposits and other additions', 1],
    ['Withdrawals and other subtractions', -1],
  ] as const) {
    const entries = ledger.entries.filter(({ amount }) => amount * sign > 0)
    const total = sum(entries.map(({ amount }) => amount))
    sheet.print`
      y: 36b/13 ${title}
      y+16b: 36 Date | 100 Description | 576> Amount
      rule y+20 36 576
      y = y+34:
      y = list y step 13: 36 | 100 | 576>
      - ${entries.map(({ date, text, amount }) => [day(date, 'MM/DD/YY'), text, en(amount)])}
      y+3b: 36 Total ${title.toLowerCase()} | 576> ${usd(total)}
      y = y+36:
    `
  }
  return sheet.says`BANK_STATEMENT checking-by-sign.pdf
    bank_name CASCADE NATIONAL | account_holder_name ${name} | account_number ${account}
      | statement_start_date ${from} | statement_end_date ${to} | opening_balance ${ledger.opening}
      | closing_balance ${ledger.closing} | total_deposits ${ledger.credits} | total_withdrawals ${ledger.debits}
      | currency USD | transactions ${rowsOf(ledger.entries)}`
}

/** One history with a column for additions and one for subtractions, the balance at the end of a day, totals below. */
export const checkingHistory: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, { from, to, entries: chance.whole(20, 44), into: INTO, out: OUT })
  const name = person(chance).toUpperCase()
  const account = chance.digits(10)
  const sheet = await Sheet.open(chance, 'letter')
  const head = (page: number) =>
    sheet.print`
      40: 36b/16 Everyday Checking
      54: 36 ${day(to, 'MMMM D, YYYY')}     Page ${page} of 3
    `
  head(1)
  sheet.print`46: 470b/12 MERIDIAN BANK`
  sheet.print`
    120: 60/10 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
  `
  sheet.print`
    220: 36b/11 Statement period activity summary | 330b Account number: ${account} (primary account)
  `
  sheet.print`
    236: 330b ${name}
    250: 330 Idaho account terms and conditions apply
    266: 330 For Direct Deposit use
    278: 330 Routing Number (RTN): 124103799
  `
  const lines = [
    [`Beginning balance on ${day(from, 'M/D')}`, usd(ledger.opening)],
    ['Deposits/Additions', en(ledger.credits)],
    ['Withdrawals/Subtractions', `- ${en(ledger.debits)}`],
    [`Ending balance on ${day(to, 'M/D')}`, usd(ledger.closing)],
  ]
  for (const [i, [label, amount]] of lines.entries())
    sheet.print`${236 + i * 14}${i === 3 ? 'b' : ''}: 36 ${label} | 290> ${amount}`
  let y = 330
  const columns = () => {
    sheet.print`
      ${y - 10}/8: 110> Check | 430> Deposits/ | 505> Withdrawals/ | 576> Ending daily
      ${y}/8: 60 Date | 110> Number | 120 Description | 430> Additions | 505> Subtractions | 576> balance
      rule ${y + 3} 36 576
    `
    y += 15
  }
  sheet.print`306: 36b/12 Transaction history`
  columns()
  let page = 1
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    const end = lastOfDay(ledger.entries, i) ? en(balance) : ''
    sheet.print`
      ${y}/8: 80> ${day(date, 'M/D')} | 120 ${text.slice(0, 44)} | 430> ${amount > 0 ? en(amount) : ''}
        | 505> ${amount < 0 ? en(-amount) : ''} | 576> ${end}
    `
    if (text.length > 44) sheet.print`${y + 9}: 120/8 ${text.slice(44)}`
    y += text.length > 44 ? 22 : 13
    if (y > 730 && i + 1 < ledger.entries.length) {
      sheet.print`turn`
      head(++page)
      y = 100
      sheet.print`80: 36b/12 Transaction history (continued)`
      columns()
    }
  }
  sheet.print`
    rule ${y - 8} 36 576
    ${y + 2}/8: 36 Ending balance on ${day(to, 'M/D')} | 576> ${en(ledger.closing)}
    ${y + 16}b/8: 36 Totals | 430> ${usd(ledger.credits)} | 505> ${usd(ledger.debits)}
    ${y + 34}: 36<530/7 The Ending Daily Balance does not reflect any pending withdrawals or holds on deposited
      & funds that may have been outstanding on your account when your transactions posted.
  `
  return sheet.says`BANK_STATEMENT checking-history.pdf
    bank_name MERIDIAN BANK | account_holder_name ${name} | account_number ${account} | statement_end_date ${to}
      | statement_start_date ${from} | opening_balance ${ledger.opening} | closing_balance ${ledger.closing}
      | total_deposits ${ledger.credits} | total_withdrawals ${ledger.debits} | currency USD
      | transactions ${rowsOf(ledger.entries)}
    optional statement_start_date`
}
