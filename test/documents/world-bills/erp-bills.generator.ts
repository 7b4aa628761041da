import { split } from '../printer/lists.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const PARTS = split`
  Hex bolt M12x60 A2 | Bearing 6204-2RS | Hydraulic hose 1/2" 2m | Gasket set | V-belt SPA 1250
  | Filter element 10 micron | Coupling half 42mm
`
const en = (amount: number) => num('en', amount)

/** A modular ERP: the dates in one row of captions under a large title, paid in part. */
export const modularErp: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, PARTS, { rates: [20], fractions: 2, most: 12 })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const total = sum([net, tax])
  const paid = cents(total / 4)
  const [date, number] = [dayOf(chance), `INV/${chance.whole(2021, 2026)}/00${chance.digits(3)}`]
  const due = daysAfter(date, 30)
  const d = (iso: string) => day(iso, 'DD/MM/YYYY')
  const sheet = await open(chance, 'unicode 9 words flipped')
  sheet.print`
    logo 40 30 34
    90: 40/8 ${seller.name} ¶ ${seller.street} ¶ ${seller.town} ¶ United Kingdom
    140: 340 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ United Kingdom ¶ VAT: ${buyer.taxId}
    230: 40/18 Invoice ${number}
    255b step 12.6: 40 Invoice Date: ¶/9 ${d(date)} | 180 Due Date: ¶/9 ${d(due)} | 310 Source:
      ¶/9 S0${chance.digits(4)} | 430 Reference: ¶/9 ${chance.digits(5)}/GB
    y = table 300 head: 40 Description | 300> Quantity | 380> Unit Price | 450> Taxes | 555> Amount
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`[E-${chance.digits(4)}] ¶ ${text}
      | ${num('en', quantity)} Units | ${en(price)} | 20% S | £ ${en(amount)}`,
    )}
    y = list y+8 step 16: 330 | 555>
    - Untaxed Amount | £ ${en(net)}
    - VAT 20% on £ ${en(net)} | £ ${en(tax)}
    -b Total | £ ${en(total)}
    -#0.3 Paid on ${d(daysAfter(date, 5))} | £ ${en(paid)}
    -b Amount Due | £ ${en(cents(total - paid))}
    y+10: 40<500 Please use the following communication for your payment : ${number}
    y+26: 40 Payment terms: 30 Days
    815: 297^/7 +44 1603 555018 ${'|'} info@seller.example ${'|'} VAT Reg No: ${seller.taxId}
    826: 297^/7 Page 1 / 1
  `
  return sheet.says`INVOICE modular-erp.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${total} | amount_due ${cents(total - paid)}
      | currency GBP | payment_terms 30 Days | line_items ${rowsOf(items)}
    optional purchase_order`
}

/** A large ERP's form: item numbers by tens, materials with details under them, over two pages with sums carried. */
export const largeErp: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de', 'gb')
  const items = itemsOf(chance, PARTS, { count: 19, decimals: 2 })
  const net = netOf(items)
  const [date, number, order, account] = [
    dayOf(chance),
    `90${chance.digits(6)}`,
    `45${chance.digits(8)}`,
    iban(chance, 'DE'),
  ]
  const sheet = await open(chance, 'sans 9')
  const carry =
    (text: string) =>
    ({ row, y }: { row: number; y: number }) =>
      sheet.print`${y} step 16: 100 ${text} | 555> ${en(sum(items.slice(0, row).map(({ amount }) => amount)))}`
  const y = sheet.print`
    50: 60b/14 ${seller.name}
    62: 60/6 ${seller.name}, ${seller.street}, ${seller.town}
    110: 60 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ United Kingdom
    100: 340b/14 Invoice
    list 118/8 step 12: 340 | 450
    - Number/Date | ${number} / ${day(date, 'DD.MM.YYYY')}
    - Reference no./Date | 8${chance.digits(7)} / ${day(daysAfter(date, -3), 'DD.MM.YYYY')}
    - Your order no. | ${order}
    - Customer number | ${chance.digits(6)}
    - Your VAT ID | ${buyer.taxId}
    - Our VAT ID | ${seller.taxId}
    - Currency | EUR
    215: 60/8 Terms of payment: Within 30 days without deduction ¶ Terms of delivery: DAP Norwich
    table 250 head from 60 to 555 bottom 760 again 80 leave ${carry('Carry over')} carried
      & ${carry('Carried forward')}: 60 Item
      | 100 Material ¶ Description | 330> Quantity | 400> Price | 470> Price unit | 555> Value
    - ${items.map(
      ({ text, quantity, price, amount }, i) => cells`${(i + 1) * 10}
      | 1000${chance.digits(4)} ¶ ${text} | ${quantity} PC ¶ ${num('en', quantity * 0.4, 1)} KG
      | ${en(price)} | 1 PC | ${en(amount)}`,
    )}
  `
  sheet.print`
    rule ${y - 4} 60 555
    list ${y + 10} step 15: 330 | 555>
    - Items total | ${en(net)}
    - Output tax     0.000 % | 0.00
    -b Final amount | ${en(net)}
    ${y + 70}: 60<480 Tax-free intra-community delivery.
    820: 60/6.5 Rheinische Bank  IBAN ${account}  SWIFT RHEIDEFF
  `
  return sheet.says`INVOICE large-erp.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId} | purchase_order ${order} | total_tax 0
      | invoice_total ${net} | currency EUR | iban ${account} | subtotal ${net} | line_items ${rowsOf(items)}
    optional payment_terms amount_due due_date subtotal`
}

/** A British trade supplier: quantity first, the tax point, net and tax by line, totals in a box at the left. */
export const tradeSupplier: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, PARTS, { rates: [20], count: 5 })
  const carriage = chance.amount(4, 15)
  const goods = netOf(items)
  const tax = cents((goods + carriage) * 0.2)
  const total = sum([goods, carriage, tax])
  const [date, number, order] = [dayOf(chance), chance.digits(6), `${chance.digits(4)}/JB`]
  const sheet = await open(chance, 'serif 9 columns')
  const y = sheet.print`
    50: 297^b/16 ${seller.name}
    64: 297^ ${seller.street}, ${seller.town}  Tel 01603 555 018
    box 40 90 240 90
    103: 46/7 Invoice To
    116: 46 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    box 310 90 245 90
    list 106 step 15: 316 | 420
    - Invoice No. | ${number}
    - Date/Tax Point | ${day(date, 'DD/MM/YYYY')}
    - Cust Order No. | ${order}
    - Account | ASHG01
    - Page | 1
    table 210 grid from 40 to 555: 66> Qty | 76 Stock Code | 150 Details | 360> Unit ¶ Price | 400> Disc ¶ %
      | 470> Net ¶ Amount | 510> VAT | 552> Rate
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${num('bare', quantity)} | BR${chance.digits(4)}
      | ${text} | ${en(price)} | 0.00 | ${en(amount)} | ${en(cents(amount * 0.2))} | 20.00`,
    )}
  `
  sheet.print`
    box 40 680 220 84
    list 695 step 18: 46 | 254>
    - Total Net Amount | ${en(goods)}
    - Carriage Net | ${en(carriage)}
    - Total VAT Amount | ${en(tax)}
    -b Invoice Total | £${en(total)}
    695: 300/8 Terms: 30 days from end of month ¶ Sort code 40-11-18  Account 10428817
      ¶ VAT Reg. No. ${seller.taxId.replace(/(GB)(\d{3})(\d{4})(\d{2})/, '$1 $2 $3 $4')}
  `
  return y > 660
    ? tradeSupplier(chance)
    : sheet.says`INVOICE trade-supplier.pdf
      invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
        | customer_name ${buyer.name} | purchase_order ${order} | subtotal ${sum([goods, carriage])}
        | total_tax ${tax} | invoice_total ${total} | currency GBP | payment_terms 30 days from end of month
        | line_items ${rowsOf(items)}
      optional amount_due subtotal`
}

/** The columns from right to left: the sum first, the text last. */
export const mirrorTable: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, PARTS, { rates: [20] })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const [date, number] = [dayOf(chance), `AC${chance.digits(5)}`]
  const sheet = await open(chance, 'serif 10 gaps')
  sheet.print`
    60: 555>/18 Sales Invoice
    84: 555> No ${number}
    98: 555> Dated ${day(date, 'D MMMM YYYY')}
    60: 40b ${seller.name}
    74: 40 ${seller.street} ¶ ${seller.town} ¶ VAT number ${seller.taxId}
    140: 40 Sold to: ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ For the attention of ${human(chance)}
    y = table 230 head: 100> Total (£) | 170> Each (£) | 230> Number | 260 Goods
    - ${items.map(({ text, quantity, price, amount }) => [en(amount), en(price), String(quantity), text])}
    at = y+8:
    at = list at step 16: 100> | 120
    - ${en(net)} | Goods total
    - ${en(tax)} | Value added tax at 20%
    -b ${en(sum([net, tax]))} | Total to pay
  `
  return sheet.says`INVOICE mirror-table.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])}
      | currency GBP | line_items ${rowsOf(items)}
    optional amount_due`
}
