import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { cents, day, dayOf, daysAfter, en, lakh, usd } from './print.ts'
import { itemRows, saleOf } from './sale.ts'
import { WORK } from './wordings.ts'

/** Canada: GST and PST or QST on lines of their own, with registration numbers, deposit and balance. */
export const canadianTaxes: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 0)
  const gst = cents(sale.net * 0.05)
  const second = cents(sale.net * 0.09975)
  const total = cents(sale.net + gst + second)
  const [vendor, customer, date] = [company(chance, 'Inc.'), company(chance, 'Ltée'), dayOf(chance)]
  const po = `4500${chance.digits(4)}`
  const [number, gstNumber] = [`F-${chance.digits(5)}`, `${chance.digits(9)} RT0001`]
  const sheet = await Sheet.open(chance, 'letter serif 10')
  sheet.print`
    50: 40b/16 ${vendor}
    66: 40/9 455 boul. Curé-Labelle ¶ Laval QC  H7N 5W1 ¶ Tel: 450-555-0121
    50: 572>b/15 INVOICE / FACTURE
    76: 400 Invoice No.: | 572> ${number}
    90: 400 Date: | 572> ${date}
    104: 400 P.O. No.: | 572> ${po}
    118: 400 Terms: | 572> Net 30 days
    150: 40b Sold to / Vendu à:
    164: 40 ${customer} ¶ ${street(chance)} ¶ Moncton NB  E1C 4Z5
    box 40 230 532 18
    243b: 46 Qty | 90 Description | 470> Unit Price | 566> Amount
    y = 264:
    y = list y step 17: 46 | 90 | 470> | 566>
    - ${sale.lines.map(({ text, quantity, price, amount }) => [String(quantity), text, en(price), en(amount)])}
    y = y+20:
    list y step 16: 470> | 566>
    - Subtotal | ${en(sale.net)}
    - GST/TPS 5% | ${en(gst)}
    - QST/TVQ 9.975% | ${en(second)}
    -b TOTAL CAD | ${usd(total)}
    y: 40/8 GST/TPS # ${gstNumber}
    y+12: 40/8 QST/TVQ # ${chance.digits(10)} TQ0001
  `
  return sheet.says`INVOICE canadian-taxes.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${vendor} | customer_name ${customer}
      | purchase_order ${po} | subtotal ${sale.net} | total_tax ${cents(gst + second)} | invoice_total ${total}
      | currency CAD | payment_terms Net 30 days | line_items ${itemRows(sale)}
    optional vendor_tax_id amount_due`
}

/** India: GSTIN twice, place of supply, HSN, CGST and SGST columns, total in words. */
export const indianGst: Generator = async (chance) => {
  const sale = saleOf(chance, ['Cotton Kurta (M)', 'Steel Tiffin 3 tier', 'LED Panel 18W', 'Software support'], 18)
  const half = cents(sale.tax / 2)
  const tax = cents(2 * half)
  const total = cents(sale.net + tax)
  const [vendor, customer, date] = [company(chance, 'Private Limited'), company(chance, 'Traders'), dayOf(chance)]
  const number = `INV/${date.slice(2, 4)}-${Number(date.slice(2, 4)) + 1}/${chance.digits(4)}`
  const gstin = (state: string) =>
    `${state}AAB${'C'}${chance.pick(['P', 'K', 'T'])}${chance.digits(4)}Q1Z${chance.digits(1)}`
  const [ours, theirs] = [gstin('27'), gstin('29')]
  const sheet = await Sheet.open(chance, 'a4 8')
  sheet.print`
    box 30 30 535 110
    50: 40b/12 ${vendor}
    66: 40 14 Laxmi Nagar ¶ Pune Maharashtra 411009 ¶ India ¶ GSTIN ${ours}
    60: 555>/18 TAX INVOICE
  `
  sheet.print`
    box 30 140 268 60
    box 298 140 267 60
  `
  sheet.print`
    list 153 step 12: 36 | 130
    - # | : ${number}
    - Invoice Date | : ${day(date, 'DD/MM/YYYY')}
    - Terms | : ${'Net 15'}
    - Due Date | : ${day(daysAfter(date, 15), 'DD/MM/YYYY')}
  `
  sheet.print`153: 304 Place Of Supply | 400 : Karnataka (29)`
  sheet.print`
    box 30 200 535 14 0.93
    210: 36b Bill To
    226: 36 ${customer} ¶ 22 MG Road ¶ Bengaluru Karnataka 560001 ¶ India ¶ GSTIN ${theirs}
  `
  sheet.print`
    box 30 284 535 28
    294b: 36 # | 54 Item & Description | 200 HSN/SAC | 290> Qty | 345> Rate | 380 CGST | 450 SGST | 560> Amount
    307b: 365 % | 420> Amt | 435 % | 490> Amt
  `
  sheet.print`y = 326:`
  for (const [i, { text, quantity, price, amount }] of sale.lines.entries()) {
    sheet.print`
      y: 36 ${i + 1} | 54 ${text} | 200 6109 | 290> ${quantity.toFixed(2)} | 345> ${lakh(price)} | 365 9%
        | 420> ${lakh(cents(amount * 0.09))} | 435 9% | 490> ${lakh(cents(amount * 0.09))} | 560> ${lakh(amount)}
      y = y+16:
    `
  }
  sheet.print`
    rule y 30 565
    y+16: 36 Total In Words ¶ Indian Rupee Amount Only
  `
  sheet.print`
    list y+16 step 14: 470> | 560>
    - Sub Total | ${lakh(sale.net)}
    - CGST9 (9%) | ${lakh(half)}
    - SGST9 (9%) | ${lakh(half)}
    -b Total | Rs.${lakh(total)}
    -b Balance Due | Rs.${lakh(total)}
  `
  sheet.print`y+150: 430 Authorized Signature`
  return sheet.says`INVOICE indian-gst.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${daysAfter(date, 15)} | vendor_name ${vendor}
      | vendor_tax_id ${ours} | customer_name ${customer} | customer_tax_id ${theirs} | subtotal ${sale.net}
      | total_tax ${tax} | invoice_total ${total} | amount_due ${total} | currency INR | payment_terms Net 15
      | line_items ${itemRows(sale)}`
}

/** Electricity: account number, previous balance and payment before the new charges, meter readings, a return slip. */
export const utilityBill: Generator = async (chance) => {
  const [charge, delivery] = [chance.amount(30, 220), chance.amount(20, 90)]
  const tax = cents((charge + delivery) * 0.05)
  const current = cents(charge + delivery + tax)
  const previous = chance.amount(60, 240)
  const [customer, date] = [person(chance).toUpperCase(), dayOf(chance)]
  const due = daysAfter(date, 21)
  const account = `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`
  const sheet = await Sheet.open(chance, 'letter')
  sheet.print`
    50: 36b/16 Idaho Valley Power
    44: 400 Account Number | 576> ${account}
    58: 400 Bill Date | 576> ${day(date, 'MMM D, YYYY')}
    72b: 400 Due Date | 576> ${day(due, 'MMM D, YYYY')}
    86b/12: 400 Amount Due | 576> ${usd(current)}
  `
  sheet.print`
    90: 36 Service for: ¶ ${customer} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
  `
  sheet.print`170: 36b/12 Account Summary`
  const lines = [
    ['Previous Balance', usd(previous)],
    [`Payment Received ${day(daysAfter(date, -12), 'MMM D')} - Thank you`, `-${usd(previous)}`],
    ['Balance Forward', '$0.00'],
    ['Current Charges', usd(current)],
    ['Total Amount Due', usd(current)],
  ]
  for (const [i, [label, amount]] of lines.entries())
    sheet.print`${188 + i * 14}${i === 4 ? 'b' : ''}: 36 ${label} | 300> ${amount}`
  sheet.print`
    170: 330b/12 Meter Readings
    188/8: 330 Meter | 400 Previous | 460 Current | 520 kWh
    202: 330 48221093 | 400 11842 | 460 12761 | 520 919
  `
  sheet.print`
    290: 36b/12 Current Charges Detail
    308: 36 Energy Charge 919 kWh | 300> ${en(charge)}
    322: 36 Delivery Charge | 300> ${en(delivery)}
    336: 36 State Tax 5% | 300> ${en(tax)}
    352b: 36 Total Current Charges | 300> ${usd(current)}
  `
  sheet.print`
    rule 560 36 576 1
    574: 36/7 Please detach and return this portion with your payment
    600: 36 ${customer} | 360 Account Number | 576> ${account}
    616b: 360 Amount Due by ${day(due, 'MMM D, YYYY')} | 576> ${usd(current)}
    640: 360 Amount Enclosed  $
  `
  sheet.print`660: 36 IDAHO VALLEY POWER ¶ PO BOX 70 ¶ BOISE ID 83707`
  return sheet.says`UTILITY_BILL utility-bill.pdf
    bill_date ${date} | due_date ${due} | provider_name Idaho Valley Power | customer_name ${customer}
      | account_number ${account} | meter_number 48221093 | previous_balance ${previous}
      | payments_received ${previous} | current_charges ${current} | total_tax ${tax} | amount_due ${current}
      | consumption 919 | currency USD
    optional service_address`
}
