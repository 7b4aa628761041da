import type { Generator } from '../specimen.ts'
import { bookOf, cycle, month, startsDay, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { ch, day, daysAfter, de } from './print.ts'
import { Sheet } from './sheet.ts'

/** Amounts with a trailing sign, days without year over a new year, the balances as rows of the table. */
export const deTrailing: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'de' })
  const [name, account] = [person(chance, 'de'), chance.digits(8)]
  const signed = (amount: number) => `${de(Math.abs(amount))}${amount < 0 ? '-' : '+'}`
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.office, HANDS.jumbled] })
  sheet.at(360, 44, 'Sparkasse Wiesental', { size: 13, bold: true })
  sheet.stack(360, 58, ['Marktplatz 3', '79650 Schopfheim', 'BLZ 683 515 57   BIC SOLADES1SFH'], { size: 7 })
  sheet.stack(60, 110, [name, ...place(chance, 'de')])
  sheet.row(
    200,
    [
      [60, 'Kontoauszug'],
      [300, `Auszug ${chance.whole(1, 12)}/${book.to.slice(0, 4)}`],
      [480, 'Blatt 1 von 1'],
    ],
    { bold: true, size: 11 },
  )
  sheet.row(216, [
    [60, `Girokonto ${account}`],
    [300, `Kontoinhaber: ${name}`],
  ])
  sheet.row(230, [[60, `Zeitraum ${day(book.from, 'DD.MM.YYYY')} - ${day(book.to, 'DD.MM.YYYY')}`]])
  sheet.table({
    y: 256,
    bottom: 760,
    columns: [
      { x: 60, head: 'Bu-Tag' },
      { x: 100, head: 'Wert' },
      { x: 140, head: 'Erläuterung' },
      { x: -540, head: 'Betrag EUR' },
    ],
    rows: [
      ['', '', `Kontostand am ${day(daysAfter(book.from, -1), 'DD.MM.YYYY')}, Auszug Nr. 4`, signed(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD.MM.'),
        day(move.value, 'DD.MM.'),
        move.lines,
        signed(move.amount),
      ]),
      ['', '', `Kontostand am ${day(book.to, 'DD.MM.YYYY')} um 20:03 Uhr`, signed(book.closing)],
    ],
  })
  return statement('de-trailing', sheet, book, {
    fields: { bank_name: 'Sparkasse Wiesental', account_holder_name: name, account_number: account, currency: 'EUR' },
  })
}

/** S and H behind every sum, an account in a head line, the year given once in the head. */
export const deShared: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'de' })
  const [name, account] = [person(chance, 'de').toUpperCase(), chance.digits(9)]
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? 'S' : 'H'}`
  const sheet = await Sheet.open(chance, { face: 'mono', text: 8.5, hands: [HANDS.plain, HANDS.report] })
  sheet.row(
    44,
    [
      [40, 'Volksbank Oberland eG'],
      [-555, 'Kontoauszug'],
    ],
    { size: 12, bold: true },
  )
  sheet.row(
    64,
    [
      [40, 'Kontonummer'],
      [140, 'erstellt am'],
      [260, 'Auszug'],
      [330, 'Blatt'],
    ],
    { size: 7 },
  )
  sheet.row(76, [
    [40, account],
    [140, day(daysAfter(book.to, 2), 'DD.MM.YYYY')],
    [260, `${chance.whole(2, 12)}/${book.to.slice(0, 4)}`],
    [330, '1 von 1'],
  ])
  sheet.stack(40, 110, [name, ...place(chance, 'de')])
  sheet.at(40, 180, `Kontokorrent   EUR-Konto   vom ${day(book.from, 'DD.MM.YYYY')} bis ${day(book.to, 'DD.MM.YYYY')}`)
  sheet.table({
    y: 204,
    columns: [
      { x: 40, head: 'Bu-Tag' },
      { x: 90, head: 'Wert' },
      { x: 140, head: 'Vorgang' },
      { x: -545, head: '' },
    ],
    rows: [
      ['', '', `alter Kontostand vom ${day(daysAfter(book.from, -1), 'DD.MM.YYYY')}`, mark(book.opening)],
      ...book.moves.map((move) => [day(move.date, 'DD.MM.'), day(move.value, 'DD.MM.'), move.lines, mark(move.amount)]),
      ['', '', `neuer Kontostand vom ${day(book.to, 'DD.MM.YYYY')}`, mark(book.closing)],
    ],
  })
  return statement('de-shared', sheet, book, {
    fields: { bank_name: 'Volksbank Oberland eG', account_holder_name: name, account_number: account, currency: 'EUR' },
  })
}

/** A direct bank: booking and value date stacked in one cell, one signed column, a balance box at the head. */
export const deDirect: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'de' })
  const [name, iban] = [
    person(chance, 'de'),
    `DE${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`,
  ]
  const sheet = await Sheet.open(chance, { face: 'wide', hands: [HANDS.browser, HANDS.plain] })
  sheet.at(40, 46, 'Lindau Direkt AG', { size: 15, bold: true })
  sheet.stack(40, 90, [name, ...place(chance, 'de')])
  sheet.at(40, 170, `Girokonto Nummer ${chance.digits(10)}`, { size: 12, bold: true })
  sheet.at(40, 186, `Kontoauszug ${day(book.to, 'MMMM YYYY', 'de')}`)
  sheet.pairs(330, 440, 90, [
    ['IBAN', iban],
    ['BIC', 'LDAUDEFFXXX'],
    ['Datum', day(daysAfter(book.to, 1), 'DD.MM.YYYY')],
    ['Seite', '1 von 2'],
    ['Alter Saldo', `${de(book.opening)} Euro`],
    ['Neuer Saldo', `${de(book.closing)} Euro`],
  ])
  sheet.table({
    y: 216,
    columns: [
      { x: 40, head: ['Buchung', 'Valuta'] },
      { x: 110, head: 'Buchung / Verwendungszweck' },
      { x: -545, head: 'Betrag (EUR)' },
    ],
    rows: book.moves.map((move) => [
      [day(move.date, 'DD.MM.YYYY'), day(move.value, 'DD.MM.YYYY')],
      move.lines.length > 1 ? move.lines : [...move.lines, 'Referenz NOTPROVIDED'],
      de(move.amount),
    ]),
    step: 18,
    enter: () => {
      sheet.row(
        40,
        [
          [40, 'Lindau Direkt AG'],
          [-545, `Kontoauszug ${day(book.to, 'MMMM YYYY', 'de')}`],
        ],
        { size: 8 },
      )
      return 70
    },
  })
  return statement('de-direct', sheet, book, {
    fields: { bank_name: 'Lindau Direkt AG', account_holder_name: name, account_number: iban, currency: 'EUR' },
    optional: ['statement_start_date', 'statement_end_date', 'account_number'],
  })
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
  const sheet = await Sheet.open(chance, { hands: [HANDS.typesetter, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, 'Nordsee Kreditbank'],
      [-555, 'Kreditkartenabrechnung'],
    ],
    { size: 13, bold: true },
  )
  sheet.stack(40, 90, [name, ...place(chance, 'de')])
  sheet.pairs(330, 450, 90, [
    ['Kartennummer', card],
    ['Abrechnungsdatum', day(book.to, 'DD.MM.YYYY')],
    ['Abrechnungszeitraum', `${day(book.from, 'DD.MM.YY')} - ${day(book.to, 'DD.MM.YY')}`],
    ['Verfügungsrahmen', '3.000,00 EUR'],
  ])
  sheet.table({
    y: 190,
    columns: [
      { x: 40, head: 'Belegdatum' },
      { x: 104, head: 'Buchung' },
      { x: 160, head: 'Umsatz' },
      { x: -400, head: 'Währung' },
      { x: -450, head: 'Kurs' },
      { x: -545, head: 'Betrag in EUR' },
    ],
    rows: [
      ['', '', 'Saldo letzte Abrechnung', '', '', signed(-book.opening)],
      ...book.moves.map((move, i) => [
        day(move.date, 'DD.MM.YY'),
        day(move.value, 'DD.MM.YY'),
        move.text,
        i % 4 === 1 && move.amount < 0 ? `USD ${de(-move.amount * 1.08)}` : '',
        i % 4 === 1 && move.amount < 0 ? '1,0800' : '',
        signed(move.amount),
      ]),
      ['', '', 'Neuer Saldo', '', '', signed(-book.closing)],
    ],
  })
  sheet.at(
    40,
    700,
    `Der Rechnungsbetrag wird am ${day(daysAfter(book.to, 5), 'DD.MM.YYYY')} von Ihrem Konto abgebucht.`,
  )
  return statement('de-card-bill', sheet, book, {
    type: 'CREDIT_CARD_STATEMENT',
    fields: { bank_name: 'Nordsee Kreditbank', account_holder_name: name, account_number: card, currency: 'EUR' },
    optional: ['opening_balance', 'closing_balance'],
  })
}

/** A Swiss account: apostrophes, the text before the value date, totals under the columns. */
export const chAccount: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'chDe' })
  const [name, iban] = [
    person(chance, 'de'),
    `CH${chance.digits(2)} 0079 0${chance.digits(3)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(1)}`,
  ]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.reportBackwards] })
  sheet.at(40, 50, 'Kantonalbank Seeland', { size: 15, bold: true })
  sheet.stack(340, 100, [name, ...place(chance, 'ch')])
  sheet.pairs(40, 140, 100, [
    ['Kontoauszug', ''],
    ['Konto', 'Privatkonto'],
    ['IBAN', iban],
    ['Währung', 'CHF'],
    ['Zeitraum', `${day(book.from, 'DD.MM.YYYY')} - ${day(book.to, 'DD.MM.YYYY')}`],
  ])
  const end = sheet.table({
    y: 200,
    columns: [
      { x: 40, head: 'Datum' },
      { x: 100, head: 'Text' },
      { x: -350, head: 'Belastung' },
      { x: -420, head: 'Gutschrift' },
      { x: -485, head: 'Valuta' },
      { x: -555, head: 'Saldo' },
    ],
    rows: [
      [day(book.from, 'DD.MM.YY'), 'Saldovortrag', '', '', '', ch(book.opening)],
      ...book.moves.map((move, at) => [
        startsDay(book, at) ? day(move.date, 'DD.MM.YY') : '',
        move.lines,
        move.amount < 0 ? ch(-move.amount) : '',
        move.amount > 0 ? ch(move.amount) : '',
        day(move.value, 'DD.MM.YY'),
        ch(move.balance),
      ]),
    ],
  })
  sheet.rule(end - 8, 40, 555).row(
    end + 4,
    [
      [100, 'Umsatztotal'],
      [-350, ch(book.debits)],
      [-420, ch(book.credits)],
    ],
    { bold: true },
  )
  sheet.row(
    end + 18,
    [
      [100, 'Schlusssaldo'],
      [-555, ch(book.closing)],
    ],
    { bold: true },
  )
  return statement('ch-account', sheet, book, {
    fields: { bank_name: 'Kantonalbank Seeland', account_holder_name: name, account_number: iban, currency: 'CHF' },
    totals: true,
  })
}
