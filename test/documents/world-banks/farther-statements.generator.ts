import type { Generator } from '../specimen.ts'
import { bookOf, month, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { day, de, en } from './print.ts'
import { Sheet } from './sheet.ts'

/** Denmark: short heads, a signed sum, the balance on every row. */
export const daUdskrift: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'da', scale: 5 })
  const [name, account] = [person(chance, 'da'), `${chance.digits(4)} ${chance.digits(10)}`]
  const sheet = await Sheet.open(chance, { hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, 'Limfjordens Sparekasse'],
      [-555, 'Kontoudskrift'],
    ],
    { size: 13, bold: true },
  )
  sheet.stack(330, 84, [name, ...place(chance, 'da')])
  sheet.pairs(40, 140, 84, [
    ['Kontonummer', account],
    ['Periode', `${day(book.from, 'DD.MM.YYYY')} - ${day(book.to, 'DD.MM.YYYY')}`],
    ['Valuta', 'DKK'],
  ])
  sheet.table({
    y: 160,
    columns: [
      { x: 40, head: 'Dato' },
      { x: 110, head: 'Tekst' },
      { x: 330, head: 'Rentedato' },
      { x: -470, head: 'Beløb' },
      { x: -555, head: 'Saldo' },
    ],
    rows: [
      ['', 'Saldo overført', '', '', de(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD.MM.YYYY'),
        move.text,
        day(move.value, 'DD.MM.YYYY'),
        de(move.amount),
        de(move.balance),
      ]),
      ['', 'Saldo ultimo', '', '', de(book.closing)],
    ],
  })
  return statement('da-udskrift', sheet, book, {
    fields: {
      bank_name: 'Limfjordens Sparekasse',
      account_holder_name: name,
      account_number: account,
      currency: 'DKK',
    },
  })
}

/** Turkey, in a font of two-byte codes. */
export const trOzet: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'tr', scale: 4 })
  const [name, iban] = [
    person(chance, 'tr'),
    `TR${chance.digits(2)} 0006 ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`,
  ]
  const sheet = await Sheet.open(chance, { face: 'wide', hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, 'Anadolu Ticaret Bankası'],
      [-555, 'Hesap Özeti'],
    ],
    { size: 13, bold: true },
  )
  sheet.pairs(40, 140, 84, [
    ['Müşteri Adı', name],
    ['IBAN', iban],
    ['Dönem', `${day(book.from, 'DD.MM.YYYY')} - ${day(book.to, 'DD.MM.YYYY')}`],
    ['Döviz Cinsi', 'TRY'],
  ])
  sheet.table({
    y: 160,
    columns: [
      { x: 40, head: 'Tarih' },
      { x: 110, head: 'Açıklama' },
      { x: -450, head: 'Tutar' },
      { x: -555, head: 'Bakiye' },
    ],
    rows: [
      ['', 'Devreden Bakiye', '', de(book.opening)],
      ...book.moves.map((move) => [day(move.date, 'DD.MM.YYYY'), move.text, de(move.amount), de(move.balance)]),
    ],
  })
  return statement('tr-ozet', sheet, book, {
    fields: { bank_name: 'Anadolu Ticaret Bankası', account_holder_name: name, account_number: iban, currency: 'TRY' },
    optional: ['closing_balance'],
  })
}

/** Hong Kong: deposits before withdrawals, B/F and C/F rows, the currency as a column's head. */
export const hkSavings: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'hk', scale: 6 })
  const [name, account] = [person(chance, 'zh'), `${chance.digits(3)}-${chance.digits(6)}-833`]
  const sheet = await Sheet.open(chance, { hands: [HANDS.report, HANDS.plain] })
  sheet.row(
    44,
    [
      [40, 'Victoria Peak Banking Corporation'],
      [-555, 'Integrated Account Statement'],
    ],
    { size: 12, bold: true },
  )
  sheet.stack(60, 90, [name, ...place(chance, 'hk')])
  sheet.pairs(340, 440, 90, [
    ['Account Number', account],
    ['Statement Period', `${day(book.from, 'DD MMM YYYY')} - ${day(book.to, 'DD MMM YYYY')}`],
    ['Branch', 'TSUEN WAN'],
  ])
  sheet.at(40, 180, 'HKD Savings', { bold: true })
  sheet.table({
    y: 200,
    columns: [
      { x: 40, head: 'Date' },
      { x: 100, head: 'Transaction Details' },
      { x: -390, head: 'Deposit' },
      { x: -470, head: 'Withdrawal' },
      { x: -555, head: 'Balance (HKD)' },
    ],
    rows: [
      [day(book.from, 'D MMM'), 'B/F BALANCE', '', '', en(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'D MMM'),
        move.lines,
        move.amount > 0 ? en(move.amount) : '',
        move.amount < 0 ? en(-move.amount) : '',
        en(move.balance),
      ]),
      [day(book.to, 'D MMM'), 'C/F BALANCE', '', '', en(book.closing)],
    ],
  })
  return statement('hk-savings', sheet, book, {
    fields: {
      bank_name: 'Victoria Peak Banking Corporation',
      account_holder_name: name,
      account_number: account,
      currency: 'HKD',
    },
  })
}

/** Malaysia: two languages in the heads, a sign behind the sum, totals as lines at the end. */
export const myTransaksi: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'my' })
  const [name, account] = [person(chance, 'my'), `${chance.digits(6)}-${chance.digits(6)}`]
  const sheet = await Sheet.open(chance, { text: 8, hands: [HANDS.plain, HANDS.jumbledWords] })
  sheet.at(40, 40, 'Serindit Bank Berhad (3813-K)', { bold: true, size: 10 })
  sheet.stack(40, 80, [name, ...place(chance, 'my')])
  sheet.pairs(
    350,
    480,
    80,
    [
      ['MUKA/ PAGE', ': 1'],
      ['TARIKH PENYATA/ STATEMENT DATE', `: ${day(book.to, 'DD/MM/YY')}`],
      ['NOMBOR AKAUN/ ACCOUNT NUMBER', `: ${account}`],
    ],
    { size: 7 },
  )
  sheet.at(40, 150, 'URUSNIAGA AKAUN/ ACCOUNT TRANSACTIONS', { bold: true })
  const end = sheet.table({
    y: 170,
    columns: [
      { x: 40, head: ['TARIKH MASUK', 'ENTRY DATE'] },
      { x: 120, head: ['BUTIR URUSNIAGA', 'TRANSACTION DESCRIPTION'] },
      { x: -430, head: ['JUMLAH URUSNIAGA', 'TRANSACTION AMOUNT'] },
      { x: -550, head: ['BAKI PENYATA', 'STATEMENT BALANCE'] },
    ],
    rows: [
      ['', 'BEGINNING BALANCE', '', en(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD/MM/YY'),
        move.lines,
        `${en(Math.abs(move.amount))}${move.amount < 0 ? '-' : '+'}`,
        en(move.balance),
      ]),
    ],
  })
  sheet.row(end + 4, [
    [120, 'ENDING BALANCE :'],
    [-430, en(book.closing)],
  ])
  sheet.row(end + 16, [
    [120, 'TOTAL DEBIT :'],
    [-430, en(book.debits)],
  ])
  sheet.row(end + 28, [
    [120, 'TOTAL CREDIT :'],
    [-430, en(book.credits)],
  ])
  return statement('my-transaksi', sheet, book, {
    fields: {
      bank_name: 'Serindit Bank Berhad',
      account_holder_name: name,
      account_number: account,
      statement_start_date: undefined,
    },
    totals: true,
    optional: ['statement_start_date', 'currency', 'bank_name'],
  })
}

/** Nigeria: balances before remarks, the remark last, a box of totals. */
export const ngRemarks: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'ng', scale: 30 })
  const [name, account] = [person(chance, 'ng'), chance.digits(10)]
  const sheet = await Sheet.open(chance, { text: 7.5, hands: [HANDS.report, HANDS.office] })
  sheet.row(
    40,
    [
      [36, 'Savannah Trust Bank Plc'],
      [-560, 'CUSTOMER STATEMENT'],
    ],
    { bold: true, size: 11 },
  )
  sheet.pairs(36, 130, 66, [
    ['Account Name', name],
    ['Account No.', account],
    ['Account Type', 'SAVINGS'],
    ['Currency', 'NGN'],
    ['Address', place(chance, 'ng').join(', ')],
  ])
  sheet.pairs(340, 440, 66, [
    ['Statement Period', `${day(book.from, 'DD-MMM-YYYY')} to ${day(book.to, 'DD-MMM-YYYY')}`],
    ['Opening Balance', en(book.opening)],
    ['Total Debit', en(book.debits)],
    ['Total Credit', en(book.credits)],
    ['Closing Balance', en(book.closing)],
  ])
  sheet.table({
    y: 150,
    step: 13,
    columns: [
      { x: 36, head: 'Trans. Date' },
      { x: 90, head: 'Value Date' },
      { x: 144, head: 'Reference' },
      { x: -270, head: 'Debits' },
      { x: -340, head: 'Credits' },
      { x: -410, head: 'Balance' },
      { x: 420, head: 'Remarks' },
    ],
    rows: book.moves.map((move) => [
      day(move.date, 'DD-MMM-YYYY'),
      day(move.value, 'DD-MMM-YYYY'),
      `S${chance.digits(7)}`,
      move.amount < 0 ? en(-move.amount) : '',
      move.amount > 0 ? en(move.amount) : '',
      en(move.balance),
      move.text,
    ]),
    ruled: true,
  })
  return statement('ng-remarks', sheet, book, {
    fields: {
      bank_name: 'Savannah Trust Bank Plc',
      account_holder_name: name,
      account_number: account,
      currency: 'NGN',
    },
    totals: true,
  })
}
