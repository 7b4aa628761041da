import type { Chance } from '../chance.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, receipt } from './bill.ts'
import { cents, day, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const en = (amount: number) => num('en', amount)

const goods = (chance: Chance, names: readonly string[], count = chance.whole(3, 8)) =>
  Array.from({ length: count }, (_, i) => ({
    text: names[(i + chance.whole(0, 1)) % names.length] as string,
    price: chance.amount(0.89, 16),
  }))

/** A British convenience shop, 58 mm: the sum as "BALANCE DUE", no tax at all, a card slip below. */
export const cornerShop: Generator = async (chance) => {
  const items = goods(chance, ['SEMI SKIMMED 2PT', 'HOVIS WHITE', 'BANANAS LOOSE', 'PG TIPS 80S', 'CHEDDAR 350G'])
  const total = sum(items.map(({ price }) => price))
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm58', family: 'mono', text: 7 })
  sheet
    .mid(82, 24, 'BUDGENS OF WRENFIELD', { bold: true, size: 9 })
    .mid(82, 34, '18 MARKET PLACE NR1 1AA')
    .mid(82, 44, 'VAT NO 118 8420 44')
  let y = 62
  for (const { text, price } of items) {
    sheet.at(8, y, text).right(156, y, `£${en(price)}`)
    y += 10
  }
  y = sheet.pairs(
    8,
    -156,
    y + 6,
    [
      ['BALANCE DUE', `£${en(total)}`, { bold: true }],
      ['VISA CONTACTLESS', `£${en(total)}`],
      ['CHANGE', '£0.00'],
    ],
    11,
  )
  sheet.lines(8, y + 8, [
    `AID: A0000000031010`,
    `PAN SEQ: 00`,
    'AUTH CODE: 118842',
    'MERCHANT: ****4471',
    `${day(date, 'DD/MM/YY')} 17:42  TILL 2`,
    'THANK YOU FOR SHOPPING',
  ])
  return receipt(
    'corner-shop',
    sheet,
    { merchant_name: 'BUDGENS OF WRENFIELD', transaction_date: date, total, currency: 'GBP' },
    ['subtotal', 'total_tax'],
  )
}

/** A Spanish supermarket: quantity first, unit price only where there are several, the tax by rate at the end. */
export const spanishMercado: Generator = async (chance) => {
  const items = goods(chance, ['BARRA DE PAN', 'ACEITE OLIVA 1L', 'TOMATE PERA', 'YOGUR NATURAL', 'DETERGENTE'])
  const total = sum(items.map(({ price }) => price))
  const base = cents(total / 1.1)
  const date = dayOf(chance)
  const es = (amount: number) => num('de', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'sans', text: 8, cut: 'words' })
  sheet
    .mid(113, 30, 'MERCADO ALCAZABA, S.A.', { bold: true, size: 10 })
    .mid(113, 42, 'A-46118842')
    .mid(113, 52, 'C/ MAYOR 41')
    .mid(113, 62, '28013 MADRID')
    .mid(113, 72, 'TELÉFONO: 915550188')
  sheet
    .at(10, 90, `${day(date, 'DD/MM/YYYY')} 19:14  OP: 118842`)
    .at(10, 100, `FACTURA SIMPLIFICADA: 4118-014-${chance.digits(6)}`)
  sheet.at(30, 118, 'Descripción').right(165, 118, 'P. Unit').right(216, 118, 'Importe')
  let y = 130
  for (const { text, price } of items) {
    sheet.at(10, y, '1').at(30, y, text).right(216, y, es(price))
    y += 11
  }
  y = sheet.pairs(
    60,
    -216,
    y + 6,
    [
      ['TOTAL (€)', es(total), { bold: true, size: 11 }],
      ['TARJETA BANCARIA', es(total)],
    ],
    15,
  )
  sheet.table(
    y + 8,
    [
      ['IVA', 10],
      ['BASE IMPONIBLE (€)', 140, 'r'],
      ['CUOTA (€)', 216, 'r'],
    ],
    [
      ['10%', es(base), es(cents(total - base))],
      ['TOTAL', es(base), es(cents(total - base))],
    ],
    { size: 7, gap: 1 },
  )
  sheet.mid(113, y + 70, 'SE ADMITEN DEVOLUCIONES CON TICKET', { size: 7 })
  return receipt(
    'spanish-mercado',
    sheet,
    {
      merchant_name: 'MERCADO ALCAZABA, S.A.',
      transaction_date: date,
      total,
      total_tax: cents(total - base),
      subtotal: base,
      currency: 'EUR',
    },
    ['subtotal'],
  )
}

/** An Italian till's document with the sum of the tax inside it. */
export const italianScontrino: Generator = async (chance) => {
  const items = goods(chance, ['CAFFE', 'CORNETTO', 'ACQUA NAT 0,5', 'TRAMEZZINO', 'SPREMUTA'], 4)
  const total = sum(items.map(({ price }) => price))
  const tax = cents(total - total / 1.1)
  const date = dayOf(chance)
  const it = (amount: number) => num('comma', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'mono', text: 8 })
  sheet
    .mid(113, 30, 'BAR PASTICCERIA GRIMALDI', { bold: true })
    .mid(113, 41, 'DI GRIMALDI LUCA')
    .mid(113, 52, 'VIA ROMA 8 - 40124 BOLOGNA')
    .mid(113, 63, `P.IVA 0${chance.digits(10)}`)
  sheet.mid(113, 84, 'DOCUMENTO COMMERCIALE').mid(113, 95, 'di vendita o prestazione')
  sheet.at(10, 112, 'DESCRIZIONE').right(160, 112, 'IVA').right(216, 112, 'Prezzo(€)')
  let y = 124
  for (const { text, price } of items) {
    sheet.at(10, y, text).right(160, y, '10,00%').right(216, y, it(price))
    y += 11
  }
  y = sheet.pairs(
    10,
    -216,
    y + 8,
    [
      ['TOTALE COMPLESSIVO', it(total), { bold: true }],
      ['di cui IVA', it(tax)],
      ['Pagamento contante', it(Math.ceil(total / 10) * 10)],
      ['Resto', it(cents(Math.ceil(total / 10) * 10 - total))],
      ['Importo pagato', it(total)],
    ],
    12,
  )
  sheet.lines(60, y + 10, [
    `${day(date, 'DD-MM-YYYY')} 08:12`,
    `DOCUMENTO N. ${chance.digits(4)}-${chance.digits(4)}`,
    'RT 99MEY118842',
  ])
  return receipt(
    'italian-scontrino',
    sheet,
    { merchant_name: 'BAR PASTICCERIA GRIMALDI', transaction_date: date, total, total_tax: tax, currency: 'EUR' },
    ['subtotal'],
  )
}

/** A Polish fiscal slip: letters of the rates behind the prices. */
export const polishParagon: Generator = async (chance) => {
  const items = goods(chance, ['CHLEB ZWYKŁY', 'MASŁO EXTRA', 'PŁYN DO NACZYŃ', 'JABŁKA LUZ'], 4)
  const total = sum(items.map(({ price }) => price))
  const tax = cents(total - total / 1.05)
  const date = dayOf(chance)
  const pl = (amount: number) => num('comma', amount)
  const sheet = await Sheet.open(chance, { size: 'mm58', family: 'unicode', text: 7, cut: 'words' })
  sheet
    .mid(82, 24, 'SKLEP SPOŻYWCZY "ŻABIANKA"', { bold: true, size: 8 })
    .mid(82, 34, 'ul. Długa 17, 31-147 Kraków')
    .mid(82, 44, `NIP ${chance.digits(10)}`)
  sheet
    .at(8, 58, date)
    .right(156, 58, `nr wydr.${chance.digits(6)}`)
    .mid(82, 70, 'PARAGON FISKALNY', { bold: true })
  let y = 84
  for (const { text, price } of items) {
    sheet.at(8, y, text).right(156, y, `1 x${pl(price)} ${pl(price)}C`)
    y += 10
  }
  y = sheet.pairs(
    8,
    -156,
    y + 4,
    [
      ['SPRZEDAŻ OPODATKOWANA C', pl(total)],
      ['PTU C 5 %', pl(tax)],
      ['SUMA PTU', pl(tax)],
      ['SUMA PLN', pl(total), { bold: true, size: 10 }],
    ],
    12,
  )
  sheet.pairs(
    8,
    -156,
    y + 6,
    [
      ['Karta płatnicza', pl(total)],
      ['00118 #Kasa 01', '18:42'],
    ],
    10,
  )
  return receipt(
    'polish-paragon',
    sheet,
    { merchant_name: 'SKLEP SPOŻYWCZY "ŻABIANKA"', transaction_date: date, total, total_tax: tax, currency: 'PLN' },
    ['subtotal'],
  )
}

/** An Austrian café: tax groups by letter, the register's signature, the sum in a large print. */
export const austrianCafe: Generator = async (chance) => {
  const items = goods(chance, ['Melange', 'Topfenstrudel', 'Soda Zitron', 'Schnitzelsemmel'], 4)
  const total = sum(items.map(({ price }) => price))
  const net = cents(total / 1.1)
  const date = dayOf(chance)
  const at = (amount: number) => num('de', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'unicode', text: 8, cut: 'runs' })
  sheet
    .mid(113, 30, 'Café Hawelka & Sohn', { size: 13, bold: true })
    .mid(113, 44, 'Dorotheergasse 6, 1010 Wien')
    .mid(113, 55, 'UID: ATU11884290')
  sheet
    .at(10, 76, `Rechnung Nr.: ${chance.digits(6)}`)
    .at(10, 87, `Datum: ${day(date, 'DD.MM.YYYY')} 15:24:11`)
    .at(10, 98, 'Tisch 12 · Es bediente Sie: Resi')
  let y = 118
  for (const { text, price } of items) {
    sheet.at(10, y, `1 ${text}`).right(205, y, at(price)).right(216, y, 'B')
    y += 11
  }
  y = sheet.pairs(10, -216, y + 8, [['SUMME EUR', at(total), { bold: true, size: 13 }]], 20)
  y = sheet.table(
    y,
    [
      ['MwSt', 10],
      ['Netto', 100, 'r'],
      ['Steuer', 155, 'r'],
      ['Brutto', 216, 'r'],
    ],
    [['B 10%', at(net), at(cents(total - net)), at(total)]],
    { size: 7 },
  )
  sheet.lines(10, y + 4, [`Bar EUR ${at(total)}`, 'Kassen-ID: HAW-01', 'Vielen Dank für Ihren Besuch!'])
  return receipt(
    'austrian-cafe',
    sheet,
    {
      merchant_name: 'Café Hawelka & Sohn',
      transaction_date: date,
      total,
      total_tax: cents(total - net),
      subtotal: net,
      currency: 'EUR',
    },
    ['subtotal'],
  )
}

/** An Australian hardware shop: a till's tax invoice with the tax inside the sum. */
export const hardwareShop: Generator = async (chance) => {
  const items = goods(chance, ['DECK SCREW 65MM 500PK', 'PAINT ROLLER 230MM', 'SILICONE CLEAR', 'DROP SHEET'], 4)
  const total = sum(items.map(({ price }) => price))
  const tax = cents(total / 11)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'mono', text: 8 })
  sheet
    .mid(113, 28, 'BANKSIA HARDWARE', { bold: true, size: 12 })
    .mid(113, 40, 'Geelong VIC 3220')
    .mid(113, 51, 'ABN 26 008 672 179')
    .mid(113, 66, 'TAX INVOICE')
  let y = 86
  for (const { text, price } of items) {
    sheet
      .at(10, y, `93${chance.digits(11)}`)
      .at(10, y + 10, text)
      .right(216, y + 10, `$${en(price)}`)
    y += 21
  }
  y = sheet.pairs(
    10,
    -216,
    y + 6,
    [
      [`SubTotal:`, `$${en(total)}`],
      ['GST INCLUDED IN THE TOTAL', `$${en(tax)}`],
      [`${items.length} items  TOTAL`, `$${en(total)}`, { bold: true }],
      ['EFTPOS', `$${en(total)}`],
    ],
    13,
  )
  sheet.lines(10, y + 8, [
    `${day(date, 'DD/MM/YYYY')} 10:18  R02 P7 C1184`,
    'CARD NO: 5163-44XX-XXXX-7710',
    'APPROVED 00',
  ])
  return receipt(
    'hardware-shop',
    sheet,
    {
      merchant_name: 'BANKSIA HARDWARE',
      transaction_date: date,
      subtotal: total,
      total,
      total_tax: tax,
      currency: 'AUD',
    },
    ['subtotal'],
  )
}

/** A Canadian coffee chain: two taxes by name, rounding for cash. */
export const coffeeChain: Generator = async (chance) => {
  const items = goods(chance, ['Lg Dbl Dbl', 'Bagel BELT', 'Hash Brown', '10 Pk Bites'], 3)
  const net = sum(items.map(({ price }) => price))
  const [gst, qst] = [cents(net * 0.05), cents(net * 0.09975)]
  const total = sum([net, gst, qst])
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'sans', text: 9, order: 'shuffled' })
  sheet
    .mid(113, 30, 'Maple Perk #4471', { bold: true, size: 12 })
    .mid(113, 43, '45 rue Principale')
    .mid(113, 54, 'Gatineau, QC J8X 2K1')
  sheet
    .at(10, 76, `Order #${chance.digits(3)}`)
    .right(216, 76, `${date} 07:18`)
    .at(10, 88, 'TAKE OUT / POUR EMPORTER')
  let y = 106
  for (const { text, price } of items) {
    sheet.at(10, y, `1 ${text}`).right(216, y, `$${en(price)}`)
    y += 12
  }
  y = sheet.pairs(
    10,
    -216,
    y + 6,
    [
      ['Subtotal:', `$${en(net)}`],
      ['GST/TPS (5%):', `$${en(gst)}`],
      ['QST/TVQ (9.975%):', `$${en(qst)}`],
      ['Total:', `$${en(total)}`, { bold: true }],
      ['Debit', `$${en(total)}`],
      ['Change', '$0.00'],
    ],
    13,
  )
  sheet.lines(10, y + 10, ['TPS: 118842907 RT0001', 'TVQ: 1188429070 TQ0001'], { size: 7 })
  return receipt('coffee-chain', sheet, {
    merchant_name: 'Maple Perk #4471',
    transaction_date: date,
    subtotal: net,
    total_tax: sum([gst, qst]),
    total,
    currency: 'CAD',
  })
}

/** A parking machine's ticket: times in and out, one fee. */
export const parkingTicket: Generator = async (chance) => {
  const total = chance.amount(2, 38)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm58', family: 'mono', text: 8 })
  sheet.mid(82, 30, 'QUAYSIDE CAR PARK', { bold: true }).mid(82, 42, 'Bath BA1 1LZ').mid(82, 60, 'PARKING RECEIPT')
  const y = sheet.pairs(
    8,
    -156,
    84,
    [
      ['Entry', `${day(date, 'DD/MM/YY')} 09:12`],
      ['Exit', `${day(date, 'DD/MM/YY')} 14:47`],
      ['Duration', '5h 35m'],
      ['Ticket', chance.digits(8)],
      ['Fee paid', `£${en(total)}`, { bold: true }],
      ['incl VAT 20%', `£${en(cents(total / 6))}`],
      ['Card', '**** 4471'],
    ],
    13,
  )
  sheet.mid(82, y + 14, 'VAT Reg 118 8420 44')
  return receipt(
    'parking-ticket',
    sheet,
    { merchant_name: 'QUAYSIDE CAR PARK', transaction_date: date, total, total_tax: cents(total / 6), currency: 'GBP' },
    ['subtotal'],
  )
}

/** European fuel: litres with two decimals at a price of three, tax by table. */
export const fuelLitres: Generator = async (chance) => {
  const [litres, price] = [chance.whole(900, 6_400) / 100, chance.whole(1_459, 2_149) / 1_000]
  const total = cents(litres * price)
  const net = cents(total / 1.21)
  const date = dayOf(chance)
  const nl = (amount: number, digits = 2) => num('de', amount, digits)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'mono', text: 8, cut: 'words' })
  sheet
    .mid(113, 28, 'TANKSTATION DE VELUWE', { bold: true })
    .mid(113, 39, 'Rijksweg A1, 3781 AB Voorthuizen')
    .mid(113, 50, 'BTW NL118842907B01')
  sheet
    .at(10, 72, `Datum ${day(date, 'DD-MM-YYYY')}`)
    .right(216, 72, 'Tijd 06:44')
    .at(10, 84, `Bon ${chance.digits(5)}`)
  const y = sheet.pairs(
    10,
    -216,
    106,
    [
      ['*EURO 95', `${nl(total)} EUR`],
      [`Pomp 4   ${nl(litres)} L x ${nl(price, 3)}`, ''],
      ['TOTAAL', `${nl(total)} EUR`, { bold: true, size: 10 }],
      ['PIN', `${nl(total)} EUR`],
    ],
    14,
  )
  sheet.table(
    y + 10,
    [
      ['BTW%', 10],
      ['Excl', 100, 'r'],
      ['BTW', 155, 'r'],
      ['Incl', 216, 'r'],
    ],
    [['21,00', nl(net), nl(cents(total - net)), nl(total)]],
  )
  return receipt(
    'fuel-litres',
    sheet,
    {
      merchant_name: 'TANKSTATION DE VELUWE',
      transaction_date: date,
      total,
      total_tax: cents(total - net),
      subtotal: net,
      currency: 'EUR',
    },
    ['subtotal'],
  )
}

/** An American steak house: a tip line left blank to be written, so no tip. */
export const blankTip: Generator = async (chance) => {
  const items = goods(chance, ['Wedge Salad', 'NY Strip 14', 'Cabernet GLS', 'Key Lime Pie'], 4).map((item) => ({
    ...item,
    price: cents(item.price + 8),
  }))
  const net = sum(items.map(({ price }) => price))
  const tax = cents(net * 0.089)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'mono', text: 8 })
  sheet
    .mid(113, 28, 'THE IRON LANTERN', { bold: true, size: 11 })
    .mid(113, 40, '77 WHARF STREET')
    .mid(113, 50, 'SAVANNAH, GA 31401')
  sheet
    .at(10, 70, 'Check: 4418')
    .right(216, 70, `${day(date, 'M/D/YYYY')} 8:41 PM`)
    .at(10, 80, 'Server: Hamish  Table: 22')
  let y = 100
  for (const { text, price } of items) {
    sheet.at(10, y, `1 ${text}`).right(216, y, en(price))
    y += 11
  }
  y = sheet.pairs(
    90,
    -216,
    y + 6,
    [
      ['SUBTOTAL', en(net)],
      ['TAX', en(tax)],
      ['AMOUNT DUE', `$${en(sum([net, tax]))}`, { bold: true }],
    ],
    12,
  )
  sheet.lines(10, y + 16, ['TIP    ______________', '', 'TOTAL  ______________', '', 'X_____________________'])
  sheet.mid(113, y + 90, '18% gratuity suggested for parties of 6 or more', { size: 6 })
  return receipt('blank-tip', sheet, {
    merchant_name: 'THE IRON LANTERN',
    transaction_date: date,
    subtotal: net,
    total_tax: tax,
    total: sum([net, tax]),
    currency: 'USD',
  })
}

/** A French bakery's ticket: the sum "NET A PAYER", the tax in two columns. */
export const frenchTicket: Generator = async (chance) => {
  const items = goods(chance, ['BAGUETTE TRADITION', 'CROISSANT', 'ECLAIR CAFE', 'QUICHE'], 4)
  const total = sum(items.map(({ price }) => price))
  const net = cents(total / 1.055)
  const date = dayOf(chance)
  const fr = (amount: number) => num('comma', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'sans', text: 8, order: 'reversed' })
  sheet
    .mid(113, 30, 'BOULANGERIE DES HALLES', { bold: true, size: 10 })
    .mid(113, 42, '3 place du Marché 35000 RENNES')
    .mid(113, 53, `SIRET 8${chance.digits(13)}`)
  sheet.at(10, 74, `Ticket n° ${chance.digits(6)}`).right(216, 74, `${day(date, 'DD/MM/YYYY')} 07:55`)
  let y = 94
  for (const { text, price } of items) {
    sheet.at(10, y, `1 x ${text}`).right(216, y, `${fr(price)} €`)
    y += 11
  }
  y = sheet.pairs(
    10,
    -216,
    y + 8,
    [
      ['NET A PAYER', `${fr(total)} €`, { bold: true, size: 11 }],
      ['Carte bancaire', `${fr(total)} €`],
    ],
    15,
  )
  sheet.lines(10, y + 4, [`TVA 5,5%   HT ${fr(net)} €   TVA ${fr(cents(total - net))} €`, 'Merci et à bientôt'])
  return receipt(
    'french-ticket',
    sheet,
    {
      merchant_name: 'BOULANGERIE DES HALLES',
      transaction_date: date,
      total,
      subtotal: net,
      total_tax: cents(total - net),
      currency: 'EUR',
    },
    ['subtotal'],
  )
}
