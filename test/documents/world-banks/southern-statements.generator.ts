import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, cycle, month, startsDay, statement } from './book.ts'
import { person, place } from './people.ts'
import { day, en, lakh } from './print.ts'

const au = (amount: number) => `$${en(amount)}`

/** Australia: CR behind the balance, debits with a bracket behind, the year in the first row only. */
export const auSmart: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'au' })
  const [name, account] = [
    `${chance.pick(['MR', 'MS'])} ${person(chance).toUpperCase()}`,
    `06 ${chance.digits(4)} ${chance.digits(8)}`,
  ]
  const sheet = await Sheet.open(chance, 'plain|jumbledWords')
  sheet.print`
    44: 40b/16 Wattle Bank
    130: 40 ${name} ¶ ${place(chance, 'au')}
    list 60: 330 | 450
    - Your Statement |
    - Statement 14 | (Page 1 of 3)
    - Account Number | ${account}
    - Statement |
    - Period | ${day(book.from, 'D MMM YYYY')} - ${day(book.to, 'D MMM YYYY')}
    - Closing Balance | ${au(book.closing)} CR
    - Enquiries | 13 2221
    210: 40b/14 Smart Access
    226: 40<500 Name: ${name}
    table = table 256: 40 Date | 84 Transaction | 390> Debit | 465> Credit | 555> Balance
    - ${day(book.from, 'DD MMM')} | ${book.from.slice(0, 4)} OPENING BALANCE |  |  | ${au(book.opening)} CR
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD MMM')} | ${move.lines}
      | ${move.amount < 0 ? `${en(-move.amount)} (` : ''} | ${move.amount > 0 ? `${au(move.amount)}` : ''}
      | ${au(move.balance)} CR`,
    )}
    - ${day(book.to, 'DD MMM')} | ${book.to.slice(0, 4)} CLOSING BALANCE |  |  | ${au(book.closing)} CR
    table+14b: 40 Opening balance | 170 - Total debits | 300 + Total credits | 440 = Closing balance
    table+28: 40 ${au(book.opening)} CR | 170 ${au(book.debits)} | 300 ${au(book.credits)}
      | 440 ${au(book.closing)} CR
  `
  return sheet.says`BANK_STATEMENT world-au-smart
    ${statement(book, { totals: true })} | bank_name Wattle Bank | account_holder_name ${name}
      | account_number ${account}
    optional currency`
}

/** Australia: years as rows of the table, the word blank in empty cells, totals at the end of the period. */
export const auBlank: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'au' })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(4)}-${chance.digits(5)}`]
  const sheet = await Sheet.open(chance, '8.5 report|plain')
  sheet.print`
    46: 40b/12 ANTIPODES BANKING GROUP
    62: 40b ACCESS ADVANTAGE STATEMENT
    80: 40 STATEMENT NUMBER 22
      | 300 ${day(book.from, 'DD MMMM YYYY').toUpperCase()} TO ${day(book.to, 'DD MMMM YYYY').toUpperCase()}
    120: 60 ${name} ¶ ${place(chance, 'au')} | 330 Account Details ¶ ${name} ¶ Branch Number (BSB) 017-208
      ¶ Account Number ${account}
    200: 40b Account Balance Summary
    list 216: 40 | 200
    - Opening Balance: | ${au(book.opening)}
    - Total Deposits: | ${au(book.credits)}
    - Total Withdrawals: | ${au(book.debits)}
    - Closing Balance: | ${au(book.closing)}
  `
  let year = ''
  const rows = book.moves.flatMap((move) => {
    const turn = move.date.slice(0, 4) === year ? [] : [[move.date.slice(0, 4)]]
    year = move.date.slice(0, 4)
    return [
      ...turn,
      [
        day(move.date, 'DD MMM').toUpperCase(),
        move.lines,
        move.amount < 0 ? en(-move.amount) : 'blank',
        move.amount > 0 ? en(move.amount) : 'blank',
        en(move.balance),
      ],
    ]
  })
  sheet.print`
    end = table 290: 40 Date | 90 Transaction Details | 390> Withdrawals ($) | 470> Deposits ($) | 555> Balance ($)
    - ${rows.slice(0, 1)}
    - ${day(book.from, 'DD MMM').toUpperCase()} | OPENING BALANCE | blank | blank | ${en(book.opening)}
    - ${rows.slice(1)}
    end: 90b TOTALS AT END OF PERIOD | 390>b ${au(book.debits)} | 470>b ${au(book.credits)}
      | 555>b ${au(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-au-blank
    ${statement(book, { totals: true })} | bank_name ANTIPODES BANKING GROUP | account_holder_name ${name}
      | account_number ${account}
    optional currency`
}

/** India: narration over several lines, reference numbers, a summary of counts at the foot. */
export const inNarration: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'in', scale: 14 })
  const [name, account] = [`${chance.pick(['MR', 'MRS'])} ${person(chance, 'in').toUpperCase()}`, chance.digits(14)]
  const sheet = await Sheet.open(chance, '7.5 report|jumbledWords')
  const end = sheet.print`
    40b/12: 36 GODAVARI BANK LTD | 560> Statement of account
    70: 36 ${name} ¶ ${place(chance, 'in')} ¶ JOINT HOLDERS :
    list 70: 320 | 410
    - Account Branch : | KARVE NAGAR
    - City : | PUNE 411052
    - Currency : | INR
    - Cust ID : | ${chance.digits(8)}
    - Account No : | ${account}   PRIME
    - A/C Open Date : | 12/06/2014
    - RTGS/NEFT IFSC : | GDVR0000149
    - Branch Code : | 149
    172: 36 From : ${day(book.from, 'DD/MM/YYYY')}      To : ${day(book.to, 'DD/MM/YYYY')}
    table 196 line 9 gap 3 bottom 720: 36 Date | 76 Narration | 250 Chq./Ref.No. | 335 Value Dt
      | 440> Withdrawal Amt. | 505> Deposit Amt. | 568> Closing Balance
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD/MM/YY')} | ${move.lines} | 0000${chance.digits(12)}
      | ${day(move.date, 'DD/MM/YY')} | ${move.amount < 0 ? lakh(-move.amount) : ''}
      | ${move.amount > 0 ? lakh(move.amount) : ''} | ${lakh(move.balance)}`,
    )}
  `
  const y = end > 690 ? sheet.print`turn 60` : end + 16
  sheet.print`
    ${y}: 36b STATEMENT SUMMARY :-
    ${y + 14}b: 36 Opening Balance | 140 Dr Count | 210 Cr Count | 290 Debits | 390 Credits | 490 Closing Bal
    ${y + 26}: 36 ${lakh(book.opening)} | 140 ${book.outs.length} | 210 ${book.ins.length} | 290 ${lakh(book.debits)}
      | 390 ${lakh(book.credits)} | 490 ${lakh(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-in-narration
    ${statement(book, { totals: true })} | bank_name GODAVARI BANK LTD | account_holder_name ${name}
      | account_number ${account} | currency INR
    optional`
}

/** India, a state bank: `1 Jan 2024` broken over two lines in the cell, the balance above the table. */
export const inState: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'in', scale: 11 })
  const [name, account] = [`Mr. ${person(chance, 'in')}`, `000000${chance.digits(11)}`]
  const sheet = await Sheet.open(chance, '8 browser|plain')
  const cell = (iso: string) => [day(iso, 'D MMM'), day(iso, 'YYYY')]
  sheet.print`
    44: 36b/14 State Bank of Malwa
    list 70: 36 | 160
    - Account Name | : ${name}
    - Address | : ${place(chance, 'in')[0]}
    - Date | : ${day(book.to, 'D MMM YYYY')}
    - Account Number | : ${account}
    - Account Description | : REGULAR SB CHQ-INDIVIDUALS
    - Branch | : INDORE MAIN
    - Drawing Power | : 0.00
    - Interest Rate(% p.a.) | : 2.7
    - IFS Code | : SBML0000391
    - Balance as on ${day(book.from, 'D MMM YYYY')} | : ${lakh(book.opening)}
    200: 36b Account Statement from ${day(book.from, 'D MMM YYYY')} to ${day(book.to, 'D MMM YYYY')}
    table 220 ruled gap 6: 36 Txn Date | 80 Value ¶ Date | 124 Description | 290 Ref No./Cheque ¶ No. | 430> Debit
      | 490> Credit | 560> Balance
    - ${book.moves.map(
      (move) => cells`${cell(move.date)} | ${cell(move.value)} | ${move.lines}
      | TRANSFER TO ¶ ${chance.digits(11)} | ${move.amount < 0 ? lakh(-move.amount) : ''}
      | ${move.amount > 0 ? lakh(move.amount) : ''} | ${lakh(move.balance)}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-in-state
    ${statement(book)} | bank_name State Bank of Malwa | account_holder_name ${name} | account_number ${account}
      | closing_balance ${undefined}
    optional currency closing_balance`
}

/** South Africa: Cr behind sums and balances, bank charges in a last column. */
export const zaCheque: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'za', scale: 4 })
  const [name, account] = [`${chance.pick(['MR', 'MISS'])} ${person(chance).toUpperCase()}`, `62${chance.digits(9)}`]
  const credit = (amount: number) => `${en(Math.abs(amount))}${amount > 0 ? 'Cr' : ''}`
  const sheet = await Sheet.open(chance, 'plain|airy')
  sheet.print`
    46: 40b/15 First Karoo Bank
    90: 40 *${name} ¶ ${place(chance, 'za')}
      | 330 Statement Period : ${day(book.from, 'D MMMM YYYY')} to ${day(book.to, 'D MMMM YYYY')}
      ¶ Statement Date : ${day(book.to, 'D MMMM YYYY')} ¶ Branch Code 250655
    170: 40b Private Cheque Account : ${account}
    list 186: 40 | 170
    - Opening Balance | ${credit(book.opening)}
    - Closing Balance | ${credit(book.closing)}
    end = table 232: 40 Date | 90 Description | 380> Amount | 470> Balance | 555> Accrued ¶ Bank Charges
    - | Opening Balance |  | ${credit(book.opening)}
    - ${book.moves.map(
      (move, i) => cells`${day(move.date, 'DD MMM')} | ${move.text} | ${credit(move.amount)}
      | ${credit(move.balance)} | ${i % 4 === 0 ? '3.50' : ''}`,
    )}
    end: 90b Closing Balance | 470>b ${credit(book.closing)}
    end+20: 40/7 All amounts are in South African Rand (ZAR).
  `
  return sheet.says`BANK_STATEMENT world-za-cheque
    ${statement(book)} | bank_name First Karoo Bank | account_holder_name ${name} | account_number ${account}
      | currency ZAR
    optional`
}

/** New Zealand: the day once, types in a column, an opening and closing row with no date. */
export const nzOrange: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'au' })
  const [name, account] = [person(chance), `38-${chance.digits(4)}-${chance.digits(7)}-00`]
  const sheet = await Sheet.open(chance, 'office|reportBackwards')
  sheet.print`
    46b/14: 40 Kahurangi Bank | 555> Account Statement
    80: 40 ${name} | 330 Statement opening date | 555> ${day(book.from, 'D MMMM YYYY')}
    94: 40 ${place(chance, 'au')[0]} | 330 Statement closing date | 555> ${day(book.to, 'D MMMM YYYY')}
    108: 330 Account number | 555> ${account}
    122: 330 Account name | 555> ${name}
    table 170: 40 Date | 110 Type | 160 Details | 400> Withdrawals | 475> Deposits | 555> Balance
    - |  | Opening account balance |  |  | ${au(book.opening)}
    - ${book.moves.map(
      (move, at) => cells`${startsDay(book, at) ? day(move.date, 'D MMM YYYY') : ''}
      | ${move.amount > 0 ? 'DC' : 'EP'} | ${move.text} | ${move.amount < 0 ? au(-move.amount) : ''}
      | ${move.amount > 0 ? au(move.amount) : ''} | ${au(move.balance)}`,
    )}
    - |  | Closing account balance |  |  | ${au(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-nz-orange
    ${statement(book)} | bank_name Kahurangi Bank | account_holder_name ${name} | account_number ${account}
    optional currency`
}
