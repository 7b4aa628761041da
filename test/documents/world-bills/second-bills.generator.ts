import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf, taxesOf } from './bill.ts'
import { iban, TAX_IDS } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, dayIn, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const THINGS = [
  'Gearbox service kit',
  'Site survey, half day',
  'Cable tray 100mm 3m',
  'Firmware licence',
  'Courier to depot',
  'Spare fuse 16A',
]
const en = (amount: number) => num('en', amount)

/** An agency's invoice with its table first, the facts in a narrow column at the left and the sums in it. */
export const leftRail: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, THINGS, { rates: [20], count: 4 })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const [date, number] = [dayOf(chance), `${chance.digits(4)}`]
  const due = daysAfter(date, 30)
  const sheet = await Sheet.open(chance, { family: 'unicode', cut: 'glyphs', text: 9 })
  sheet.box(0, 0, 170, 842, 0.95).at(30, 60, seller.name, { bold: true, size: 11 })
  let y = 110
  for (const [caption, value] of [
    ['Invoice', `#${number}`],
    ['Issued', day(date, 'D MMM YYYY')],
    ['Due', day(due, 'D MMM YYYY')],
    ['Client', buyer.name],
    ['Total', `£${en(sum([net, tax]))}`],
  ] as const) {
    sheet.at(30, y, caption, { size: 7, grey: 0.5 }).at(30, y + 12, value, { bold: caption === 'Total' })
    y += 36
  }
  sheet.lines(30, 700, [seller.street, seller.town, `VAT ${seller.taxId}`], { size: 7 })
  y = sheet.table(
    70,
    [
      ['What', 200],
      ['Qty', 400, 'r'],
      ['Each', 470, 'r'],
      ['Total', 560, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, String(quantity), en(price), en(amount)]),
    { from: 195, to: 565, rules: 'rows' },
  )
  sheet.pairs(
    400,
    -560,
    y + 10,
    [
      ['Net', en(net)],
      ['VAT 20%', en(tax)],
      ['Total GBP', en(sum([net, tax])), { bold: true }],
    ],
    16,
  )
  return invoice(
    'left-rail',
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
      invoice_total: sum([net, tax]),
      currency: 'GBP',
    },
    { rows: rowsOf(items), optional: ['amount_due', 'payment_terms'] },
  )
}

/** A Romanian invoice: Furnizor, Client, CUI, TVA by line. */
export const romanianFactura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'it').map(({ name, ...rest }) => ({
    ...rest,
    name: name.replace(/S\..*$/, 'S.R.L.'),
  })) as unknown as ReturnType<typeof parties>
  const items = itemsOf(chance, ['Servicii mentenanta', 'Transport marfa', 'Piese schimb'], { rates: [19] })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.19)]
  const [date, number] = [dayOf(chance), chance.digits(4)]
  const due = daysAfter(date, 15)
  const [cui, cui2] = [`RO${chance.whole(1, 9)}${chance.digits(7)}`, `RO${chance.whole(1, 9)}${chance.digits(7)}`]
  const ro = (amount: number) => num('de', amount)
  const sheet = await Sheet.open(chance, { family: 'unicode', text: 8.5, cut: 'words' })
  sheet
    .mid(297, 50, 'FACTURĂ', { size: 18, bold: true })
    .mid(297, 68, `Seria FX nr. ${number}`)
    .mid(297, 80, `Data (zi/lună/an): ${day(date, 'DD.MM.YYYY')}`)
    .mid(297, 92, `Data scadenței: ${day(due, 'DD.MM.YYYY')}`)
  sheet
    .at(40, 120, 'Furnizor:', { bold: true })
    .lines(40, 133, [seller.name, `CIF: ${cui}`, 'Reg. com.: J40/1188/2014', 'Str. Lungă 4, Brașov'])
  sheet
    .at(340, 120, 'Client:', { bold: true })
    .lines(340, 133, [buyer.name, `CIF: ${cui2}`, 'Bd. Unirii 12, București'])
  const y = sheet.table(
    210,
    [
      ['Nr.', 40],
      ['Denumirea produselor sau serviciilor', 66],
      ['U.M.', 260],
      ['Cantitate', 330, 'r'],
      [['Preț unitar', '(fără TVA)'], 410, 'r'],
      [['Valoare', '-lei-'], 480, 'r'],
      [['Valoare TVA', '-lei-'], 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }, i) => [
      String(i + 1),
      text,
      'buc',
      String(quantity),
      ro(price),
      ro(amount),
      ro(cents(amount * 0.19)),
    ]),
    { rules: 'grid', from: 36, to: 560 },
  )
  sheet
    .at(330, y + 14, 'Total')
    .right(480, y + 14, ro(net))
    .right(555, y + 14, ro(tax))
    .at(330, y + 34, 'Total de plată', { bold: true })
    .right(555, y + 34, `${ro(sum([net, tax]))} RON`, { bold: true })
  return invoice(
    'romanian-factura',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: cui,
      customer_name: buyer.name,
      customer_tax_id: cui2,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: sum([net, tax]),
      currency: 'RON',
    },
    { rows: rowsOf(items), optional: ['invoice_number', 'invoice_total'] },
  )
}

/** A Hungarian invoice with both sides in columns and whole forints. */
export const hungarianSzamla: Generator = async (chance) => {
  const items = Array.from({ length: chance.whole(2, 4) }, () => ({
    quantity: chance.whole(1, 9),
    price: chance.whole(9, 400) * 100,
  })).map((item) => ({ ...item, amount: item.quantity * item.price }))
  const net = sum(items.map(({ amount }) => amount))
  const tax = Math.round(net * 0.27)
  const [date, number] = [dayOf(chance), `E-SZ-${chance.digits(4)}-${chance.digits(3)}`]
  const due = daysAfter(date, 8)
  const ft = (amount: number) => `${num('fr', amount, 0)} Ft`
  const d = (iso: string) => day(iso, 'YYYY.MM.DD.')
  const [id, id2] = [`${chance.digits(8)}-2-42`, `${chance.digits(8)}-2-13`]
  const sheet = await Sheet.open(chance, { family: 'unicode', text: 9 })
  sheet.mid(297, 50, 'SZÁMLA', { bold: true, size: 18 }).right(555, 70, `Számlaszám: ${number}`)
  for (const [x, head, name, tax] of [
    [40, 'Eladó', 'Dunakanyar Informatika Kft.', id],
    [310, 'Vevő', 'Tisza Malom Zrt.', id2],
  ] as const)
    sheet
      .at(x, 100, head, { grey: 0.4 })
      .at(x, 114, name, { bold: true })
      .lines(x, 127, ['1052 Budapest, Fő utca 8.', `Adószám: ${tax}`])
  sheet.captions(
    175,
    [
      [40, 'Fizetési mód', 'átutalás'],
      [160, 'Teljesítés dátuma', d(date)],
      [290, 'Számla kelte', d(date)],
      [420, 'Fizetési határidő', d(due)],
    ],
    { size: 7 },
    { bold: true },
  )
  const y = sheet.table(
    225,
    [
      ['Megnevezés', 40],
      ['Mennyiség', 250, 'r'],
      ['Nettó egységár', 350, 'r'],
      ['ÁFA', 390, 'r'],
      ['Nettó érték', 470, 'r'],
      ['Bruttó érték', 555, 'r'],
    ],
    items.map(({ quantity, price, amount }, i) => [
      `Rendszerfelügyelet ${i + 1}`,
      `${quantity} óra`,
      ft(price),
      '27%',
      ft(amount),
      ft(Math.round(amount * 1.27)),
    ]),
    { rules: 'rows' },
  )
  sheet.pairs(
    330,
    -555,
    y + 10,
    [
      ['Nettó összesen:', ft(net)],
      ['ÁFA összesen:', ft(tax)],
      ['Fizetendő végösszeg:', ft(net + tax), { bold: true }],
    ],
    16,
  )
  return invoice(
    'hungarian-szamla',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: 'Dunakanyar Informatika Kft.',
      vendor_tax_id: id,
      customer_name: 'Tisza Malom Zrt.',
      customer_tax_id: id2,
      subtotal: net,
      total_tax: tax,
      invoice_total: net + tax,
      currency: 'HUF',
    },
    { rows: items.map(({ amount }) => ({ amount })), optional: ['amount_due', 'invoice_total'] },
  )
}

/** A Slovak invoice printed by an accountant's program, bordered boxes, variable symbol as its number. */
export const slovakFaktura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'cz')
  const items = itemsOf(chance, ['Stavebné práce', 'Doprava materiálu', 'Betón C20/25'], { rates: [20], fractions: 1 })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const [date, number, account] = [dayOf(chance), `2025${chance.digits(4)}`, iban(chance, 'SK')]
  const due = daysAfter(date, 14)
  const d = (iso: string) => day(iso, 'DD.MM.YYYY')
  const sk = (amount: number) => num('nordic', amount)
  const [id, id2] = [`SK20${chance.digits(8)}`, `SK20${chance.digits(8)}`]
  const sheet = await Sheet.open(chance, { family: 'unicode', text: 8.5, order: 'reversed' })
  sheet
    .box(36, 36, 262, 120)
    .box(298, 36, 262, 120)
    .at(42, 48, 'Dodávateľ:', { size: 7 })
    .lines(42, 62, [seller.name, 'Hlavná 12', '040 01 Košice', `IČ DPH: ${id}`])
  sheet
    .at(304, 52, 'Faktúra č.', { size: 11 })
    .right(554, 52, number, { size: 12, bold: true })
    .at(304, 76, 'Odberateľ:', { size: 7 })
    .lines(304, 90, [buyer.name, 'Mlynská 3', '811 01 Bratislava', `IČ DPH: ${id2}`])
  sheet.pairs(
    42,
    160,
    172,
    [
      ['Dátum vystavenia:', d(date)],
      ['Dátum dodania:', d(daysAfter(date, -2))],
      ['Dátum splatnosti:', d(due)],
      ['Variabilný symbol:', number],
      ['IBAN:', account],
    ],
    12,
  )
  const y = sheet.table(
    250,
    [
      ['Označenie dodávky', 40],
      ['Množstvo', 270, 'r'],
      ['J.cena', 350, 'r'],
      ['Cena', 430, 'r'],
      ['%DPH', 470, 'r'],
      ['DPH', 556, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      text,
      num('comma', quantity, 1),
      sk(price),
      sk(amount),
      '20%',
      sk(cents(amount * 0.2)),
    ]),
    { rules: 'head' },
  )
  sheet.pairs(
    340,
    -556,
    y + 12,
    [
      ['Základ DPH 20%', sk(net)],
      ['DPH 20%', sk(tax)],
      ['Celkom k úhrade EUR', sk(sum([net, tax])), { bold: true }],
    ],
    15,
  )
  return invoice(
    'slovak-faktura',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: id,
      customer_name: buyer.name,
      customer_tax_id: id2,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: sum([net, tax]),
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['invoice_total'] },
  )
}

/** A wholesaler in Germany: boxes of facts in a table of one row, discounts by line, cash discount by days at the end. */
export const tradeCounter: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, ['Kugelhahn 1/2" MS58', 'Rohrschelle 28 mm', 'Flexschlauch DN13', 'Montageband 20 m'], {
    rates: [19],
    count: 6,
    dear: 45,
  })
  const shown = items.map((item) => ({ ...item, amount: cents(item.quantity * item.price * 0.85) }))
  const net = netOf(shown)
  const tax = cents(net * 0.19)
  const [date, number, order, account] = [dayOf(chance), chance.digits(7), chance.digits(6), iban(chance, 'DE')]
  const due = daysAfter(date, 30)
  const d = (iso: string) => day(iso, 'DD.MM.YY')
  const de = (amount: number) => num('de', amount)
  const sheet = await Sheet.open(chance, { text: 8, family: 'mono', order: 'columns' })
  sheet
    .at(36, 50, seller.name.toUpperCase(), { bold: true, size: 12 })
    .lines(36, 100, [buyer.name, buyer.street, buyer.town])
  sheet.table(
    180,
    [
      ['RECHNUNG', 36],
      ['DATUM', 120],
      ['KUNDE', 200],
      ['BESTELL-NR', 280],
      ['LIEFERSCH.', 380],
      ['SEITE', 500],
    ],
    [[number, d(date), chance.digits(5), order, `${chance.digits(6)}`, '1']],
    { rules: 'grid' },
  )
  const y = sheet.table(
    230,
    [
      ['ART-NR', 36],
      ['BEZEICHNUNG', 100],
      ['MENGE', 300, 'r'],
      ['PREIS', 370, 'r'],
      ['RAB%', 420, 'r'],
      ['BETRAG', 555, 'r'],
    ],
    shown.map(({ text, quantity, price, amount }) => [
      chance.digits(6),
      text,
      `${quantity} ST`,
      de(price),
      '15,0',
      de(amount),
    ]),
  )
  sheet.rule(y, 36, 559).table(
    y + 14,
    [
      ['WARENWERT', 100, 'r'],
      ['FRACHT', 180, 'r'],
      ['NETTO', 280, 'r'],
      ['MWST-%', 340, 'r'],
      ['MWST', 430, 'r'],
      ['ENDBETRAG EUR', 555, 'r'],
    ],
    [[de(net), '0,00', de(net), '19,00', de(tax), de(sum([net, tax]))]],
  )
  sheet.lines(36, y + 60, [
    `Zahlbar bis ${d(daysAfter(date, 8))} mit 2% Skonto, bis ${d(due)} netto.`,
    `IBAN ${account}`,
    `UST-ID ${seller.taxId}`,
  ])
  return invoice(
    'trade-counter',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      purchase_order: order,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(shown), optional: ['payment_terms', 'due_date', 'amount_due'] },
  )
}

/** Typeset with TeX: a letter with a table by rules and the total in a sentence. */
export const texLetter: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'us')
  const who = human(chance)
  const items = itemsOf(chance, ['Copy editing, chapter', 'Index preparation', 'Figure redrawing'], {
    fractions: 1,
    most: 20,
    dear: 80,
    count: 3,
  })
  const total = netOf(items)
  const [date, number] = [dayOf(chance), `${chance.whole(21, 26)}-${chance.digits(2)}`]
  const sheet = await Sheet.open(chance, { size: 'letter', family: 'serif', text: 11, cut: 'gaps' })
  sheet
    .right(540, 80, who)
    .right(540, 94, '77 Wharf Street')
    .right(540, 108, 'Madison, WI 53703')
    .right(540, 136, day(date, 'MMMM D, YYYY'))
  sheet.lines(72, 160, [buyer.name, buyer.street, buyer.town])
  sheet.at(72, 240, `Invoice ${number}`, { bold: true, size: 14 }).at(72, 264, 'Dear colleagues,')
  sheet.at(72, 284, 'for the work done last month I charge as follows.')
  const y = sheet.table(
    316,
    [
      ['Task', 72],
      ['Hours', 320, 'r'],
      ['Rate ($)', 420, 'r'],
      ['Amount ($)', 540, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, num('en', quantity, 1), en(price), en(amount)]),
    { rules: 'head', from: 72, to: 540 },
  )
  sheet
    .rule(y - 8, 72, 540)
    .at(72, y + 4, 'Total')
    .right(540, y + 4, en(total), { bold: true })
  sheet.prose(72, y + 40, 460, `Please remit $${en(total)} within 30 days by check or transfer. No sales tax applies.`)
  return invoice(
    'tex-letter',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: who,
      customer_name: buyer.name,
      invoice_total: total,
      currency: 'USD',
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due', 'due_date', 'subtotal', 'total_tax'] },
  )
}

/** An American water bill: a dial of dates along the top, sewer and water, a stub with a scan line. */
export const waterBill: Generator = async (chance) => {
  const who = human(chance)
  const parts = [
    ['Water usage', chance.amount(10, 60)],
    ['Sewer', chance.amount(15, 50)],
    ['Stormwater fee', chance.amount(3, 12)],
    ['Utility tax', chance.amount(1, 9)],
  ] as const
  const total = sum(parts.map(([, amount]) => amount))
  const date = dayOf(chance)
  const due = daysAfter(date, 25)
  const d = (iso: string) => day(iso, 'MM/DD/YYYY')
  const usd = (amount: number) => `$${en(amount)}`
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, cut: 'words' })
  sheet
    .at(36, 46, 'City of Larkspur Utilities', { size: 15, bold: true })
    .at(36, 60, '400 Magnolia Ave, Larkspur, OR 97000')
  sheet.table(
    90,
    [
      ['ACCOUNT', 40],
      ['SERVICE ADDRESS', 150],
      ['BILLING DATE', 300],
      ['DUE DATE', 400],
      ['AMOUNT DUE', 500],
    ],
    [[`${chance.digits(5)}-${chance.digits(3)}`, '18 QUAIL RUN', d(date), d(due), usd(total)]],
    { rules: 'grid' },
  )
  sheet.table(
    150,
    [
      ['METER', 40],
      ['PREVIOUS READ', 130],
      ['CURRENT READ', 250],
      ['USAGE (CCF)', 400],
    ],
    [['7711842', '1184', '1192', '8']],
    { rules: 'head' },
  )
  const y = sheet.pairs(
    40,
    -360,
    210,
    [
      ['Previous balance', usd(0)],
      ...parts.map(([text, amount]) => [text, usd(amount)] as const),
      ['Total current charges', usd(total), { bold: true }],
      ['TOTAL AMOUNT DUE', usd(total), { bold: true }],
    ],
    15,
  )
  sheet.prose(
    40,
    y + 20,
    500,
    'A late fee of 10% is added after the due date. Payments may be dropped in the night box at city hall.',
  )
  sheet.rule(620, 20, 592).lines(40, 650, [who.toUpperCase(), '18 QUAIL RUN', 'LARKSPUR OR 97000'])
  sheet.pairs(
    360,
    -570,
    650,
    [
      ['Pay this amount', usd(total), { bold: true }],
      ['After due date pay', usd(cents(total * 1.1))],
    ],
    15,
  )
  return invoice(
    'water-bill',
    sheet,
    {
      invoice_date: date,
      due_date: due,
      vendor_name: 'City of Larkspur Utilities',
      customer_name: who,
      amount_due: total,
      currency: 'USD',
    },
    { optional: ['invoice_total', 'subtotal', 'total_tax', 'invoice_number', 'payment_terms'] },
  )
}

/** A subscription in the cloud from the Nordic countries, in English, euros behind their amounts. */
export const nordicCloud: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'fi', 'fr')
  const items = itemsOf(chance, ['Platform fee, monthly', 'Active seats', 'Message pack 10k'], {
    count: 3,
    decimals: 4,
    dear: 60,
  })
  const net = netOf(items)
  const [date, number] = [dayOf(chance), `F${chance.digits(6)}`]
  const due = daysAfter(date, 14)
  const eur = (amount: number) => `${num('nordic', amount)} EUR`
  const vat = `FI${seller.taxId.replace('-', '')}`
  const sheet = await Sheet.open(chance, { family: 'unicode', text: 9, flipped: true, cut: 'runs' })
  sheet.logo(40, 36, 30).right(555, 56, 'INVOICE', { size: 16, bold: true }).right(555, 72, number)
  sheet
    .at(40, 110, 'Customer', { size: 7, grey: 0.5 })
    .lines(40, 122, [buyer.name, buyer.street, buyer.town, 'France', `VAT ID ${buyer.taxId}`])
  sheet.pairs(
    340,
    -555,
    122,
    [
      ['Invoice date', date],
      ['Due date', due],
      ['Payment term', '14 days net'],
      ['Reference', `RF18 ${chance.digits(4)}`],
    ],
    14,
  )
  const y = sheet.table(
    230,
    [
      ['Product', 40],
      ['Unit price', 320, 'r'],
      ['Units', 380, 'r'],
      ['VAT', 430, 'r'],
      ['Sum', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      text,
      num('nordic', price, 4),
      String(quantity),
      '0 %',
      eur(amount),
    ]),
    { rules: 'rows' },
  )
  sheet.pairs(
    360,
    -555,
    y + 12,
    [
      ['Sum excluding VAT', eur(net)],
      ['VAT 0 %', eur(0)],
      ['Total to pay', eur(net), { bold: true }],
    ],
    16,
  )
  sheet
    .at(40, y + 70, 'Reverse charge, Article 44 of the VAT directive', { size: 7 })
    .mid(297, 810, `${seller.name} · ${seller.street} · ${seller.town} · Business ID ${seller.taxId} · VAT ${vat}`, {
      size: 7,
    })
  return invoice(
    'nordic-cloud',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: vat,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: 0,
      invoice_total: net,
      amount_due: net,
      currency: 'EUR',
      payment_terms: '14 days net',
    },
    { rows: rowsOf(items), optional: ['invoice_total', 'amount_due'] },
  )
}

/** A garage: labour and parts in two tables, three taxes of the province, odometer and plate. */
export const garage: Generator = async (chance) => {
  const [seller] = parties(chance, 'ca')
  const who = human(chance)
  const labour = itemsOf(chance, ['Replace front pads & rotors', 'Wheel alignment'], {
    fractions: 1,
    most: 4,
    dear: 120,
    count: 2,
  })
  const stuff = itemsOf(chance, ['Rotor, vented', 'Ceramic pad set', 'Shop supplies'], { most: 2, dear: 110, count: 3 })
  const [l, s] = [netOf(labour), netOf(stuff)]
  const net = sum([l, s])
  const tax = cents(net * 0.15)
  const [date, number] = [dayOf(chance), chance.digits(5)]
  const usd = (amount: number) => `$${en(amount)}`
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, order: 'shuffled' })
  sheet
    .mid(306, 46, seller.name, { bold: true, size: 15 })
    .mid(306, 60, `${seller.street}, ${seller.town}`)
    .mid(306, 72, `HST Reg. ${seller.taxId}`)
  sheet.pairs(
    40,
    110,
    100,
    [
      ['Customer:', who],
      ['Phone:', '902-555-0144'],
      ['Vehicle:', '2019 Mazda CX-5'],
      ['Plate:', 'GRX 118'],
      ['Odometer:', '84,211 km'],
    ],
    13,
  )
  sheet.pairs(
    400,
    480,
    100,
    [
      ['Invoice:', number],
      ['Date:', day(date, 'MMM D, YYYY')],
      ['Advisor:', 'Hamish'],
    ],
    13,
  )
  let y = sheet.table(
    190,
    [
      ['LABOUR', 40],
      ['Hours', 380, 'r'],
      ['Rate', 470, 'r'],
      ['Amount', 570, 'r'],
    ],
    labour.map(({ text, quantity, price, amount }) => [text, num('en', quantity, 1), en(price), en(amount)]),
    { rules: 'head' },
  )
  y = sheet.table(
    y + 16,
    [
      ['PARTS', 40],
      ['Qty', 380, 'r'],
      ['Price', 470, 'r'],
      ['Amount', 570, 'r'],
    ],
    stuff.map(({ text, quantity, price, amount }) => [text, String(quantity), en(price), en(amount)]),
    { rules: 'head' },
  )
  sheet.pairs(
    400,
    -570,
    y + 10,
    [
      ['Labour', usd(l)],
      ['Parts', usd(s)],
      ['Subtotal', usd(net)],
      ['HST 15%', usd(tax)],
      ['TOTAL', usd(sum([net, tax])), { bold: true }],
      ['Interac Debit', usd(sum([net, tax]))],
      ['Balance owing', usd(0)],
    ],
    15,
  )
  return invoice(
    'garage',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: who,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: 0,
      currency: 'CAD',
    },
    { rows: rowsOf([...labour, ...stuff]), optional: ['amount_due'] },
  )
}

/** A French builder's progress bill: what was done so far, before, and now. */
export const situation: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'fr')
  const works = ['Gros œuvre', 'Charpente', 'Couverture zinc'].map((text) => {
    const [all, before] = [chance.whole(40, 160) * 100, chance.pick([10, 20, 30])]
    const now = chance.pick([40, 50, 60])
    return { text, all, before, now, amount: cents((all * (now - before)) / 100) }
  })
  const net = sum(works.map(({ amount }) => amount))
  const tax = cents(net * 0.1)
  const held = cents((net + tax) * 0.05)
  const [date, number] = [dayOf(chance), `SIT-${chance.digits(3)}`]
  const fr = (amount: number) => `${num('fr', amount)} €`
  const sheet = await Sheet.open(chance, { text: 9, cut: 'words' })
  sheet
    .at(40, 50, seller.name, { bold: true, size: 13 })
    .lines(40, 64, [seller.street, seller.town, `TVA intracom. ${seller.taxId}`])
  sheet.lines(340, 100, ['Maître d’ouvrage', buyer.name, buyer.street, buyer.town])
  sheet
    .at(40, 190, `FACTURE N° ${number} – Situation n° 3`, { bold: true, size: 12 })
    .at(40, 206, `Date : ${day(date, 'DD/MM/YYYY')}    Chantier : École Pasteur`)
  const y = sheet.table(
    236,
    [
      ['Lot', 40],
      ['Montant marché', 270, 'r'],
      ['% préc.', 330, 'r'],
      ['% cumul', 390, 'r'],
      ['Montant HT du mois', 555, 'r'],
    ],
    works.map(({ text, all, before, now, amount }) => [text, fr(all), `${before}%`, `${now}%`, fr(amount)]),
    { rules: 'grid' },
  )
  sheet.pairs(
    320,
    -555,
    y + 10,
    [
      ['Total HT', fr(net)],
      ['TVA 10 %', fr(tax)],
      ['Total TTC', fr(sum([net, tax])), { bold: true }],
      ['Retenue de garantie 5 %', `-${fr(held)}`],
      ['Net à payer', fr(cents(net + tax - held)), { bold: true }],
    ],
    15,
  )
  sheet.at(40, 780, 'Règlement à 45 jours fin de mois par virement.')
  return invoice(
    'situation',
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
      amount_due: cents(net + tax - held),
      currency: 'EUR',
    },
    { rows: works.map(({ text, amount }) => ({ description: text, amount })), optional: ['payment_terms'] },
  )
}

/** An Irish consultancy in a word processor's table: captions and values in cells of one grid, all bordered. */
export const cellGrid: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, THINGS, { rates: [23], count: 3 })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.23)]
  const [date, number, order, account] = [
    dayOf(chance),
    `INV ${chance.digits(4)}`,
    chance.digits(8),
    iban(chance, 'DE'),
  ]
  const vat = `IE${chance.digits(7)}FA`
  const sheet = await Sheet.open(chance, { family: 'serif', text: 10, cut: 'runs' })
  sheet.at(60, 60, seller.name, { size: 16 }).at(60, 76, 'Dublin 4, Ireland', { size: 9 })
  for (const [r, row] of [
    ['Invoice No.', number.slice(4), 'Invoice Date', day(date, 'DD-MMM-YY')],
    ['Customer', buyer.name, 'PO Number', order],
    ['VAT No.', vat, 'Terms', '30 days'],
  ].entries()) {
    sheet
      .box(60, 100 + r * 24, 90, 24)
      .box(150, 100 + r * 24, 160, 24)
      .box(310, 100 + r * 24, 90, 24)
      .box(400, 100 + r * 24, 135, 24)
    for (const [c, text] of row.entries())
      sheet.at([64, 154, 314, 404][c] as number, 116 + r * 24, text, { bold: c % 2 === 0, size: 9 })
  }
  const y = sheet.table(
    205,
    [
      ['Description of work', 64],
      ['Days', 330, 'r'],
      ['Day rate', 420, 'r'],
      ['Value €', 530, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, String(quantity), en(price), en(amount)]),
    { rules: 'grid', from: 60, to: 535 },
  )
  sheet.pairs(
    360,
    -530,
    y + 8,
    [
      ['Sub-total', `€${en(net)}`],
      ['VAT @ 23%', `€${en(tax)}`],
      ['Total due', `€${en(sum([net, tax]))}`, { bold: true }],
    ],
    16,
  )
  sheet.lines(60, 760, [`Bank: Allied Bank   IBAN: ${account}`, 'Please quote the invoice number.'], { size: 8 })
  return invoice(
    'cell-grid',
    sheet,
    {
      invoice_number: number.slice(4),
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: vat,
      customer_name: buyer.name,
      purchase_order: order,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: sum([net, tax]),
      currency: 'EUR',
      iban: account,
      payment_terms: '30 days',
    },
    { rows: rowsOf(items) },
  )
}

/** A Swiss telecom's bill in French: CHF first, tax inside, an account for payments. */
export const swissTelecom: Generator = async (chance) => {
  const who = human(chance)
  const parts = [
    ['Abonnement inOne', chance.amount(40, 90)],
    ['Communications', chance.amount(1, 30)],
    ['Options', chance.amount(5, 20)],
  ] as const
  const net = sum(parts.map(([, amount]) => amount))
  const tax = cents(net * 0.081)
  const [date, number, account] = [dayOf(chance), chance.digits(9), iban(chance, 'CH')]
  const due = daysAfter(date, 30)
  const chf = (amount: number) => `CHF ${num('ch', amount)}`
  const vat = TAX_IDS.ch(chance).replace('MWST', 'TVA')
  const sheet = await Sheet.open(chance, { family: 'unicode', text: 9, cut: 'glyphs' })
  sheet
    .at(50, 54, 'Alpcom', { size: 18, bold: true, grey: 0.3 })
    .at(50, 70, 'Alpcom (Suisse) SA, case postale, 1001 Lausanne', { size: 7 })
  sheet.lines(340, 120, [who, 'Rue du Lac 1268', '1400 Yverdon'])
  sheet.at(50, 200, `Votre facture de ${day(date, 'MMMM YYYY', 'fr')}`, { size: 14, bold: true })
  sheet.pairs(
    50,
    180,
    222,
    [
      ['Numéro de facture', number],
      ['Date de la facture', day(date, 'DD.MM.YYYY')],
      ['Numéro de client', chance.digits(8)],
      ['Payable jusqu’au', day(due, 'DD.MM.YYYY')],
    ],
    13,
  )
  const y = sheet.pairs(
    50,
    -540,
    300,
    [
      ...parts.map(([text, amount]) => [text, chf(amount)] as const),
      ['Total hors TVA', chf(net)],
      ['TVA 8.1%', chf(tax)],
      ['Montant total', chf(sum([net, tax])), { bold: true }],
    ],
    16,
  )
  sheet.lines(50, y + 30, ['Versement pour', account, `N° TVA ${vat}`], { size: 8 })
  return invoice(
    'swiss-telecom',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: 'Alpcom (Suisse) SA',
      vendor_tax_id: vat,
      customer_name: who,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'CHF',
      iban: account,
    },
    { optional: ['amount_due', 'vendor_tax_id', 'payment_terms'] },
  )
}

/** A staffing firm: one row a worker and week, four columns of numbers, markup, terms in a band. */
export const staffing: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'us')
  const rows = Array.from({ length: chance.whole(3, 6) }, () => {
    const [regular, over, rate] = [40, chance.whole(0, 8), chance.amount(19, 42)]
    return { who: human(chance), regular, over, rate, amount: cents(regular * rate + over * rate * 1.5) }
  })
  const total = sum(rows.map(({ amount }) => amount))
  const [date, number, order] = [dayOf(chance), `S${chance.digits(7)}`, `PO-${chance.digits(5)}`]
  const due = daysAfter(date, 10)
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8.5, cut: 'runs' })
  sheet
    .at(40, 50, seller.name, { bold: true, size: 14 })
    .right(572, 46, 'INVOICE', { bold: true, size: 14 })
    .right(572, 62, `No. ${number}`)
  sheet
    .at(40, 90, 'BILL TO:', { bold: true })
    .lines(40, 103, [buyer.name, 'Accounts Payable', buyer.street, buyer.town])
  sheet.at(330, 90, 'REMIT TO:', { bold: true }).lines(330, 103, [seller.name, 'P.O. Box 44118', 'Chicago, IL 60680'])
  sheet.table(
    175,
    [
      ['Invoice Date', 40],
      ['Customer No.', 140],
      ['P.O. Number', 250],
      ['Terms', 360],
      ['Due Date', 460],
    ],
    [[day(date, 'MM/DD/YYYY'), chance.digits(6), order, 'Net 10', day(due, 'MM/DD/YYYY')]],
    { band: 0.88 },
  )
  const y = sheet.table(
    225,
    [
      ['Week Ending', 40],
      ['Employee', 120],
      ['Reg Hrs', 320, 'r'],
      ['OT Hrs', 380, 'r'],
      ['Bill Rate', 460, 'r'],
      ['Extended', 570, 'r'],
    ],
    rows.map(({ who, regular, over, rate, amount }) => [
      day(daysAfter(date, -3), 'MM/DD/YY'),
      who,
      regular.toFixed(2),
      over.toFixed(2),
      en(rate),
      en(amount),
    ]),
    { rules: 'rows' },
  )
  sheet.pairs(420, -570, y + 10, [['Invoice Total', `$${en(total)}`, { bold: true, size: 11 }]])
  return invoice(
    'staffing',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      customer_name: buyer.name,
      purchase_order: order,
      invoice_total: total,
      currency: 'USD',
      payment_terms: 'Net 10',
    },
    { rows: rows.map(({ amount }) => ({ amount })), optional: ['subtotal', 'amount_due'] },
  )
}

/** A Greek hotel's or agent's invoice in English with several taxes in one column of the foot. */
export const cruiseAgent: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'it', 'de')
  const items = itemsOf(chance, ['Port agency fee', 'Launch service', 'Garbage disposal', 'Crew transfer'], {
    rates: [24, 0],
    count: 4,
    dear: 600,
    most: 3,
  })
  const taxes = taxesOf(items)
  const [net, tax] = [netOf(items), sum(taxes.map((part) => part.tax))]
  const [date, number, account] = [dayOf(chance), `PDA/${chance.digits(4)}`, iban(chance, 'IT')]
  const sheet = await Sheet.open(chance, { text: 9, family: 'serif', cut: 'words' })
  sheet
    .mid(297, 50, seller.name, { bold: true, size: 14 })
    .mid(297, 64, `${seller.street} - ${seller.town} - VAT ${seller.taxId}`)
  sheet.at(50, 110, 'To:').lines(90, 110, [buyer.name, buyer.street, buyer.town])
  sheet.pairs(
    380,
    450,
    110,
    [
      ['Invoice', number],
      ['Date', dayIn('it', date, 'D MMMM YYYY')],
      ['Vessel', 'MV Corvane Star'],
      ['Port', 'Genova'],
    ],
    13,
  )
  const y = sheet.table(
    200,
    [
      ['Service', 50],
      ['No.', 300, 'r'],
      ['Tariff €', 380, 'r'],
      ['VAT %', 430, 'r'],
      ['Amount €', 545, 'r'],
    ],
    items.map(({ text, quantity, price, rate, amount }) => [
      text,
      String(quantity),
      num('de', price),
      String(rate),
      num('de', amount),
    ]),
    { rules: 'head' },
  )
  sheet.pairs(
    340,
    -545,
    y + 10,
    [
      ['Taxable amount', num('de', net)],
      ['VAT 24%', num('de', tax)],
      ['Balance in our favour', num('de', sum([net, tax])), { bold: true }],
    ],
    15,
  )
  sheet.at(50, y + 90, `Kindly remit to IBAN ${account}`)
  return invoice(
    'cruise-agent',
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
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['amount_due', 'payment_terms'] },
  )
}
