import { checkedIban } from '../checked-iban.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, cycle, month, startsDay, statement } from './book.ts'
import { person, place } from './people.ts'
import { ch, day, daysAfter, de } from './print.ts'

/** Amounts with a trailing sign, days without year over a new year, the balances as rows of the table. */
export const deTrailing: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'de' })
  const [name, account] = [person(chance, 'de'), chance.digits(8)]
  const signed = (amount: number) => `${de(Math.abs(amount))}${amount < 0 ? '-' : '+'}`
  const sheet = await Sheet.open(chance, 'plain|office|jumbled')
  sheet.print`
    44: 360b/13 Sparkasse Wiesental
    58: 360/7 Marktplatz 3 ¶ 79650 Schopfheim ¶ BLZ 683 515 57   BIC SOLADES1SFH
    110: 60 ${name} ¶ ${place(chance, 'de')}
    200b/11: 60 Kontoauszug | 300 Auszug ${chance.whole(1, 12)}/${book.to.slice(0, 4)} | 480 Blatt 1 von 1
    216: 60 Girokonto ${account} | 300 Kontoinhaber: ${name}
    230: 60 Zeitraum ${day(book.from, 'DD.MM.YYYY')} - ${day(book.to, 'DD.MM.YYYY')}
    table 256 bottom 760: 60 Bu-Tag | 100 Wert | 140 Erläuterung | 540> Betrag EUR
    - |  | Kontostand am ${day(daysAfter(book.from, -1), 'DD.MM.YYYY')}, Auszug Nr. 4 | ${signed(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD.MM.')} | ${day(move.value, 'DD.MM.')} | ${move.lines}
      | ${signed(move.amount)}`,
    )}
    - |  | Kontostand am ${day(book.to, 'DD.MM.YYYY')} um 20:03 Uhr | ${signed(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-de-trailing
    ${statement(book)} | bank_name Sparkasse Wiesental | account_holder_name ${name} | account_number ${account}
      | currency EUR
    optional`
}

/** S and H behind every sum, an account in a head line, the year given once in the head. */
export const deShared: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'de' })
  const [name, account] = [person(chance, 'de').toUpperCase(), chance.digits(9)]
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? 'S' : 'H'}`
  const sheet = await Sheet.open(chance, 'mono 8.5 plain|report')
  sheet.print`
    44b/12: 40 Volksbank Oberland eG | 555> Kontoauszug
    64/7: 40 Kontonummer | 140 erstellt am | 260 Auszug | 330 Blatt
    76: 40 ${account} | 140 ${day(daysAfter(book.to, 2), 'DD.MM.YYYY')}
      | 260 ${chance.whole(2, 12)}/${book.to.slice(0, 4)} | 330 1 von 1
    110: 40 ${name} ¶ ${place(chance, 'de')}
    180: 40 Kontokorrent   EUR-Konto   vom ${day(book.from, 'DD.MM.YYYY')} bis ${day(book.to, 'DD.MM.YYYY')}
    table 204: 40 Bu-Tag | 90 Wert | 140 Vorgang | 545>
    - |  | alter Kontostand vom ${day(daysAfter(book.from, -1), 'DD.MM.YYYY')} | ${mark(book.opening)}
    - ${book.moves.map((move) => [day(move.date, 'DD.MM.'), day(move.value, 'DD.MM.'), move.lines, mark(move.amount)])}
    - |  | neuer Kontostand vom ${day(book.to, 'DD.MM.YYYY')} | ${mark(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-de-shared
    ${statement(book)} | bank_name Volksbank Oberland eG | account_holder_name ${name} | account_number ${account}
      | currency EUR
    optional`
}

/** A direct bank: booking and value date stacked in one cell, one signed column, a balance box at the head. */
export const deDirect: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'de' })
  const [name, iban] = [
    person(chance, 'de'),
    checkedIban(
      `DE${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`,
    ),
  ]
  const sheet = await Sheet.open(chance, 'unicode browser|plain')
  const enter = () => {
    sheet.print`40/8: 40 Lindau Direkt AG | 545> Kontoauszug ${day(book.to, 'MMMM YYYY', 'de')}`
    return 70
  }
  sheet.print`
    46: 40b/15 Lindau Direkt AG
    90: 40 ${name} ¶ ${place(chance, 'de')}
    170: 40b/12 Girokonto Nummer ${chance.digits(10)}
    186: 40 Kontoauszug ${day(book.to, 'MMMM YYYY', 'de')}
    list 90: 330 | 440
    - IBAN | ${iban}
    - BIC | LDAUDEFFXXX
    - Datum | ${day(daysAfter(book.to, 1), 'DD.MM.YYYY')}
    - Seite | 1 von 2
    - Alter Saldo | ${de(book.opening)} Euro
    - Neuer Saldo | ${de(book.closing)} Euro
    table 216 gap 8 enter ${enter}: 40 Buchung ¶ Valuta | 110 Buchung / Verwendungszweck | 545> Betrag (EUR)
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD.MM.YYYY')} ¶ ${day(move.value, 'DD.MM.YYYY')}
      | ${move.lines.length > 1 ? move.lines : [...move.lines, 'Referenz NOTPROVIDED']} | ${de(move.amount)}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-de-direct
    ${statement(book)} | bank_name Lindau Direkt AG | account_holder_name ${name} | account_number ${iban}
      | currency EUR
    optional statement_start_date statement_end_date account_number`
}

/** A German card bill: foreign currency and rate in columns, the sum to be collected below. */
export const deCardBill: Generator = async (chance) => {
  const book = bookOf(chance, {
    span: cycle(chance),
    land: 'de',
    owed: true,
    opening: chance.amount(100, 900),
    count: chance.whole(6, 12),
  })
  const [name, card] = [person(chance, 'de'), `5232 XXXX XXXX ${chance.digits(4)}`]
  const signed = (amount: number) => `${de(Math.abs(amount))}${amount < 0 ? '-' : '+'}`
  const sheet = await Sheet.open(chance, 'typesetter|plain')
  sheet.print`
    46b/13: 40 Nordsee Kreditbank | 555> Kreditkartenabrechnung
    90: 40 ${name} ¶ ${place(chance, 'de')}
    list 90: 330 | 450
    - Kartennummer | ${card}
    - Abrechnungsdatum | ${day(book.to, 'DD.MM.YYYY')}
    - Abrechnungszeitraum | ${day(book.from, 'DD.MM.YY')} - ${day(book.to, 'DD.MM.YY')}
    - Verfügungsrahmen | 3.000,00 EUR
    table 190: 40 Belegdatum | 104 Buchung | 160 Umsatz | 400> Währung | 450> Kurs | 545> Betrag in EUR
    - |  | Saldo letzte Abrechnung |  |  | ${signed(-book.opening)}
    - ${book.moves.map(
      (move, i) => cells`${day(move.date, 'DD.MM.YY')} | ${day(move.value, 'DD.MM.YY')}
      | ${move.text} | ${i % 4 === 1 && move.amount < 0 ? `USD ${de(-move.amount * 1.08)}` : ''}
      | ${i % 4 === 1 && move.amount < 0 ? '1,0800' : ''} | ${signed(move.amount)}`,
    )}
    - |  | Neuer Saldo |  |  | ${signed(-book.closing)}
    700: 40 Der Rechnungsbetrag wird am ${day(daysAfter(book.to, 5), 'DD.MM.YYYY')} von Ihrem Konto abgebucht.
  `
  return sheet.says`CREDIT_CARD_STATEMENT world-de-card-bill
    ${statement(book)} | bank_name Nordsee Kreditbank | account_holder_name ${name} | account_number ${card}
      | currency EUR
    optional opening_balance closing_balance`
}

/** A Swiss account: apostrophes, the text before the value date, totals under the columns. */
export const chAccount: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'chDe' })
  const [name, iban] = [
    person(chance, 'de'),
    checkedIban(
      `CH${chance.digits(2)} 0079 0${chance.digits(3)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(1)}`,
    ),
  ]
  const sheet = await Sheet.open(chance, 'plain|reportBackwards')
  sheet.print`
    50: 40b/15 Kantonalbank Seeland
    100: 340 ${name} ¶ ${place(chance, 'ch')}
    list 100: 40 | 140
    - Kontoauszug |
    - Konto | Privatkonto
    - IBAN | ${iban}
    - Währung | CHF
    - Zeitraum | ${day(book.from, 'DD.MM.YYYY')} - ${day(book.to, 'DD.MM.YYYY')}
    end = table 200: 40 Datum | 100 Text | 350> Belastung | 420> Gutschrift | 485> Valuta | 555> Saldo
    - ${day(book.from, 'DD.MM.YY')} | Saldovortrag |  |  |  | ${ch(book.opening)}
    - ${book.moves.map(
      (move, at) => cells`${startsDay(book, at) ? day(move.date, 'DD.MM.YY') : ''}
      | ${move.lines} | ${move.amount < 0 ? ch(-move.amount) : ''}
      | ${move.amount > 0 ? ch(move.amount) : ''} | ${day(move.value, 'DD.MM.YY')} | ${ch(move.balance)}`,
    )}
    rule end-8 40 555
    end+4b: 100 Umsatztotal | 350> ${ch(book.debits)} | 420> ${ch(book.credits)}
    end+18b: 100 Schlusssaldo | 555> ${ch(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-ch-account
    ${statement(book, { totals: true })} | bank_name Kantonalbank Seeland | account_holder_name ${name}
      | account_number ${iban} | currency CHF
    optional`
}
