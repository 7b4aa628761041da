import type { Generator } from '../specimen.ts'
import { dayOf, receipt } from './bill.ts'
import { human } from './parties.ts'
import { cents, day, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** A Dutch supermarket: the sum before what was saved, the card's slip between, taxes by rate at the foot. */
export const dutchGrocer: Generator = async (chance) => {
  const goods = ['HALFV MELK', 'BOTERHAMPASTA', 'APPELS ELSTAR', 'KOFFIEPADS'].map((text) => ({
    text,
    price: chance.amount(0.9, 8),
  }))
  const total = sum(goods.map(({ price }) => price))
  const net = cents(total / 1.09)
  const date = dayOf(chance)
  const nl = (amount: number) => num('comma', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'mono', text: 8 })
  sheet
    .mid(113, 28, 'DE KRUIDENIER', { bold: true, size: 12 })
    .mid(113, 40, 'Filiaal 1184, Dorpsstraat 5')
    .mid(113, 50, '3511 AB Utrecht')
  sheet.at(10, 70, 'AANTAL OMSCHRIJVING').right(216, 70, 'BEDRAG')
  let y = 82
  for (const { text, price } of goods) {
    sheet.at(10, y, `1   ${text}`).right(216, y, nl(price))
    y += 11
  }
  y = sheet.pairs(
    10,
    -216,
    y + 4,
    [
      ['SUBTOTAAL', nl(total)],
      ['TOTAAL', nl(total), { bold: true, size: 11 }],
      ['BETAALD MET: PINNEN', nl(total)],
    ],
    13,
  )
  y = sheet.lines(10, y + 6, [
    'POI: 50118842',
    'KLANTTICKET',
    'Terminal 7K1184  Merchant 441188',
    `${day(date, 'DD/MM/YYYY')} 17:58`,
    `TOTAAL EUR ${nl(total)}`,
  ])
  sheet.table(
    y + 8,
    [
      ['BTW', 10],
      ['OVER', 120, 'r'],
      ['EUR', 200, 'r'],
    ],
    [['9%', nl(net), nl(cents(total - net))]],
  )
  return receipt(
    'dutch-grocer',
    sheet,
    { merchant_name: 'DE KRUIDENIER', transaction_date: date, total, total_tax: cents(total - net), currency: 'EUR' },
    ['subtotal'],
  )
}

/** A Norwegian café: kvittering, MVA table, org.nr. */
export const norwegianCafe: Generator = async (chance) => {
  const goods = ['Filterkaffe', 'Skillingsbolle', 'Smørbrød'].map((text) => ({ text, price: chance.whole(35, 160) }))
  const total = sum(goods.map(({ price }) => price))
  const net = cents(total / 1.25)
  const date = dayOf(chance)
  const no = (amount: number) => num('comma', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'unicode', text: 8.5, cut: 'runs' })
  sheet
    .mid(113, 30, 'Bryggekanten Kaffebar AS', { bold: true, size: 11 })
    .mid(113, 43, 'Bryggen 12, 5003 Bergen')
    .mid(113, 54, 'Org.nr. 918 842 907 MVA')
    .mid(113, 74, 'Salgskvittering')
  sheet.at(10, 92, `Dato ${day(date, 'DD.MM.YYYY')}`).right(216, 92, 'Kl. 11:18')
  let y = 112
  for (const { text, price } of goods) {
    sheet.at(10, y, text).right(216, y, no(price))
    y += 12
  }
  y = sheet.pairs(
    10,
    -216,
    y + 6,
    [
      ['Totalt NOK', no(total), { bold: true, size: 11 }],
      ['Bankkort', no(total)],
    ],
    15,
  )
  sheet.table(
    y + 6,
    [
      ['MVA%', 10],
      ['Grunnlag', 100, 'r'],
      ['MVA', 155, 'r'],
      ['Sum', 216, 'r'],
    ],
    [['25', no(net), no(cents(total - net)), no(total)]],
    { size: 7.5 },
  )
  return receipt(
    'norwegian-cafe',
    sheet,
    {
      merchant_name: 'Bryggekanten Kaffebar AS',
      transaction_date: date,
      total,
      total_tax: cents(total - net),
      currency: 'NOK',
    },
    ['subtotal'],
  )
}

/** A London restaurant: an optional service charge, VAT within. */
export const serviceCharge: Generator = async (chance) => {
  const goods = ['2 Negroni', '1 Burrata', '1 Sea Bream', '1 Tiramisu'].map((text) => ({
    text,
    price: chance.amount(7, 32),
  }))
  const net = sum(goods.map(({ price }) => price))
  const service = cents(net * 0.125)
  const total = sum([net, service])
  const tax = cents(net / 6)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'sans', text: 9, order: 'shuffled' })
  sheet
    .mid(113, 32, 'Osteria Lambeth', { bold: true, size: 13 })
    .mid(113, 46, '18 Lower Marsh, London SE1 7RG')
    .mid(113, 58, 'VAT: 118 8420 44')
  sheet.at(10, 80, 'Table: 9').at(90, 80, 'Covers: 2').right(216, 80, day(date, 'DD/MM/YY'))
  let y = 100
  for (const { text, price } of goods) {
    sheet.at(10, y, text).right(216, y, en(price))
    y += 13
  }
  sheet.pairs(
    10,
    -216,
    y + 6,
    [
      ['Sub Total', en(net)],
      ['Service 12.5%', en(service)],
      ['TOTAL', `£${en(total)}`, { bold: true }],
      ['VAT included @ 20%', en(tax)],
      ['Amex', en(total)],
    ],
    14,
  )
  return receipt(
    'service-charge',
    sheet,
    { merchant_name: 'Osteria Lambeth', transaction_date: date, subtotal: net, total_tax: tax, total, currency: 'GBP' },
    ['tip'],
  )
}

/** A shop's mail after an order: "Thank you for your purchase", goods with sizes, no receipt word at all. */
export const orderMail: Generator = async (chance) => {
  const goods = ['Merino beanie', 'Canvas tote'].map((text) => ({ text, price: chance.amount(14, 60) }))
  const net = sum(goods.map(({ price }) => price))
  const [shipping, tax] = [chance.amount(4, 9), cents(net * 0.0725)]
  const total = sum([net, shipping, tax])
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mail', family: 'unicode', text: 10, cut: 'glyphs', flipped: true })
  sheet
    .at(60, 60, 'Tamarack Goods', { size: 18, bold: true })
    .right(550, 60, `ORDER #${chance.digits(4)}`, { size: 9, grey: 0.5 })
  sheet
    .at(60, 110, 'Thank you for your purchase!', { size: 16 })
    .at(60, 134, `Hi ${human(chance)}, we're getting your order of ${day(date, 'MMMM D, YYYY')} ready to be shipped.`, {
      size: 9,
    })
  sheet.at(60, 180, 'Order summary', { size: 13, bold: true })
  let y = 210
  for (const { text, price } of goods) {
    sheet
      .at(110, y, `${text} × 1`)
      .at(110, y + 13, 'One size', { size: 8, grey: 0.5 })
      .right(550, y, usd(price))
    y += 44
  }
  y = sheet.pairs(
    300,
    -550,
    y + 6,
    [
      ['Subtotal', usd(net)],
      ['Shipping', usd(shipping)],
      ['Taxes', usd(tax)],
      ['Total', `${usd(total)} USD`, { bold: true, size: 12 }],
    ],
    20,
  )
  sheet.at(60, y + 20, 'Payment method', { bold: true }).at(60, y + 35, `Visa ending in 4471 - ${usd(total)}`)
  return receipt('order-mail', sheet, {
    merchant_name: 'Tamarack Goods',
    transaction_date: date,
    subtotal: net,
    total_tax: tax,
    total,
    currency: 'USD',
  })
}

/** A German restaurant's bill for the tax office with the tip beneath. */
export const bewirtung: Generator = async (chance) => {
  const goods = ['2x Pils 0,5', '1x Zwiebelrostbraten', '1x Maultaschen'].map((text) => ({
    text,
    price: chance.amount(6, 28),
  }))
  const total = sum(goods.map(({ price }) => price))
  const net = cents(total / 1.19)
  const tip = chance.whole(2, 8)
  const date = dayOf(chance)
  const de = (amount: number) => num('de', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'mono', text: 8, cut: 'words' })
  sheet
    .mid(113, 28, 'Gasthaus zum Anker', { bold: true, size: 11 })
    .mid(113, 40, 'Marktplatz 3, 70173 Stuttgart')
    .mid(113, 50, 'St.-Nr. 99/118/04429')
  sheet
    .at(10, 70, 'Bewirtungsbeleg')
    .at(10, 82, `Datum: ${day(date, 'DD.MM.YYYY')} 20:44`)
    .at(10, 94, 'Tisch 4   Bediener: Jonas')
  let y = 114
  for (const { text, price } of goods) {
    sheet.at(10, y, text).right(216, y, de(price))
    y += 11
  }
  y = sheet.pairs(
    10,
    -216,
    y + 6,
    [
      ['Zu zahlen EUR', de(total), { bold: true, size: 10 }],
      [`19% MwSt auf ${de(net)}`, de(cents(total - net))],
      ['Nettoumsatz', de(net)],
      ['Trinkgeld', de(tip)],
      ['Gesamt', de(sum([total, tip]))],
    ],
    13,
  )
  sheet.lines(10, y + 14, ['Angaben zum Nachweis der Aufwendungen', 'Anlass: ______________', 'Ort, Datum: __________'])
  return receipt(
    'bewirtung',
    sheet,
    {
      merchant_name: 'Gasthaus zum Anker',
      transaction_date: date,
      subtotal: net,
      total_tax: cents(total - net),
      tip,
      total: sum([total, tip]),
      currency: 'EUR',
    },
    ['subtotal'],
  )
}

/** A toll plaza's slip: no more than a class, a lane and a sum. */
export const toll: Generator = async (chance) => {
  const total = chance.whole(12, 160) / 4
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm58', family: 'mono', text: 8 })
  sheet.mid(82, 26, 'GARDEN RIDGE TURNPIKE', { bold: true, size: 8 }).mid(82, 38, 'TOLL RECEIPT')
  sheet.pairs(
    8,
    -156,
    58,
    [
      ['PLAZA', '14B'],
      ['LANE', '03'],
      ['CLASS', '1'],
      [day(date, 'MM/DD/YYYY'), '14:22:07'],
      ['TOLL PAID', usd(total), { bold: true }],
      ['CASH', usd(total)],
    ],
    13,
  )
  return receipt(
    'toll',
    sheet,
    { merchant_name: 'GARDEN RIDGE TURNPIKE', transaction_date: date, total, currency: 'USD' },
    ['subtotal', 'currency'],
  )
}

/** A Swiss kiosk: CHF, a rate by letter, the sum also in euros. */
export const swissKiosk: Generator = async (chance) => {
  const goods = ['NZZ am Sonntag', 'Rivella Rot 50cl', 'Ragusa'].map((text) => ({
    text,
    price: chance.whole(24, 140) / 20,
  }))
  const total = sum(goods.map(({ price }) => price))
  const tax = cents(total - total / 1.026)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'sans', text: 8.5, order: 'reversed' })
  sheet.mid(113, 30, 'Kiosk Bahnhof Olten', { bold: true, size: 11 }).mid(113, 43, 'CHE-116.281.710 MWST')
  let y = 64
  for (const { text, price } of goods) {
    sheet.at(10, y, text).right(205, y, en(price)).right(216, y, '2')
    y += 12
  }
  y = sheet.pairs(
    10,
    -216,
    y + 6,
    [
      ['Total CHF', en(total), { bold: true, size: 11 }],
      ['Total EUR', en(cents(total * 1.04))],
      ['Twint', en(total)],
    ],
    14,
  )
  sheet.lines(10, y + 4, [
    `2: 2.6% MWST ${en(tax)} auf ${en(total)}`,
    `${day(date, 'DD.MM.YYYY')}  07:12  Kasse 2  Bon 1184`,
    'Danke für Ihren Einkauf',
  ])
  return receipt(
    'swiss-kiosk',
    sheet,
    { merchant_name: 'Kiosk Bahnhof Olten', transaction_date: date, total, total_tax: tax, currency: 'CHF' },
    ['subtotal'],
  )
}

/** A pharmacy in Portugal: the state pays a part of it. */
export const portuguesePharmacy: Generator = async (chance) => {
  const goods = ['Ben-u-ron 1g', 'Protetor solar FPS50'].map((text) => ({ text, price: chance.amount(3, 24) }))
  const total = sum(goods.map(({ price }) => price))
  const tax = cents(total - total / 1.06)
  const date = dayOf(chance)
  const pt = (amount: number) => num('comma', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'unicode', text: 8, cut: 'words' })
  sheet
    .mid(113, 30, 'Farmácia Moderna do Rossio', { bold: true, size: 10 })
    .mid(113, 42, 'Rua do Ouro 112, Lisboa')
    .mid(113, 52, 'NIF 501188429')
  sheet
    .at(10, 72, 'Fatura Simplificada FS 118/4429')
    .at(10, 84, `Data: ${date}`)
    .right(216, 84, '18:04')
    .at(10, 96, 'Contribuinte: Consumidor final')
  let y = 116
  for (const { text, price } of goods) {
    sheet.at(10, y, `1 x ${text}`).right(216, y, pt(price))
    y += 11
  }
  y = sheet.pairs(
    10,
    -216,
    y + 6,
    [
      ['TOTAL', `${pt(total)} €`, { bold: true, size: 11 }],
      ['Multibanco', pt(total)],
      ['IVA 6% incluído', pt(tax)],
    ],
    14,
  )
  sheet.at(10, y + 8, 'Processado por programa certificado 0118/AT', { size: 6.5 })
  return receipt(
    'portuguese-pharmacy',
    sheet,
    { merchant_name: 'Farmácia Moderna do Rossio', transaction_date: date, total, total_tax: tax, currency: 'EUR' },
    ['subtotal'],
  )
}
