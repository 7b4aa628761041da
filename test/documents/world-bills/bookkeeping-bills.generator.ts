import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf } from './bill.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const WORK = [
  'Bookkeeping services',
  'Lawn care & edging',
  'Drywall repair',
  'Strategy workshop',
  'Cabling Cat6 per run',
]
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
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, family: 'unicode', cut: 'words' })
  sheet
    .at(40, 50, seller.name, { bold: true, size: 11 })
    .lines(40, 63, [seller.street, seller.town, '(503) 555-0144', 'billing@seller.example'])
  sheet.at(40, 130, 'INVOICE', { size: 16, grey: 0.3 })
  sheet.at(40, 152, 'BILL TO', { bold: true }).lines(40, 165, [human(chance), buyer.name, buyer.street, buyer.town])
  sheet
    .at(230, 152, 'SHIP TO', { bold: true })
    .lines(230, 165, [`${buyer.name} Warehouse`, '9 Dock Rd', 'Reno, NV 89502'])
  for (const [i, [caption, value]] of (
    [
      ['INVOICE #', number],
      ['DATE', day(date, 'MM/DD/YYYY')],
      ['DUE DATE', day(due, 'MM/DD/YYYY')],
      ['TERMS', 'Net 30'],
    ] as const
  ).entries())
    sheet.right(470, 152 + i * 14, caption, { bold: true }).at(480, 152 + i * 14, value)
  let y = sheet.table(
    250,
    [
      ['ACTIVITY', 44],
      ['QTY', 380, 'r'],
      ['RATE', 470, 'r'],
      ['AMOUNT', 568, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      [text, `Services rendered ${day(date, 'MMM YYYY')}`],
      String(quantity),
      en(price),
      en(amount),
    ]),
    { band: 0.85, headInk: { bold: false, grey: 0.3 } },
  )
  sheet.rule(y, 36, 576)
  y = sheet.pairs(
    350,
    -568,
    y + 16,
    [
      ['SUBTOTAL', en(net)],
      ['TAX (8.25%)', en(tax)],
      ['TOTAL', en(total)],
      ['PAYMENT', en(paid)],
      ['BALANCE DUE', usd(cents(total - paid)), { bold: true, size: 12 }],
    ],
    17,
  )
  return invoice(
    'activity-table',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      amount_due: cents(total - paid),
      currency: 'USD',
      payment_terms: 'Net 30',
    },
    { rows: rowsOf(items) },
  )
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
  const sheet = await Sheet.open(chance, { text: 9, cut: 'glyphs' })
  sheet
    .at(40, 70, 'TAX INVOICE', { size: 20 })
    .lines(40, 110, [buyer.name, `Attention: ${human(chance)}`, buyer.street, buyer.town, 'AUSTRALIA'])
  let y = 70
  for (const [caption, value] of [
    ['Invoice Date', d(date)],
    ['Invoice Number', number],
    ['Reference', `PO-${chance.digits(5)}`],
    ['ABN', seller.taxId],
  ] as const) {
    sheet.at(310, y, caption, { bold: true }).at(310, y + 11, value)
    y += 28
  }
  sheet.lines(430, 70, [seller.name, seller.street, seller.town, 'AUSTRALIA'])
  y = sheet.table(
    240,
    [
      ['Description', 40],
      ['Quantity', 330, 'r'],
      ['Unit Price', 410, 'r'],
      ['GST', 460, 'r'],
      ['Amount AUD', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, num('en', quantity), en(price), '10%', en(amount)]),
    { rules: 'rows', from: 40, to: 555 },
  )
  for (const [label, amount, bold] of [
    ['Subtotal', net, false],
    ['TOTAL GST 10%', tax, false],
    ['TOTAL AUD', total, true],
  ] as const) {
    sheet.right(450, y + 6, label, { bold }).right(555, y + 6, en(amount), { bold })
    y += 18
  }
  sheet
    .at(40, y + 30, `Due Date: ${d(due)}`, { bold: true })
    .lines(40, y + 44, ['Direct deposit to BSB 063-118, Account 1042 8817'])
  sheet
    .rule(640, 20, 575, 0.3)
    .at(40, 668, 'PAYMENT ADVICE', { size: 16 })
    .lines(40, 690, [`To: ${seller.name}`, `      ${seller.street}`, `      ${seller.town}`])
  y = 668
  for (const [caption, value] of [
    ['Customer', buyer.name],
    ['Invoice Number', number],
    ['Amount Due', en(total)],
    ['Due Date', d(due)],
    ['Amount Enclosed', ''],
  ] as const) {
    sheet.at(330, y, caption, { bold: true }).at(430, y, value)
    y += 17
  }
  return invoice(
    'tax-invoice-advice',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      amount_due: total,
      currency: 'AUD',
    },
    { rows: rowsOf(items), optional: ['purchase_order'] },
  )
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
  const pale = { size: 8, grey: 0.5 }
  const sheet = await Sheet.open(chance, { size: 'letter', text: 10, family: 'unicode', cut: 'runs', flipped: true })
  sheet
    .logo(40, 40, 40)
    .right(570, 50, seller.name)
    .right(570, 63, seller.street, pale)
    .right(570, 74, seller.town, pale)
  sheet
    .at(40, 150, 'Billed To', pale)
    .lines(40, 165, [human(chance), buyer.name, buyer.street, buyer.town], { size: 9 })
  sheet
    .at(210, 150, 'Date of Issue', pale)
    .at(210, 165, day(date, 'MM/DD/YYYY'))
    .at(210, 185, 'Due Date', pale)
    .at(210, 200, day(due, 'MM/DD/YYYY'))
  sheet.at(330, 150, 'Invoice Number', pale).at(330, 165, number)
  sheet.right(570, 150, 'Amount Due (USD)', pale).right(570, 180, usd(total), { size: 24 })
  const y = sheet.table(
    260,
    [
      ['Description', 40],
      ['Rate', 370, 'r'],
      ['Qty', 450, 'r'],
      ['Line Total', 570, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, usd(price), num('bare', quantity), usd(amount)]),
    { rules: 'rows', from: 40, to: 570, headInk: { size: 9, grey: 0.4 } },
  )
  sheet.pairs(
    350,
    -570,
    y + 14,
    [
      ['Subtotal', en(net)],
      ['Discount 10%', `-${en(discount)}`],
      ['Tax', '0.00'],
      ['Total', en(total)],
      ['Amount Paid', '0.00'],
      ['Amount Due (USD)', usd(total), { bold: true }],
    ],
    17,
  )
  sheet
    .at(40, y + 140, 'Terms', pale)
    .at(40, y + 154, 'Please pay within 15 days. Late payments incur 1.5% monthly interest.', { size: 9 })
  return invoice(
    'hero-amount',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: 0,
      invoice_total: total,
      amount_due: total,
      currency: 'USD',
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'subtotal'] },
  )
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
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9.5, cut: 'words', order: 'shuffled' })
  sheet
    .right(572, 60, 'INVOICE', { size: 26 })
    .right(572, 80, 'Drywall, paint and trim')
    .right(572, 104, seller.name, { bold: true })
    .right(572, 117, seller.street)
    .right(572, 130, seller.town)
    .right(572, 143, 'Canada')
  sheet
    .rule(160, 40, 572)
    .at(40, 180, 'BILL TO', { grey: 0.5 })
    .at(40, 194, buyer.name, { bold: true })
    .lines(40, 207, [human(chance), buyer.street, buyer.town])
  for (const [i, [caption, value]] of (
    [
      ['Invoice Number:', number],
      ['Invoice Date:', d(date)],
      ['Payment Due:', d(due)],
    ] as const
  ).entries())
    sheet.right(455, 180 + i * 15, caption, { bold: true }).at(462, 180 + i * 15, value)
  sheet
    .box(340, 222, 236, 18, 0.94)
    .right(455, 234, 'Amount Due (CAD):', { bold: true })
    .at(462, 234, usd(total), { bold: true })
  let y = sheet.table(
    280,
    [
      ['Items', 40],
      ['Quantity', 380, 'c'],
      ['Price', 480, 'r'],
      ['Amount', 572, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, String(quantity), usd(price), usd(amount)]),
    { band: 0.3, headInk: { grey: 1 }, gap: 10, rules: 'rows' },
  )
  for (const [label, amount, bold] of [
    ['Subtotal:', usd(net), false],
    [`HST 13% (${seller.taxId}):`, usd(tax), false],
    ['Total:', usd(total), true],
    ['Amount Due (CAD):', usd(total), true],
  ] as const) {
    sheet.right(480, y + 10, label, { bold }).right(572, y + 10, amount, { bold })
    y += 20
  }
  sheet.mid(306, 760, 'Powered by a free tool', { size: 7, grey: 0.5 })
  return invoice(
    'free-tool',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      amount_due: total,
      currency: 'CAD',
    },
    { rows: rowsOf(items), optional: ['payment_terms'] },
  )
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
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8.5 })
  sheet
    .at(40, 60, seller.name, { bold: true, size: 10 })
    .lines(40, 73, [seller.street, seller.town, 'U.S.A', `EIN ${seller.taxId}`])
  sheet
    .right(572, 66, 'INVOICE', { size: 26 })
    .right(572, 84, `# ${number}`, { bold: true })
    .right(572, 112, 'Balance Due', { size: 8 })
    .right(572, 128, usd(total), { bold: true, size: 12 })
  sheet.at(40, 170, 'Bill To', { grey: 0.4 }).lines(40, 183, [buyer.name, buyer.street, buyer.town], { bold: true })
  for (const [i, [caption, value]] of (
    [
      ['Invoice Date :', day(date, 'DD MMM YYYY')],
      ['Terms :', 'Net 45'],
      ['Due Date :', day(due, 'DD MMM YYYY')],
      ['P.O.# :', order],
    ] as const
  ).entries())
    sheet.right(490, 170 + i * 15, caption, { grey: 0.4 }).right(572, 170 + i * 15, value)
  const y = sheet.table(
    260,
    [
      ['#', 46],
      ['Item & Description', 70],
      ['Qty', 400, 'r'],
      ['Rate', 480, 'r'],
      ['Amount', 568, 'r'],
    ],
    items.map(({ text, quantity, price, amount }, i) => [
      String(i + 1),
      [text, 'as agreed, delivered on site'],
      [num('en', quantity), 'pcs'],
      en(price),
      en(amount),
    ]),
    { band: 0.25, headInk: { grey: 1, bold: false } },
  )
  sheet.pairs(
    400,
    -568,
    y + 10,
    [
      ['Sub Total', en(net)],
      ['Shipping charge', en(shipping)],
      ['Sales Tax (7%)', en(tax)],
      ['Total', usd(total), { bold: true }],
      ['Balance Due', usd(total), { bold: true }],
    ],
    18,
  )
  sheet.at(40, y + 120, 'Notes', { grey: 0.4 }).at(40, y + 132, 'Thanks for your business.')
  return invoice(
    'balance-under-title',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      purchase_order: order,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      amount_due: total,
      currency: 'USD',
      payment_terms: 'Net 45',
    },
    { rows: rowsOf(items) },
  )
}
