import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf } from './bill.ts'
import { TAX_IDS } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** A cloud provider: a summary with the sum and when it is taken, then services with their taxes, no unit prices. */
export const cloudSummary: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'us')
  const usage = [
    ['Compute instances', chance.amount(40, 2_000)],
    ['Object storage', chance.amount(1, 90)],
    ['Data transfer', chance.amount(1, 60)],
  ] as const
  const total = sum(usage.map(([, amount]) => amount))
  const [date, number] = [dayOf(chance), chance.digits(10)]
  const due = daysAfter(date, 12)
  const d = (iso: string) => day(iso, 'MMMM D , YYYY')
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, cut: 'words' })
  sheet
    .at(40, 60, 'Stratus Web Services Invoice', { size: 16 })
    .at(40, 76, 'Email or talk to us about your account or bill, visit stratus.example/contact', { size: 7 })
  sheet.at(40, 100, 'Account number:', { bold: true }).at(40, 113, chance.digits(12))
  sheet
    .at(40, 135, 'Bill to Address:', { bold: true })
    .lines(40, 148, [buyer.name, `ATTN: ${human(chance)}`, buyer.street, buyer.town, 'US'])
  sheet.box(300, 90, 276, 22, 0.9).at(306, 104, 'Invoice Summary', { bold: true })
  sheet.pairs(
    306,
    -570,
    128,
    [
      ['Invoice Number:', number],
      ['Invoice Date:', d(date)],
    ],
    15,
  )
  sheet.rule(150, 300, 576).pairs(306, -570, 168, [[`TOTAL AMOUNT DUE ON ${d(due)}`, usd(total), { bold: true }]])
  sheet.prose(
    40,
    230,
    530,
    `This invoice is for the billing period ${day(daysAfter(date, -32), 'MMMM D')} - ${day(daysAfter(date, -3), 'MMMM D , YYYY')}`,
    { size: 9, bold: true },
  )
  sheet.prose(
    40,
    250,
    530,
    'Greetings from Stratus Web Services, we are writing to provide you with an electronic invoice for your use of our services.',
  )
  let y = sheet.pairs(
    40,
    -570,
    295,
    [
      ['Summary', '', { bold: true }],
      ['Stratus Service Charges', usd(total), { bold: true }],
      ['      Charges', usd(total)],
      ['      Credits', '$0.00'],
      ['      Tax *', '$0.00'],
      ['Total for this invoice', usd(total), { bold: true }],
    ],
    15,
  )
  y = sheet.pairs(
    40,
    -570,
    y + 14,
    [
      ['Detail', '', { bold: true }],
      ...usage.flatMap(
        ([text, amount]) =>
          [
            [text, usd(amount)],
            ['      Charges', usd(amount)],
            ['      Estimated US sales tax to be collected', '$0.00'],
          ] as const,
      ),
    ],
    13,
  )
  sheet.lines(
    40,
    740,
    [
      '* May include estimated US sales tax, VAT, GST and CT.',
      'Stratus Web Services, Inc. is a registered business, 77 Wharf Street, Portland OR 97205',
    ],
    { size: 7 },
  )
  return invoice(
    'cloud-summary',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: 'Stratus Web Services, Inc.',
      customer_name: buyer.name,
      total_tax: 0,
      invoice_total: total,
      amount_due: total,
      currency: 'USD',
      subtotal: total,
    },
    { optional: ['payment_terms', 'total_tax', 'subtotal', 'vendor_name'] },
  )
}

/** Software in the cloud sold from Ireland: captions with dotted leaders, the sum in words of the currency, no tax. */
export const reverseCharge: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'nl')
  const items = itemsOf(chance, ['Workspace Business Starter', 'Workspace Vault add-on', 'Domain registration'], {
    count: 2,
    dear: 18,
  })
  const net = netOf(items)
  const [date, number, vat] = [dayOf(chance), chance.digits(10), `IE${chance.digits(7)}WH`]
  const d = (iso: string) => day(iso, 'D MMM YYYY')
  const eur = (amount: number) => `€${en(amount)}`
  const sheet = await Sheet.open(chance, { text: 9, family: 'unicode', cut: 'glyphs', flipped: true })
  sheet.at(40, 60, 'Invoice', { size: 22, grey: 0.4 }).at(40, 78, `Invoice number: ${number}`)
  sheet.lines(380, 60, [
    'Skylark Cloud EMEA Limited',
    '70 Sir John Rogerson Quay',
    'Dublin 2',
    'Ireland',
    `VAT number: ${vat}`,
  ])
  sheet
    .at(40, 150, 'Bill to', { bold: true })
    .lines(40, 164, [human(chance), buyer.name, buyer.street, buyer.town, 'Netherlands', `VAT number: ${buyer.taxId}`])
  sheet.at(300, 150, 'Details', { bold: true }).pairs(
    300,
    420,
    166,
    [
      ['Invoice number', `.............. ${number}`],
      ['Invoice date', `.............. ${d(date)}`],
      ['Billing ID', `.............. ${chance.digits(4)}-${chance.digits(4)}-${chance.digits(4)}`],
      ['Domain name', '.............. halyard.example'],
    ],
    14,
  )
  sheet
    .rule(260, 300, 555)
    .at(300, 280, 'Total in EUR')
    .right(555, 282, eur(net), { size: 20 })
    .at(300, 300, `Summary for ${d(daysAfter(date, -30))} - ${d(daysAfter(date, -1))}`, { size: 8, grey: 0.4 })
  sheet.pairs(
    300,
    -555,
    325,
    [
      ['Subtotal in EUR', eur(net)],
      ['VAT (0%)', '€0.00'],
      ['Total in EUR', eur(net), { bold: true }],
    ],
    16,
  )
  sheet.lines(
    40,
    400,
    [
      'You will be automatically charged for any amount due.',
      'Services subject to the reverse charge - VAT to be accounted for by the recipient',
      'as per Article 196 of Council Directive 2006/112/EC',
    ],
    { size: 7.5 },
  )
  sheet.turn().at(40, 60, 'Invoice', { grey: 0.4, size: 14 }).right(555, 60, `Invoice number: ${number}`)
  sheet.table(
    100,
    [
      ['Subscription', 40],
      ['Description', 200],
      ['Interval', 320],
      ['Quantity', 470, 'r'],
      ['Amount(€)', 555, 'r'],
    ],
    items.map(({ text, quantity, amount }) => [
      text,
      'Commitment',
      `${day(daysAfter(date, -30), 'D MMM')} - ${day(daysAfter(date, -1), 'D MMM')}`,
      String(quantity),
      en(amount),
    ]),
    { rules: 'head' },
  )
  return invoice(
    'reverse-charge',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: 'Skylark Cloud EMEA Limited',
      vendor_tax_id: vat,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: 0,
      invoice_total: net,
      currency: 'EUR',
    },
    {
      rows: items.map(({ text, amount }) => ({ description: text, amount })),
      optional: ['amount_due', 'payment_terms'],
    },
  )
}

/** A web shop's plug-in: order and invoice numbers, options under the goods, the tax inside the sum. */
export const shopPlugin: Generator = async (chance) => {
  const [seller] = parties(chance, 'gb')
  const who = human(chance)
  const items = itemsOf(chance, ['Linen apron', 'Oak chopping board', 'Stoneware mug', 'Beeswax candle'], {
    most: 3,
    dear: 60,
  })
  const [goods, shipping] = [netOf(items), chance.amount(2.5, 8)]
  const total = sum([goods, shipping])
  const tax = cents(total - total / 1.2)
  const [date, number, order] = [dayOf(chance), chance.digits(4), chance.digits(5)]
  const sheet = await Sheet.open(chance, { text: 9, cut: 'runs', family: 'unicode' })
  sheet
    .at(57, 70, 'Little Kiln Homeware', { bold: true, size: 14 })
    .lines(340, 60, [seller.street, seller.town, `VAT ${seller.taxId}`])
  sheet.at(57, 140, 'INVOICE', { bold: true, size: 16 })
  sheet.lines(57, 165, [who, '3 Rosemary Court', 'Exeter', 'EX1 1QA', 'buyer@post.example'])
  sheet
    .at(220, 165, 'Ship To:', { bold: true })
    .lines(220, 178, ['Dorothea Finch', '18 Quay Hill', 'Lyme Regis DT7 3AA'])
  sheet.pairs(
    370,
    450,
    165,
    [
      ['Invoice Number:', number],
      ['Invoice Date:', day(date, 'MMMM D, YYYY')],
      ['Order Number:', order],
      ['Order Date:', day(daysAfter(date, -1), 'MMMM D, YYYY')],
      ['Payment Method:', 'Credit card'],
    ],
    12,
    { size: 8 },
  )
  let y = sheet.table(
    250,
    [
      ['Product', 60],
      ['Quantity', 380],
      ['Price', 450],
    ],
    items.map(({ text, quantity, amount }) => [
      [text, `SKU: LK-${chance.digits(3)}`, 'Weight: 0.4kg'],
      String(quantity),
      `£${en(amount)}`,
    ]),
    { band: 0, headInk: { grey: 1 }, rules: 'rows', from: 57, to: 538 },
  )
  for (const [label, value, bold] of [
    ['Subtotal', `£${en(goods)}`, false],
    ['Shipping', `£${en(shipping)} via Royal Mail 48`, false],
    ['Total', `£${en(total)} (includes £${en(tax)} VAT)`, true],
  ] as const) {
    sheet.at(380, y + 8, label, { bold: true }).at(450, y + 8, value, { bold, size: 8 })
    y += 18
  }
  return invoice(
    'shop-plugin',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: 'Little Kiln Homeware',
      vendor_tax_id: seller.taxId,
      customer_name: who,
      total_tax: tax,
      invoice_total: total,
      currency: 'GBP',
    },
    {
      rows: items.map(({ text, quantity, amount }) => ({ description: text, quantity, amount })),
      optional: ['subtotal', 'amount_due', 'purchase_order', 'payment_terms'],
    },
  )
}

/** A market place: paid already, prices without and with tax in every row, a table of rates at the end. */
export const marketPlace: Generator = async (chance) => {
  const who = human(chance)
  const items = itemsOf(
    chance,
    ['USB-C Ladekabel 2m, geflochten, schwarz, kompatibel mit', 'Notizbuch A5 liniert', 'Wandkalender'],
    { rates: [19, 7], most: 2, dear: 40, count: 2 },
  )
  const gross = items.map(({ price, quantity, rate }) => cents(cents(price * (1 + rate / 100)) * quantity))
  const total = sum(gross)
  const parts = items.map(({ rate }, i) => ({
    rate,
    gross: gross[i] as number,
    net: cents((gross[i] as number) / (1 + rate / 100)),
  }))
  const tax = sum(parts.map((part) => cents(part.gross - part.net)))
  const [date, number, vat] = [
    dayOf(chance),
    `DE${chance.digits(9)}${chance.digits(3)}`.replace(/^DE/, 'INV-DE-'),
    TAX_IDS.de(chance),
  ]
  const d = (iso: string) => day(iso, 'DD.MM.YYYY')
  const eu = (amount: number) => `${num('de', amount)} €`
  const sheet = await Sheet.open(chance, { text: 8.5, cut: 'words', order: 'shuffled' })
  sheet.at(36, 50, 'Bezahlt', { size: 14, bold: true, grey: 0.3 }).right(560, 50, 'Rechnung', { size: 18 })
  sheet.lines(36, 90, [who, 'Ahornweg 12', '48143 Münster', 'DE'])
  sheet.box(300, 70, 260, 78, 0.95).pairs(
    306,
    420,
    86,
    [
      ['Zahlungsreferenznr.', `4x${chance.digits(10)}`],
      ['Verkauft von', 'Marktgasse EU S.à r.l.'],
      ['USt-IDNr.', vat],
      ['Rechnungsdatum/Lieferdatum', ''],
      ['', d(date)],
      ['Rechnungsnummer', number],
    ],
    12,
    { size: 8 },
  )
  sheet.box(300, 152, 260, 20).at(306, 166, 'Zahlbetrag', { bold: true }).right(554, 166, eu(total), { bold: true })
  for (const [x, head] of [
    [36, 'Rechnungsadresse'],
    [220, 'Lieferadresse'],
    [400, 'Verkauft von'],
  ] as const)
    sheet
      .at(x, 200, head, { bold: true })
      .lines(
        x,
        213,
        x === 400
          ? ['Marktgasse EU S.à r.l.', '5 Rue Plaetis', 'L-2338 Luxemburg']
          : [who, 'Ahornweg 12', '48143 Münster'],
      )
  sheet
    .at(36, 270, 'Bestellinformationen', { bold: true })
    .lines(36, 283, [
      `Bestelldatum ${d(daysAfter(date, -2))}`,
      `Bestellnummer 302-${chance.digits(7)}-${chance.digits(7)}`,
    ])
  const y = sheet.table(
    325,
    [
      ['Beschreibung', 36],
      ['Menge', 300, 'r'],
      [['Stückpreis', '(ohne USt.)'], 370, 'r'],
      ['USt. %', 405, 'r'],
      [['Stückpreis', '(inkl. USt.)'], 472, 'r'],
      [['Zwischensumme', '(inkl. USt.)'], 560, 'r'],
    ],
    items.map(({ text, quantity, price, rate }, i) => [
      [text, `ASIN: B0${chance.digits(8)}`],
      String(quantity),
      eu(price),
      `${rate}%`,
      eu(cents(price * (1 + rate / 100))),
      eu(gross[i] as number),
    ]),
    { rules: 'head' },
  )
  sheet.pairs(330, -560, y + 6, [['Gesamtpreis', eu(total), { bold: true }]])
  sheet.table(
    y + 30,
    [
      ['USt. %', 380, 'r'],
      [['Zwischensumme', '(ohne USt.)'], 470, 'r'],
      ['USt.', 560, 'r'],
    ],
    [
      ...parts.map((part) => [`${part.rate}%`, eu(part.net), eu(cents(part.gross - part.net))]),
      ['Gesamt', eu(sum(parts.map((part) => part.net))), eu(tax)],
    ],
    { rules: 'head', from: 340 },
  )
  return invoice(
    'market-place',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: 'Marktgasse EU S.à r.l.',
      vendor_tax_id: vat,
      customer_name: who,
      subtotal: sum(parts.map((part) => part.net)),
      total_tax: tax,
      invoice_total: total,
      currency: 'EUR',
    },
    {
      rows: items.map(({ text, quantity }, i) => ({ description: text, quantity, amount: gross[i] as number })),
      optional: ['amount_due', 'purchase_order', 'due_date'],
    },
  )
}

/** A carrier's bill with what was owed before, what was paid and what each line costs. */
export const wirelessBill: Generator = async (chance) => {
  const who = human(chance)
  const [previous, plan, device, fees] = [
    chance.amount(60, 150),
    chance.amount(40, 90),
    chance.amount(10, 35),
    chance.amount(3, 12),
  ]
  const total = sum([plan, device, fees])
  const [date, account] = [dayOf(chance), `${chance.digits(9)}-00001`]
  const due = daysAfter(date, 22)
  const d = (iso: string) => day(iso, 'MMM DD, YYYY')
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, family: 'unicode', cut: 'runs', order: 'columns' })
  sheet
    .at(36, 50, 'Corvid Wireless', { size: 16, bold: true })
    .lines(36, 64, ['PO BOX 489', 'NEWARK, NJ 07101-0489'], { size: 7 })
  sheet.pairs(
    380,
    -576,
    46,
    [
      ['Account number', account],
      ['Invoice number', chance.digits(10)],
      ['Billing period', `${d(daysAfter(date, -30))} - ${d(daysAfter(date, -1))}`],
      ['Bill date', d(date)],
    ],
    12,
    { size: 8 },
  )
  sheet.lines(36, 110, [who.toUpperCase(), '77 WHARF STREET APT 4', 'PORTLAND, OR 97205-1042'])
  sheet
    .at(36, 190, `Your ${day(date, 'MMMM')} bill is ${usd(total)}`, { size: 18, bold: true })
    .at(36, 208, `Due ${d(due)}`, { size: 11 })
  const y = sheet.pairs(
    36,
    -340,
    240,
    [
      ['Balance from last bill', usd(previous)],
      ['Payment, thank you', `-${usd(previous)}`],
      ['Remaining balance', '$0.00', { bold: true }],
      ["This month's charges", '', { bold: true }],
      ['Plan - Unlimited Plus', usd(plan)],
      ['Device payment 14 of 36', usd(device)],
      ['Surcharges, taxes and gov fees', usd(fees)],
      ['Total due', usd(total), { bold: true, size: 11 }],
    ],
    17,
  )
  sheet
    .box(370, 230, 206, 90, 0.93)
    .prose(
      380,
      250,
      186,
      'Enroll in Auto Pay to save $10.00 a month. Questions? Visit go.corvid.example or call 1.800.555.0144.',
    )
  sheet.rule(640, 20, 592, 0.3).pairs(
    340,
    -576,
    670,
    [
      ['Account number', account],
      [`Total amount due by ${d(due)}`, usd(total), { bold: true }],
      ['Make check payable to Corvid Wireless', ''],
    ],
    16,
  )
  sheet.at(36, y + 200, chance.digits(30), { size: 10 })
  return invoice(
    'wireless-bill',
    sheet,
    {
      invoice_date: date,
      due_date: due,
      vendor_name: 'Corvid Wireless',
      customer_name: who,
      amount_due: total,
      currency: 'USD',
    },
    { optional: ['invoice_total', 'subtotal', 'invoice_number', 'total_tax', 'payment_terms'] },
  )
}

/** A British energy supplier's bill: used, charged, tax at five percent, the account before and after. */
export const energyStatement: Generator = async (chance) => {
  const who = human(chance)
  const [power, gas, standing] = [chance.amount(40, 180), chance.amount(30, 160), chance.amount(18, 40)]
  const net = sum([power, gas, standing])
  const tax = cents(net * 0.05)
  const total = sum([net, tax])
  const [date, number] = [dayOf(chance), chance.digits(9)]
  const due = daysAfter(date, 14)
  const d = (iso: string) => day(iso, 'D MMMM YYYY')
  const p = (amount: number) => `£${en(amount)}`
  const sheet = await Sheet.open(chance, { text: 9, family: 'unicode', cut: 'words' })
  sheet
    .at(40, 56, 'Fenland Energy', { size: 18, bold: true, grey: 0.3 })
    .right(555, 50, `Your account number: A-${chance.digits(8)}`)
    .right(555, 63, `Bill number: ${number}`)
    .right(555, 76, `Bill date: ${d(date)}`)
  sheet.lines(40, 110, [who, '22 Castle Gate', 'LEEDS', 'LS1 4DY'])
  sheet
    .at(40, 190, 'Your energy bill', { size: 16, bold: true })
    .at(40, 206, `For ${d(daysAfter(date, -31))} to ${d(daysAfter(date, -1))}`)
  sheet
    .box(330, 170, 225, 60, 0.9)
    .at(340, 190, 'Please pay')
    .at(340, 216, p(total), { size: 20, bold: true })
    .right(545, 216, `by ${d(due)}`, { size: 9 })
  const y = sheet.pairs(
    40,
    -400,
    260,
    [
      ['Electricity used', p(power)],
      ['Gas used', p(gas)],
      ['Standing charges', p(standing)],
      ['Total charges before VAT', p(net)],
      ['VAT @ 5.00%', p(tax)],
      ['Total charges this period', p(total), { bold: true }],
      ['Balance brought forward', p(0)],
      ['Amount due', p(total), { bold: true }],
    ],
    16,
  )
  sheet.prose(
    40,
    y + 20,
    500,
    'A standing charge covers the fixed cost of keeping your home connected. Typical usage comparison: you used 4% less than the same period last year.',
  )
  sheet.prose(
    40,
    800,
    500,
    'Fenland Energy Supply Limited. Registered in England 04811842. VAT Registration Number 811 4402 93',
    { size: 7 },
  )
  return invoice(
    'energy-statement',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: 'Fenland Energy',
      customer_name: who,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      amount_due: total,
      currency: 'GBP',
    },
    { optional: ['vendor_name', 'vendor_tax_id', 'payment_terms'] },
  )
}
