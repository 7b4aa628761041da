import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf, taxesOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const WARES = [
  'Kabelkanal 40x60 mm weiß',
  'Montageset für Wandhalter',
  'Prüfung nach DGUV V3',
  'Schulung vor Ort',
  'Druckerpapier A4 80 g',
  'Dichtring DN 50',
]
const dm = (iso: string) => day(iso, 'DD.MM.YYYY')
const eu = (amount: number) => `${num('de', amount)} €`

/** An office suite's print: a logo, facts at the right, articles with a line of detail, printed as a browser does. */
export const officeSuite: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, WARES, { rates: [19] })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.19)]
  const [date, number, account] = [dayOf(chance), `RE${chance.digits(5)}`, iban(chance, 'DE')]
  const due = daysAfter(date, 14)
  const sheet = await Sheet.open(chance, { family: 'unicode', cut: 'glyphs', flipped: true })
  sheet.logo(480, 36, 44).at(60, 120, `${seller.name}, ${seller.street}, ${seller.town}`, { size: 6.5, grey: 0.4 })
  sheet.lines(60, 138, [buyer.name, human(chance), buyer.street, buyer.town], { size: 10 })
  sheet.pairs(370, 460, 138, [
    ['Rechnungsnr.', number],
    ['Kundennummer', `1${chance.digits(4)}`],
    ['Rechnungsdatum', dm(date)],
    ['Lieferdatum', dm(daysAfter(date, -3))],
    ['Fällig am', dm(due)],
  ])
  sheet.at(60, 250, `Rechnung ${number}`, { size: 15, bold: true })
  sheet.prose(60, 270, 460, 'Sehr geehrte Damen und Herren, vielen Dank für Ihren Auftrag. Wir berechnen Ihnen:')
  let y = sheet.table(
    310,
    [
      ['Pos.', 60],
      ['Beschreibung', 90],
      ['Menge', 340, 'r'],
      ['Einzelpreis', 430, 'r'],
      ['Gesamtpreis', 535, 'r'],
    ],
    items.map(({ text, quantity, price, amount }, i) => [
      `${i + 1}.`,
      [text, `Art.-Nr. ${40211 + i * 17}`],
      `${num('de', quantity)} Stk`,
      eu(price),
      eu(amount),
    ]),
    { band: 0.92, from: 56, to: 539 },
  )
  y = sheet.pairs(
    340,
    -535,
    y + 10,
    [
      ['Gesamtbetrag netto', eu(net)],
      ['zzgl. Umsatzsteuer 19 %', eu(tax)],
      ['Gesamtbetrag brutto', eu(sum([net, tax])), { bold: true }],
    ],
    15,
  )
  sheet.prose(60, y + 20, 470, `Bitte überweisen Sie den Betrag bis zum ${dm(due)} unter Angabe der Rechnungsnummer.`)
  sheet.lines(60, 780, [seller.name, seller.street, seller.town], { size: 7 })
  sheet.lines(220, 780, ['Tel. 040 555 01 88', `USt-ID ${seller.taxId}`, 'Steuer-Nr. 27/114/09182'], { size: 7 })
  sheet.lines(390, 780, ['Hanseatische Volksbank', `IBAN ${account}`, 'BIC GENODEF1XXX'], { size: 7 })
  return invoice(
    'office-suite',
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
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due'] },
  )
}

/** Two rates, freight, a table of rates, the delivery address as a third block; totals of the EN 16931 kind. */
export const hybridExtended: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, WARES, { rates: [19, 7], count: 4, decimals: 4, dear: 40 })
  const freight = chance.amount(4, 30)
  const taxes = taxesOf(items).map(({ rate, net }, i) => ({ rate, net: i === 0 ? sum([net, freight]) : net }))
  const parts = taxes.map(({ rate, net }) => ({ rate, net, tax: cents((net * rate) / 100) }))
  const [lines, tax] = [netOf(items), sum(parts.map((part) => part.tax))]
  const net = sum([lines, freight])
  const [date, number, order] = [dayOf(chance), `${chance.digits(6)}/${chance.digits(2)}`, `B${chance.digits(7)}`]
  const sheet = await Sheet.open(chance, { text: 8, order: 'columns' })
  sheet
    .at(40, 50, seller.name, { size: 14, bold: true })
    .at(40, 64, `${seller.street} · ${seller.town} · USt-IdNr. ${seller.taxId}`)
  sheet.rule(70, 40, 555)
  for (const [x, head, who] of [
    [40, 'Rechnungsempfänger', buyer.name],
    [220, 'Lieferanschrift', 'Zentrallager Süd'],
    [400, 'Ansprechpartner', 'Frau Petra Lohse'],
  ] as const)
    sheet
      .at(x, 90, head, { bold: true })
      .lines(x, 104, [
        who,
        ...(x === 40
          ? [buyer.street, buyer.town, `USt-IdNr. ${buyer.taxId}`]
          : x === 220
            ? ['Tor 4', '74072 Heilbronn']
            : ['Durchwahl -118']),
      ])
  sheet.at(40, 175, 'RECHNUNG', { size: 16, bold: true })
  sheet.captions(
    195,
    [
      [40, 'Beleg-Nr.', number],
      [140, 'Belegdatum', dm(date)],
      [240, 'Ihre Bestellung', order],
      [340, 'Lieferschein', chance.digits(6)],
      [440, 'Lieferdatum', dm(daysAfter(date, -2))],
    ],
    { bold: true },
  )
  let y = sheet.table(
    240,
    [
      ['Pos', 40],
      ['Artikel', 62],
      ['Bezeichnung', 120],
      ['Menge', 340, 'r'],
      ['ME', 346],
      ['Preis/ME', 430, 'r'],
      ['USt', 465, 'r'],
      ['Betrag', 555, 'r'],
    ],
    items.map(({ text, quantity, price, rate, amount }, i) => [
      String((i + 1) * 10),
      `A-${chance.digits(4)}`,
      text,
      num('de', quantity, 3),
      'ST',
      num('de', price, 4),
      `${rate}%`,
      num('de', amount),
    ]),
    { rules: 'head', from: 40, to: 555 },
  )
  y = sheet.pairs(
    330,
    -555,
    y + 6,
    [
      ['Summe Positionen', num('de', lines)],
      ['Frachtkosten (19 %)', num('de', freight)],
      ['Nettobetrag', num('de', net)],
    ],
    12,
  )
  y = sheet.table(
    y + 8,
    [
      ['Steuersatz', 330],
      ['Bemessungsgrundlage', 470, 'r'],
      ['Steuerbetrag', 555, 'r'],
    ],
    parts.map((part) => [`${num('de', part.rate)} %`, num('de', part.net), num('de', part.tax)]),
    { from: 330, to: 555, rules: 'head' },
  )
  sheet.pairs(
    330,
    -555,
    y + 4,
    [
      ['Summe Steuer', num('de', tax)],
      ['Rechnungsbetrag EUR', num('de', sum([net, tax])), { bold: true }],
    ],
    13,
  )
  sheet.at(40, y + 60, 'Zahlungsbedingung: 10 Tage 2 % Skonto, 30 Tage netto')
  return invoice(
    'hybrid-extended',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      purchase_order: order,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'EUR',
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due', 'due_date'] },
  )
}

/** A builder's final invoice: the whole work, then what was paid on account, then the rest. */
export const finalWithAdvances: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(
    chance,
    ['Erdarbeiten Baugrube', 'Fundamentplatte C25/30', 'Mauerwerk 24 cm', 'Gerüst stellen'],
    { rates: [19], fractions: 1, dear: 900, count: 4 },
  )
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.19)]
  const gross = sum([net, tax])
  const paid = [cents(gross * 0.3), cents(gross * 0.25)]
  const [date, number, account] = [dayOf(chance), `SR-${chance.digits(3)}-${chance.digits(4)}`, iban(chance, 'DE')]
  const rest = cents(gross - sum(paid))
  const sheet = await Sheet.open(chance, { family: 'serif', text: 10, cut: 'gaps' })
  sheet.at(70, 60, seller.name, { size: 18, bold: true }).at(70, 76, `${seller.street}, ${seller.town}`)
  sheet.lines(70, 140, [buyer.name, buyer.street, buyer.town])
  sheet.right(540, 200, `${seller.town.slice(6)}, den ${dm(date)}`)
  sheet
    .at(70, 230, `Schlussrechnung Nr. ${number}`, { size: 14, bold: true })
    .at(70, 248, 'Bauvorhaben: Neubau Lagerhalle, Flurstück 118/4')
  let y = sheet.table(
    280,
    [
      ['Pos', 70],
      ['Leistung', 100],
      ['Menge', 330, 'r'],
      ['EP in EUR', 430, 'r'],
      ['GP in EUR', 540, 'r'],
    ],
    items.map(({ text, quantity, price, amount }, i) => [
      `01.${i + 1}`,
      text,
      `${num('de', quantity, 1)} m³`,
      num('de', price),
      num('de', amount),
    ]),
    { rules: 'rows', from: 70, to: 540 },
  )
  y = sheet.pairs(
    250,
    -540,
    y + 8,
    [
      ['Summe netto', num('de', net)],
      ['19 % Mehrwertsteuer', num('de', tax)],
      ['Gesamtsumme brutto', num('de', gross), { bold: true }],
      [`abzgl. 1. Abschlagszahlung vom ${dm(daysAfter(date, -60))}`, num('de', -(paid[0] ?? 0))],
      [`abzgl. 2. Abschlagszahlung vom ${dm(daysAfter(date, -25))}`, num('de', -(paid[1] ?? 0))],
      ['Noch zu zahlen', num('de', rest), { bold: true }],
    ],
    16,
  )
  sheet.prose(70, y + 16, 470, 'Zahlbar innerhalb von 21 Tagen ohne Abzug.')
  sheet.at(70, 800, `Kreissparkasse · IBAN ${account} · USt-IdNr. ${seller.taxId}`, { size: 8 })
  return invoice(
    'final-with-advances',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: gross,
      amount_due: rest,
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'due_date'] },
  )
}

/** A freelancer without turnover tax: a letter, one sum. */
export const smallBusiness: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'de')
  const who = human(chance)
  const items = itemsOf(chance, ['Lektorat Imagebroschüre', 'Texterstellung Webseite', 'Korrekturgang'], {
    fractions: 1,
    most: 9,
    dear: 85,
    count: 3,
  })
  const total = netOf(items)
  const [date, account] = [dayOf(chance), iban(chance, 'DE')]
  const number = `${date.slice(0, 4)}-${chance.digits(3)}`
  const sheet = await Sheet.open(chance, { text: 11, cut: 'words' })
  sheet.lines(380, 60, [who, 'Textbüro', 'Kastanienallee 9', '10435 Berlin', 'mail@textbuero.example'])
  sheet.lines(70, 150, [buyer.name, buyer.street, buyer.town])
  sheet
    .at(70, 240, 'Rechnung', { size: 20 })
    .lines(70, 264, [`Rechnungsnummer: ${number}`, `Datum: ${dm(date)} (entspricht dem Leistungsdatum)`])
  let y = sheet.table(
    320,
    [
      ['Leistung', 70],
      ['Stunden', 330, 'r'],
      ['Satz', 420, 'r'],
      ['Betrag', 530, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, num('de', quantity, 1), eu(price), eu(amount)]),
    { headInk: { bold: false, grey: 0.4 } },
  )
  sheet.rule(y - 8, 70, 530).pairs(70, -530, y + 6, [['Rechnungsbetrag', eu(total), { bold: true }]])
  y = sheet.prose(
    70,
    y + 40,
    460,
    'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet. Bitte überweisen Sie den Betrag innerhalb von zehn Tagen auf mein Konto:',
  )
  sheet.lines(70, y + 6, [`IBAN: ${account}`, 'Bank: Spreebank Berlin', 'Steuernummer: 31/412/60718'])
  return invoice(
    'small-business',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: who,
      customer_name: buyer.name,
      invoice_total: total,
      currency: 'EUR',
      iban: account,
      vendor_tax_id: '31/412/60718',
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due', 'due_date', 'subtotal', 'total_tax'] },
  )
}

/** A corrected invoice whose sums are negative. */
export const correction: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, WARES, { rates: [19], count: 2 })
  const [net, tax] = [-netOf(items), -cents(netOf(items) * 0.19)]
  const [date, number] = [dayOf(chance), `GS${chance.digits(6)}`]
  const sheet = await Sheet.open(chance, { text: 9, cut: 'runs' })
  sheet.right(550, 50, seller.name, { size: 13, bold: true }).right(550, 64, `${seller.street}, ${seller.town}`)
  sheet.lines(50, 120, ['Firma', buyer.name, buyer.street, buyer.town])
  sheet.at(50, 220, 'Rechnungskorrektur / Gutschrift', { size: 14, bold: true })
  sheet.pairs(
    50,
    150,
    240,
    [
      ['Belegnummer', number],
      ['Belegdatum', dm(date)],
      ['zu Rechnung', `RE${chance.digits(6)}`],
      ['vom', dm(daysAfter(date, -19))],
    ],
    12,
  )
  let y = sheet.table(
    310,
    [
      ['Menge', 90, 'r'],
      ['Einh.', 96],
      ['Bezeichnung', 130],
      ['Preis', 440, 'r'],
      ['Summe EUR', 550, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      num('de', -quantity, 0),
      'Stk',
      text,
      num('de', price),
      num('de', -amount),
    ]),
    { rules: 'grid', from: 46, to: 553 },
  )
  y = sheet.pairs(380, -550, y + 8, [
    ['Nettosumme', num('de', net)],
    ['USt. 19,00 %', num('de', tax)],
    ['Endbetrag', num('de', sum([net, tax])), { bold: true }],
  ])
  sheet
    .at(50, y + 30, 'Der Betrag wird Ihrem Kundenkonto gutgeschrieben.')
    .at(50, 810, `USt-IdNr.: ${seller.taxId}   Geschäftsführung: ${human(chance)}`, { size: 7 })
  return invoice(
    'correction',
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
    },
    {
      rows: items.map(({ text, quantity, price, amount }) => ({
        description: text,
        quantity: -quantity,
        unit_price: price,
        amount: -amount,
      })),
      optional: ['payment_terms', 'amount_due'],
    },
  )
}
