import { checkedIban } from '../checked-iban.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, cycle, month, statement } from './book.ts'
import { person, place } from './people.ts'
import { day, de, en, fr } from './print.ts'

/** Dutch: a column that says Af or Bij, unsigned sums. */
export const nlAfBij: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'nl' })
  const [name, iban] = [
    person(chance, 'nl'),
    checkedIban(`NL${chance.digits(2)} DIJK 0${chance.digits(3)} ${chance.digits(4)} ${chance.digits(2)}`),
  ]
  const sheet = await Sheet.open(chance, 'unicode browser|plain')
  sheet.print`
    46b/14: 40 Dijkbank N.V. | 555> Rekeningafschrift
    90: 40 ${name} ¶ ${place(chance, 'nl')}
    list 90: 320 | 430
    - Rekeningnummer | ${iban}
    - Periode | ${day(book.from, 'DD-MM-YYYY')} t/m ${day(book.to, 'DD-MM-YYYY')}
    - Volgnummer | 7
    - Munteenheid | EUR
    170b: 40 Vorig saldo | 170 Totaal afgeschreven | 310 Totaal bijgeschreven | 450 Nieuw saldo
    183: 40 € ${de(book.opening)} | 170 € ${de(book.debits)} | 310 € ${de(book.credits)} | 450 € ${de(book.closing)}
    table 212 ruled: 40 Datum | 105 Omschrijving | 420 Af/Bij | 545> Bedrag
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD-MM-YYYY')} | ${move.lines}
      | ${move.amount < 0 ? 'Af' : 'Bij'} | ${de(Math.abs(move.amount))}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-nl-af-bij
    ${statement(book, { totals: true })} | bank_name Dijkbank N.V. | account_holder_name ${name}
      | account_number ${iban} | currency EUR
    optional`
}

/** Dutch, older: columns Bedrag af and Bedrag bij, days as 03-12 with the year in the head. */
export const nlColumns: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'nl' })
  const [name, iban] = [person(chance, 'nl'), checkedIban(`NL${chance.digits(2)}ROER0${chance.digits(9)}`)]
  const sheet = await Sheet.open(chance, 'report|browserLetters')
  sheet.print`
    44: 40b/12 Coöperatieve Roerbank U.A.
    60: 40 Rekeningoverzicht Betaalrekening
    90: 330 ${name} ¶ ${place(chance, 'nl')}
    160/7: 40 Datum vanaf | 140 Datum tot en met | 260 IBAN | 430 Saldo vorig overzicht
    171: 40 ${day(book.from, 'DD-MM-YYYY')} | 140 ${day(book.to, 'DD-MM-YYYY')} | 260 ${iban}
      | 430 EUR ${de(book.opening)}
    end = table 196: 40 Rente-datum | 110 Omschrijving | 450> Bedrag af (debet) | 550> Bedrag bij (credit)
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD-MM')} | ${move.lines}
      | ${move.amount < 0 ? de(-move.amount) : ''} | ${move.amount > 0 ? de(move.amount) : ''}`,
    )}
    end+4b: 40 Totaal | 450> ${de(book.debits)} | 550> ${de(book.credits)}
    end+18b: 40 Nieuw saldo per ${day(book.to, 'DD-MM-YYYY')} | 550> EUR ${de(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-nl-columns
    ${statement(book, { totals: true })} | bank_name Coöperatieve Roerbank U.A. | account_holder_name ${name}
      | account_number ${iban} | currency EUR
    optional`
}

/** Polish, in a font of two-byte codes: PLN, two dates, sum and balance after the operation. */
export const plWyciag: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'pl' })
  const [name, account] = [
    person(chance, 'pl'),
    `${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`,
  ]
  const sheet = await Sheet.open(chance, 'unicode 8.5 plain|browser')
  sheet.print`
    46b/12: 40 Bank Wiślany S.A. | 555> Wyciąg z rachunku nr ${chance.whole(1, 12)}/${book.to.slice(0, 4)}
    66: 40 za okres od ${day(book.from, 'DD.MM.YYYY')} do ${day(book.to, 'DD.MM.YYYY')}
    96: 330 ${name} ¶ ${place(chance, 'pl')}
    list 96: 40 | 150
    - Posiadacz rachunku | ${name}
    - Numer rachunku | ${account}
    - Waluta | PLN
    - Saldo początkowe | ${fr(book.opening)} PLN
    - Suma uznań | ${fr(book.credits)} PLN
    - Suma obciążeń | ${fr(-book.debits)} PLN
    - Saldo końcowe | ${fr(book.closing)} PLN
    table 214 ruled: 40 Data ¶ operacji | 100 Data ¶ księgowania | 160 Opis operacji | 460> Kwota
      | 550> Saldo po ¶ operacji
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD.MM.YYYY')} | ${day(move.value, 'DD.MM.YYYY')}
      | ${move.lines} | ${fr(move.amount)} | ${fr(move.balance)}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-pl-wyciag
    ${statement(book, { totals: true })} | bank_name Bank Wiślany S.A. | account_holder_name ${name}
      | account_number ${account} | currency PLN
    optional total_withdrawals`
}

/** Swedish: ISO days, signed sums with a comma, the opening balance in the head. */
export const svKontoutdrag: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'sv', scale: 8 })
  const [name, account] = [person(chance, 'sv'), `${chance.digits(4)} ${chance.digits(2)} ${chance.digits(5)}`]
  const sheet = await Sheet.open(chance, 'office|plain')
  sheet.print`
    46b/13: 40 Mälarbanken AB | 555> Kontoutdrag
    80: 330 ${name} ¶ ${place(chance, 'sv')}
    list 80: 40 | 140
    - Kontonummer | ${account}
    - Kontohavare | ${name}
    - Period | ${book.from} - ${book.to}
    - Valuta | SEK
    - Ingående saldo | ${fr(book.opening)}
    - Utgående saldo | ${fr(book.closing)}
    table 190: 40 Bokföringsdag | 120 Transaktionsdag | 210 Text | 460> Belopp | 550> Saldo
    - ${book.moves.map((move) => [move.date, move.date, move.text, fr(move.amount), fr(move.balance)])}
  `
  return sheet.says`BANK_STATEMENT world-sv-kontoutdrag
    ${statement(book)} | bank_name Mälarbanken AB | account_holder_name ${name} | account_number ${account}
      | currency SEK
    optional`
}

/** A pocket of one currency in a multi-currency account: English, one day a row as `2 Mar 2024`. */
export const euPocket: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk', opening: chance.amount(500, 900) })
  const [name, iban] = [person(chance), checkedIban(`LT${chance.digits(18)}`)]
  const euro = (amount: number) => (amount < 0 ? `-€${en(-amount)}` : `€${en(amount)}`)
  const sheet = await Sheet.open(chance, 'unicode browser|browserLetters')
  sheet.print`
    48b/16: 40 Revoluta | 555> EUR Statement
    62/8: 555> Generated on the ${day(book.to, 'D MMM YYYY')} | 40 Revoluta Bank UAB
    100: 40 ${name} ¶ ${place(chance, 'nl')}
    list 100: 330 | 400
    - IBAN | ${iban}
    - BIC | RVOLLT21
    180: 40b/12 Balance summary
    200b/8: 40 Product | 280> Opening balance | 370> Money out | 460> Money in | 555> Closing balance
    216: 40 Account (Current Account) | 280> ${euro(book.opening)} | 370> ${euro(book.debits)}
      | 460> ${euro(book.credits)} | 555> ${euro(book.closing)}
    230b: 40 Total | 280> ${euro(book.opening)} | 370> ${euro(book.debits)} | 460> ${euro(book.credits)}
      | 555> ${euro(book.closing)}
    262: 40b/11 Account transactions from ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')}
    table 282 ruled: 40 Date | 120 Description | 370> Money out | 460> Money in | 555> Balance
    - ${book.moves.map(
      (move, i) => cells`${day(move.date, 'D MMM YYYY')}
      | ${i % 3 === 0 ? [move.text, 'Card: 516760******8821'] : move.text}
      | ${move.amount < 0 ? euro(-move.amount) : ''} | ${move.amount > 0 ? euro(move.amount) : ''}
      | ${euro(move.balance)}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-eu-pocket
    ${statement(book, { totals: true })} | bank_name Revoluta Bank UAB | account_holder_name ${name}
      | account_number ${iban} | currency EUR
    optional bank_name`
}
