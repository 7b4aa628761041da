import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf } from './bill.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** A law firm: hours by day and person, expenses apart, a retainer applied. */
export const timeBilling: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'us')
  const firm = `${seller.name.split(' ')[0]} & Orr LLP`
  const date = dayOf(chance)
  const work = Array.from({ length: chance.whole(4, 7) }, (_, i) => {
    const [hours, rate] = [chance.whole(2, 45) / 10, chance.pick([285, 340, 425])]
    return {
      when: daysAfter(date, -28 + i * 3),
      who: chance.pick(['HO', 'DH', 'KA']),
      text: chance.pick([
        'Draft motion to compel; confer with client re same',
        'Telephone conference with opposing counsel',
        'Review discovery responses and prepare deficiency letter',
        'Attend hearing',
      ]),
      hours,
      rate,
      amount: cents(hours * rate),
    }
  })
  const costs = [
    ['Filing fee', chance.amount(60, 400)],
    ['Process server', chance.amount(45, 90)],
  ] as const
  const [fees, expenses] = [sum(work.map(({ amount }) => amount)), sum(costs.map(([, amount]) => amount))]
  const total = sum([fees, expenses])
  const applied = cents(total * 0.3)
  const number = chance.digits(5)
  const sheet = await Sheet.open(chance, { size: 'letter', family: 'serif', text: 10, cut: 'gaps' })
  sheet
    .mid(306, 54, firm, { size: 18 })
    .mid(306, 68, 'ATTORNEYS AT LAW', { size: 8, spaced: 2 })
    .mid(306, 80, `${seller.street}, ${seller.town} · Tax ID ${seller.taxId}`, { size: 8 })
  sheet.lines(60, 120, [buyer.name, `Attn: ${human(chance)}`, buyer.street, buyer.town])
  sheet.pairs(
    380,
    -552,
    120,
    [
      ['Invoice Date', day(date, 'MMMM D, YYYY')],
      ['Invoice No.', number],
      ['Matter', '1184-002'],
    ],
    13,
  )
  sheet.at(60, 200, `For professional services rendered through ${day(daysAfter(date, -5), 'MMMM D, YYYY')}`, {
    bold: true,
  })
  let y = sheet.table(
    225,
    [
      ['Date', 60],
      ['Atty', 115],
      ['Description', 145],
      ['Hours', 430, 'r'],
      ['Rate', 485, 'r'],
      ['Amount', 552, 'r'],
    ],
    work.map(({ when, who, text, hours, rate, amount }) => [
      day(when, 'MM/DD/YY'),
      who,
      text.length > 42 ? [text.slice(0, text.lastIndexOf(' ', 42)), text.slice(text.lastIndexOf(' ', 42) + 1)] : text,
      hours.toFixed(1),
      en(rate),
      en(amount),
    ]),
    { rules: 'head' },
  )
  y = sheet.pairs(300, -552, y + 2, [['Total Fees', usd(fees), { bold: true }]])
  y = sheet.pairs(
    60,
    -552,
    y + 10,
    [['Costs Advanced', '', { bold: true }], ...costs.map(([text, amount]) => [text, en(amount)] as const)],
    14,
  )
  sheet.pairs(
    300,
    -552,
    y + 4,
    [
      ['Total Costs', usd(expenses), { bold: true }],
      ['Total This Invoice', usd(total), { bold: true }],
      ['Less: Trust Funds Applied', `(${usd(applied)})`],
      ['BALANCE DUE', usd(cents(total - applied)), { bold: true }],
    ],
    16,
  )
  return invoice(
    'time-billing',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: firm,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      invoice_total: total,
      amount_due: cents(total - applied),
      currency: 'USD',
    },
    {
      rows: [...work, ...costs.map(([, amount]) => ({ amount }))].map(({ amount }) => ({ amount })),
      optional: ['subtotal', 'payment_terms', 'due_date'],
    },
  )
}

/** A carrier's freight bill: days of picking up, of delivery and of the bill, shipper and consignee as further parties. */
export const freightBill: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'us')
  const charges = [
    ['Line haul', chance.amount(300, 1_900)],
    ['Fuel surcharge', chance.amount(40, 300)],
    ['Liftgate delivery', chance.amount(45, 95)],
    ['Detention 1.5 hr', chance.amount(60, 120)],
  ] as const
  const total = sum(charges.map(([, amount]) => amount))
  const [date, pro] = [dayOf(chance), chance.digits(9)]
  const due = daysAfter(date, 30)
  const d = (iso: string) => day(iso, 'MM/DD/YYYY')
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, cut: 'words', order: 'shuffled' })
  sheet
    .at(30, 44, seller.name.toUpperCase(), { size: 14, bold: true })
    .at(30, 58, `REMIT TO: ${seller.street.toUpperCase()}, ${seller.town.toUpperCase()}`)
    .right(582, 44, 'FREIGHT INVOICE', { size: 14, bold: true })
  sheet.table(
    80,
    [
      ['INVOICE NO.', 34],
      ['INVOICE DATE', 130],
      ['DUE DATE', 230],
      ['PRO NUMBER', 330],
      ['PICKUP DATE', 430],
      ['DELIVERED', 520],
    ],
    [[`F${pro.slice(0, 6)}`, d(date), d(due), pro, d(daysAfter(date, -9)), d(daysAfter(date, -5))]],
    { rules: 'grid', from: 30, to: 582, headInk: { size: 7 } },
  )
  for (const [x, head, who, where] of [
    [34, 'SHIPPER', 'NORTH FORK MILLS', 'REDDING, CA 96001'],
    [220, 'CONSIGNEE', 'LAKESIDE DISTRIBUTION', 'FARGO, ND 58102'],
    [400, 'BILL TO', buyer.name.toUpperCase(), buyer.town.toUpperCase()],
  ] as const)
    sheet
      .box(x - 4, 120, 182, 60)
      .at(x, 131, head, { size: 7, bold: true })
      .lines(x, 144, [who, where])
  sheet.table(
    200,
    [
      ['PCS', 34],
      ['HM', 70],
      ['DESCRIPTION OF ARTICLES', 100],
      ['WEIGHT', 420, 'r'],
      ['CLASS', 500, 'r'],
    ],
    [['12', '', 'PALLETS, PAPER PRODUCTS NOI', '11,842', '70']],
    { rules: 'head', from: 30, to: 582 },
  )
  const y = sheet.table(
    260,
    [
      ['CHARGE DESCRIPTION', 34],
      ['AMOUNT', 578, 'r'],
    ],
    charges.map(([text, amount]) => [text.toUpperCase(), en(amount)]),
    { rules: 'rows', from: 30, to: 582 },
  )
  sheet.pairs(400, -578, y + 8, [['TOTAL CHARGES', usd(total), { bold: true, size: 10 }]])
  sheet.lines(34, y + 8, [`BOL # ${chance.digits(7)}`, `PO # ${chance.digits(6)}`, 'TERMS: PREPAID - NET 30 DAYS'])
  return invoice(
    'freight-bill',
    sheet,
    {
      invoice_number: `F${pro.slice(0, 6)}`,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      customer_name: buyer.name,
      invoice_total: total,
      currency: 'USD',
    },
    {
      rows: charges.map(([, amount]) => ({ amount })),
      optional: ['purchase_order', 'payment_terms', 'amount_due', 'subtotal'],
    },
  )
}

/** An export's commercial invoice: goods with tariff codes, weights, an origin, no tax. */
export const exportInvoice: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'it', 'us')
  const items = itemsOf(chance, ['Ceramic floor tiles 60x60', 'Wall tiles 20x20 white', 'Mosaic sheets'], {
    most: 900,
    decimals: 3,
    dear: 25,
    count: 3,
  })
  const [goods, freight, insurance] = [netOf(items), chance.amount(200, 900), chance.amount(20, 90)]
  const total = sum([goods, freight, insurance])
  const [date, number, order] = [dayOf(chance), `EXP-${chance.digits(4)}/25`, `PO${chance.digits(6)}`]
  const sheet = await Sheet.open(chance, { text: 8.5, family: 'serif' })
  sheet.mid(297, 50, 'COMMERCIAL INVOICE', { size: 15, bold: true })
  sheet
    .box(36, 64, 262, 84)
    .at(40, 75, 'Exporter / Seller', { size: 7 })
    .lines(40, 88, [seller.name, seller.street, seller.town, 'ITALY', `VAT ${seller.taxId}`])
  sheet.box(298, 64, 262, 84).pairs(
    302,
    400,
    78,
    [
      ['Invoice No.', number],
      ['Date', day(date, 'D MMM YYYY')],
      ['Buyer order No.', order],
      ['Incoterms', 'CIF New York'],
      ['Country of origin', 'Italy'],
    ],
    14,
  )
  sheet
    .box(36, 148, 262, 74)
    .at(40, 159, 'Consignee / Buyer', { size: 7 })
    .lines(40, 172, [buyer.name, buyer.street, buyer.town, 'U.S.A.'])
  sheet
    .box(298, 148, 262, 74)
    .at(302, 159, 'Notify party', { size: 7 })
    .lines(302, 172, ['Atlantic Customs Brokers', 'Elizabeth, NJ 07201'])
  const y = sheet.table(
    245,
    [
      ['Marks', 40],
      ['Description of goods', 80],
      ['HS code', 230],
      ['Net kg', 320, 'r'],
      ['Quantity', 390, 'r'],
      ['Unit price EUR', 470, 'r'],
      ['Amount EUR', 557, 'r'],
    ],
    items.map(({ text, quantity, price, amount }, i) => [
      `${i + 1}/3`,
      text,
      '6907.21',
      en(quantity * 18),
      `${quantity} m2`,
      num('en', price, 3),
      en(amount),
    ]),
    { rules: 'grid' },
  )
  sheet.pairs(360, -557, y + 10, [
    ['Total FOB', en(goods)],
    ['Ocean freight', en(freight)],
    ['Insurance', en(insurance)],
    ['TOTAL CIF EUR', en(total), { bold: true }],
  ])
  sheet.lines(40, 700, [
    'We hereby certify that this invoice is true and correct.',
    'Payment: irrevocable L/C at sight',
    'Container MSKU 118842-0   Vessel: Corvane Star 044W',
  ])
  return invoice(
    'export-invoice',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      purchase_order: order,
      invoice_total: total,
      currency: 'EUR',
    },
    { rows: rowsOf(items), optional: ['subtotal', 'payment_terms', 'amount_due'] },
  )
}

/** Asked for before delivery: a half is to be paid now. */
export const proForma: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb', 'nl')
  const items = itemsOf(chance, ['Exhibition stand hire', 'Graphics panel print', 'Build & dismantle crew day'], {
    rates: [20],
    dear: 900,
    most: 4,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const total = sum([net, tax])
  const [date, number] = [dayOf(chance), `PF-${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, { text: 10, cut: 'runs' })
  sheet
    .at(50, 60, 'Proforma Invoice', { size: 22, bold: true })
    .right(545, 54, seller.name, { bold: true })
    .right(545, 67, seller.street)
    .right(545, 80, seller.town)
    .right(545, 93, `VAT no. ${seller.taxId}`)
  sheet.pairs(
    50,
    150,
    100,
    [
      ['Proforma no.', number],
      ['Issue date', day(date, 'DD/MM/YYYY')],
      ['Valid until', day(daysAfter(date, 30), 'DD/MM/YYYY')],
    ],
    14,
  )
  sheet
    .at(50, 165, 'Prepared for', { size: 8, grey: 0.5 })
    .lines(50, 178, [buyer.name, buyer.street, buyer.town, `VAT ${buyer.taxId}`])
  const y = sheet.table(
    260,
    [
      ['Item', 50],
      ['Units', 330, 'r'],
      ['Cost', 420, 'r'],
      ['Total', 545, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, String(quantity), `£${en(price)}`, `£${en(amount)}`]),
    { rules: 'rows', from: 50, to: 545 },
  )
  sheet.pairs(
    330,
    -545,
    y + 10,
    [
      ['Net', `£${en(net)}`],
      ['VAT @ 20%', `£${en(tax)}`],
      ['Total', `£${en(total)}`, { bold: true }],
      ['50% deposit payable now', `£${en(cents(total / 2))}`],
    ],
    17,
  )
  sheet.at(50, 760, 'This is not a VAT invoice. A VAT invoice will be issued on receipt of payment.', { size: 8 })
  return invoice(
    'pro-forma',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      currency: 'GBP',
    },
    { rows: rowsOf(items), optional: ['amount_due', 'due_date', 'payment_terms'] },
  )
}

/** A contractor's bill by section with sums inside the table and retainage kept back. */
export const sectionedWork: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'ca')
  const labour = itemsOf(chance, ['Carpenter, journeyman', 'Labourer', 'Site supervision'], {
    fractions: 1,
    most: 80,
    dear: 95,
    count: 3,
  })
  const stuff = itemsOf(chance, ['2x6 SPF stud 92-5/8', 'OSB sheathing 7/16', 'Housewrap roll'], {
    most: 60,
    dear: 80,
    count: 3,
  })
  const net = netOf([...labour, ...stuff])
  const held = cents(net * 0.1)
  const [gst, pst] = [cents(net * 0.05), cents(net * 0.07)]
  const total = sum([net, gst, pst])
  const [date, number] = [dayOf(chance), chance.digits(4)]
  const due = daysAfter(date, 28)
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, cut: 'words' })
  sheet
    .at(40, 50, seller.name, { size: 13, bold: true })
    .lines(40, 64, [seller.street, seller.town, `GST# ${seller.taxId}`])
  sheet.pairs(
    400,
    -572,
    50,
    [
      ['PROGRESS INVOICE', number, { bold: true }],
      ['Date', day(date, 'YYYY/MM/DD')],
      ['Due', day(due, 'YYYY/MM/DD')],
      ['Draw', '3 of 5'],
    ],
    14,
  )
  sheet.lines(40, 130, [`Client: ${buyer.name}`, buyer.street, buyer.town, 'Project: Lot 18 Juniper Ridge'])
  const cells = (list: typeof labour, unit: string) =>
    list.map(({ text, quantity, price, amount }) => [
      text,
      `${num('bare', quantity, unit === 'hr' ? 1 : 0)} ${unit}`,
      en(price),
      en(amount),
    ])
  const y = sheet.table(
    210,
    [
      ['Description', 44],
      ['Qty', 360, 'r'],
      ['Rate', 450, 'r'],
      ['Amount', 568, 'r'],
    ],
    [
      ['A. LABOUR'],
      ...cells(labour, 'hr'),
      ['Subtotal Labour', '', '', en(netOf(labour))],
      ['B. MATERIALS'],
      ...cells(stuff, 'ea'),
      ['Subtotal Materials', '', '', en(netOf(stuff))],
    ],
    { rules: 'rows' },
  )
  sheet.pairs(
    360,
    -568,
    y + 10,
    [
      ['Total work this period', usd(net)],
      ['GST 5%', usd(gst)],
      ['PST 7%', usd(pst)],
      ['Invoice total', usd(total), { bold: true }],
      ['Less holdback 10%', `-${usd(held)}`],
      ['Payable now', usd(cents(total - held)), { bold: true }],
    ],
    15,
  )
  return invoice(
    'sectioned-work',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: sum([gst, pst]),
      invoice_total: total,
      amount_due: cents(total - held),
      currency: 'CAD',
    },
    { rows: rowsOf([...labour, ...stuff]), optional: ['payment_terms'] },
  )
}

/** A credit note for goods returned: positive sums, the old invoice named. */
export const creditNote: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, ['Office chair, damaged', 'Monitor arm, returned', 'Desk lamp'], {
    rates: [20],
    count: 2,
    most: 4,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const [date, number] = [dayOf(chance), `CN-${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, { text: 9, cut: 'glyphs', family: 'unicode' })
  sheet.at(40, 70, 'CREDIT NOTE', { size: 20 }).lines(40, 110, [buyer.name, buyer.street, buyer.town])
  let y = 70
  for (const [caption, value] of [
    ['Date', day(date, 'D MMM YYYY')],
    ['Credit Note Number', number],
    ['Reference', `INV-${chance.digits(4)}`],
    ['VAT Number', seller.taxId],
  ] as const) {
    sheet.at(310, y, caption, { bold: true }).at(310, y + 11, value)
    y += 28
  }
  sheet.lines(440, 70, [seller.name, seller.street, seller.town])
  y = sheet.table(
    240,
    [
      ['Description', 40],
      ['Quantity', 330, 'r'],
      ['Unit Price', 410, 'r'],
      ['VAT', 460, 'r'],
      ['Amount GBP', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, num('en', quantity), en(price), '20%', en(amount)]),
    { rules: 'rows' },
  )
  sheet.pairs(
    380,
    -555,
    y + 6,
    [
      ['Subtotal', en(net)],
      ['TOTAL VAT 20%', en(tax)],
      ['TOTAL GBP', en(sum([net, tax])), { bold: true }],
      ['Remaining credit GBP', en(sum([net, tax]))],
    ],
    16,
  )
  return invoice(
    'credit-note',
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
    { rows: rowsOf(items), optional: ['amount_due', 'purchase_order'] },
  )
}

/** A supplier at the Gulf: tax number with a caption of three letters, the currency before every sum. */
export const gulfTaxInvoice: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb').map((party) => ({
    ...party,
    name: `${party.name.split(' ')[0]} Trading L.L.C`,
  })) as [ReturnType<typeof parties>[0], ReturnType<typeof parties>[1]]
  const items = itemsOf(chance, ['A/C split unit 2 ton', 'Copper pipe 3/8 coil', 'Installation', 'AMC visit'], {
    rates: [5],
    dear: 1_400,
    most: 6,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.05)]
  const [date, number, lpo] = [dayOf(chance), `TI-${chance.digits(5)}`, `LPO-${chance.digits(4)}`]
  const [trn, trn2] = [`100${chance.digits(12)}`, `100${chance.digits(12)}`]
  const sheet = await Sheet.open(chance, { text: 9 })
  sheet
    .mid(297, 50, seller.name.toUpperCase(), { bold: true, size: 14 })
    .mid(297, 64, 'P.O. Box 118842, Dubai, United Arab Emirates')
    .mid(297, 77, `TRN: ${trn}`)
  sheet.mid(297, 104, 'TAX INVOICE', { bold: true, size: 13 }).box(40, 116, 515, 64)
  sheet.pairs(
    46,
    110,
    130,
    [
      ['Customer', `: M/s. ${buyer.name}`],
      ['Address', ': Al Quoz Ind. Area 3, Dubai'],
      ['TRN', `: ${trn2}`],
    ],
    15,
  )
  sheet.pairs(
    360,
    430,
    130,
    [
      ['Inv. No.', `: ${number}`],
      ['Inv. Date', `: ${day(date, 'DD-MMM-YYYY')}`],
      ['LPO No.', `: ${lpo}`],
    ],
    15,
  )
  const y = sheet.table(
    205,
    [
      ['Sl.', 46],
      ['Particulars', 70],
      ['Qty', 260, 'r'],
      ['Rate', 320, 'r'],
      ['Amount', 390, 'r'],
      ['VAT 5%', 460, 'r'],
      [['Total', '(AED)'], 550, 'r'],
    ],
    items.map(({ text, quantity, price, amount }, i) => [
      String(i + 1),
      text,
      String(quantity),
      en(price),
      en(amount),
      en(cents(amount * 0.05)),
      en(cents(amount * 1.05)),
    ]),
    { rules: 'grid', from: 40, to: 555 },
  )
  sheet.pairs(
    330,
    -550,
    y + 10,
    [
      ['Total excl. VAT', `AED ${en(net)}`],
      ['VAT @ 5%', `AED ${en(tax)}`],
      ['Grand Total', `AED ${en(sum([net, tax]))}`, { bold: true }],
    ],
    16,
  )
  sheet
    .at(46, y + 70, 'Amount in words: UAE Dirhams as above only')
    .at(46, 760, "Receiver's Sign")
    .right(550, 760, `For ${seller.name}`)
  return invoice(
    'gulf-tax-invoice',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: trn,
      customer_name: buyer.name,
      customer_tax_id: trn2,
      purchase_order: lpo,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'AED',
    },
    { rows: rowsOf(items), optional: ['amount_due'] },
  )
}

/** A South African bill: blanks between thousands after an R, bank details in a table, terms by days of statement. */
export const randInvoice: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb').map((party) => ({
    ...party,
    name: `${party.name.split(' ')[0]} (Pty) Ltd`,
  })) as [ReturnType<typeof parties>[0], ReturnType<typeof parties>[1]]
  const items = itemsOf(chance, ['Borehole pump service', 'Call-out fee', 'Pressure vessel 24L', 'Labour per hour'], {
    rates: [15],
    dear: 2_900,
    most: 8,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.15)]
  const [date, number] = [dayOf(chance), `IN1${chance.digits(5)}`]
  const r = (amount: number) => `R ${num('za', amount)}`
  const [vat, vat2] = [`4${chance.digits(9)}`, `4${chance.digits(9)}`]
  const sheet = await Sheet.open(chance, { text: 8.5, cut: 'words', order: 'columns' })
  sheet.at(40, 50, seller.name, { bold: true, size: 13 }).right(555, 50, 'Tax Invoice', { size: 15 })
  sheet.pairs(
    40,
    130,
    70,
    [
      ['Postal Address:', 'PO Box 118, Knysna, 6570'],
      ['VAT No:', vat],
    ],
    12,
  )
  sheet.pairs(
    360,
    -555,
    70,
    [
      ['NUMBER:', number],
      ['DATE:', day(date, 'DD/MM/YYYY')],
      ['PAGE:', '1/1'],
      ['DUE DATE:', day(daysAfter(date, 30), 'DD/MM/YYYY')],
      ['OVERALL DISCOUNT %:', '0.00%'],
    ],
    12,
  )
  sheet
    .at(40, 145, buyer.name, { bold: true })
    .lines(40, 158, ['12 Long Street', 'Cape Town', '8001', `Customer VAT No: ${vat2}`])
  const y = sheet.table(
    225,
    [
      ['Description', 40],
      ['Quantity', 270, 'r'],
      ['Excl. Price', 345, 'r'],
      ['Disc %', 390, 'r'],
      ['VAT %', 430, 'r'],
      [['Exclusive', 'Total'], 495, 'r'],
      [['Inclusive', 'Total'], 558, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      text,
      num('za', quantity),
      r(price),
      '0.00%',
      '15.00%',
      r(amount),
      r(cents(amount * 1.15)),
    ]),
    { rules: 'rows' },
  )
  sheet.pairs(
    380,
    -555,
    Math.max(y, 600),
    [
      ['Total Discount:', r(0)],
      ['Total Exclusive:', r(net)],
      ['Total VAT:', r(tax)],
      ['Sub Total:', r(sum([net, tax]))],
      ['Grand Total:', r(sum([net, tax])), { bold: true }],
      ['BALANCE DUE:', r(sum([net, tax])), { bold: true }],
    ],
    15,
  )
  return invoice(
    'rand-invoice',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: daysAfter(date, 30),
      vendor_name: seller.name,
      vendor_tax_id: vat,
      customer_name: buyer.name,
      customer_tax_id: vat2,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: sum([net, tax]),
      currency: 'ZAR',
    },
    {
      rows: items.map(({ text, quantity, amount }) => ({ description: text, quantity, amount })),
      optional: ['payment_terms'],
    },
  )
}

/** A European hotel's invoice to a company: nights by day, two rates of tax, paid by card. */
export const hotelRechnung: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'de')
  const nights = chance.whole(2, 4)
  const [room, meal] = [chance.amount(80, 170), chance.amount(12, 22)]
  const date = dayOf(chance)
  const [lodging, food] = [cents(nights * room), cents(nights * meal)]
  const total = sum([lodging, food])
  const [net7, net19] = [cents(lodging / 1.07), cents(food / 1.19)]
  const tax = sum([cents(lodging - net7), cents(food - net19)])
  const number = chance.digits(6)
  const vat = chance.digits(9)
  const d = (iso: string) => day(iso, 'DD.MM.YY')
  const sheet = await Sheet.open(chance, { text: 9, family: 'serif', cut: 'runs' })
  sheet
    .mid(297, 56, 'Hotel Seeblick am Wall', { size: 18 })
    .mid(297, 70, 'Uferweg 2 · 78462 Konstanz · Telefon 07531 555 018')
  sheet.lines(60, 120, [buyer.name, human(chance), buyer.street, buyer.town])
  sheet.pairs(
    380,
    -540,
    120,
    [
      ['Rechnung Nr.', number],
      ['Datum', day(date, 'DD.MM.YYYY')],
      ['Zimmer', '214'],
      ['Anreise', day(daysAfter(date, -nights), 'DD.MM.YYYY')],
      ['Abreise', day(date, 'DD.MM.YYYY')],
    ],
    12,
  )
  const rows = Array.from({ length: nights }, (_, i) => d(daysAfter(date, i - nights))).flatMap((when) => [
    [when, 'Übernachtung EZ', '1', num('de', room), num('de', room)],
    [when, 'Frühstück', '1', num('de', meal), num('de', meal)],
  ])
  const y = sheet.table(
    220,
    [
      ['Datum', 60],
      ['Leistung', 130],
      ['Anz.', 350, 'r'],
      ['Preis', 440, 'r'],
      ['Gesamt EUR', 540, 'r'],
    ],
    rows,
    { rules: 'head', from: 60, to: 540, gap: 2 },
  )
  sheet.pairs(
    350,
    -540,
    y + 6,
    [
      ['Rechnungsbetrag', num('de', total), { bold: true }],
      ['Mastercard', num('de', -total)],
      ['Offener Betrag', num('de', 0)],
    ],
    14,
  )
  sheet.table(
    y + 60,
    [
      ['MwSt', 60],
      ['Netto', 200, 'r'],
      ['MwSt', 280, 'r'],
      ['Brutto', 360, 'r'],
    ],
    [
      ['7,00 %', num('de', net7), num('de', cents(lodging - net7)), num('de', lodging)],
      ['19,00 %', num('de', net19), num('de', cents(food - net19)), num('de', food)],
    ],
    { from: 60, to: 360, rules: 'head' },
  )
  sheet.mid(
    297,
    810,
    `Hotel Seeblick Betriebs GmbH · HRB 118842 · Steuernummer 09/${vat.slice(0, 3)}/${vat.slice(3, 8)}`,
    { size: 7 },
  )
  return invoice(
    'hotel-rechnung',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      customer_name: buyer.name,
      vendor_name: 'Hotel Seeblick am Wall',
      vendor_tax_id: `09/${vat.slice(0, 3)}/${vat.slice(3, 8)}`,
      total_tax: tax,
      subtotal: sum([net7, net19]),
      invoice_total: total,
      currency: 'EUR',
      amount_due: 0,
    },
    {
      rows: Array.from({ length: nights }, () => [{ amount: room }, { amount: meal }]).flat(),
      optional: ['subtotal', 'amount_due', 'vendor_name', 'due_date', 'total_tax'],
    },
  )
}
