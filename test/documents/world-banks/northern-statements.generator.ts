import type { Generator } from '../specimen.ts'
import { bookOf, cycle, month, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { day, de, en, fr } from './print.ts'
import { Sheet } from './sheet.ts'

/** Dutch: a column that says Af or Bij, unsigned sums. */
export const nlAfBij: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'nl' })
  const [name, iban] = [
    person(chance, 'nl'),
    `NL${chance.digits(2)} DIJK 0${chance.digits(3)} ${chance.digits(4)} ${chance.digits(2)}`,
  ]
  const sheet = await Sheet.open(chance, { face: 'wide', hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, 'Dijkbank N.V.'],
      [-555, 'Rekeningafschrift'],
    ],
    { size: 14, bold: true },
  )
  sheet.stack(40, 90, [name, ...place(chance, 'nl')])
  sheet.pairs(320, 430, 90, [
    ['Rekeningnummer', iban],
    ['Periode', `${day(book.from, 'DD-MM-YYYY')} t/m ${day(book.to, 'DD-MM-YYYY')}`],
    ['Volgnummer', '7'],
    ['Munteenheid', 'EUR'],
  ])
  sheet.row(
    170,
    [
      [40, 'Vorig saldo'],
      [170, 'Totaal afgeschreven'],
      [310, 'Totaal bijgeschreven'],
      [450, 'Nieuw saldo'],
    ],
    { bold: true },
  )
  sheet.row(183, [
    [40, `€ ${de(book.opening)}`],
    [170, `€ ${de(book.debits)}`],
    [310, `€ ${de(book.credits)}`],
    [450, `€ ${de(book.closing)}`],
  ])
  sheet.table({
    y: 212,
    columns: [
      { x: 40, head: 'Datum' },
      { x: 105, head: 'Omschrijving' },
      { x: 420, head: 'Af/Bij' },
      { x: -545, head: 'Bedrag' },
    ],
    rows: book.moves.map((move) => [
      day(move.date, 'DD-MM-YYYY'),
      move.lines,
      move.amount < 0 ? 'Af' : 'Bij',
      de(Math.abs(move.amount)),
    ]),
    ruled: true,
  })
  return statement('nl-af-bij', sheet, book, {
    fields: { bank_name: 'Dijkbank N.V.', account_holder_name: name, account_number: iban, currency: 'EUR' },
    totals: true,
  })
}

/** Dutch, older: columns Bedrag af and Bedrag bij, days as 03-12 with the year in the head. */
export const nlColumns: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'nl' })
  const [name, iban] = [person(chance, 'nl'), `NL${chance.digits(2)}ROER0${chance.digits(9)}`]
  const sheet = await Sheet.open(chance, { hands: [HANDS.report, HANDS.letters] })
  sheet.at(40, 44, 'Coöperatieve Roerbank U.A.', { size: 12, bold: true })
  sheet.at(40, 60, 'Rekeningoverzicht Betaalrekening')
  sheet.stack(330, 90, [name, ...place(chance, 'nl')])
  sheet.row(
    160,
    [
      [40, 'Datum vanaf'],
      [140, 'Datum tot en met'],
      [260, 'IBAN'],
      [430, 'Saldo vorig overzicht'],
    ],
    { size: 7 },
  )
  sheet.row(171, [
    [40, day(book.from, 'DD-MM-YYYY')],
    [140, day(book.to, 'DD-MM-YYYY')],
    [260, iban],
    [430, `EUR ${de(book.opening)}`],
  ])
  const end = sheet.table({
    y: 196,
    columns: [
      { x: 40, head: 'Rente-datum' },
      { x: 110, head: 'Omschrijving' },
      { x: -450, head: 'Bedrag af (debet)' },
      { x: -550, head: 'Bedrag bij (credit)' },
    ],
    rows: book.moves.map((move) => [
      day(move.date, 'DD-MM'),
      move.lines,
      move.amount < 0 ? de(-move.amount) : '',
      move.amount > 0 ? de(move.amount) : '',
    ]),
  })
  sheet.row(
    end + 4,
    [
      [40, 'Totaal'],
      [-450, de(book.debits)],
      [-550, de(book.credits)],
    ],
    { bold: true },
  )
  sheet.row(
    end + 18,
    [
      [40, `Nieuw saldo per ${day(book.to, 'DD-MM-YYYY')}`],
      [-550, `EUR ${de(book.closing)}`],
    ],
    { bold: true },
  )
  return statement('nl-columns', sheet, book, {
    fields: {
      bank_name: 'Coöperatieve Roerbank U.A.',
      account_holder_name: name,
      account_number: iban,
      currency: 'EUR',
    },
    totals: true,
  })
}

/** Polish, in a font of two-byte codes: PLN, two dates, sum and balance after the operation. */
export const plWyciag: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'pl' })
  const [name, account] = [
    person(chance, 'pl'),
    `${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`,
  ]
  const sheet = await Sheet.open(chance, { face: 'wide', text: 8.5, hands: [HANDS.plain, HANDS.browser] })
  sheet.row(
    46,
    [
      [40, 'Bank Wiślany S.A.'],
      [-555, `Wyciąg z rachunku nr ${chance.whole(1, 12)}/${book.to.slice(0, 4)}`],
    ],
    { size: 12, bold: true },
  )
  sheet.at(40, 66, `za okres od ${day(book.from, 'DD.MM.YYYY')} do ${day(book.to, 'DD.MM.YYYY')}`)
  sheet.stack(330, 96, [name, ...place(chance, 'pl')])
  sheet.pairs(40, 150, 96, [
    ['Posiadacz rachunku', name],
    ['Numer rachunku', account],
    ['Waluta', 'PLN'],
    ['Saldo początkowe', `${fr(book.opening)} PLN`],
    ['Suma uznań', `${fr(book.credits)} PLN`],
    ['Suma obciążeń', `${fr(-book.debits)} PLN`],
    ['Saldo końcowe', `${fr(book.closing)} PLN`],
  ])
  sheet.table({
    y: 214,
    columns: [
      { x: 40, head: ['Data', 'operacji'] },
      { x: 100, head: ['Data', 'księgowania'] },
      { x: 160, head: 'Opis operacji' },
      { x: -460, head: 'Kwota' },
      { x: -550, head: ['Saldo po', 'operacji'] },
    ],
    rows: book.moves.map((move) => [
      day(move.date, 'DD.MM.YYYY'),
      day(move.value, 'DD.MM.YYYY'),
      move.lines,
      fr(move.amount),
      fr(move.balance),
    ]),
    ruled: true,
  })
  return statement('pl-wyciag', sheet, book, {
    fields: { bank_name: 'Bank Wiślany S.A.', account_holder_name: name, account_number: account, currency: 'PLN' },
    totals: true,
    optional: ['total_withdrawals'],
  })
}

/** Swedish: ISO days, signed sums with a comma, the opening balance in the head. */
export const svKontoutdrag: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'sv', scale: 8 })
  const [name, account] = [person(chance, 'sv'), `${chance.digits(4)} ${chance.digits(2)} ${chance.digits(5)}`]
  const sheet = await Sheet.open(chance, { hands: [HANDS.office, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, 'Mälarbanken AB'],
      [-555, 'Kontoutdrag'],
    ],
    { size: 13, bold: true },
  )
  sheet.stack(330, 80, [name, ...place(chance, 'sv')])
  sheet.pairs(40, 140, 80, [
    ['Kontonummer', account],
    ['Kontohavare', name],
    ['Period', `${book.from} - ${book.to}`],
    ['Valuta', 'SEK'],
    ['Ingående saldo', fr(book.opening)],
    ['Utgående saldo', fr(book.closing)],
  ])
  sheet.table({
    y: 190,
    columns: [
      { x: 40, head: 'Bokföringsdag' },
      { x: 120, head: 'Transaktionsdag' },
      { x: 210, head: 'Text' },
      { x: -460, head: 'Belopp' },
      { x: -550, head: 'Saldo' },
    ],
    rows: book.moves.map((move) => [move.date, move.date, move.text, fr(move.amount), fr(move.balance)]),
  })
  return statement('sv-kontoutdrag', sheet, book, {
    fields: { bank_name: 'Mälarbanken AB', account_holder_name: name, account_number: account, currency: 'SEK' },
  })
}

/** A pocket of one currency in a multi-currency account: English, one day a row as `2 Mar 2024`. */
export const euPocket: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk', opening: chance.amount(500, 900) })
  const [name, iban] = [person(chance), `LT${chance.digits(18)}`]
  const euro = (amount: number) => (amount < 0 ? `-€${en(-amount)}` : `€${en(amount)}`)
  const sheet = await Sheet.open(chance, { face: 'wide', hands: [HANDS.browser, HANDS.letters] })
  sheet.row(
    48,
    [
      [40, 'Revoluta'],
      [-555, 'EUR Statement'],
    ],
    { size: 16, bold: true },
  )
  sheet.row(
    62,
    [
      [-555, `Generated on the ${day(book.to, 'D MMM YYYY')}`],
      [40, 'Revoluta Bank UAB'],
    ],
    { size: 8 },
  )
  sheet.stack(40, 100, [name, ...place(chance, 'nl')])
  sheet.pairs(330, 400, 100, [
    ['IBAN', iban],
    ['BIC', 'RVOLLT21'],
  ])
  sheet.at(40, 180, 'Balance summary', { size: 12, bold: true })
  sheet.row(
    200,
    [
      [40, 'Product'],
      [-280, 'Opening balance'],
      [-370, 'Money out'],
      [-460, 'Money in'],
      [-555, 'Closing balance'],
    ],
    { bold: true, size: 8 },
  )
  sheet.row(216, [
    [40, 'Account (Current Account)'],
    [-280, euro(book.opening)],
    [-370, euro(book.debits)],
    [-460, euro(book.credits)],
    [-555, euro(book.closing)],
  ])
  sheet.row(
    230,
    [
      [40, 'Total'],
      [-280, euro(book.opening)],
      [-370, euro(book.debits)],
      [-460, euro(book.credits)],
      [-555, euro(book.closing)],
    ],
    { bold: true },
  )
  sheet.at(40, 262, `Account transactions from ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')}`, {
    size: 11,
    bold: true,
  })
  sheet.table({
    y: 282,
    columns: [
      { x: 40, head: 'Date' },
      { x: 120, head: 'Description' },
      { x: -370, head: 'Money out' },
      { x: -460, head: 'Money in' },
      { x: -555, head: 'Balance' },
    ],
    rows: book.moves.map((move, i) => [
      day(move.date, 'D MMM YYYY'),
      i % 3 === 0 ? [move.text, 'Card: 516760******8821'] : move.text,
      move.amount < 0 ? euro(-move.amount) : '',
      move.amount > 0 ? euro(move.amount) : '',
      euro(move.balance),
    ]),
    ruled: true,
  })
  return statement('eu-pocket', sheet, book, {
    fields: { bank_name: 'Revoluta Bank UAB', account_holder_name: name, account_number: iban, currency: 'EUR' },
    totals: true,
    optional: ['bank_name'],
  })
}
