import type { Generator } from '../specimen.ts'
import { dayOf, receipt } from './bill.ts'
import { human } from './parties.ts'
import { cents, day, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** An app store's mail: order number, document number, subscriptions with their renewal days. */
export const appStore: Generator = async (chance) => {
  const [price, more] = [chance.amount(0.99, 14.99), chance.amount(1.99, 9.99)]
  const net = sum([price, more])
  const tax = cents(net * 0.06)
  const total = sum([net, tax])
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mail', text: 9, family: 'unicode', cut: 'glyphs', flipped: true })
  sheet.right(570, 60, 'Receipt', { size: 22, grey: 0.4 }).logo(40, 40, 26)
  sheet.captions(
    110,
    [
      [44, 'ACCOUNT', 'dagny@post.example'],
      [320, 'BILLED TO', `Visa .... 4471`],
    ],
    { size: 7, grey: 0.5 },
  )
  sheet.captions(
    140,
    [
      [44, 'INVOICE DATE', day(date, 'MMM D, YYYY')],
      [320, 'NAME', human(chance)],
    ],
    { size: 7, grey: 0.5 },
  )
  sheet.captions(
    170,
    [
      [44, 'ORDER ID', `MK${chance.digits(8)}`],
      [180, 'DOCUMENT NO.', chance.digits(12)],
    ],
    { size: 7, grey: 0.5 },
  )
  sheet.box(40, 205, 532, 18, 0.94).at(46, 217, 'Orchard Media Services', { bold: true })
  sheet
    .at(90, 246, 'Star Charts Pro (Monthly)', { bold: true })
    .at(90, 258, `Renews ${day(date, 'MMM D')}, 2027`, { size: 8, grey: 0.5 })
    .right(566, 246, usd(price))
  sheet
    .at(90, 290, 'Cloud+ with 200 GB of Storage', { bold: true })
    .at(90, 302, 'Monthly', { size: 8, grey: 0.5 })
    .right(566, 290, usd(more))
  sheet.pairs(
    420,
    -566,
    340,
    [
      ['Subtotal', usd(net)],
      ['Tax', usd(tax)],
      ['TOTAL', usd(total), { bold: true, size: 12 }],
    ],
    18,
  )
  sheet.prose(
    44,
    430,
    520,
    'Get help with subscriptions and purchases. Copyright © 2026 Orchard Media Inc. All rights reserved.',
    { size: 7, grey: 0.5 },
  )
  return receipt(
    'app-store',
    sheet,
    {
      transaction_date: date,
      subtotal: net,
      total_tax: tax,
      total,
      currency: 'USD',
      merchant_name: 'Orchard Media Services',
    },
    ['merchant_name'],
  )
}

/** Paid online: the receipt's number beside the invoice's, the sum and the day in a sentence, how it was paid. */
export const paidOnline: Generator = async (chance) => {
  const price = chance.amount(9, 240)
  const vat = cents(price * 0.2)
  const total = sum([price, vat])
  const [date, number] = [dayOf(chance), `${chance.digits(4)}-${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, family: 'unicode', cut: 'words' })
  sheet.at(36, 56, 'Receipt', { size: 18, bold: true }).right(576, 56, 'Loomwright', { size: 14, bold: true })
  sheet.pairs(
    36,
    130,
    84,
    [
      ['Invoice number', `7C11${chance.digits(4)}-0003`, { bold: true }],
      ['Receipt number', number],
      ['Date paid', day(date, 'MMMM D, YYYY')],
      ['Payment method', 'Mastercard - 7710'],
    ],
    14,
  )
  sheet
    .at(36, 160, 'Loomwright Ltd', { bold: true })
    .lines(36, 173, ['22 Castle Gate', 'Leeds LS1 4DY', 'United Kingdom', 'GB VAT GB118842907'])
  sheet
    .at(260, 160, 'Bill to', { bold: true })
    .lines(260, 173, [human(chance), '77 Wharf Street', 'London E1 6AN', 'United Kingdom'])
  sheet.at(36, 250, `£${en(total)} paid on ${day(date, 'MMMM D, YYYY')}`, { size: 15, bold: true })
  const y = sheet.table(
    290,
    [
      ['Description', 36],
      ['Qty', 380, 'r'],
      ['Unit price', 460, 'r'],
      ['Tax', 500, 'r'],
      ['Amount', 576, 'r'],
    ],
    [[['Pro plan', `${day(date, 'MMM D')} - next month`], '1', `£${en(price)}`, '20%', `£${en(price)}`]],
    { rules: 'head', headInk: { bold: false, size: 8 } },
  )
  sheet.pairs(
    306,
    -576,
    y + 8,
    [
      ['Subtotal', `£${en(price)}`],
      ['Total excluding tax', `£${en(price)}`],
      [`VAT - United Kingdom (20% on £${en(price)})`, `£${en(vat)}`],
      ['Total', `£${en(total)}`],
      ['Amount paid', `£${en(total)}`, { bold: true }],
    ],
    18,
  )
  return receipt('paid-online', sheet, {
    merchant_name: 'Loomwright Ltd',
    transaction_date: date,
    subtotal: price,
    total_tax: vat,
    total,
    currency: 'GBP',
  })
}

/** A payment service's mail: "You sent", the shop's name, a transaction number, no tax. */
export const paymentMail: Generator = async (chance) => {
  const [goods, postage] = [chance.amount(12, 320), chance.amount(2, 14)]
  const total = sum([goods, postage])
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mail', text: 10, family: 'unicode', cut: 'runs' })
  sheet
    .at(60, 70, `Hello, ${human(chance)}`, { size: 11 })
    .at(60, 100, `You paid ${usd(total)} USD to Harbor Vinyl Records`, { size: 16, bold: true })
  sheet
    .at(60, 140, 'Transaction ID', { bold: true })
    .at(60, 154, `7XK${chance.digits(14)}`)
    .at(300, 140, 'Transaction date', { bold: true })
    .at(300, 154, day(date, 'MMMM D, YYYY'))
  sheet.at(60, 190, 'Merchant', { bold: true }).lines(60, 204, ['Harbor Vinyl Records', 'orders@harborvinyl.example'])
  sheet.at(300, 190, 'Instructions to merchant', { bold: true }).at(300, 204, "You haven't entered any instructions.")
  const y = sheet.table(
    270,
    [
      ['Description', 60],
      ['Unit price', 360, 'r'],
      ['Qty', 420, 'r'],
      ['Amount', 550, 'r'],
    ],
    [['LP reissue, 180g', `${usd(goods)} USD`, '1', `${usd(goods)} USD`]],
    { rules: 'head', from: 60, to: 550 },
  )
  sheet.pairs(
    330,
    -550,
    y + 12,
    [
      ['Subtotal', `${usd(goods)} USD`],
      ['Shipping and handling', `${usd(postage)} USD`],
      ['Total', `${usd(total)} USD`],
      ['Payment', `${usd(total)} USD`, { bold: true }],
    ],
    18,
  )
  sheet.prose(
    60,
    700,
    480,
    'Issues with this transaction? You have 180 days from the date of the transaction to open a dispute in the Resolution Center.',
    { size: 8 },
  )
  return receipt('payment-mail', sheet, {
    merchant_name: 'Harbor Vinyl Records',
    transaction_date: date,
    total,
    currency: 'USD',
    subtotal: goods,
  })
}

/** A mobile card reader's receipt: the sum as a hero, the tip among the lines. */
export const cardReader: Generator = async (chance) => {
  const items = [
    ['Fade & beard trim', chance.amount(28, 45)],
    ['Matte clay', chance.amount(14, 22)],
  ] as const
  const net = sum(items.map(([, price]) => price))
  const [tax, tip] = [cents(net * 0.0625), cents(net * 0.2)]
  const total = sum([net, tax, tip])
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mail', text: 11, family: 'unicode', cut: 'words', flipped: true })
  sheet
    .logo(280, 40, 30)
    .mid(306, 110, 'Gallant Barber Co.', { size: 14, bold: true })
    .mid(306, 170, usd(total), { size: 40 })
  let y = 230
  for (const [text, price] of items) {
    sheet.at(150, y, text).right(462, y, usd(price))
    y += 24
  }
  y = sheet.pairs(
    150,
    -462,
    y + 14,
    [
      ['Purchase Subtotal', usd(net)],
      ['Sales Tax (6.25%)', usd(tax)],
      ['Tip', usd(tip)],
      ['Total', usd(total), { bold: true }],
    ],
    24,
  )
  sheet
    .mid(306, y + 20, 'Gallant Barber Co.')
    .mid(306, y + 36, '4410 N Mesa Blvd, Madison, WI 53703', { size: 9 })
    .at(150, y + 70, 'Visa 4471 (Contactless)', { size: 9 })
    .right(462, y + 70, `${day(date, 'MMM D YYYY')} at 3:12 PM`, { size: 9 })
    .right(462, y + 84, `#k${chance.digits(3)}`, { size: 9 })
  return receipt('card-reader', sheet, {
    merchant_name: 'Gallant Barber Co.',
    transaction_date: date,
    subtotal: net,
    total_tax: tax,
    tip,
    total,
    currency: 'USD',
  })
}

/** A taxi's receipt from its app in Europe: a fare with parts, tax inside. */
export const taxiApp: Generator = async (chance) => {
  const [fare, booking] = [chance.amount(8, 44), chance.amount(0.5, 2)]
  const total = sum([fare, booking])
  const net = cents(total / 1.07)
  const date = dayOf(chance)
  const eu = (amount: number) => `${num('de', amount)} €`
  const sheet = await Sheet.open(chance, {
    size: 'mail',
    text: 9.5,
    family: 'unicode',
    cut: 'glyphs',
    order: 'columns',
  })
  sheet
    .at(50, 60, 'Quittung über Fahrtkosten', { size: 16, bold: true })
    .at(50, 80, `Datum: ${day(date, 'D. MMMM YYYY', 'de')}`)
  sheet.lines(50, 110, [
    'Fahrer: Teodor K.',
    'Unternehmen: Funktaxi Weidmann GmbH',
    'Am Alten Hafen 3, 20457 Hamburg',
    'Steuernummer: 27/114/09182',
  ])
  sheet.lines(50, 180, [
    'Start: 18:02  Hauptbahnhof, Hamburg',
    'Ziel: 18:24  Elbchaussee 118, Hamburg',
    'Strecke: 11,2 km',
  ])
  const y = sheet.pairs(
    50,
    -400,
    240,
    [
      ['Fahrpreis', eu(fare)],
      ['Buchungsgebühr', eu(booking)],
      ['Netto', eu(net)],
      ['USt. 7 %', eu(cents(total - net))],
      ['Gesamtbetrag', eu(total), { bold: true, size: 12 }],
    ],
    18,
  )
  sheet.at(50, y + 20, 'Bezahlt mit Apple Pay')
  return receipt(
    'taxi-app',
    sheet,
    {
      merchant_name: 'Funktaxi Weidmann GmbH',
      transaction_date: date,
      subtotal: net,
      total_tax: cents(total - net),
      total,
      currency: 'EUR',
    },
    ['subtotal'],
  )
}

/** A gift to a charity: one sum, a receipt number, a sentence for the tax office. */
export const donation: Generator = async (chance) => {
  const total = chance.whole(2, 60) * 25
  const [who, date] = [human(chance), dayOf(chance)]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 11, family: 'serif', cut: 'gaps' })
  sheet
    .mid(306, 70, 'Prairie Wetlands Trust', { size: 18, bold: true })
    .mid(306, 86, '1200 Barrington Street, Halifax NS B3J 1Y2')
    .mid(306, 130, 'OFFICIAL RECEIPT', { size: 14 })
  sheet.pairs(
    80,
    220,
    170,
    [
      ['Receipt number', chance.digits(6)],
      ['Date received', day(date, 'MMMM D, YYYY')],
      ['Donor', who],
      ['Amount', `${usd(total)} CAD`, { bold: true }],
      ['Payment', 'Credit card ending 4471'],
    ],
    20,
  )
  sheet.prose(
    80,
    290,
    450,
    'Thank you for your generous gift. No goods or services were provided in exchange for this contribution.',
  )
  return receipt('donation', sheet, {
    merchant_name: 'Prairie Wetlands Trust',
    transaction_date: date,
    total,
    currency: 'CAD',
  })
}
