import { checkedIban } from '../checked-iban.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, month, statement } from './book.ts'
import { person, place } from './people.ts'
import { day, de, en } from './print.ts'

/** Denmark: short heads, a signed sum, the balance on every row. */
export const daUdskrift: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'da', scale: 5 })
  const [name, account] = [person(chance, 'da'), `${chance.digits(4)} ${chance.digits(10)}`]
  const sheet = await Sheet.open(chance, 'browser|plain')
  sheet.print`
    46b/13: 40 Limfjordens Sparekasse | 555> Kontoudskrift
    84: 330 ${name} ¶ ${place(chance, 'da')}
    list 84: 40 | 140
    - Kontonummer | ${account}
    - Periode | ${day(book.from, 'DD.MM.YYYY')} - ${day(book.to, 'DD.MM.YYYY')}
    - Valuta | DKK
    table 160: 40 Dato | 110 Tekst | 330 Rentedato | 470> Beløb | 555> Saldo
    - | Saldo overført |  |  | ${de(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD.MM.YYYY')} | ${move.text}
      | ${day(move.value, 'DD.MM.YYYY')} | ${de(move.amount)} | ${de(move.balance)}`,
    )}
    - | Saldo ultimo |  |  | ${de(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-da-udskrift
    ${statement(book)} | bank_name Limfjordens Sparekasse | account_holder_name ${name} | account_number ${account}
      | currency DKK
    optional`
}

/** Turkey, in a font of two-byte codes. */
export const trOzet: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'tr', scale: 4 })
  const [name, iban] = [
    person(chance, 'tr'),
    checkedIban(
      `TR${chance.digits(2)} 0006 ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`,
    ),
  ]
  const sheet = await Sheet.open(chance, 'unicode browser|plain')
  sheet.print`
    46b/13: 40 Anadolu Ticaret Bankası | 555> Hesap Özeti
    list 84: 40 | 140
    - Müşteri Adı | ${name}
    - IBAN | ${iban}
    - Dönem | ${day(book.from, 'DD.MM.YYYY')} - ${day(book.to, 'DD.MM.YYYY')}
    - Döviz Cinsi | TRY
    table 160: 40 Tarih | 110 Açıklama | 450> Tutar | 555> Bakiye
    - | Devreden Bakiye |  | ${de(book.opening)}
    - ${book.moves.map((move) => [day(move.date, 'DD.MM.YYYY'), move.text, de(move.amount), de(move.balance)])}
  `
  return sheet.says`BANK_STATEMENT world-tr-ozet
    ${statement(book)} | bank_name Anadolu Ticaret Bankası | account_holder_name ${name} | account_number ${iban}
      | currency TRY
    optional closing_balance`
}

/** Hong Kong: deposits before withdrawals, B/F and C/F rows, the currency as a column's head. */
export const hkSavings: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'hk', scale: 6 })
  const [name, account] = [person(chance, 'zh'), `${chance.digits(3)}-${chance.digits(6)}-833`]
  const sheet = await Sheet.open(chance, 'report|plain')
  sheet.print`
    44b/12: 40 Victoria Peak Banking Corporation | 555> Integrated Account Statement
    90: 60 ${name} ¶ ${place(chance, 'hk')}
    list 90: 340 | 440
    - Account Number | ${account}
    - Statement Period | ${day(book.from, 'DD MMM YYYY')} - ${day(book.to, 'DD MMM YYYY')}
    - Branch | TSUEN WAN
    180: 40b HKD Savings
    table 200: 40 Date | 100 Transaction Details | 390> Deposit | 470> Withdrawal | 555> Balance (HKD)
    - ${day(book.from, 'D MMM')} | B/F BALANCE |  |  | ${en(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'D MMM')} | ${move.lines}
      | ${move.amount > 0 ? en(move.amount) : ''} | ${move.amount < 0 ? en(-move.amount) : ''}
      | ${en(move.balance)}`,
    )}
    - ${day(book.to, 'D MMM')} | C/F BALANCE |  |  | ${en(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-hk-savings
    ${statement(book)} | bank_name Victoria Peak Banking Corporation | account_holder_name ${name}
      | account_number ${account} | currency HKD
    optional`
}

/** Malaysia: two languages in the heads, a sign behind the sum, totals as lines at the end. */
export const myTransaksi: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'my' })
  const [name, account] = [person(chance, 'my'), `${chance.digits(6)}-${chance.digits(6)}`]
  const sheet = await Sheet.open(chance, '8 plain|jumbledWords')
  sheet.print`
    40: 40b/10 Serindit Bank Berhad (3813-K)
    80: 40 ${name} ¶ ${place(chance, 'my')}
    list 80/7: 350 | 480
    - MUKA/ PAGE | : 1
    - TARIKH PENYATA/ STATEMENT DATE | : ${day(book.to, 'DD/MM/YY')}
    - NOMBOR AKAUN/ ACCOUNT NUMBER | : ${account}
    150: 40b URUSNIAGA AKAUN/ ACCOUNT TRANSACTIONS
    end = table 170: 40 TARIKH MASUK ¶ ENTRY DATE | 120 BUTIR URUSNIAGA ¶ TRANSACTION DESCRIPTION
      | 430> JUMLAH URUSNIAGA ¶ TRANSACTION AMOUNT | 550> BAKI PENYATA ¶ STATEMENT BALANCE
    - | BEGINNING BALANCE |  | ${en(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD/MM/YY')} | ${move.lines}
      | ${en(Math.abs(move.amount))}${move.amount < 0 ? '-' : '+'} | ${en(move.balance)}`,
    )}
    end+4: 120 ENDING BALANCE : | 430> ${en(book.closing)}
    end+16: 120 TOTAL DEBIT : | 430> ${en(book.debits)}
    end+28: 120 TOTAL CREDIT : | 430> ${en(book.credits)}
  `
  return sheet.says`BANK_STATEMENT world-my-transaksi
    ${statement(book, { totals: true })} | bank_name Serindit Bank Berhad | account_holder_name ${name}
      | account_number ${account} | statement_start_date ${undefined}
    optional statement_start_date currency bank_name`
}

/** Nigeria: balances before remarks, the remark last, a box of totals. */
export const ngRemarks: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'ng', scale: 30 })
  const [name, account] = [person(chance, 'ng'), chance.digits(10)]
  const sheet = await Sheet.open(chance, '7.5 report|office')
  sheet.print`
    40b/11: 36 Savannah Trust Bank Plc | 560> CUSTOMER STATEMENT
    list 66: 36 | 130
    - Account Name | ${name}
    - Account No. | ${account}
    - Account Type | SAVINGS
    - Currency | NGN
    - Address | ${place(chance, 'ng').join(', ')}
    list 66: 340 | 440
    - Statement Period | ${day(book.from, 'DD-MMM-YYYY')} to ${day(book.to, 'DD-MMM-YYYY')}
    - Opening Balance | ${en(book.opening)}
    - Total Debit | ${en(book.debits)}
    - Total Credit | ${en(book.credits)}
    - Closing Balance | ${en(book.closing)}
    table 150 ruled gap 3: 36 Trans. Date | 90 Value Date | 144 Reference | 270> Debits | 340> Credits
      | 410> Balance | 420 Remarks
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD-MMM-YYYY')} | ${day(move.value, 'DD-MMM-YYYY')}
      | S${chance.digits(7)} | ${move.amount < 0 ? en(-move.amount) : ''}
      | ${move.amount > 0 ? en(move.amount) : ''} | ${en(move.balance)} | ${move.text}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-ng-remarks
    ${statement(book, { totals: true })} | bank_name Savannah Trust Bank Plc | account_holder_name ${name}
      | account_number ${account} | currency NGN
    optional`
}
