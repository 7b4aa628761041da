import type { Generator } from '../specimen.ts'
import { dayOf, open } from './bill.ts'
import { human } from './parties.ts'
import { cents, day, num, sum } from './print.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** An app store's mail: order number, document number, subscriptions with their renewal days. */
export const appStore: Generator = async (chance) => {
  const [price, more] = [chance.amount(0.99, 14.99), chance.amount(1.99, 9.99)]
  const net = sum([price, more])
  const tax = cents(net * 0.06)
  const total = sum([net, tax])
  const date = dayOf(chance)
  const sheet = await open(chance, 'mail unicode 9 glyphs flipped')
  sheet.print`
    60: 570>/22#0.4 Receipt
    logo 40 40 26
    110/7#0.5 step 12.6: 44 ACCOUNT ¶/9 dagny@post.example | 320 BILLED TO ¶/9 Visa .... 4471
    140/7#0.5 step 12.6: 44 INVOICE DATE ¶/9 ${day(date, 'MMM D, YYYY')} | 320 NAME ¶/9 ${human(chance)}
    170/7#0.5 step 12.6: 44 ORDER ID ¶/9 MK${chance.digits(8)} | 180 DOCUMENT NO. ¶/9 ${chance.digits(12)}
    box 40 205 532 18 0.94
    217: 46b Orchard Media Services
    246: 90b Star Charts Pro (Monthly)
    258: 90/8#0.5 Renews ${day(date, 'MMM D')}, 2027
    246: 566> ${usd(price)}
    290: 90b Cloud+ with 200 GB of Storage
    302: 90/8#0.5 Monthly
    290: 566> ${usd(more)}
    list 340 step 18: 420 | 566>
    - Subtotal | ${usd(net)}
    - Tax | ${usd(tax)}
    -b/12 TOTAL | ${usd(total)}
    430: 44<520/7#0.5 Get help with subscriptions and purchases. Copyright © 2026 Orchard Media Inc. All rights
      & reserved.
  `
  return sheet.says`RECEIPT app-store.pdf
    transaction_date ${date} | subtotal ${net} | total_tax ${tax} | total ${total} | currency USD
      | merchant_name Orchard Media Services
    optional merchant_name`
}

/** Paid online: the receipt's number beside the invoice's, the sum and the day in a sentence, how it was paid. */
export const paidOnline: Generator = async (chance) => {
  const price = chance.amount(9, 240)
  const vat = cents(price * 0.2)
  const total = sum([price, vat])
  const [date, number] = [dayOf(chance), `${chance.digits(4)}-${chance.digits(4)}`]
  const sheet = await open(chance, 'letter unicode 9 words')
  sheet.print`
    56: 36b/18 Receipt | 576>b/14 Loomwright
    list 84 step 14: 36 | 130
    -b Invoice number | 7C11${chance.digits(4)}-0003
    - Receipt number | ${number}
    - Date paid | ${day(date, 'MMMM D, YYYY')}
    - Payment method | Mastercard - 7710
    160: 36b Loomwright Ltd
    173: 36 22 Castle Gate ¶ Leeds LS1 4DY ¶ United Kingdom ¶ GB VAT GB118842907
    160: 260b Bill to
    173: 260 ${human(chance)} ¶ 77 Wharf Street ¶ London E1 6AN ¶ United Kingdom
    250: 36b/15 £${en(total)} paid on ${day(date, 'MMMM D, YYYY')}
    y = table 290 head heading /8: 36 Description | 380> Qty | 460> Unit price | 500> Tax | 576> Amount
    - Pro plan ¶ ${day(date, 'MMM D')} - next month | 1 | £${en(price)} | 20% | £${en(price)}
    list y+8 step 18: 306 | 576>
    - Subtotal | £${en(price)}
    - Total excluding tax | £${en(price)}
    - VAT - United Kingdom (20% on £${en(price)}) | £${en(vat)}
    - Total | £${en(total)}
    -b Amount paid | £${en(total)}
  `
  return sheet.says`RECEIPT paid-online.pdf
    merchant_name Loomwright Ltd | transaction_date ${date} | subtotal ${price} | total_tax ${vat} | total ${total}
      | currency GBP`
}

/** A payment service's mail: "You sent", the shop's name, a transaction number, no tax. */
export const paymentMail: Generator = async (chance) => {
  const [goods, postage] = [chance.amount(12, 320), chance.amount(2, 14)]
  const total = sum([goods, postage])
  const date = dayOf(chance)
  const sheet = await open(chance, 'mail unicode 10 runs')
  sheet.print`
    70: 60/11 Hello, ${human(chance)}
    100: 60b/16 You paid ${usd(total)} USD to Harbor Vinyl Records
    140: 60b Transaction ID
    154: 60 7XK${chance.digits(14)}
    140: 300b Transaction date
    154: 300 ${day(date, 'MMMM D, YYYY')}
    190: 60b Merchant
    204: 60 Harbor Vinyl Records ¶ orders@harborvinyl.example
    190: 300b Instructions to merchant
    204: 300 You haven't entered any instructions.
    y = table 270 head from 60 to 550: 60 Description | 360> Unit price | 420> Qty | 550> Amount
    - LP reissue, 180g | ${usd(goods)} USD | 1 | ${usd(goods)} USD
    list y+12 step 18: 330 | 550>
    - Subtotal | ${usd(goods)} USD
    - Shipping and handling | ${usd(postage)} USD
    - Total | ${usd(total)} USD
    -b Payment | ${usd(total)} USD
    700: 60<480/8 Issues with this transaction? You have 180 days from the date of the transaction to open a
      & dispute in the Resolution Center.
  `
  return sheet.says`RECEIPT payment-mail.pdf
    merchant_name Harbor Vinyl Records | transaction_date ${date} | total ${total} | currency USD
      | subtotal ${goods}`
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
  const sheet = await open(chance, 'mail unicode 11 words flipped')
  sheet.print`
    logo 280 40 30
    110: 306^b/14 Gallant Barber Co.
    170: 306^/40 ${usd(total)}
    y = 230:
    y = list y step 24: 150 | 462>
    - ${items.map(([text, price]) => [text, usd(price)])}
    y = list y+14 step 24: 150 | 462>
    - Purchase Subtotal | ${usd(net)}
    - Sales Tax (6.25%) | ${usd(tax)}
    - Tip | ${usd(tip)}
    -b Total | ${usd(total)}
    y+20: 306^ Gallant Barber Co.
    y+36: 306^/9 4410 N Mesa Blvd, Madison, WI 53703
    y+70/9: 150 Visa 4471 (Contactless) | 462> ${day(date, 'MMM D YYYY')} at 3:12 PM
    y+84: 462>/9 #k${chance.digits(3)}
  `
  return sheet.says`RECEIPT card-reader.pdf
    merchant_name Gallant Barber Co. | transaction_date ${date} | subtotal ${net} | total_tax ${tax} | tip ${tip}
      | total ${total} | currency USD`
}

/** A taxi's receipt from its app in Europe: a fare with parts, tax inside. */
export const taxiApp: Generator = async (chance) => {
  const [fare, booking] = [chance.amount(8, 44), chance.amount(0.5, 2)]
  const total = sum([fare, booking])
  const net = cents(total / 1.07)
  const date = dayOf(chance)
  const eu = (amount: number) => `${num('de', amount)} €`
  const sheet = await open(chance, 'mail unicode 9.5 glyphs columns')
  sheet.print`
    60: 50b/16 Quittung über Fahrtkosten
    80: 50 Datum: ${day(date, 'D. MMMM YYYY', 'de')}
    110: 50 Fahrer: Teodor K. ¶ Unternehmen: Funktaxi Weidmann GmbH ¶ Am Alten Hafen 3, 20457 Hamburg
      ¶ Steuernummer: 27/114/09182
    180: 50 Start: 18:02  Hauptbahnhof, Hamburg ¶ Ziel: 18:24  Elbchaussee 118, Hamburg ¶ Strecke: 11,2 km
    y = list 240 step 18: 50 | 400>
    - Fahrpreis | ${eu(fare)}
    - Buchungsgebühr | ${eu(booking)}
    - Netto | ${eu(net)}
    - USt. 7 % | ${eu(cents(total - net))}
    -b/12 Gesamtbetrag | ${eu(total)}
    y+20: 50 Bezahlt mit Apple Pay
  `
  return sheet.says`RECEIPT taxi-app.pdf
    merchant_name Funktaxi Weidmann GmbH | transaction_date ${date} | subtotal ${net}
      | total_tax ${cents(total - net)} | total ${total} | currency EUR
    optional subtotal`
}

/** A gift to a charity: one sum, a receipt number, a sentence for the tax office. */
export const donation: Generator = async (chance) => {
  const total = chance.whole(2, 60) * 25
  const [who, date] = [human(chance), dayOf(chance)]
  const sheet = await open(chance, 'letter serif 11 gaps')
  sheet.print`
    70: 306^b/18 Prairie Wetlands Trust
    86: 306^ 1200 Barrington Street, Halifax NS B3J 1Y2
    130: 306^/14 OFFICIAL RECEIPT
    list 170 step 20: 80 | 220
    - Receipt number | ${chance.digits(6)}
    - Date received | ${day(date, 'MMMM D, YYYY')}
    - Donor | ${who}
    -b Amount | ${usd(total)} CAD
    - Payment | Credit card ending 4471
    290: 80<450 Thank you for your generous gift. No goods or services were provided in exchange for this
      & contribution.
  `
  return sheet.says`RECEIPT donation.pdf
    merchant_name Prairie Wetlands Trust | transaction_date ${date} | total ${total} | currency CAD`
}
