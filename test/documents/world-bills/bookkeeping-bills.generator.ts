import { split } from '../printer/lists.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf } from './bill.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const WORK = split`
  Bookkeeping services | Lawn care & edging | Drywall repair | Strategy workshop | Cabling Cat6 per run
`
const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** American desktop software: bill to and ship to side by side, captions of the invoice in grey bands. */
export const activityTable: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'us')
  const items = itemsOf(chance, WORK, { rates: [8.25] })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.0825)]
  const [total, paid] = [sum([net, tax]), chance.amount(5, 20)]
  const [date, number] = [dayOf(chance), chance.digits(4)]
  const due = daysAfter(date, 30)
  const sheet = await open(chance, 'letter unicode 9 words')
  sheet.print`
    50: 40b/11 ${seller.name}
    63: 40 ${seller.street} ¶ ${seller.town} ¶ (503) 555-0144 ¶ billing@seller.example
    130: 40/16#0.3 INVOICE
    152: 40b BILL TO
    165: 40 ${human(chance)} ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    152: 230b SHIP TO
    165: 230 ${buyer.name} Warehouse ¶ 9 Dock Rd ¶ Reno, NV 89502
    list 152 step 14: 470>b | 480
    - INVOICE # | ${number}
    - DATE | ${day(date, 'MM/DD/YYYY')}
    - DUE DATE | ${day(due, 'MM/DD/YYYY')}
    - TERMS | Net 30
    y = table 250 band 0.85 heading #0.3: 44 ACTIVITY | 380> QTY | 470> RATE | 568> AMOUNT
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${text} ¶ Services rendered ${day(date, 'MMM YYYY')}
      | ${quantity} | ${en(price)} | ${en(amount)}`,
    )}
    rule y 36 576
    y = list y+16 step 17: 350 | 568>
    - SUBTOTAL | ${en(net)}
    - TAX (8.25%) | ${en(tax)}
    - TOTAL | ${en(total)}
    - PAYMENT | ${en(paid)}
    -b/12 BALANCE DUE | ${usd(cents(total - paid))}
  `
  return sheet.says`INVOICE activity-table.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax} | invoice_total ${total}
      | amount_due ${cents(total - paid)} | currency USD | payment_terms Net 30 | line_items ${rowsOf(items)}`
}

/** Australian cloud accounting: captions over values in the middle, a slip to be cut off. */
export const taxInvoiceAdvice: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'au')
  const items = itemsOf(chance, WORK, { rates: [10] })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.1)]
  const total = sum([net, tax])
  const [date, number] = [dayOf(chance), `INV-${chance.digits(4)}`]
  const due = daysAfter(date, 20)
  const d = (iso: string) => day(iso, 'D MMM YYYY')
  const sheet = await open(chance, '9 glyphs')
  sheet.print`
    70: 40/20 TAX INVOICE
    110: 40 ${buyer.name} ¶ Attention: ${human(chance)} ¶ ${buyer.street} ¶ ${buyer.town} ¶ AUSTRALIA
  `
  let y = 70
  for (const [caption, value] of [
    ['Invoice Date', d(date)],
    ['Invoice Number', number],
    ['Reference', `PO-${chance.digits(5)}`],
    ['ABN', seller.taxId],
  ] as const) {
    sheet.print`
      ${y}: 310b ${caption}
      ${y + 11}: 310 ${value}
    `
    y += 28
  }
  y = sheet.print`
    70: 430 ${seller.name} ¶ ${seller.street} ¶ ${seller.town} ¶ AUSTRALIA
    table 240 rows from 40 to 555: 40 Description | 330> Quantity | 410> Unit Price | 460> GST | 555> Amount AUD
    - ${items.map(({ text, quantity, price, amount }) => [text, num('en', quantity), en(price), '10%', en(amount)])}
  `
  for (const [label, amount, bold] of [
    ['Subtotal', net, false],
    ['TOTAL GST 10%', tax, false],
    ['TOTAL AUD', total, true],
  ] as const) {
    sheet.print`${y + 6}${bold ? 'b' : ''}: 450> ${label} | 555> ${en(amount)}`
    y += 18
  }
  sheet.print`
    ${y + 30}: 40b Due Date: ${d(due)}
    ${y + 44}: 40 Direct deposit to BSB 063-118, Account 1042 8817
    rule 640 20 575 0.3
    668: 40/16 PAYMENT ADVICE
    690: 40 To: ${seller.name} ¶       ${seller.street} ¶       ${seller.town}
  `
  y = 668
  y = sheet.print`
    list ${y} step 17: 330b | 430
    - Customer | ${buyer.name}
    - Invoice Number | ${number}
    - Amount Due | ${en(total)}
    - Due Date | ${d(due)}
    - Amount Enclosed |
  `
  return sheet.says`INVOICE tax-invoice-advice.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${total} | amount_due ${total} | currency AUD | line_items ${rowsOf(items)}
    optional purchase_order`
}

/** A designer's web tool: the sum to be paid as a hero at the right, captions in pale small print. */
export const heroAmount: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'us')
  const items = itemsOf(chance, WORK, { fractions: 2, most: 30, dear: 150 })
  const net = netOf(items)
  const discount = cents(net * 0.1)
  const total = cents(net - discount)
  const [date, number] = [dayOf(chance), `000${chance.digits(4)}`]
  const due = daysAfter(date, 15)
  const sheet = await open(chance, 'letter unicode 10 runs flipped')
  sheet.print`
    logo 40 40 40
    50: 570> ${seller.name}
    63: 570>/8#0.5 ${seller.street}
    74: 570>/8#0.5 ${seller.town}
    150: 40/8#0.5 Billed To
    165: 40/9 ${human(chance)} ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    150: 210/8#0.5 Date of Issue
    165: 210 ${day(date, 'MM/DD/YYYY')}
    185: 210/8#0.5 Due Date
    200: 210 ${day(due, 'MM/DD/YYYY')}
    150: 330/8#0.5 Invoice Number
    165: 330 ${number}
    150: 570>/8#0.5 Amount Due (USD)
    180: 570>/24 ${usd(total)}
    y = table 260 rows from 40 to 570 heading b/9#0.4: 40 Description | 370> Rate | 450> Qty | 570> Line Total
    - ${items.map(({ text, quantity, price, amount }) => [text, usd(price), num('bare', quantity), usd(amount)])}
    list y+14 step 17: 350 | 570>
    - Subtotal | ${en(net)}
    - Discount 10% | -${en(discount)}
    - Tax | 0.00
    - Total | ${en(total)}
    - Amount Paid | 0.00
    -b Amount Due (USD) | ${usd(total)}
    y+140: 40/8#0.5 Terms
    y+154: 40/9 Please pay within 15 days. Late payments incur 1.5% monthly interest.
  `
  return sheet.says`INVOICE hero-amount.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | customer_name ${buyer.name} | subtotal ${net} | total_tax 0 | invoice_total ${total} | amount_due ${total}
      | currency USD | line_items ${rowsOf(items)}
    optional payment_terms subtotal`
}

/** A free Canadian tool: its title at the right, the tax by name and number, a band with the sum before the table. */
export const freeTool: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'ca')
  const items = itemsOf(chance, WORK, { rates: [13] })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.13)]
  const total = sum([net, tax])
  const [date, number] = [dayOf(chance), chance.digits(3)]
  const due = daysAfter(date, 7)
  const d = (iso: string) => day(iso, 'MMMM D, YYYY')
  const sheet = await open(chance, 'letter 9.5 words shuffled')
  sheet.print`
    60: 572>/26 INVOICE
    80: 572> Drywall, paint and trim
    104: 572>b ${seller.name}
    117: 572> ${seller.street}
    130: 572> ${seller.town}
    143: 572> Canada
    rule 160 40 572
    180: 40#0.5 BILL TO
    194: 40b ${buyer.name}
    207: 40 ${human(chance)} ¶ ${buyer.street} ¶ ${buyer.town}
    list 180 step 15: 455>b | 462
    - Invoice Number: | ${number}
    - Invoice Date: | ${d(date)}
    - Payment Due: | ${d(due)}
    box 340 222 236 18 0.94
    234b: 455> Amount Due (CAD): | 462 ${usd(total)}
    y = table 280 rows band 0.3 gap 10 heading b#1: 40 Items | 380^ Quantity | 480> Price | 572> Amount
    - ${items.map(({ text, quantity, price, amount }) => [text, String(quantity), usd(price), usd(amount)])}
    y = list y+10 step 20: 480> | 572>
    - Subtotal: | ${usd(net)}
    - HST 13% (${seller.taxId}): | ${usd(tax)}
    -b Total: | ${usd(total)}
    -b Amount Due (CAD): | ${usd(total)}
    y = y-10:
    760: 306^/7#0.5 Powered by a free tool
  `
  return sheet.says`INVOICE free-tool.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${total} | amount_due ${total} | currency CAD | line_items ${rowsOf(items)}
    optional payment_terms`
}

/** A suite from South Asia, sold everywhere: the balance under the title, dates in a right-aligned column. */
export const balanceUnderTitle: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'us')
  const items = itemsOf(chance, WORK, { rates: [7] })
  const shipping = chance.amount(5, 40)
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.07)]
  const total = sum([net, tax, shipping])
  const [date, number, order] = [dayOf(chance), `INV-00${chance.digits(4)}`, `SO-${chance.digits(5)}`]
  const due = daysAfter(date, 45)
  const sheet = await open(chance, 'letter 8.5')
  sheet.print`
    60: 40b/10 ${seller.name}
    73: 40 ${seller.street} ¶ ${seller.town} ¶ U.S.A ¶ EIN ${seller.taxId}
    66: 572>/26 INVOICE
    84: 572>b # ${number}
    112: 572>/8 Balance Due
    128: 572>b/12 ${usd(total)}
    170: 40#0.4 Bill To
    183: 40b ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    list 170 step 15: 490>#0.4 | 572>
    - Invoice Date : | ${day(date, 'DD MMM YYYY')}
    - Terms : | Net 45
    - Due Date : | ${day(due, 'DD MMM YYYY')}
    - P.O.# : | ${order}
    y = table 260 band 0.25 heading #1: 46 # | 70 Item & Description | 400> Qty | 480> Rate | 568> Amount
    - ${items.map(
      ({ text, quantity, price, amount }, i) => cells`${i + 1}
      | ${text} ¶ as agreed, delivered on site | ${num('en', quantity)} ¶ pcs | ${en(price)} | ${en(amount)}`,
    )}
    list y+10 step 18: 400 | 568>
    - Sub Total | ${en(net)}
    - Shipping charge | ${en(shipping)}
    - Sales Tax (7%) | ${en(tax)}
    -b Total | ${usd(total)}
    -b Balance Due | ${usd(total)}
    y+120: 40#0.4 Notes
    y+132: 40 Thanks for your business.
  `
  return sheet.says`INVOICE balance-under-title.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | purchase_order ${order} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${total} | amount_due ${total} | currency USD | payment_terms Net 45
      | line_items ${rowsOf(items)}`
}
