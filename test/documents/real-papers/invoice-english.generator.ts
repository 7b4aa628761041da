import type { Chance } from '../chance.ts'
import type { Generator, Specimen } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { Paper } from './paper.ts'
import { cents, day, daysAfter, en, lakh, usd } from './print.ts'
import { itemRows, type Sale, saleOf } from './sale.ts'

const WORK = [
  'Website maintenance',
  'Design: landing page',
  'Gravel, 3/4" crushed',
  'On-site installation',
  'Consulting hours',
  'Replacement filter kit',
]

const dayOf = (chance: Chance) =>
  `${chance.whole(2019, 2025)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`

async function specimen(
  name: string,
  paper: Paper,
  fields: Record<string, string | number>,
  sale?: Sale,
  optional?: string[],
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: {
      document_type: 'INVOICE',
      fields,
      ...(optional ? { optional } : {}),
      ...(sale ? { tables: { line_items: itemRows(sale) } } : {}),
      risk: 'clean',
    },
  }
}

/** Bookkeeping software, US: BILL TO and SHIP TO, a tinted strip of headings, sums and BALANCE DUE at the right. */
export const bookkeeping: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, chance.pick([6, 7.25, 8.875]))
  const [vendor, customer, date] = [company(chance, 'LLC'), person(chance), dayOf(chance)]
  const due = daysAfter(date, 30)
  const number = String(chance.whole(1001, 2300))
  const paper = await Paper.open()
  paper
    .at(40, 50, vendor, { bold: true, size: 10 })
    .stack(40, 64, [street(chance), town(chance, 'us'), '(208) 555-0133', 'billing@thistle.example'])
  paper.at(40, 140, 'INVOICE', { size: 20, grey: 0.45 })
  paper.row(
    170,
    [
      [40, 'BILL TO'],
      [200, 'SHIP TO'],
      [400, 'INVOICE #'],
      [480, number],
    ],
    { size: 8 },
  )
  paper
    .row(183, [
      [40, customer],
      [200, customer],
      [400, 'DATE'],
      [480, day(date, 'MM/DD/YYYY')],
    ])
    .row(196, [
      [40, street(chance)],
      [200, '77 Dock St'],
      [400, 'DUE DATE'],
      [480, day(due, 'MM/DD/YYYY')],
    ])
  paper.row(209, [
    [40, town(chance, 'us')],
    [200, 'Boise, ID 83702'],
    [400, 'TERMS'],
    [480, 'Net 30'],
  ])
  paper.box(40, 240, 532, 18, 0.88).row(
    252,
    [
      [44, 'DATE'],
      [110, 'ACTIVITY'],
      [-400, 'QTY'],
      [-480, 'RATE'],
      [-568, 'AMOUNT'],
    ],
    { size: 8 },
  )
  let y = 276
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(
      y,
      [
        [44, day(date, 'MM/DD/YYYY')],
        [110, text],
        [-400, String(quantity)],
        [-480, en(price)],
        [-568, `${en(amount)}T`],
      ],
      {},
    )
    paper.at(110, y + 11, 'Service per agreement, see schedule A', { size: 8, grey: 0.4 })
    y += 30
  }
  paper.rule(y, 40, 572, 0.3)
  paper
    .row(y + 20, [
      [40, 'Thank you for your business!'],
      [330, 'SUBTOTAL'],
      [-568, en(sale.net)],
    ])
    .row(y + 36, [
      [330, 'TAX'],
      [-568, en(sale.tax)],
    ])
    .row(y + 52, [
      [330, 'TOTAL'],
      [-568, en(sale.gross)],
    ])
    .rule(y + 58, 330, 572, 0.3)
    .row(
      y + 78,
      [
        [330, 'BALANCE DUE'],
        [-568, usd(sale.gross)],
      ],
      { bold: true, size: 13 },
    )
  return specimen(
    'bookkeeping',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      customer_name: customer,
      subtotal: sale.net,
      total_tax: sale.tax,
      invoice_total: sale.gross,
      amount_due: sale.gross,
      currency: 'USD',
      payment_terms: 'Net 30',
    },
    sale,
  )
}

/** Cloud accounting, UK: facts in a narrow column without colons, VAT number, a payment slip at the foot. */
export const cloudAccounts: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 20)
  const [vendor, customer, date] = [company(chance, 'Limited'), company(chance, 'PLC'), dayOf(chance)]
  const due = daysAfter(date, 14)
  const [number, vat] = [`INV-${chance.digits(4)}`, `GB${chance.digits(9)}`]
  const paper = await Paper.open({ size: 'a4' })
  paper.at(50, 80, 'TAX INVOICE', { size: 24 })
  paper.stack(62, 120, [customer, street(chance), town(chance, 'uk').toUpperCase(), 'UNITED KINGDOM'])
  const facts = [
    ['Invoice Date', day(date, 'D MMM YYYY')],
    ['Invoice Number', number],
    ['Reference', `PO-${chance.digits(4)}`],
    ['VAT Number', vat],
  ]
  for (const [i, [label = '', value = '']] of facts.entries())
    paper.at(300, 80 + i * 30, label, { bold: true }).at(300, 92 + i * 30, value)
  paper.stack(430, 80, [vendor, street(chance), town(chance, 'uk').toUpperCase(), 'UNITED KINGDOM'])
  paper
    .row(
      260,
      [
        [50, 'Description'],
        [-330, 'Quantity'],
        [-410, 'Unit Price'],
        [-465, 'VAT'],
        [-545, 'Amount GBP'],
      ],
      { bold: true },
    )
    .rule(266, 50, 545, 1)
  let y = 282
  for (const { text, quantity, price, amount } of sale.lines) {
    paper
      .row(y, [
        [50, text],
        [-330, quantity.toFixed(2)],
        [-410, en(price)],
        [-465, '20%'],
        [-545, en(amount)],
      ])
      .rule(y + 6, 50, 545, 0.2)
    y += 20
  }
  paper
    .row(y, [
      [-465, 'Subtotal'],
      [-545, en(sale.net)],
    ])
    .row(y + 18, [
      [-465, 'TOTAL VAT 20%'],
      [-545, en(sale.tax)],
    ])
    .rule(y + 24, 330, 545, 1)
    .row(
      y + 38,
      [
        [-465, 'TOTAL GBP'],
        [-545, en(sale.gross)],
      ],
      { bold: true },
    )
  paper
    .at(50, y + 80, `Due Date: ${day(due, 'D MMM YYYY')}`, { bold: true })
    .stack(50, y + 94, ['Please pay by bank transfer.', 'Account name: as above  Sort code 20-11-47  Account 55018842'])
  paper.rule(640, 50, 545, 0.3).at(50, 670, 'PAYMENT ADVICE', { size: 18 })
  for (const [i, [label, value]] of [
    ['Customer', customer],
    ['Invoice Number', number],
    ['Amount Due', en(sale.gross)],
    ['Due Date', day(due, 'D MMM YYYY')],
    ['Amount Enclosed', ''],
  ].entries())
    paper.row(
      670 + i * 16,
      [
        [320, label],
        [430, value],
      ],
      { bold: i === 2 },
    )
  paper.stack(50, 700, ['To:', vendor, street(chance)])
  return specimen(
    'cloud-accounts',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      vendor_tax_id: vat,
      customer_name: customer,
      subtotal: sale.net,
      total_tax: sale.tax,
      invoice_total: sale.gross,
      amount_due: sale.gross,
      currency: 'GBP',
    },
    sale,
    ['purchase_order', 'payment_terms'],
  )
}

/** Online payments: "Date of issue", a large "$… due …" sentence, periods under the items, no colons. */
export const subscription: Generator = async (chance) => {
  const sale = saleOf(chance, ['Team plan', 'Additional seats', 'Usage: build minutes', 'Storage add-on'], 0, 3)
  const [customer, date] = [person(chance), dayOf(chance)]
  const number = `${chance.digits(4)}A${chance.digits(3)}-00${chance.digits(2)}`
  const paper = await Paper.open()
  paper.at(36, 56, 'Invoice', { size: 18, bold: true }).row(56, [[-576, 'Buildyard']], { size: 14, bold: true })
  paper
    .row(
      84,
      [
        [36, 'Invoice number'],
        [126, number],
      ],
      { bold: true },
    )
    .row(98, [
      [36, 'Date of issue'],
      [126, day(date, 'MMMM D, YYYY')],
    ])
    .row(112, [
      [36, 'Date due'],
      [126, day(date, 'MMMM D, YYYY')],
    ])
  paper
    .at(36, 144, 'Buildyard, Inc.', { bold: true })
    .stack(36, 157, ['548 Market St', 'Tempe, Arizona 85281', 'United States', '+1 480-555-0166'])
  paper
    .at(260, 144, 'Bill to', { bold: true })
    .stack(260, 157, [customer, street(chance), 'Dayton, Ohio 45402', 'United States', 'leonie@quillmark.example'])
  paper
    .at(36, 240, `${usd(sale.gross)} USD due ${day(date, 'MMMM D, YYYY')}`, { size: 15, bold: true })
    .at(36, 258, 'Pay online', { grey: 0.4 })
  paper
    .row(
      290,
      [
        [36, 'Description'],
        [-400, 'Qty'],
        [-490, 'Unit price'],
        [-576, 'Amount'],
      ],
      { size: 8 },
    )
    .rule(295, 36, 576)
  let y = 312
  for (const { text, quantity, price, amount } of sale.lines) {
    paper
      .row(y, [
        [36, text],
        [-400, String(quantity)],
        [-490, usd(price)],
        [-576, usd(amount)],
      ])
      .at(36, y + 12, `${day(date, 'MMM D, YYYY')} – ${day(daysAfter(date, 30), 'MMM D, YYYY')}`, {
        size: 8,
        grey: 0.4,
      })
    y += 32
  }
  for (const [i, [label, amount]] of [
    ['Subtotal', usd(sale.net)],
    ['Total', usd(sale.gross)],
    ['Amount due', `${usd(sale.gross)} USD`],
  ].entries())
    paper.rule(y - 8 + i * 18, 306, 576, 0.3).row(
      y + 4 + i * 18,
      [
        [306, label],
        [-576, amount],
      ],
      { bold: i === 2 },
    )
  paper
    .at(36, 750, `${number} · ${usd(sale.gross)} USD due ${day(date, 'MMMM D, YYYY')}`, { size: 7 })
    .row(750, [[-576, 'Page 1 of 1']], { size: 7 })
  return specimen(
    'subscription',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: date,
      vendor_name: 'Buildyard, Inc.',
      customer_name: customer,
      subtotal: sale.net,
      invoice_total: sale.gross,
      amount_due: sale.gross,
      currency: 'USD',
    },
    sale,
  )
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
  const paper = await Paper.open()
  paper
    .at(36, 50, 'nimbus web services', { size: 14, bold: true })
    .row(50, [[-576, 'Nimbus Web Services Invoice']], { size: 12 })
  paper.row(66, [[-576, 'Email or talk to us about your account or bill, visit nimbus.example/contact']], { size: 8 })
  const facts = [
    ['Account number:', chance.digits(12)],
    ['', ''],
    ['Bill to Address:', ''],
  ]
  for (const [i, [label, value]] of facts.entries())
    paper
      .row(96 + i * 12, [
        [36, label],
        [36, ''],
      ])
      .at(36, 106 + i * 12, value ?? '')
  paper.stack(36, 134, [customer, 'ATTN: Accounts Payable', street(chance), 'Asheville, NC, 28801, US'])
  paper
    .at(330, 96, 'Invoice Summary', { bold: true })
    .row(112, [
      [330, 'Invoice Number:'],
      [-576, number],
    ])
    .row(126, [
      [330, 'Invoice Date:'],
      [-576, day(date, 'MMMM D , YYYY')],
    ])
    .rule(132, 330, 576)
    .row(
      146,
      [
        [330, `TOTAL AMOUNT DUE ON ${day(date, 'MMMM D , YYYY')}`],
        [-576, usd(total)],
      ],
      { bold: true, size: 8 },
    )
  const [first, last] = [`${date.slice(0, 8)}01`, daysAfter(`${date.slice(0, 8)}01`, -1)]
  paper.at(
    36,
    220,
    `This invoice is for the billing period ${day(`${last.slice(0, 8)}01`, 'MMMM D')} - ${day(daysAfter(first, -1), 'MMMM D , YYYY')}`,
    { bold: true },
  )
  paper.prose(
    36,
    240,
    540,
    'Greetings from Nimbus Web Services, we are writing to provide you with an electronic invoice for your use of our services. Additional information about your bill, individual service charge details, and your account history are available on the Account Activity Page.',
  )
  paper
    .at(36, 290, 'Summary', { bold: true, size: 11 })
    .row(
      308,
      [
        [36, 'Nimbus Service Charges'],
        [-576, usd(total)],
      ],
      { bold: true },
    )
    .row(322, [
      [50, 'Charges'],
      [-576, usd(total)],
    ])
    .row(336, [
      [50, 'Credits'],
      [-576, '$0.00'],
    ])
    .row(350, [
      [50, 'Tax *'],
      [-576, '$0.00'],
    ])
    .row(
      366,
      [
        [36, 'Total for this invoice'],
        [-576, usd(total)],
      ],
      { bold: true },
    )
  paper.at(36, 400, 'Detail', { bold: true, size: 11 })
  let y = 418
  for (const { text, charges } of services) {
    paper
      .row(
        y,
        [
          [36, text],
          [-576, usd(charges)],
        ],
        { bold: true },
      )
      .row(y + 13, [
        [50, 'Charges'],
        [-576, usd(charges)],
      ])
      .row(y + 26, [
        [50, 'Estimated US sales tax to be collected'],
        [-576, '$0.00'],
      ])
    y += 44
  }
  paper.at(
    36,
    750,
    '* May include estimated US sales tax, VAT, ST, GST and CT.   Nimbus Web Services, Inc. is a registered trade name.',
    { size: 7 },
  )
  return specimen(
    'cloud-hosting',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: 'Nimbus Web Services, Inc.',
      customer_name: customer,
      total_tax: 0,
      invoice_total: total,
      amount_due: total,
      currency: 'USD',
    },
    undefined,
    ['vendor_name', 'due_date', 'subtotal', 'payment_terms'],
  )
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
  const paper = await Paper.open({ size: 'a4', text: 8 })
  paper
    .box(30, 30, 535, 110)
    .at(40, 50, vendor, { bold: true, size: 12 })
    .stack(40, 66, ['14 Laxmi Nagar', 'Pune Maharashtra 411009', 'India', `GSTIN ${ours}`])
    .row(60, [[-555, 'TAX INVOICE']], { size: 18 })
  paper.box(30, 140, 268, 60).box(298, 140, 267, 60)
  for (const [i, [label, value]] of [
    ['#', number],
    ['Invoice Date', day(date, 'DD/MM/YYYY')],
    ['Terms', 'Net 15'],
    ['Due Date', day(daysAfter(date, 15), 'DD/MM/YYYY')],
  ].entries())
    paper.row(
      153 + i * 12,
      [
        [36, label],
        [130, `: ${value}`],
      ],
      { bold: false },
    )
  paper.row(153, [
    [304, 'Place Of Supply'],
    [400, ': Karnataka (29)'],
  ])
  paper
    .box(30, 200, 535, 14, 0.93)
    .at(36, 210, 'Bill To', { bold: true })
    .stack(36, 226, [customer, '22 MG Road', 'Bengaluru Karnataka 560001', 'India', `GSTIN ${theirs}`])
  paper
    .box(30, 284, 535, 28)
    .row(
      294,
      [
        [36, '#'],
        [54, 'Item & Description'],
        [200, 'HSN/SAC'],
        [-290, 'Qty'],
        [-345, 'Rate'],
        [380, 'CGST'],
        [450, 'SGST'],
        [-560, 'Amount'],
      ],
      { bold: true },
    )
    .row(
      307,
      [
        [365, '%'],
        [-420, 'Amt'],
        [435, '%'],
        [-490, 'Amt'],
      ],
      { bold: true },
    )
  let y = 326
  for (const [i, { text, quantity, price, amount }] of sale.lines.entries()) {
    paper.row(y, [
      [36, String(i + 1)],
      [54, text],
      [200, '6109'],
      [-290, quantity.toFixed(2)],
      [-345, lakh(price)],
      [365, '9%'],
      [-420, lakh(cents(amount * 0.09))],
      [435, '9%'],
      [-490, lakh(cents(amount * 0.09))],
      [-560, lakh(amount)],
    ])
    y += 16
  }
  paper.rule(y, 30, 565).stack(36, y + 16, ['Total In Words', 'Indian Rupee Amount Only'])
  for (const [i, [label, amount]] of [
    ['Sub Total', lakh(sale.net)],
    ['CGST9 (9%)', lakh(half)],
    ['SGST9 (9%)', lakh(half)],
    ['Total', `Rs.${lakh(total)}`],
    ['Balance Due', `Rs.${lakh(total)}`],
  ].entries())
    paper.row(
      y + 16 + i * 14,
      [
        [-470, label],
        [-560, amount],
      ],
      { bold: i > 2 },
    )
  paper.at(430, y + 150, 'Authorized Signature')
  return specimen(
    'indian-gst',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: daysAfter(date, 15),
      vendor_name: vendor,
      vendor_tax_id: ours,
      customer_name: customer,
      customer_tax_id: theirs,
      subtotal: sale.net,
      total_tax: tax,
      invoice_total: total,
      amount_due: total,
      currency: 'INR',
      payment_terms: 'Net 15',
    },
    sale,
  )
}

/** Canada: GST and PST or QST on lines of their own, with registration numbers, deposit and balance. */
export const canadianTaxes: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 0)
  const gst = cents(sale.net * 0.05)
  const second = cents(sale.net * 0.09975)
  const total = cents(sale.net + gst + second)
  const [vendor, customer, date] = [company(chance, 'Inc.'), company(chance, 'Ltée'), dayOf(chance)]
  const po = `4500${chance.digits(4)}`
  const [number, gstNumber] = [`F-${chance.digits(5)}`, `${chance.digits(9)} RT0001`]
  const paper = await Paper.open({ family: 'serif', text: 10 })
  paper
    .at(40, 50, vendor, { size: 16, bold: true })
    .stack(40, 66, ['455 boul. Curé-Labelle', 'Laval QC  H7N 5W1', 'Tel: 450-555-0121'], { size: 9 })
    .row(50, [[-572, 'INVOICE / FACTURE']], { size: 15, bold: true })
  paper
    .row(76, [
      [400, 'Invoice No.:'],
      [-572, number],
    ])
    .row(90, [
      [400, 'Date:'],
      [-572, date],
    ])
    .row(104, [
      [400, 'P.O. No.:'],
      [-572, po],
    ])
    .row(118, [
      [400, 'Terms:'],
      [-572, 'Net 30 days'],
    ])
  paper
    .at(40, 150, 'Sold to / Vendu à:', { bold: true })
    .stack(40, 164, [customer, street(chance), 'Moncton NB  E1C 4Z5'])
  paper.box(40, 230, 532, 18).row(
    243,
    [
      [46, 'Qty'],
      [90, 'Description'],
      [-470, 'Unit Price'],
      [-566, 'Amount'],
    ],
    { bold: true },
  )
  let y = 264
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [46, String(quantity)],
      [90, text],
      [-470, en(price)],
      [-566, en(amount)],
    ])
    y += 17
  }
  y += 20
  for (const [i, [label, amount]] of [
    ['Subtotal', en(sale.net)],
    ['GST/TPS 5%', en(gst)],
    ['QST/TVQ 9.975%', en(second)],
    ['TOTAL CAD', usd(total)],
  ].entries())
    paper.row(
      y + i * 16,
      [
        [-470, label],
        [-566, amount],
      ],
      { bold: i === 3 },
    )
  paper
    .at(40, y, `GST/TPS # ${gstNumber}`, { size: 8 })
    .at(40, y + 12, `QST/TVQ # ${chance.digits(10)} TQ0001`, { size: 8 })
  return specimen(
    'canadian-taxes',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: vendor,
      customer_name: customer,
      purchase_order: po,
      subtotal: sale.net,
      total_tax: cents(gst + second),
      invoice_total: total,
      currency: 'CAD',
      payment_terms: 'Net 30 days',
    },
    sale,
    ['vendor_tax_id', 'amount_due'],
  )
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
  const paper = await Paper.open()
  paper
    .at(36, 50, 'Idaho Valley Power', { size: 16, bold: true })
    .row(44, [
      [400, 'Account Number'],
      [-576, account],
    ])
    .row(58, [
      [400, 'Bill Date'],
      [-576, day(date, 'MMM D, YYYY')],
    ])
    .row(
      72,
      [
        [400, 'Due Date'],
        [-576, day(due, 'MMM D, YYYY')],
      ],
      { bold: true },
    )
    .row(
      86,
      [
        [400, 'Amount Due'],
        [-576, usd(current)],
      ],
      { bold: true, size: 12 },
    )
  paper.stack(36, 90, ['Service for:', customer, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()])
  paper.at(36, 170, 'Account Summary', { bold: true, size: 12 })
  const lines = [
    ['Previous Balance', usd(previous)],
    [`Payment Received ${day(daysAfter(date, -12), 'MMM D')} - Thank you`, `-${usd(previous)}`],
    ['Balance Forward', '$0.00'],
    ['Current Charges', usd(current)],
    ['Total Amount Due', usd(current)],
  ]
  for (const [i, [label, amount]] of lines.entries())
    paper.row(
      188 + i * 14,
      [
        [36, label],
        [-300, amount],
      ],
      { bold: i === 4 },
    )
  paper
    .at(330, 170, 'Meter Readings', { bold: true, size: 12 })
    .row(
      188,
      [
        [330, 'Meter'],
        [400, 'Previous'],
        [460, 'Current'],
        [520, 'kWh'],
      ],
      { size: 8 },
    )
    .row(202, [
      [330, '48221093'],
      [400, '11842'],
      [460, '12761'],
      [520, '919'],
    ])
  paper
    .at(36, 290, 'Current Charges Detail', { bold: true, size: 12 })
    .row(308, [
      [36, 'Energy Charge 919 kWh'],
      [-300, en(charge)],
    ])
    .row(322, [
      [36, 'Delivery Charge'],
      [-300, en(delivery)],
    ])
    .row(336, [
      [36, 'State Tax 5%'],
      [-300, en(tax)],
    ])
    .row(
      352,
      [
        [36, 'Total Current Charges'],
        [-300, usd(current)],
      ],
      { bold: true },
    )
  paper
    .rule(560, 36, 576, 1)
    .at(36, 574, 'Please detach and return this portion with your payment', { size: 7 })
    .row(600, [
      [36, customer],
      [360, 'Account Number'],
      [-576, account],
    ])
    .row(
      616,
      [
        [360, `Amount Due by ${day(due, 'MMM D, YYYY')}`],
        [-576, usd(current)],
      ],
      { bold: true },
    )
    .row(640, [[360, 'Amount Enclosed  $']])
  paper.stack(36, 660, ['IDAHO VALLEY POWER', 'PO BOX 70', 'BOISE ID 83707'])
  return specimen(
    'utility-bill',
    paper,
    {
      invoice_date: date,
      due_date: due,
      vendor_name: 'Idaho Valley Power',
      customer_name: customer,
      total_tax: tax,
      amount_due: current,
      currency: 'USD',
    },
    undefined,
    ['invoice_total', 'subtotal', 'invoice_number'],
  )
}

/** A word processor's template: a title as letterhead, INVOICE # and DATE in a corner, TO and SHIP TO, boxed table with empty rows. */
export const wordTemplate: Generator = async (chance) => {
  const sale = saleOf(chance, WORK, 8)
  const [vendor, customer, contact, date] = [company(chance, ''), company(chance, 'Co.'), person(chance), dayOf(chance)]
  const number = String(chance.whole(100, 999))
  const paper = await Paper.open({ family: 'serif', text: 10 })
  paper
    .at(54, 60, vendor, { size: 16 })
    .at(54, 74, 'Built to last', { size: 8 })
    .row(60, [[-558, 'INVOICE']], { size: 26, grey: 0.5 })
  paper
    .stack(54, 100, [street(chance), town(chance, 'us'), 'Phone 937.555.0190  Fax 937.555.0191'], { size: 8 })
    .row(100, [[-558, `INVOICE # ${number}`]], { size: 8 })
    .row(112, [[-558, `DATE: ${day(date, 'M/D/YYYY')}`]], { size: 8 })
  paper
    .at(54, 160, 'TO:', { size: 8, bold: true })
    .stack(54, 172, [contact, customer, street(chance), town(chance, 'us')])
    .at(330, 160, 'FOR:', { size: 8, bold: true })
    .stack(330, 172, ['Spring project', 'P.O. # 1187'])
  paper.box(54, 240, 504, 18, 0.9).row(
    252,
    [
      [60, 'QTY'],
      [120, 'DESCRIPTION'],
      [-460, 'UNIT PRICE'],
      [-552, 'LINE TOTAL'],
    ],
    { size: 8, bold: true },
  )
  for (let i = 0; i < 9; i++) paper.box(54, 258 + i * 18, 504, 18)
  for (const [i, { text, quantity, price, amount }] of sale.lines.entries())
    paper.row(270 + i * 18, [
      [60, String(quantity)],
      [120, text],
      [-460, en(price)],
      [-552, en(amount)],
    ])
  for (const [i, [label, amount]] of [
    ['SUBTOTAL', usd(sale.net)],
    ['SALES TAX', en(sale.tax)],
    ['SHIPPING & HANDLING', '0.00'],
    ['TOTAL DUE', usd(sale.gross)],
  ].entries())
    paper.row(
      436 + i * 18,
      [
        [-460, label],
        [-552, amount],
      ],
      { size: 9, bold: i === 3 },
    )
  paper
    .centre(540, `Make all checks payable to ${vendor}`, { size: 9 })
    .centre(554, 'If you have any questions concerning this invoice, contact Sales at 937.555.0190', { size: 9 })
    .centre(574, 'THANK YOU FOR YOUR BUSINESS!', { bold: true })
  return specimen(
    'word-template',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: vendor,
      customer_name: customer,
      purchase_order: '1187',
      subtotal: sale.net,
      total_tax: sale.tax,
      invoice_total: sale.gross,
      currency: 'USD',
    },
    sale,
    ['amount_due', 'customer_name'],
  )
}

/** A freelancer's sheet: From and To side by side, hours and rate, "Balance due" first, bank account with IBAN. */
export const freelancer: Generator = async (chance) => {
  const sale = saleOf(chance, ['Backend development', 'Code review', 'Workshop facilitation', 'Bug fixing sprint'], 0)
  const [vendor, customer, date] = [person(chance), company(chance, 'GmbH'), dayOf(chance)]
  const number = `${date.slice(0, 4)}-${chance.digits(3)}`
  const paper = await Paper.open({ size: 'a4', text: 10 })
  paper.row(60, [[-545, 'INVOICE']], { size: 24 }).row(80, [[-545, `# ${number}`]], { grey: 0.4 })
  paper.at(50, 60, vendor, { bold: true }).stack(50, 74, ['22 Rua do Norte', '4050-110 Porto', 'Portugal'])
  paper
    .at(50, 150, 'Bill To:', { grey: 0.4 })
    .at(50, 164, customer, { bold: true })
    .stack(50, 177, ['Mühlweg 3', '04109 Leipzig', 'Germany'])
  paper
    .row(150, [
      [-430, 'Date:'],
      [-545, day(date, 'MMM D, YYYY')],
    ])
    .row(166, [
      [-430, 'Payment Terms:'],
      [-545, '14 days'],
    ])
    .row(182, [
      [-430, 'Due Date:'],
      [-545, day(daysAfter(date, 14), 'MMM D, YYYY')],
    ])
  paper.box(330, 190, 220, 20, 0.93).row(
    204,
    [
      [-430, 'Balance Due:'],
      [-545, `€${en(sale.gross)}`],
    ],
    { bold: true },
  )
  paper.box(50, 240, 500, 18, 0.2).row(
    253,
    [
      [56, 'Item'],
      [-350, 'Quantity'],
      [-450, 'Rate'],
      [-545, 'Amount'],
    ],
    { grey: 1 },
  )
  let y = 276
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [56, text],
      [-350, String(quantity)],
      [-450, `€${en(price)}`],
      [-545, `€${en(amount)}`],
    ])
    y += 18
  }
  paper
    .row(y + 20, [
      [-450, 'Subtotal:'],
      [-545, `€${en(sale.net)}`],
    ])
    .row(y + 38, [
      [-450, 'Tax (0%):'],
      [-545, '€0.00'],
    ])
    .row(y + 56, [
      [-450, 'Total:'],
      [-545, `€${en(sale.gross)}`],
    ])
  paper
    .at(50, y + 100, 'Notes:', { grey: 0.4 })
    .at(50, y + 114, 'IBAN: PT50 0002 0123 1234 5678 9015 4   BIC: CGDIPTPL')
    .at(50, y + 128, 'VAT reverse charge applies.')
  return specimen(
    'freelancer',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: daysAfter(date, 14),
      vendor_name: vendor,
      customer_name: customer,
      subtotal: sale.net,
      total_tax: 0,
      invoice_total: sale.gross,
      amount_due: sale.gross,
      currency: 'EUR',
      iban: 'PT50 0002 0123 1234 5678 9015 4',
      payment_terms: '14 days',
    },
    sale,
  )
}
