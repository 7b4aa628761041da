import { split } from '../printer/lists.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { ledgerOf, rowsOf } from './ledger.ts'
import { person, street, town } from './names.ts'
import { day, daysAfter, en, month, monthOf, usd } from './print.ts'

/** A card's account summary with signs between label and amount; purchases and payments in lists by date MM/DD. */
export const cardSummary: Generator = async (chance) => {
  const closing = daysAfter(monthOf(chance.whole(2019, 2025), chance.whole(1, 12))[1], -chance.whole(3, 15))
  const from = daysAfter(closing, -29)
  const ledger = ledgerOf(chance, {
    from,
    to: closing,
    owed: true,
    into: ['Payment Thank You-Mobile', 'AUTOMATIC PAYMENT - THANK YOU', 'OUTDOOR GOODS RETURN BOISE ID'],
    out: split`
      GREENBELT GROCERY #118 BOISE ID | STREAMLY.COM 866-555-0142 CA | SP SOAP & SALT CO PORTLAND OR
      | FUELMART 0442 NAMPA ID | AIRWAY SKIES 0068842117 SEATTLE WA
    `,
  })
  const name = person(chance).toUpperCase()
  const last = chance.digits(4)
  const due = daysAfter(closing, 25)
  const sheet = await Sheet.open(chance, 'letter')
  sheet.print`
    50: 36b/20 sapphire ridge
    66: 36 Cardmember Service by Harborline Bank
  `
  sheet.print`
    box 36 90 250 90
    106b/11: 44 New Balance | 280> ${usd(ledger.closing)}
    124: 44 Minimum Payment Due | 280> ${usd(40)}
    142: 44 Payment Due Date | 280> ${day(due, 'MM/DD/YY')}
  `
  sheet.print`
    100: 300<270/8 Late Payment Warning: If we do not receive your minimum payment by the due date, you may have to
      & pay a late fee of up to $40.00 and your APRs will be subject to increase to a maximum Penalty APR of 29.99%.
  `
  sheet.print`
    box 36 200 260 16 0.2
    212: 42b#1 ACCOUNT SUMMARY
  `
  sheet.print`232: 42b Account Number:  XXXX XXXX XXXX ${last}`
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
    sheet.print`${248 + i * 13}${i === 7 ? 'b' : ''}: 42 ${label} | 290> ${amount}`
  sheet.print`
    356: 42 Opening/Closing Date | 290> ${day(from, 'MM/DD/YY')} - ${day(closing, 'MM/DD/YY')}
  `
  sheet.print`
    list 369 step 13: 42 | 290>
    - Credit Access Line | $18,500
    - Available Credit | $12,104
    - Cash Access Line | $3,700
    - Past Due Amount | $0.00
    - Balance over the Credit Access Line | $0.00
  `
  sheet.print`
    rule 470 36 576
    500: 330 Payment Due Date: | 570> ${day(due, 'MM/DD/YY')}
    514: 330 New Balance: | 570> ${usd(ledger.closing)}
    528: 330 Minimum Payment Due: | 570> $40.00
    548: 330 Account number: | 570> XXXX XXXX XXXX ${last}
    568: 330 Amount Enclosed: $
  `
  sheet.print`
    600: 60 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
  `
  sheet.print`600: 330 CARDMEMBER SERVICE ¶ PO BOX 6294 ¶ CAROL STREAM IL 60197-6294`
  sheet.print`
    turn
    40/7: 36 ${name} | 576> Page 2 of 3
  `
  sheet.print`
    box 36 60 540 16 0.2
    72: 42b#1 ACCOUNT ACTIVITY
  `
  sheet.print`
    90/7: 36 Date of | 300
    98/7: 36 Transaction | 110 Merchant Name or Transaction Description | 576> $ Amount
  `
  sheet.print`y = 114:`
  for (const [title, sign] of [
    ['PAYMENTS AND OTHER CREDITS', 1],
    ['PURCHASE', -1],
  ] as const) {
    sheet.print`
      y: 110b/8 ${title}
      y = y+13:
      y = list y step 13: 36 | 110 | 576>
      - ${ledger.entries
        .filter(({ amount }) => amount * sign > 0)
        .map(
          ({ date, text, amount }) => cells`${day(date, 'MM/DD')}
        | ${text} | ${en(-amount)}`,
        )}
      y = y+6:
    `
  }
  sheet.print`
    box 180 y+10 250 60
    y+24: 240b ${closing.slice(0, 4)} Totals Year-to-Date
    y+40: 190 Total fees charged in ${closing.slice(0, 4)} | 420> $0.00
    y+54: 190 Total interest charged in ${closing.slice(0, 4)} | 420> $0.00
  `
  return sheet.says`CREDIT_CARD_STATEMENT card-summary.pdf
    account_holder_name ${name} | account_number XXXX XXXX XXXX ${last} | statement_start_date ${from}
      | statement_end_date ${closing} | opening_balance ${ledger.opening} | closing_balance ${ledger.closing}
      | total_deposits ${ledger.credits} | currency USD | transactions ${rowsOf(ledger.entries)}
    optional bank_name total_withdrawals`
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
  const sheet = await Sheet.open(chance, `letter 8 ${chance.pick(['mono', 'sans'])}`)
  const counts = [
    ledger.entries.filter(({ amount }) => amount > 0).length,
    ledger.entries.filter(({ amount }) => amount < 0).length,
  ]
  sheet.print`
    44: 40b/13 PINE RIDGE FEDERAL CREDIT UNION
    58: 40 700 CAPITOL AVE ¶ ASHEVILLE, NC 28801
    44: 400 MEMBER NUMBER | 572> ${member}
    58: 400 STATEMENT PERIOD
    68: 400 ${day(from, 'MM/DD/YY')} TO ${day(to, 'MM/DD/YY')}
    82: 400 PAGE | 572> 1 OF 1
    130: 60 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
    box 40 200 532 14 0.88
    210: 44b SHARE DRAFT CHECKING   ID 0010
    226b: 44 DATE | 100 TRANSACTION DESCRIPTION | 460> AMOUNT | 560> BALANCE
    rule 229 40 572
    242: 44 ${day(from, 'MM/DD')} | 100 PREVIOUS BALANCE | 560> ${en(ledger.opening)}
    y = 254:
    y = list y step 12: 44 | 100 | 460> | 560>
    - ${ledger.entries.map(
      ({ date, text, amount, balance }) => cells`${day(date, 'MM/DD')} | ${text}
      | ${amount < 0 ? `${en(-amount)}-` : en(amount)} | ${en(balance)}`,
    )}
    y: 44b ${day(to, 'MM/DD')} | 100b NEW BALANCE | 560>b ${en(ledger.closing)}
    y+24: 44 ${counts[0]} DEPOSITS TOTALING | 280> ${en(ledger.credits)} | 310 ${counts[1]} WITHDRAWALS TOTALING
      | 560> ${en(ledger.debits)}
    y+50: 44 DIVIDENDS PAID YEAR TO DATE  4.18
  `
  return sheet.says`BANK_STATEMENT share-account.pdf
    bank_name PINE RIDGE FEDERAL CREDIT UNION | account_holder_name ${name} | account_number ${member}
      | statement_start_date ${from} | statement_end_date ${to} | opening_balance ${ledger.opening}
      | closing_balance ${ledger.closing} | total_deposits ${ledger.credits} | total_withdrawals ${ledger.debits}
      | transactions ${rowsOf(ledger.entries)}
    optional currency account_number`
}
