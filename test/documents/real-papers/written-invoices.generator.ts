import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { day, dayOf, daysAfter, en, usd } from './print.ts'
import { itemRows, saleOf } from './sale.ts'
import { WORK } from './wordings.ts'

/** A freelancer's sheet: From and To side by side, hours and rate, "Balance due" first, bank account with IBAN. */
export const freelancer: Generator = async (chance) => {
  const sale = saleOf(chance, ['Backend development', 'Code review', 'Workshop facilitation', 'Bug fixing sprint'], 0)
  const [vendor, customer, date] = [person(chance), company(chance, 'GmbH'), dayOf(chance)]
  const number = `${date.slice(0, 4)}-${chance.digits(3)}`
  const sheet = await Sheet.open(chance, 'a4 10')
  sheet.print`
    60: 545>/24 INVOICE
    80: 545>#0.4 # ${number}
    60: 50b ${vendor}
    74: 50 22 Rua do Norte ¶ 4050-110 Porto ¶ Portugal
    150: 50#0.4 Bill To:
    164: 50b ${customer}
    177: 50 Mühlweg 3 ¶ 04109 Leipzig ¶ Germany
    150: 430> Date: | 545> ${day(date, 'MMM D, YYYY')}
    166: 430> Payment Terms: | 545> 14 days
    182: 430> Due Date: | 545> ${day(daysAfter(date, 14), 'MMM D, YYYY')}
    box 330 190 220 20 0.93
    204b: 430> Balance Due: | 545> €${en(sale.gross)}
    box 50 240 500 18 0.2
    253#1: 56 Item | 350> Quantity | 450> Rate | 545> Amount
    y = 276:
    y = list y step 18: 56 | 350> | 450> | 545>
    - ${sale.lines.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${quantity} | €${en(price)}
      | €${en(amount)}`,
    )}
    y+20: 450> Subtotal: | 545> €${en(sale.net)}
    y+38: 450> Tax (0%): | 545> €0.00
    y+56: 450> Total: | 545> €${en(sale.gross)}
    y+100: 50#0.4 Notes:
    y+114: 50 IBAN: PT50 0002 0123 1234 5678 9015 4   BIC: CGDIPTPL
    y+128: 50 VAT reverse charge applies.
  `
  return sheet.says`INVOICE freelancer.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${daysAfter(date, 14)} | vendor_name ${vendor}
      | customer_name ${customer} | subtotal ${sale.net} | total_tax 0 | invoice_total ${sale.gross}
      | amount_due ${sale.gross} | currency EUR | iban PT50 0002 0123 1234 5678 9015 4 | payment_terms 14 days
      | line_items ${itemRows(sale)}`
}

/** A word processor's template: a title as letterhead, INVOICE # and DATE in a corner, empty rows. */
export const wordTemplate: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 8)
  const [vendor, customer, contact, date] = [company(chance, ''), company(chance, 'Co.'), person(chance), dayOf(chance)]
  const number = String(chance.whole(100, 999))
  const sheet = await Sheet.open(chance, 'letter serif 10')
  sheet.print`
    60: 54/16 ${vendor}
    74: 54/8 Built to last
    60: 558>/26#0.5 INVOICE
    100/8: 54 ${street(chance)} ¶ ${town(chance, 'us')} ¶ Phone 937.555.0190  Fax 937.555.0191
      | 558> INVOICE # ${number}
    112: 558>/8 DATE: ${day(date, 'M/D/YYYY')}
    160: 54b/8 TO:
    172: 54 ${contact} ¶ ${customer} ¶ ${street(chance)} ¶ ${town(chance, 'us')}
    160: 330b/8 FOR:
    172: 330 Spring project ¶ P.O. # 1187
    box 54 240 504 18 0.9
    252b/8: 60 QTY | 120 DESCRIPTION | 460> UNIT PRICE | 552> LINE TOTAL
  `
  for (let i = 0; i < 9; i++) sheet.print`box 54 ${258 + i * 18} 504 18`
  sheet.print`
    list 270 step 18: 60 | 120 | 460> | 552>
    - ${sale.lines.map(({ text, quantity, price, amount }) => [String(quantity), text, en(price), en(amount)])}
    list 436 step 18: 460> | 552>
    -/9 SUBTOTAL | ${usd(sale.net)}
    -/9 SALES TAX | ${en(sale.tax)}
    -/9 SHIPPING & HANDLING | 0.00
    -b/9 TOTAL DUE | ${usd(sale.gross)}
    540: 306^/9 Make all checks payable to ${vendor}
    554: 306^/9 If you have any questions concerning this invoice, contact Sales at 937.555.0190
    574: 306^b THANK YOU FOR YOUR BUSINESS!
  `
  return sheet.says`INVOICE word-template.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${vendor} | customer_name ${customer}
      | purchase_order 1187 | subtotal ${sale.net} | total_tax ${sale.tax} | invoice_total ${sale.gross}
      | currency USD | line_items ${itemRows(sale)}
    optional amount_due customer_name`
}
