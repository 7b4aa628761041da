import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { type Sheet as Open, Sheet } from './sheet.ts'

const PARTS = [
  'Hex bolt M12x60 A2',
  'Bearing 6204-2RS',
  'Hydraulic hose 1/2" 2m',
  'Gasket set',
  'V-belt SPA 1250',
  'Filter element 10 micron',
  'Coupling half 42mm',
]
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
  const sheet = await Sheet.open(chance, { text: 9, family: 'unicode', cut: 'words', flipped: true })
  sheet.logo(40, 30, 34).lines(40, 90, [seller.name, seller.street, seller.town, 'United Kingdom'], { size: 8 })
  sheet.lines(340, 140, [buyer.name, buyer.street, buyer.town, 'United Kingdom', `VAT: ${buyer.taxId}`])
  sheet.at(40, 230, `Invoice ${number}`, { size: 18 })
  sheet.captions(
    255,
    [
      [40, 'Invoice Date:', d(date)],
      [180, 'Due Date:', d(due)],
      [310, 'Source:', `S0${chance.digits(4)}`],
      [430, 'Reference:', `${chance.digits(5)}/GB`],
    ],
    { bold: true },
  )
  let y = sheet.table(
    300,
    [
      ['Description', 40],
      ['Quantity', 300, 'r'],
      ['Unit Price', 380, 'r'],
      ['Taxes', 450, 'r'],
      ['Amount', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      [`[E-${chance.digits(4)}]`, text],
      `${num('en', quantity)} Units`,
      en(price),
      '20% S',
      `£ ${en(amount)}`,
    ]),
    { rules: 'head' },
  )
  y = sheet.pairs(
    330,
    -555,
    y + 8,
    [
      ['Untaxed Amount', `£ ${en(net)}`],
      [`VAT 20% on £ ${en(net)}`, `£ ${en(tax)}`],
      ['Total', `£ ${en(total)}`, { bold: true }],
      [`Paid on ${d(daysAfter(date, 5))}`, `£ ${en(paid)}`, { grey: 0.3 }],
      ['Amount Due', `£ ${en(cents(total - paid))}`, { bold: true }],
    ],
    16,
  )
  sheet.prose(40, y + 10, 500, `Please use the following communication for your payment : ${number}`)
  sheet
    .at(40, y + 26, 'Payment terms: 30 Days')
    .mid(297, 815, `+44 1603 555018 | info@seller.example | VAT Reg No: ${seller.taxId}`, { size: 7 })
    .mid(297, 826, 'Page 1 / 1', { size: 7 })
  return invoice(
    'modular-erp',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      amount_due: cents(total - paid),
      currency: 'GBP',
      payment_terms: '30 Days',
    },
    { rows: rowsOf(items), optional: ['purchase_order'] },
  )
}

const carry = (lines: readonly number[]) => (sheet: Open, row: number, y: number, side: 'end' | 'start') => {
  const soFar = en(sum(lines.slice(0, row)))
  sheet.at(100, y, side === 'end' ? 'Carry over' : 'Carried forward').right(555, y, soFar)
  return y + 16
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
  const sheet = await Sheet.open(chance, { text: 9, family: 'sans' })
  sheet
    .at(60, 50, seller.name, { bold: true, size: 14 })
    .at(60, 62, `${seller.name}, ${seller.street}, ${seller.town}`, { size: 6 })
  sheet.lines(60, 110, [buyer.name, buyer.street, buyer.town, 'United Kingdom'])
  sheet.at(340, 100, 'Invoice', { size: 14, bold: true })
  sheet.pairs(
    340,
    450,
    118,
    [
      ['Number/Date', `${number} / ${day(date, 'DD.MM.YYYY')}`],
      ['Reference no./Date', `8${chance.digits(7)} / ${day(daysAfter(date, -3), 'DD.MM.YYYY')}`],
      ['Your order no.', order],
      ['Customer number', chance.digits(6)],
      ['Your VAT ID', buyer.taxId],
      ['Our VAT ID', seller.taxId],
      ['Currency', 'EUR'],
    ],
    12,
    { size: 8 },
  )
  sheet.lines(60, 215, ['Terms of payment: Within 30 days without deduction', 'Terms of delivery: DAP Norwich'], {
    size: 8,
  })
  const y = sheet.table(
    250,
    [
      ['Item', 60],
      [['Material', 'Description'], 100],
      ['Quantity', 330, 'r'],
      ['Price', 400, 'r'],
      ['Price unit', 470, 'r'],
      ['Value', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }, i) => [
      String((i + 1) * 10),
      [`1000${chance.digits(4)}`, text],
      [`${quantity} PC`, `${num('en', quantity * 0.4, 1)} KG`],
      en(price),
      '1 PC',
      en(amount),
    ]),
    { rules: 'head', from: 60, to: 555, bottom: 760, again: 80, carry: carry(items.map(({ amount }) => amount)) },
  )
  sheet.rule(y - 4, 60, 555).pairs(
    330,
    -555,
    y + 10,
    [
      ['Items total', en(net)],
      ['Output tax     0.000 %', '0.00'],
      ['Final amount', en(net), { bold: true }],
    ],
    15,
  )
  sheet.prose(60, y + 70, 480, 'Tax-free intra-community delivery.')
  sheet.at(60, 820, `Rheinische Bank  IBAN ${account}  SWIFT RHEIDEFF`, { size: 6.5 })
  return invoice(
    'large-erp',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      purchase_order: order,
      total_tax: 0,
      invoice_total: net,
      currency: 'EUR',
      iban: account,
      subtotal: net,
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due', 'due_date', 'subtotal'] },
  )
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
  const sheet = await Sheet.open(chance, { text: 9, family: 'serif', order: 'columns' })
  sheet
    .mid(297, 50, seller.name, { bold: true, size: 16 })
    .mid(297, 64, `${seller.street}, ${seller.town}  Tel 01603 555 018`)
  sheet
    .box(40, 90, 240, 90)
    .at(46, 103, 'Invoice To', { size: 7 })
    .lines(46, 116, [buyer.name, buyer.street, buyer.town])
  sheet.box(310, 90, 245, 90).pairs(
    316,
    420,
    106,
    [
      ['Invoice No.', number],
      ['Date/Tax Point', day(date, 'DD/MM/YYYY')],
      ['Cust Order No.', order],
      ['Account', 'ASHG01'],
      ['Page', '1'],
    ],
    15,
  )
  const y = sheet.table(
    210,
    [
      ['Qty', 66, 'r'],
      ['Stock Code', 76],
      ['Details', 150],
      [['Unit', 'Price'], 360, 'r'],
      [['Disc', '%'], 400, 'r'],
      [['Net', 'Amount'], 470, 'r'],
      ['VAT', 510, 'r'],
      ['Rate', 552, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      num('bare', quantity),
      `BR${chance.digits(4)}`,
      text,
      en(price),
      '0.00',
      en(amount),
      en(cents(amount * 0.2)),
      '20.00',
    ]),
    { rules: 'grid', from: 40, to: 555 },
  )
  sheet.box(40, 680, 220, 84).pairs(
    46,
    -254,
    695,
    [
      ['Total Net Amount', en(goods)],
      ['Carriage Net', en(carriage)],
      ['Total VAT Amount', en(tax)],
      ['Invoice Total', `£${en(total)}`, { bold: true }],
    ],
    18,
  )
  sheet.lines(
    300,
    695,
    [
      'Terms: 30 days from end of month',
      'Sort code 40-11-18  Account 10428817',
      `VAT Reg. No. ${seller.taxId.replace(/(GB)(\d{3})(\d{4})(\d{2})/, '$1 $2 $3 $4')}`,
    ],
    { size: 8 },
  )
  return y > 660
    ? tradeSupplier(chance)
    : invoice(
        'trade-supplier',
        sheet,
        {
          invoice_number: number,
          invoice_date: date,
          vendor_name: seller.name,
          vendor_tax_id: seller.taxId,
          customer_name: buyer.name,
          purchase_order: order,
          subtotal: sum([goods, carriage]),
          total_tax: tax,
          invoice_total: total,
          currency: 'GBP',
          payment_terms: '30 days from end of month',
        },
        { rows: rowsOf(items), optional: ['amount_due', 'subtotal'] },
      )
}

/** The columns from right to left: the sum first, the text last. */
export const mirrorTable: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, PARTS, { rates: [20] })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const [date, number] = [dayOf(chance), `AC${chance.digits(5)}`]
  const sheet = await Sheet.open(chance, { text: 10, family: 'serif', cut: 'gaps' })
  sheet
    .right(555, 60, 'Sales Invoice', { size: 18 })
    .right(555, 84, `No ${number}`)
    .right(555, 98, `Dated ${day(date, 'D MMMM YYYY')}`)
  sheet
    .at(40, 60, seller.name, { bold: true })
    .lines(40, 74, [seller.street, seller.town, `VAT number ${seller.taxId}`])
  sheet.lines(40, 140, ['Sold to:', buyer.name, buyer.street, buyer.town, `For the attention of ${human(chance)}`])
  const y = sheet.table(
    230,
    [
      ['Total (£)', 100, 'r'],
      ['Each (£)', 170, 'r'],
      ['Number', 230, 'r'],
      ['Goods', 260],
    ],
    items.map(({ text, quantity, price, amount }) => [en(amount), en(price), String(quantity), text]),
    { rules: 'head' },
  )
  let at = y + 8
  for (const [label, amount, bold] of [
    ['Goods total', net, false],
    ['Value added tax at 20%', tax, false],
    ['Total to pay', sum([net, tax]), true],
  ] as const) {
    sheet.right(100, at, en(amount), { bold }).at(120, at, label, { bold })
    at += 16
  }
  return invoice(
    'mirror-table',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'GBP',
    },
    { rows: rowsOf(items), optional: ['amount_due'] },
  )
}
