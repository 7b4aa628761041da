import type { Chance } from '../chance.ts'
import { split } from '../printer/lists.ts'
import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { person, street } from './names.ts'
import { cents, day, dayOf, daysAfter, de, en, sum, usd } from './print.ts'

const goods = (chance: Chance, names: readonly string[], count = chance.whole(5, 11)) =>
  Array.from({ length: count }, () => ({ text: chance.pick(names), price: chance.amount(0.99, 18.5) }))

/** Fuel by the gallon, where the price and the quantity look like sums. */
export const fuelStop: Generator = async (chance) => {
  const [gallons, price] = [chance.whole(4_000, 18_000) / 1000, chance.whole(2_899, 4_999) / 1000]
  const total = cents(gallons * price)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, 'till mono 9')
  sheet.print`
    list 30 step 12: 14
    - WELCOME TO
    - FUELMART 0442
    - 1180 GARRITY BLVD
    - NAMPA ID 83687
    96: 14 DATE ${day(date, 'MM/DD/YY')}  18:04
    108: 14 TRAN# 9044118
    120: 14 PUMP# 07
    132: 14 SERVICE LEVEL: SELF
    144: 14 PRODUCT: UNLD
    156: 14 GALLONS: | 200> ${gallons.toFixed(3)}
    168: 14 PRICE/G: | 200> $${price.toFixed(3)}
    180: 14 FUEL SALE | 200> ${usd(total)}
    204b: 14 TOTAL SALE | 200> ${usd(total)}
    230: 14 CREDIT  VISA ¶ XXXXXXXXXXXX4471 ¶ AUTH # 04882B ¶ APPROVED ¶  ¶ THANK YOU ¶ HAVE A NICE DAY
  `
  return sheet.says`RECEIPT fuel-stop.pdf
    merchant_name FUELMART 0442 | transaction_date ${date} | total ${total} | currency USD`
}

/** A German till roll: MwSt table with net and gross, EC payment, TSE lines. */
export const germanTill: Generator = async (chance) => {
  const items = goods(chance, ['VOLLMILCH 3,5%', 'BIO BANANEN', 'ROGGENBROT', 'KAFFEE GEM.', 'GOUDA JUNG'])
  const total = sum(items.map(({ price }) => price))
  const net = cents(total / 1.07)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, 'till mono 8')
  sheet.print`
    list 26 step 10: 113^
    - FRISCHMARKT LINDEN
    - Lindenallee 14
    - 28195 Bremen
    - UID Nr.: DE118842551
    y = 84:
    y-10: 205> EUR
    y = list y step 10: 10 | 205> | 209
    - ${items.map(({ text, price }) => [text, de(price), 'B'])}
    y: 10 --------------------------------------
    y+12b/10: 10 SUMME | 100 EUR | 205> ${de(total)}
    y+26: 10 Geg. EC-Cash | 100 EUR | 205> ${de(total)}
    y+50: 10 Steuer  % | 110> Netto | 155> Steuer | 205> Brutto
    y+60: 10 B=  7,0% | 110> ${de(net)} | 155> ${de(cents(total - net))} | 205> ${de(total)}
    y+70: 10 Gesamtbetrag | 110> ${de(net)} | 155> ${de(cents(total - net))} | 205> ${de(total)}
    y+94: 10 TSE-Signatur: kLx88sA1
    y+104: 10 ${day(date, 'DD.MM.YYYY')}   18:04   Bon-Nr.:4118
    y+114: 10 Markt:0118  Kasse:3   Bed.:221221
    y+134: 113^ Vielen Dank für Ihren Einkauf
  `
  return sheet.says`RECEIPT german-till.pdf
    merchant_name FRISCHMARKT LINDEN | transaction_date ${date} | subtotal ${net} | total_tax ${cents(total - net)}
      | total ${total} | currency EUR`
}

/** A guest folio: charges by day, room tax, payment by card, balance zero. */
export const hotelFolio: Generator = async (chance) => {
  const nights = chance.whole(1, 4)
  const rate = chance.amount(89, 260)
  const tax = cents(rate * 0.13)
  const total = cents(nights * (rate + tax))
  const arrival = dayOf(chance)
  const departure = daysAfter(arrival, nights)
  const name = person(chance)
  const sheet = await Sheet.open(chance, 'letter')
  sheet.print`
    50: 306^b/15 Juniper Lake Inn & Suites
    64: 306^ 900 Harbor Way, Duluth, MN 55802   T: (218) 555-0170
    100: 40 ${name}
    112: 40 ${street(chance)} ¶ Dayton, OH 45402
    list 100 step 12: 380 | 460
    - Room No. | : ${'418'}
    - Arrival | : ${day(arrival, 'MM-DD-YY')}
    - Departure | : ${day(departure, 'MM-DD-YY')}
    - Folio No. | : ${'118842'}
    - Conf. No. | : ${chance.digits(8)}
    - Cashier No. | : ${'22'}
    200b: 40 Date | 110 Description | 480> Charges | 560> Credits
    rule 204 40 572
    y = 220:
  `
  for (let night = 0; night < nights; night++) {
    const when = day(daysAfter(arrival, night), 'MM-DD-YY')
    sheet.print`
      y: 40 ${when} | 110 Room Charge | 480> ${en(rate)}
      y+13: 40 ${when} | 110 State & Local Occupancy Tax | 480> ${en(tax)}
      y = y+26:
    `
  }
  sheet.print`
    y: 40 ${day(departure, 'MM-DD-YY')} | 110 Visa Card  XXXXXXXXXXXX4471 XX/XX | 560> ${en(total)}
    rule y+8 40 572
    y+22b: 380 Total | 480> ${en(total)} | 560> ${en(total)}
    y+38b: 380 Balance | 480> 0.00
    y+90: 40<520/7 I agree that my liability for this bill is not waived and I agree to be held personally liable
      & in the event that the indicated person, company or association fails to pay for any part or the full amount
      & of these charges.
  `
  return sheet.says`RECEIPT hotel-folio.pdf
    merchant_name Juniper Lake Inn & Suites | total ${total} | currency USD
    optional transaction_date currency subtotal total_tax`
}

/** A shop's e-mail with GST included and an order number. */
export const pharmacySlip: Generator = async (chance) => {
  const items = goods(chance, ['PARACETAMOL 16S', 'MEAL DEAL', 'SHAMPOO 400ML', 'LIP BALM'], 4)
  const total = sum(items.map(({ price }) => price))
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, 'till 9')
  sheet.print`
    28: 113^b/11 Harrow & Lane Chemists
    42: 113^ 14 High St Stockport SK1 3XE
    54: 113^ VAT No: GB 118 8425 51
    y = 84:
    y = list y step 12: 12 | 214>
    - ${items.map(({ text, price }) => [text, `£${en(price)}`])}
    y+8b: 12 TOTAL TO PAY | 214> £${en(total)}
    y+24: 12 VISA DEBIT | 214> £${en(total)}
    y+36: 12 **** **** **** 4471   CONTACTLESS
    y+60: 12 ${day(date, 'DD/MM/YYYY')} 12:41   0118 03 221
    y+80: 113^ Please retain your receipt
  `
  return sheet.says`RECEIPT pharmacy-slip.pdf
    merchant_name Harrow & Lane Chemists | transaction_date ${date} | total ${total} | currency GBP`
}

/** A guest check with its tip written in by hand or printed, suggested gratuities below that are not the tip. */
export const restaurant: Generator = async (chance) => {
  const items = goods(chance, ['Burrata', 'Ribeye 12oz', 'House Red GL', 'Caesar', 'Espresso', 'Fries'], 5)
  const subtotal = sum(items.map(({ price }) => price))
  const tax = cents(subtotal * 0.0825)
  const tip = cents(subtotal * 0.2)
  const due = cents(subtotal + tax)
  const total = cents(due + tip)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, 'till 9')
  sheet.print`
    30: 113^b/12 The Copper Heron
    44: 113^ ${street(chance)}
    56: 113^ Asheville, NC 28801
    80: 12 Server: Tobias | 214> ${day(date, 'MM/DD/YYYY')}
    92: 12 Table 14/1 | 214> 7:48 PM
    104: 12 Guests: 2 | 214> #20118
    y = 126:
    y = list y step 12: 12 | 214>
    - ${items.map(({ text, price }) => [text, en(price)])}
    y = y+6:
    y = list y step 13: 12 | 214>
    - Subtotal | ${en(subtotal)}
    - Tax | ${en(tax)}
    -b Total | ${en(due)}
    y+8: 12 Visa #XXXXXXXXXXXX4471
    y+22: 12 Auth: 882114
    y+40: 12 Amount: | 214> ${usd(due)}
    y+54: 12 + Tip: | 214> ${usd(tip)}
    y+68b: 12 = Total: | 214> ${usd(total)}
    y+96: 113^ Suggested Tip:
    y+108: 113^/7 18%: ${usd(cents(subtotal * 0.18))}  22%: ${usd(cents(subtotal * 0.22))}  25%:
      & ${usd(cents(subtotal * 0.25))}
  `
  return sheet.says`RECEIPT restaurant.pdf
    merchant_name The Copper Heron | transaction_date ${date} | subtotal ${subtotal} | total_tax ${tax} | tip ${tip}
      | total ${total} | currency USD`
}

/** A ride by e-mail: the total first, then the fare's parts and the tip. */
export const rideMail: Generator = async (chance) => {
  const [fare, fee, tip] = [chance.amount(8, 40), chance.amount(1, 4), chance.amount(1, 9)]
  const subtotal = cents(fare + fee)
  const total = cents(subtotal + tip)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, 'letter 10')
  const lines = [
    ['Trip fare', fare],
    ['Subtotal', fare],
    ['Booking Fee', fee],
    ['Tips', tip],
  ] as const
  sheet.print`
    60: 60b/18 Hailo-Hop | 550> ${day(date, 'MMMM D, YYYY')}
    110: 60b/20 Thanks for riding, Leonie
    134: 60 We hope you enjoyed your ride this evening.
    180b/18: 60 Total | 550> ${usd(total)}
    rule 190 60 550
    list 212 step 20: 60 | 550>
    - ${lines.map(([label, amount]) => [label, usd(amount)])}
    320: 60b Payments
    340: 60 Visa ••••4471 | 550> ${usd(total)}
    354: 60/8 ${day(date, 'M/D/YY')} 8:14 PM
    400: 60 You rode with Roderick ¶ HopX   6.18 miles ${'|'} 19 min ¶ 7:52 PM   410 Main St, Boise, ID
      ¶ 8:11 PM   Boise Airport (BOI), Boise, ID
  `
  return sheet.says`RECEIPT ride-mail.pdf
    merchant_name Hailo-Hop | transaction_date ${date} | tip ${tip} | total ${total} | currency USD
    optional subtotal`
}

/** A till roll with weights, discounts with a minus behind, tax letters, the card's slip and savings at the end. */
export const supermarket: Generator = async (chance) => {
  const items = goods(
    chance,
    split`
    GV WHOLE MILK | BANANAS | ORG SPINACH 5OZ | CHKN BREAST | BREAD WHT | PAPER TOWELS 6
  `,
  )
  const off = cents(chance.amount(0.3, 0.9))
  const subtotal = cents(sum(items.map(({ price }) => price)) - off)
  const tax = cents(subtotal * 0.03)
  const total = cents(subtotal + tax)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, 'till mono 8')
  sheet.print`
    24: 113^b/11 GREENBELT MARKET
    list 38 step 10: 113^
    - Store #118
    - ${street(chance)}
    - Boise, ID 83702
    - (208) 555-0142
    - Your cashier today was DANA
    y = 100:
  `
  for (const [i, { text, price }] of items.entries()) {
    sheet.print`
      y: 10 ${text} | 205> ${en(price)} | 208 ${i % 3 === 0 ? 'T' : 'F'}
      y = y+10:
    `
    if (i === 1) {
      sheet.print`
        y: 18/7 2.41 lb @ 0.58/lb
        y = y+10:
      `
    }
    if (i === 2) {
      sheet.print`
        y: 18 MEMBER SAVINGS | 210> ${en(off)}-
        y = y+10:
      `
    }
  }
  sheet.print`
    y = y+4:
    y = list y step 11: 60 | 205>
    - SUBTOTAL | ${en(subtotal)}
    - TAX 1  3.000 % | ${en(tax)}
    -b **** BALANCE | ${en(total)}
    - VISA | ${en(total)}
    - CHANGE | ${en(0)}
    y = list y step 10: 10
    - ************4471  CHIP READ
    - APPROVAL CODE 04471B
    - AID A0000000031010
    - TOTAL PURCHASE  ${usd(total)}
    - # ITEMS SOLD ${items.length}
    - YOU SAVED ${usd(off)} TODAY
    y+10: 113^ ${day(date, 'MM/DD/YY')}  14:22:07  0118 07 0221 442
    y+24: 113^ THANK YOU FOR SHOPPING
  `
  return sheet.says`RECEIPT supermarket.pdf
    merchant_name GREENBELT MARKET | transaction_date ${date} | subtotal ${subtotal} | total_tax ${tax}
      | total ${total} | currency USD`
}
