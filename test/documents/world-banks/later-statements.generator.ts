import { checkedIban } from '../checked-iban.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, cycle, endsDay, month, startsDay, statement } from './book.ts'
import { person, place } from './people.ts'
import { day, daysAfter, de, en, fr } from './print.ts'

const usd = (amount: number) => (amount < 0 ? `-$${en(-amount)}` : `$${en(amount)}`)

/** A bank without branches: the account's name over its rows, amounts with a plus or minus, a box of what was earned. */
export const caOnline: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'ca' })
  const [name, account] = [person(chance), `40${chance.digits(8)}`]
  const sheet = await Sheet.open(chance, 'letter unicode browser|plain')
  sheet.print`
    50b/18: 40 clementine | 570> eStatement
    90: 40 ${name} ¶ ${place(chance, 'ca')} | 360/8 Clementine Bank of Canada ¶ 3389 Steeles Avenue East
      ¶ Toronto ON  M2H 3S8 ¶ 1-888-555-0177
    180: 40/13 Here's your statement for ${day(book.from, 'MMMM YYYY')}
    list 204: 40 | 260
    - Client number | ${chance.digits(9)}
    - Statement period | ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')}
    250: 40b/11 Clementine Chequing Account - ${account}
    table 272 ruled: 40 Transaction Date | 140 Transaction | 450> Amount | 570> Balance
    - ${day(book.from, 'DD MMM YYYY')} | Opening Balance |  | ${usd(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD MMM YYYY')} | ${move.lines}
      | ${move.amount < 0 ? '-' : '+'}$${en(Math.abs(move.amount))} | ${usd(move.balance)}`,
    )}
    - ${day(book.to, 'DD MMM YYYY')} | Closing Balance |  | ${usd(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-ca-online
    ${statement(book)} | bank_name Clementine Bank of Canada | account_holder_name ${name}
      | account_number ${account}
    optional currency bank_name`
}

/** An app's account: type, net amount and day of settlement in columns, a summary of five lines. */
export const usNeo: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', opening: chance.amount(500, 1_500) })
  const [name, account] = [person(chance), chance.digits(12)]
  const sheet = await Sheet.open(chance, 'letter unicode 8.5 browser|browserLetters')
  sheet.print`
    50: 40b/16 Checking Account Statement
    72 step 14: 40 Banking services provided by Granite Peak Bank, N.A.; Member FDIC ¶ Account number ${account}
      ¶ Statement period ${day(book.from, 'MMMM D, YYYY')} - ${day(book.to, 'MMMM D, YYYY')}
    130: 40 ${name} ¶ ${place(chance, 'us')}
    190: 40b/12 Summary
    list 208: 40 | 400
    - Beginning balance on ${day(book.from, 'MMMM D, YYYY')} | ${usd(book.opening)}
    - Deposits | ${usd(book.credits)}
    - Purchases | ${usd(-book.debits)}
    - Fees | $0.00
    - Ending balance on ${day(book.to, 'MMMM D, YYYY')} | ${usd(book.closing)}
    290: 40b/12 Transactions
    table 310 heading b/7: 40 TRANSACTION DATE | 140 DESCRIPTION | 330 TYPE | 455> AMOUNT | 520> NET AMOUNT
      | 530 SETTLED
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'M/D/YYYY')} | ${move.text.slice(0, 40)}
      | ${move.amount > 0 ? 'Deposit' : 'Purchase'} | ${usd(move.amount)} | ${usd(move.amount)}
      | ${day(move.value, 'M/D/YYYY')}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-us-neo
    ${statement(book)} | bank_name Granite Peak Bank, N.A. | account_holder_name ${name} | account_number ${account}
      | currency USD | total_deposits ${book.credits} | total_withdrawals ${book.debits}
    optional`
}

/** A shop's card: reference numbers, sections with their totals, the interest table and the coupon above. */
export const usStoreCard: Generator = async (chance) => {
  const book = bookOf(chance, {
    span: cycle(chance),
    land: 'usCard',
    owed: true,
    opening: chance.amount(100, 900),
    count: chance.whole(5, 10),
  })
  const [name, ending] = [
    person(chance).toUpperCase(),
    `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`,
  ]
  const sheet = await Sheet.open(chance, 'letter 8 report|plain')
  sheet.print`
    40b/10: 36 OUTFITTER REWARDS CREDIT CARD | 576> Account Number: ${ending}
    56: 36 Visit us at outfitter.example or call 1-800-555-0161
      | 576> Statement Closing Date: ${day(book.to, 'MM/DD/YYYY')}
    86: 36b Summary of Account Activity
    list 100: 36 | 230
    - Previous Balance | ${usd(book.opening)}
    - - Payments | ${usd(book.credits)}
    - + Purchases/Debits | ${usd(book.debits)}
    - + Fees Charged | $0.00
    - + Interest Charged | $0.00
    - New Balance | ${usd(book.closing)}
    - Credit Limit | $5,000.00
    - Available Credit | ${usd(5_000 - book.closing)}
    - Days in Billing Cycle | 30
    86: 330b Payment Information
    list 100: 330 | 500
    - New Balance | ${usd(book.closing)}
    - Total Minimum Payment Due | $29.00
    - Payment Due Date | ${day(daysAfter(book.to, 23), 'MM/DD/YYYY')}
    230: 60 ${name} ¶ ${place(chance, 'us').map((line) => line.toUpperCase())}
    y = 300:
  `
  for (const [title, moves, sum] of [
    ['Payments', book.ins, -book.credits],
    ['Purchases and Other Debits', book.outs, book.debits],
  ] as const) {
    sheet.print`
      y: 36b ${title}
      y = table y+14 gap 2: 36 Date | 90 Reference # | 190 Description | 570> Amount
      - ${moves.map((move) => [day(move.date, 'MM/DD'), `P${chance.digits(10)}`, move.text, usd(-move.amount)])}
      y: 190b Total ${title} | 570>b ${usd(sum)}
      y = y+24:
    `
  }
  sheet.print`
    y+10b: 36 Type of Balance | 200 Annual Percentage Rate (APR) | 360 Balance Subject to Interest Rate
      | 570> Interest Charge
    y+22: 36 Purchases | 200 29.99% (v) | 360 $0.00 | 570> $0.00
    760: 36/7 Outfitter Rewards cards are issued by Sycamore Bank.
  `
  return sheet.says`CREDIT_CARD_STATEMENT world-us-store-card
    ${statement(book)} | bank_name Sycamore Bank | account_holder_name ${name} | account_number ${ending}
      | currency USD | statement_start_date ${undefined} | total_withdrawals ${book.debits}
    optional bank_name total_deposits`
}

/** A print spool: checks in three columns, other rows before them, no running balance. */
export const usThreeChecks: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', count: chance.whole(16, 26) })
  const checks = book.outs.filter((_, i) => i % 2 === 0)
  const others = book.moves.filter((move) => !checks.includes(move))
  const [name, account] = [person(chance).toUpperCase(), chance.digits(8)]
  const sheet = await Sheet.open(chance, 'letter mono 9 plain')
  const cell = (i: number) => {
    const move = checks[i]
    return move ? `${day(move.date, 'MM/DD')}  ${String(4100 + i).padStart(5)}${en(-move.amount).padStart(12)}   ` : ''
  }
  const third = Math.ceil(checks.length / 3)
  sheet.print`
    40 step 11.5: 36 ${'FIRST NATIONAL BANK OF BUFFALO GAP'.padEnd(56)}ACCOUNT: ${account}
      ¶ ${'BUFFALO GAP, TEXAS 79508'.padEnd(56)}PAGE: 1
      ¶ ${''.padEnd(56)}FROM ${day(book.from, 'MM/DD/YYYY')} TO ${day(book.to, 'MM/DD/YYYY')} ¶  ¶       ${name}
      ¶ ${place(chance, 'us').map((line) => `      ${line.toUpperCase()}`)} ¶
      ¶ ------------------------- PERSONAL CHECKING SUMMARY -------------------------
      ¶ PREVIOUS BALANCE                      ${en(book.opening).padStart(14)}
      ¶ ${`CREDITS (${book.ins.length})`.padEnd(38) + en(book.credits).padStart(14)}
      ¶ ${`DEBITS (${book.outs.length})`.padEnd(38) + en(book.debits).padStart(14)}
      ¶ ENDING BALANCE                        ${en(book.closing).padStart(14)} ¶
      ¶ ------------------------- DEPOSITS AND OTHER CREDITS ------------------------
      ¶ DATE    DESCRIPTION                                            AMOUNT
      ¶ ${others
        .filter(({ amount }) => amount > 0)
        .map(
          (move) =>
            `${day(move.date, 'MM/DD')}   ${move.text.toUpperCase().slice(0, 46).padEnd(46)}${en(move.amount).padStart(15)}`,
        )}
      ¶  ¶ ------------------------- OTHER DEBITS --------------------------------------
      ¶ DATE    DESCRIPTION                                            AMOUNT
      ¶ ${others
        .filter(({ amount }) => amount < 0)
        .map(
          (move) =>
            `${day(move.date, 'MM/DD')}   ${move.text.toUpperCase().slice(0, 46).padEnd(46)}${en(-move.amount).padStart(15)}`,
        )}
      ¶  ¶ ------------------------- CHECKS IN NUMBER ORDER ----------------------------
      ¶ DATE   NUMBER     AMOUNT   DATE   NUMBER     AMOUNT   DATE   NUMBER     AMOUNT
      ¶ ${Array.from({ length: third }, (_, i) => cell(i) + cell(i + third) + cell(i + 2 * third))}
  `
  return sheet.says`BANK_STATEMENT world-us-three-checks
    ${statement(book, { totals: true })} | bank_name FIRST NATIONAL BANK OF BUFFALO GAP
      | account_holder_name ${name} | account_number ${account}
    optional currency`
}

/** A building society: receipts and payments, the roll number for an account number. */
export const ukSociety: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk', count: chance.whole(4, 9) })
  const [name, account] = [`${chance.pick(['Mr', 'Mrs'])} ${person(chance)}`, `${chance.digits(8)}`]
  const sheet = await Sheet.open(chance, 'serif 10 typesetter|plain')
  sheet.print`
    50b/14: 50 Pennine Building Society | 545> Savings Statement
    100: 50 ${name} ¶ ${place(chance, 'uk')}
    list 100: 340 | 440
    - Account name: | Easy Saver
    - Account number: | ${account}
    - Sort code: | 20-66-31
    - Statement date: | ${day(book.to, 'D MMMM YYYY')}
    200: 50b Transactions from ${day(book.from, 'D MMMM YYYY')} to ${day(book.to, 'D MMMM YYYY')}
    table 226: 50 Date | 130 Details | 390> Payments (£) | 470> Receipts (£) | 545> Balance (£)
    - ${day(book.from, 'DD/MM/YYYY')} | Balance brought forward |  |  | ${en(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD/MM/YYYY')} | ${move.lines}
      | ${move.amount < 0 ? en(-move.amount) : ''} | ${move.amount > 0 ? en(move.amount) : ''}
      | ${en(move.balance)}`,
    )}
    - ${day(book.to, 'DD/MM/YYYY')} | Balance carried forward |  |  | ${en(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-uk-society
    ${statement(book)} | bank_name Pennine Building Society | account_holder_name ${name}
      | account_number ${account} | currency GBP
    optional`
}

/** Ireland: the day once, BALANCE FORWARD, euros in the heads. */
export const ieCurrent: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'uk' })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(8)}`]
  const sheet = await Sheet.open(chance, 'plain|jumbled')
  sheet.print`
    44b/12: 40 Allied Munster Banks, p.l.c. | 555> Personal Bank Account
    100: 40 ${name} ¶ ${place(chance, 'ie').map((line) => line.toUpperCase())}
    60/8: 330 Statement of Account with | 555> Page Number 17
    74: 330/8 Allied Munster Banks, p.l.c. ¶ 66 South Mall, Cork
    180/7: 40 Branch | 110 National Sort Code | 230 Account Name | 380 Account Number | 480 Date of Statement
    192: 40 South Mall | 110 93-60-11 | 230 ${name} | 380 ${account} | 480 ${day(book.to, 'D MMMM YYYY')}
    212: 40/8 IBAN: IE${chance.digits(2)} ALMB 9360 11${chance.digits(2)} ${chance.digits(4)} ${chance.digits(2)}
      & (BIC: ALMBIE2D)
    table 240: 40 Date | 110 Details | 395> Debit € | 475> Credit € | 555> Balance €
    - ${day(book.from, 'D MMM YYYY')} | BALANCE FORWARD |  |  | ${en(book.opening)}
    - ${book.moves.map(
      (move, at) => cells`${startsDay(book, at) ? day(move.date, 'D MMM YYYY') : ''}
      | ${move.text} | ${move.amount < 0 ? en(-move.amount) : ''}
      | ${move.amount > 0 ? en(move.amount) : ''} | ${endsDay(book, at) ? en(move.balance) : ''}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-ie-current
    ${statement(book)} | bank_name Allied Munster Banks, p.l.c. | account_holder_name ${name}
      | account_number ${account} | currency EUR
    optional statement_start_date closing_balance account_number`
}

/** German: the booking day as a line over its rows, sums under `zu Ihren Lasten` and `zu Ihren Gunsten`. */
export const deGunsten: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'de' })
  const [name, iban] = [
    person(chance, 'de'),
    checkedIban(
      `DE${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`,
    ),
  ]
  const sheet = await Sheet.open(chance, 'plain|office')
  const rows = book.moves.flatMap((move, at) => [
    ...(startsDay(book, at) ? [[`Buchungsdatum: ${day(move.date, 'DD.MM.YYYY')}`]] : []),
    [
      move.lines,
      day(move.value, 'DD.MM'),
      move.amount < 0 ? `${de(-move.amount)}-` : '',
      move.amount > 0 ? de(move.amount) : '',
    ],
  ])
  sheet.print`
    44: 40b/13 Handelsbank Hanseatic AG
    90: 40 ${name} ¶ ${place(chance, 'de')}
    170b/11: 40 Kontoauszug vom ${day(book.to, 'DD.MM.YYYY')} | 555> Auszug-Nr. 11 / Blatt-Nr. 1
    188: 40 Klassik-Konto Nr. / IBAN ${iban} | 555> Währung EUR
    end = table 214: 40 Angaben zu den Umsätzen | 330 Valuta | 460> zu Ihren Lasten | 555> zu Ihren Gunsten
    - Alter Kontostand vom ${day(daysAfter(book.from, -1), 'DD.MM.YYYY')} |  |  | ${de(book.opening)}
    - ${rows}
    end+6b: 40 Neuer Kontostand vom ${day(book.to, 'DD.MM.YYYY')} | 555> ${de(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-de-gunsten
    ${statement(book)} | bank_name Handelsbank Hanseatic AG | account_holder_name ${name} | account_number ${iban}
      | currency EUR
    optional statement_start_date`
}

/** An online bank in France: full dates, the balance at both ends, a sum of each column. */
export const frEnLigne: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'fr' })
  const [name, account] = [
    `${chance.pick(['M.', 'MME'])} ${person(chance, 'fr').toUpperCase()}`,
    `000${chance.digits(8)}`,
  ]
  const sheet = await Sheet.open(chance, '8.5 browser|report')
  sheet.print`
    44b/13: 36 TRAMONTANE BANQUE | 560> Extrait de votre compte en EUR
    90: 330 ${name} ¶ ${place(chance, 'fr')}
    170: 36 Période du ${day(book.from, 'DD/MM/YYYY')} au ${day(book.to, 'DD/MM/YYYY')}
    190/7: 36 Code banque | 110 Code guichet | 190 Numéro de compte | 300 Clé RIB
    201: 36 40618 | 110 80260 | 190 ${account} | 300 ${chance.digits(2)}
    end = table 226: 36 Date opération | 116 Libellé | 350 Valeur | 480> Débit | 560> Crédit
    - | SOLDE AU : ${day(daysAfter(book.from, -1), 'DD/MM/YYYY')} |  |  | ${fr(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD/MM/YYYY')} | ${move.text}
      | ${day(move.value, 'DD/MM/YYYY')} | ${move.amount < 0 ? fr(-move.amount) : ''}
      | ${move.amount > 0 ? fr(move.amount) : ''}`,
    )}
    end+4b: 116 Montant total des opérations | 480> ${fr(book.debits)} | 560> ${fr(book.credits)}
    end+20: 116b Nouveau solde en EUR : ${fr(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-fr-en-ligne
    ${statement(book, { totals: true })} | bank_name TRAMONTANE BANQUE | account_holder_name ${name}
      | account_number ${account} | currency EUR
    optional`
}

/** Belgium: numbered operations, the day over the text, sums with the sign behind. */
export const beExtrait: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'fr', count: chance.whole(6, 12) })
  const [name, iban] = [
    person(chance, 'fr'),
    checkedIban(`BE${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`),
  ]
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? '-' : '+'}`
  const sheet = await Sheet.open(chance, 'plain|browserLetters')
  sheet.print`
    44b/13: 40 Banque Brabançonne SA | 555> EXTRAIT DE COMPTE
    84: 330 ${name} ¶ ${place(chance, 'be')}
    list 84: 40 | 140
    - Compte à vue | ${iban}
    - Extrait n° | 7
    - Date | ${day(book.to, 'DD-MM-YYYY')}
    - Devise | EUR
    170: 40 Solde précédent au | 140 ${day(book.from, 'DD-MM-YYYY')} | 555> ${mark(book.opening)}
    end = table 196: 40 N° | 80 Date | 140 Détails | 410 Valeur | 555> Montant
    - ${book.moves.map(
      (move, i) => cells`${String(i + 1).padStart(4, '0')} | ${day(move.date, 'DD-MM')}
      | ${move.lines} | ${day(move.value, 'DD-MM')} | ${mark(move.amount)}`,
    )}
    end+8b: 40 Nouveau solde au | 140 ${day(book.to, 'DD-MM-YYYY')} | 555> ${mark(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-be-extrait
    ${statement(book)} | bank_name Banque Brabançonne SA | account_holder_name ${name} | account_number ${iban}
      | currency EUR
    optional statement_start_date`
}
