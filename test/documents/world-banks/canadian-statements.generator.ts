import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, cycle, endsDay, month, startsDay, statement } from './book.ts'
import { person, place } from './people.ts'
import { day, daysAfter, en, fr, sum } from './print.ts'

const dollars = (amount: number) => `$${en(amount)}`

/** Date once a day without its year, balance at the end of the day, opening and closing rows in the table. */
export const caChequing: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'ca' })
  const [name, account] = [person(chance), `${chance.digits(5)}-${chance.digits(7)}`]
  const sheet = await Sheet.open(chance, 'letter office|plain')
  const rows = book.moves.map((move, at) => [
    startsDay(book, at) ? day(move.date, 'D MMM') : '',
    move.lines,
    move.amount < 0 ? en(-move.amount) : '',
    move.amount > 0 ? en(move.amount) : '',
    endsDay(book, at) ? en(move.balance) : '',
  ])
  const enter = () => {
    sheet.print`40/8: 36 Your account statement | 576> ${sheet.pages} of 2`
    return 70
  }
  sheet.print`
    44: 36b/15 Maritime Dominion Bank | 576>/14 Your account statement
    60: 576> From ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')} | 36/7 P.O. Box 2210 Stn A
      ¶ Halifax NS  B3J 3C4
    120: 60 ${name} ¶ ${place(chance, 'ca')} | 400b Your account number: ¶ ${account}
    152: 400/8 How to reach us: ¶ 1 800 555-0119
    212: 36b/11 Summary of your account for this period
    228: 36 Everyday Chequing Account ${account}
    list 246: 48 | 420
    - Your opening balance on ${day(book.from, 'MMMM D, YYYY')} | ${dollars(book.opening)}
    - Total deposits into your account | + ${en(book.credits)}
    - Total withdrawals from your account | - ${en(book.debits)}
    - Your closing balance on ${day(book.to, 'MMMM D, YYYY')} | = ${dollars(book.closing)}
    318: 36b/11 Details of your account activity
    table 338 enter ${enter}: 36 Date | 84 Description | 400> Withdrawals ($) | 486> Deposits ($) | 576> Balance ($)
    - | Opening Balance |  |  | ${en(book.opening)}
    - ${rows}
    - | Closing Balance |  |  | ${dollars(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-ca-chequing
    ${statement(book, { totals: true })} | total_withdrawals ${book.debits} | bank_name Maritime Dominion Bank
      | account_holder_name ${name} | account_number ${account} | currency CAD
    optional`
}

/** Description first, the date in the middle as JAN15, the period in a box as DEC 29/23 - JAN 31/24. */
export const caEveryday: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'ca' })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(4)}-${chance.digits(7)}`]
  const stamp = (iso: string) => `${day(iso, 'MMM').toUpperCase()} ${day(iso, 'DD/YY')}`
  const sheet = await Sheet.open(chance, 'letter 8 report|plain|jumbled')
  const code = (iso: string) => day(iso, 'MMMDD').toUpperCase()
  const rows = book.moves.map((move, at) => [
    move.text.toUpperCase(),
    move.amount < 0 ? en(-move.amount) : '',
    move.amount > 0 ? en(move.amount) : '',
    code(move.date),
    endsDay(book, at) ? en(move.balance) : '',
  ])
  sheet.print`
    40b/13: 40 Toronto Lakeshore | 570> Statement of Account
    56: 40/7 LESLIEVILLE BRANCH ¶ 1180 QUEEN ST EAST ¶ TORONTO, ON  M4M 1L4
    130: 60 ${name} ¶ ${place(chance, 'ca').map((line) => line.toUpperCase())}
    215/7: 60 Statement From - To | 300 Page
    227: 60 ${stamp(book.from)} - ${stamp(book.to)} | 300 1 OF 1
    245/7: 60 Account Type | 220 Branch No. | 300 Account No.
    257: 60 EVERY DAY CHEQUING ACCOUNT | 220 ${account.slice(0, 4)} | 300 ${account}
    end = table 290: 48 Description | 330> Withdrawals | 410> Deposits | 436 Date | 560> Balance
    - STARTING BALANCE |  |  | ${code(book.from)} | ${en(book.opening)}
    - ${rows}
    end+16/7: 48 Credits: ${book.ins.length} | 130 ${en(book.credits)} | 300 Debits: ${book.outs.length}
      | 400 ${en(book.debits)}
  `
  return sheet.says`BANK_STATEMENT world-ca-everyday
    ${statement(book)} | bank_name Toronto Lakeshore | account_holder_name ${name} | account_number ${account}
      | total_deposits ${book.credits} | total_withdrawals ${book.debits}
    optional closing_balance currency total_deposits total_withdrawals bank_name`
}

/** A member's statement of several accounts, each with its own table. */
export const caMember: Generator = async (chance) => {
  const span = month(chance)
  const book = bookOf(chance, { span, land: 'ca', count: chance.whole(5, 10) })
  const shares = bookOf(chance, { span, land: 'ca', count: 3, opening: 1_200 })
  const [name, member] = [person(chance), chance.digits(7)]
  const sheet = await Sheet.open(chance, 'letter browser|plain')
  sheet.print`
    50: 40b/17 Prairie Sky Credit Union
    66: 40/12 Member Statement
    110: 40 ${name} ¶ ${place(chance, 'ca')}
    list 110: 380 | 470
    - Member number | ${member}
    - Statement date | ${day(book.to, 'MMM DD, YYYY')}
    - Period | ${day(book.from, 'MMM DD')} to ${day(book.to, 'MMM DD, YYYY')}
  `
  let y = 190
  for (const [title, part] of [
    ['Chequing 100', book],
    ['Premium Savings 210', shares],
  ] as const) {
    sheet.print`
      box 36 ${y - 14} 540 20 0.88
      ${y}: 40b/11 ${title}
    `
    y =
      sheet.print`
        table ${y + 22}: 40 Date | 110 Transaction | 390> Debit | 470> Credit | 566> Balance
        - ${day(part.from, 'MMM DD')} | Balance Forward |  |  | ${dollars(part.opening)}
        - ${part.moves.map(
          (move) => cells`${day(move.date, 'MMM DD')} | ${move.text}
          | ${move.amount < 0 ? dollars(-move.amount) : ''} | ${move.amount > 0 ? dollars(move.amount) : ''}
          | ${dollars(move.balance)}`,
        )}
        - ${day(part.to, 'MMM DD')} | Ending Balance |  |  | ${dollars(part.closing)}
      ` + 24
  }
  // The statement's balances are those of its first account, and so are its rows.
  return sheet.says`BANK_STATEMENT world-ca-member
    ${statement(book)} | bank_name Prairie Sky Credit Union | account_holder_name ${name} | account_number ${member}
    optional currency account_number`
}

/** French of Quebec: codes, fees in a column, a balance carried over. */
export const caCaisse: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'caFr' })
  const [name, folio] = [person(chance, 'fr'), chance.digits(6)]
  const sheet = await Sheet.open(chance, 'letter plain|browserLetters')
  sheet.print`
    46: 40b/13 Caisse populaire du Fleuve
    60: 40/8 590, boul. Champlain ¶ Québec (Québec)  G1K 4H9
    46: 572>b/13 RELEVÉ DE COMPTE
    130: 60 ${name} ¶ ${place(chance, 'caFr')}
    list 130: 370 | 470
    - Folio | ${folio}
    - Transit | 81530
    - Période | Du ${day(book.from, 'D')} au ${day(book.to, 'D MMMM YYYY', 'fr')}
    - Page | 1 de 1
    214: 40b Compte EOP – Épargne avec opérations (CAD)
  `
  const rows = book.moves.map((move, i) => [
    day(move.date, 'D MMM', 'fr').toUpperCase(),
    chance.pick(['ACH', 'VWW', 'RA', 'PWW']),
    move.lines,
    i === 4 ? '' : '',
    move.amount < 0 ? fr(-move.amount) : '',
    move.amount > 0 ? fr(move.amount) : '',
    fr(move.balance),
  ])
  sheet.print`
    end = table 234: 40 Date | 90 Code | 124 Description | 340> Frais | 420> Retrait | 495> Dépôt | 572> Solde
    - |  | Solde reporté |  |  |  | ${fr(book.opening)}
    - ${rows}
    end+4b: 124 Total | 420> ${fr(book.debits)} | 495> ${fr(book.credits)}
  `
  return sheet.says`BANK_STATEMENT world-ca-caisse
    ${statement(book, { totals: true })} | bank_name Caisse populaire du Fleuve | account_holder_name ${name}
      | account_number ${folio} | currency CAD
    optional account_number closing_balance`
}

/** A business account: counts of debits and credits, a trailing OD never reached, cheques numbered. */
export const caBusiness: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'ca', scale: 6, count: chance.whole(20, 34) })
  const [firm, account] = [
    `${chance.digits(7)} ONTARIO INC`,
    `${chance.digits(5)} ${chance.digits(3)}-${chance.digits(3)}-${chance.digits(1)}`,
  ]
  const sheet = await Sheet.open(chance, 'letter 8.5 plain|jumbledWords')
  const top = (page: number) => {
    sheet.print`
      40b: 36 Confederation Bank of Commerce | 576> Page ${page}
      54: 36 Business Operating Account Statement
        | 576> ${day(book.from, 'MMM D, YYYY')} - ${day(book.to, 'MMM D, YYYY')}
    `
  }
  top(1)
  const leave = ({ y }: { y: number }) => sheet.print`${y}: 90/7 Continued on next page`
  const enter = () => {
    top(sheet.pages)
    return 84
  }
  sheet.print`
    90: 36 ${firm} ¶ ${place(chance, 'ca')} | 360 Account number: ${account} ¶ Currency: CAD
      ¶ Statement issued: ${day(daysAfter(book.to, 1), 'MMM D, YYYY')}
    160b/8: 36 Opening balance | 150 ${book.ins.length} credits totalling | 280 ${book.outs.length} debits totalling
      | 420 Closing balance
    173: 36 ${dollars(book.opening)} | 150 ${dollars(book.credits)} | 280 ${dollars(book.debits)}
      | 420 ${dollars(book.closing)}
    table 205 bottom 730 leave ${leave} enter ${enter}: 36 Date | 90 Transaction details
      | 370> Cheques and ¶ debits ($) | 465> Deposits and ¶ credits ($) | 570> Balance ($)
    - ${day(book.from, 'MM/DD/YYYY')} | Balance forward |  |  | ${en(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'MM/DD/YYYY')} | ${move.text}
      | ${move.amount < 0 ? en(-move.amount) : ''} | ${move.amount > 0 ? en(move.amount) : ''}
      | ${en(move.balance)}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-ca-business
    ${statement(book, { totals: true })} | bank_name Confederation Bank of Commerce | account_holder_name ${firm}
      | account_number ${account} | currency CAD
    optional`
}

/** A card: both dates without year, foreign sums on a line of their own, rewards and payment boxes. */
export const caTravelCard: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'ca', owed: true, opening: chance.amount(300, 2_400) })
  const [name, card] = [person(chance).toUpperCase(), `4530 91XX XXXX ${chance.digits(4)}`]
  const due = daysAfter(book.to, 21)
  const sheet = await Sheet.open(chance, 'letter office|report')
  const interest = 0
  sheet.print`
    44b/12: 36 Confederation Bank of Commerce | 576> Aerovista Visa Infinite
    90: 36 ${name} ¶ ${place(chance, 'ca').map((line) => line.toUpperCase())}
    150: 36 Card number  ${card}
      ¶ Statement period  ${day(book.from, 'MMM. D, YYYY')} - ${day(book.to, 'MMM. D, YYYY')}
    box 330 80 246 96
    list 98: 340 | 500
    - Amount Due | ${dollars(book.closing)}
    - Minimum payment | $10.00
    - Payment due date | ${day(due, 'MMM D, YYYY')}
    - Credit limit | $12,000.00
    - Available credit | ${dollars(12_000 - book.closing)}
    list 200: 340 | 500
    - Previous balance | ${dollars(book.opening)}
    - Payments and credits | -${dollars(book.credits)}
    - Purchases | ${dollars(book.debits)}
    - Interest | ${dollars(interest)}
    - Total balance | ${dollars(book.closing)}
    200: 36/8 Aerovista points ¶ Opening points  12,${chance.digits(3)} ¶ Points earned  ${chance.whole(200, 900)}
      ¶ If you pay only the minimum each month, ¶ it will take 9 years and 4 months to repay.
  `
  const rows = book.moves.map((move, i) => [
    day(move.date, 'MMM D'),
    day(move.value, 'MMM D'),
    i % 5 === 3 && move.amount < 0
      ? [move.text.toUpperCase(), `${en(sum([-move.amount * 0.7]))} USD @ 1.4${chance.digits(4)}`]
      : move.text.toUpperCase(),
    move.amount > 0 ? `-${en(move.amount)}` : en(-move.amount),
  ])
  sheet.print`
    296: 36b/11 Your transactions
    table 314: 36 Trans ¶ date | 90 Post ¶ date | 144 Description | 560> Amount ($)
    - ${rows}
  `
  return sheet.says`CREDIT_CARD_STATEMENT world-ca-travel-card
    ${statement(book)} | bank_name Confederation Bank of Commerce | account_holder_name ${name}
      | account_number ${card} | total_deposits ${book.credits} | total_withdrawals ${book.debits}
    optional currency total_deposits total_withdrawals`
}

/** A French card statement of Quebec with its payment coupon. */
export const caCarteFr: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'caFr', owed: true, opening: chance.amount(200, 1_900) })
  const [name, card] = [person(chance, 'fr'), `5258 XXXX XXXX ${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, 'letter browser|plain')
  sheet.print`
    44b/13: 40 Banque Laurentide | 572> Relevé de compte Mastercard
    90: 40 ${name} ¶ ${place(chance, 'caFr')}
    list 90: 330 | 470
    - Numéro de compte | ${card}
    - Date du relevé | ${day(book.to, 'D MMMM YYYY', 'fr')}
    - Période visée | ${day(book.from, 'YYYY-MM-DD')} au ${day(book.to, 'YYYY-MM-DD')}
    - Limite de crédit | 8 000,00 $
    190/8: 40 Solde précédent | 150 Paiements et crédits | 280 Achats et débits | 400 Nouveau solde
    203b: 40 ${fr(book.opening)} $ | 150 - ${fr(book.credits)} $ | 280 ${fr(book.debits)} $
      | 400 ${fr(book.closing)} $
    226: 40 Paiement minimum exigible | 200 10,00 $ | 300 Date d’échéance
      | 400 ${day(daysAfter(book.to, 21), 'D MMMM YYYY', 'fr')}
    end = table 256: 40 Date de transaction | 140 Date d’inscription | 240 Description | 560> Montant
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'MM/DD')} | ${day(move.value, 'MM/DD')} | ${move.text}
      | ${move.amount > 0 ? `${fr(move.amount)} CR` : fr(-move.amount)}`,
    )}
    rule end 36 576 0.3
    end+14: 40/8 Coupon de paiement – détacher et retourner avec votre paiement
    end+30: 40 Nouveau solde : ${fr(book.closing)} $ | 240 Paiement minimum : 10,00 $ | 440 Montant versé :
  `
  return sheet.says`CREDIT_CARD_STATEMENT world-ca-carte-fr
    ${statement(book)} | bank_name Banque Laurentide | account_holder_name ${name} | account_number ${card}
      | total_deposits ${book.credits} | total_withdrawals ${book.debits}
    optional currency`
}
