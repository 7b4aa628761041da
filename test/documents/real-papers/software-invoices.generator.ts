import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { cents, day, dayOf, daysAfter, en, usd } from './print.ts'
import { itemRows, saleOf } from './sale.ts'
import { WORK } from './wordings.ts'

/** Bookkeeping software, US: BILL TO and SHIP TO, a tinted strip of headings, sums and BALANCE DUE at the right. */
export const bookkeeping: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, chance.pick([6, 7.25, 8.875]))
  const [vendor, customer, date] = [company(chance, 'LLC'), person(chance), dayOf(chance)]
  const due = daysAfter(date, 30)
  const number = String(chance.whole(1001, 2300))
  const sheet = await Sheet.open(chance, 'letter')
  sheet.print`
    50: 40b/10 ${vendor}
    64: 40 ${street(chance)} ¶ ${town(chance, 'us')} ¶ (208) 555-0133 ¶ billing@thistle.example
    140: 40/20#0.45 INVOICE
    170/8: 40 BILL TO | 200 SHIP TO | 400 INVOICE # | 480 ${number}
    183: 40 ${customer} | 200 ${customer} | 400 DATE | 480 ${day(date, 'MM/DD/YYYY')}
    196: 40 ${street(chance)} | 200 77 Dock St | 400 DUE DATE | 480 ${day(due, 'MM/DD/YYYY')}
    209: 40 ${town(chance, 'us')} | 200 Boise, ID 83702 | 400 TERMS | 480 Net 30
    box 40 240 532 18 0.88
    252/8: 44 DATE | 110 ACTIVITY | 400> QTY | 480> RATE | 568> AMOUNT
    y = 276:
  `
  for (const { text, quantity, price, amount } of sale.lines) {
    sheet.print`
      y: 44 ${day(date, 'MM/DD/YYYY')} | 110 ${text} | 400> ${quantity} | 480> ${en(price)} | 568> ${en(amount)}T
      y+11: 110/8#0.4 Service per agreement, see schedule A
      y = y+30:
    `
  }
  sheet.print`
    rule y 40 572 0.3
    y+20: 40 Thank you for your business! | 330 SUBTOTAL | 568> ${en(sale.net)}
    y+36: 330 TAX | 568> ${en(sale.tax)}
    y+52: 330 TOTAL | 568> ${en(sale.gross)}
    rule y+58 330 572 0.3
    y+78b/13: 330 BALANCE DUE | 568> ${usd(sale.gross)}
  `
  return sheet.says`INVOICE bookkeeping.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${vendor}
      | customer_name ${customer} | subtotal ${sale.net} | total_tax ${sale.tax} | invoice_total ${sale.gross}
      | amount_due ${sale.gross} | currency USD | payment_terms Net 30 | line_items ${itemRows(sale)}`
}

/** Cloud accounting, UK: facts in a narrow column without colons, VAT number, a payment slip at the foot. */
export const cloudAccounts: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 20)
  const [vendor, customer, date] = [company(chance, 'Limited'), company(chance, 'PLC'), dayOf(chance)]
  const due = daysAfter(date, 14)
  const [number, vat] = [`INV-${chance.digits(4)}`, `GB${chance.digits(9)}`]
  const sheet = await Sheet.open(chance, 'a4')
  sheet.print`
    80: 50/24 TAX INVOICE
    120: 62 ${customer} ¶ ${street(chance)} ¶ ${town(chance, 'uk').toUpperCase()} ¶ UNITED KINGDOM
  `
  const facts = [
    ['Invoice Date', day(date, 'D MMM YYYY')],
    ['Invoice Number', number],
    ['Reference', `PO-${chance.digits(4)}`],
    ['VAT Number', vat],
  ]
  for (const [i, [label = '', value = '']] of facts.entries())
    sheet.print`
      ${80 + i * 30}: 300b ${label}
      ${92 + i * 30}: 300 ${value}
    `
  sheet.print`
    80: 430 ${vendor} ¶ ${street(chance)} ¶ ${town(chance, 'uk').toUpperCase()} ¶ UNITED KINGDOM
    260b: 50 Description | 330> Quantity | 410> Unit Price | 465> VAT | 545> Amount GBP
    rule 266 50 545 1
    y = 282:
  `
  for (const { text, quantity, price, amount } of sale.lines) {
    sheet.print`
      y: 50 ${text} | 330> ${quantity.toFixed(2)} | 410> ${en(price)} | 465> 20% | 545> ${en(amount)}
      rule y+6 50 545 0.2
      y = y+20:
    `
  }
  sheet.print`
    y: 465> Subtotal | 545> ${en(sale.net)}
    y+18: 465> TOTAL VAT 20% | 545> ${en(sale.tax)}
    rule y+24 330 545 1
    y+38b: 465> TOTAL GBP | 545> ${en(sale.gross)}
    y+80: 50b Due Date: ${day(due, 'D MMM YYYY')}
    y+94: 50 Please pay by bank transfer. ¶ Account name: as above  Sort code 20-11-47  Account 55018842
    rule 640 50 545 0.3
    670: 50/18 PAYMENT ADVICE
    list 670 step 16: 320 | 430
    - Customer | ${customer}
    - Invoice Number | ${number}
    -b Amount Due | ${en(sale.gross)}
    - Due Date | ${day(due, 'D MMM YYYY')}
    - Amount Enclosed |
    700: 50 To: ¶ ${vendor} ¶ ${street(chance)}
  `
  return sheet.says`INVOICE cloud-accounts.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${vendor} | vendor_tax_id ${vat}
      | customer_name ${customer} | subtotal ${sale.net} | total_tax ${sale.tax} | invoice_total ${sale.gross}
      | amount_due ${sale.gross} | currency GBP | line_items ${itemRows(sale)}
    optional purchase_order payment_terms`
}

/** Cloud hosting: the sum first, charges by service with sub-lines, "TOTAL AMOUNT DUE ON". */
export const cloudHosting: Generator = async (chance) => {
  const services = ['Elastic Servers', 'Object Storage', 'Data Transfer', 'Key Management', 'Managed Database'].map(
    (text) => ({ text, charges: chance.amount(1, 420) }),
  )
  const total = cents(services.reduce((all, { charges }) => all + charges, 0))
  const date = `${chance.whole(2019, 2025)}-0${chance.whole(2, 9)}-03`
  const number = chance.digits(9)
  const customer = company(chance, 'Inc')
  const sheet = await Sheet.open(chance, 'letter')
  sheet.print`
    50: 36b/14 nimbus web services | 576>/12 Nimbus Web Services Invoice
    66: 576>/8 Email or talk to us about your account or bill, visit nimbus.example/contact
  `
  const facts = [
    ['Account number:', chance.digits(12)],
    ['', ''],
    ['Bill to Address:', ''],
  ]
  for (const [i, [label, value]] of facts.entries())
    sheet.print`
      ${96 + i * 12}: 36 ${label} | 36
      ${106 + i * 12}: 36 ${value ?? ''}
    `
  const [first, last] = [`${date.slice(0, 8)}01`, daysAfter(`${date.slice(0, 8)}01`, -1)]
  sheet.print`
    134: 36 ${customer} ¶ ATTN: Accounts Payable ¶ ${street(chance)} ¶ Asheville, NC, 28801, US
    96: 330b Invoice Summary
    112: 330 Invoice Number: | 576> ${number}
    126: 330 Invoice Date: | 576> ${day(date, 'MMMM D , YYYY')}
    rule 132 330 576
    146b/8: 330 TOTAL AMOUNT DUE ON ${day(date, 'MMMM D , YYYY')} | 576> ${usd(total)}
    220: 36b This invoice is for the billing period ${day(`${last.slice(0, 8)}01`, 'MMMM D')} -
      & ${day(daysAfter(first, -1), 'MMMM D , YYYY')}
    240: 36<540 Greetings from Nimbus Web Services, we are writing to provide you with an electronic invoice for
      & your use of our services. Additional information about your bill, individual service charge details, and
      & your account history are available on the Account Activity Page.
    290: 36b/11 Summary
    308b: 36 Nimbus Service Charges | 576> ${usd(total)}
    322: 50 Charges | 576> ${usd(total)}
    336: 50 Credits | 576> $0.00
    350: 50 Tax * | 576> $0.00
    366b: 36 Total for this invoice | 576> ${usd(total)}
    400: 36b/11 Detail
    y = 418:
  `
  for (const { text, charges } of services) {
    sheet.print`
      y: 36b ${text} | 576>b ${usd(charges)}
      y+13: 50 Charges | 576> ${usd(charges)}
      y+26: 50 Estimated US sales tax to be collected | 576> $0.00
      y = y+44:
    `
  }
  sheet.print`
    750: 36/7 * May include estimated US sales tax, VAT, ST, GST and CT.   Nimbus Web Services, Inc. is a
      & registered trade name.
  `
  return sheet.says`INVOICE cloud-hosting.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name Nimbus Web Services, Inc.
      | customer_name ${customer} | total_tax 0 | invoice_total ${total} | amount_due ${total} | currency USD
    optional vendor_name due_date subtotal payment_terms`
}

/** Online payments: "Date of issue", a large "$… due …" sentence, periods under the items, no colons. */
export const subscription: Generator = async (chance) => {
  const sale = saleOf(chance, ['Team plan', 'Additional seats', 'Usage: build minutes', 'Storage add-on'], 0, 3)
  const [customer, date] = [person(chance), dayOf(chance)]
  const number = `${chance.digits(4)}A${chance.digits(3)}-00${chance.digits(2)}`
  const sheet = await Sheet.open(chance, 'letter')
  sheet.print`
    56: 36b/18 Invoice | 576>b/14 Buildyard
    84b: 36 Invoice number | 126 ${number}
    98: 36 Date of issue | 126 ${day(date, 'MMMM D, YYYY')}
    112: 36 Date due | 126 ${day(date, 'MMMM D, YYYY')}
    144: 36b Buildyard, Inc.
    157: 36 548 Market St ¶ Tempe, Arizona 85281 ¶ United States ¶ +1 480-555-0166
    144: 260b Bill to
    157: 260 ${customer} ¶ ${street(chance)} ¶ Dayton, Ohio 45402 ¶ United States ¶ leonie@quillmark.example
    240: 36b/15 ${usd(sale.gross)} USD due ${day(date, 'MMMM D, YYYY')}
    258: 36#0.4 Pay online
    290/8: 36 Description | 400> Qty | 490> Unit price | 576> Amount
    rule 295 36 576
  `
  let y = 312
  for (const { text, quantity, price, amount } of sale.lines) {
    sheet.print`
      ${y}: 36 ${text} | 400> ${quantity} | 490> ${usd(price)} | 576> ${usd(amount)}
      ${y + 12}: 36/8#0.4 ${day(date, 'MMM D, YYYY')} – ${day(daysAfter(date, 30), 'MMM D, YYYY')}
    `
    y += 32
  }
  for (const [i, [label, amount]] of [
    ['Subtotal', usd(sale.net)],
    ['Total', usd(sale.gross)],
    ['Amount due', `${usd(sale.gross)} USD`],
  ].entries())
    sheet.print`
      rule ${y - 8 + i * 18} 306 576 0.3
      ${y + 4 + i * 18}${i === 2 ? 'b' : ''}: 306 ${label} | 576> ${amount}
    `
  sheet.print`
    750/7: 36 ${number} · ${usd(sale.gross)} USD due ${day(date, 'MMMM D, YYYY')} | 576> Page 1 of 1
  `
  return sheet.says`INVOICE subscription.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${date} | vendor_name Buildyard, Inc.
      | customer_name ${customer} | subtotal ${sale.net} | invoice_total ${sale.gross} | amount_due ${sale.gross}
      | currency USD | line_items ${itemRows(sale)}`
}
