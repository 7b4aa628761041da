import type { Generator } from '../specimen.ts'
import { dayOf, open } from './bill.ts'
import { human } from './parties.ts'
import { cents, day, num, sum } from './print.ts'

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
  const sheet = await open(chance, 'mm80 mono 8')
  sheet.print`
    28: 113^b/12 DE KRUIDENIER
    40: 113^ Filiaal 1184, Dorpsstraat 5
    50: 113^ 3511 AB Utrecht
    70: 10 AANTAL OMSCHRIJVING | 216> BEDRAG
    y = 82:
    y = list y step 11: 10 | 216>
    - ${goods.map(({ text, price }) => [`1   ${text}`, nl(price)])}
    y = list y+4: 10 | 216>
    - SUBTOTAAL | ${nl(total)}
    -b/11 TOTAAL | ${nl(total)}
    - BETAALD MET: PINNEN | ${nl(total)}
    y = y+6: 10 POI: 50118842 ¶ KLANTTICKET ¶ Terminal 7K1184  Merchant 441188 ¶ ${day(date, 'DD/MM/YYYY')} 17:58
      ¶ TOTAAL EUR ${nl(total)}
    table y+8: 10 BTW | 120> OVER | 200> EUR
    - 9% | ${nl(net)} | ${nl(cents(total - net))}
  `
  return sheet.says`RECEIPT dutch-grocer.pdf
    merchant_name DE KRUIDENIER | transaction_date ${date} | total ${total} | total_tax ${cents(total - net)}
      | currency EUR
    optional subtotal`
}

/** A Norwegian café: kvittering, MVA table, org.nr. */
export const norwegianCafe: Generator = async (chance) => {
  const goods = ['Filterkaffe', 'Skillingsbolle', 'Smørbrød'].map((text) => ({ text, price: chance.whole(35, 160) }))
  const total = sum(goods.map(({ price }) => price))
  const net = cents(total / 1.25)
  const date = dayOf(chance)
  const no = (amount: number) => num('comma', amount)
  const sheet = await open(chance, 'mm80 unicode 8.5 runs')
  sheet.print`
    30: 113^b/11 Bryggekanten Kaffebar AS
    43: 113^ Bryggen 12, 5003 Bergen
    54: 113^ Org.nr. 918 842 907 MVA
    74: 113^ Salgskvittering
    92: 10 Dato ${day(date, 'DD.MM.YYYY')} | 216> Kl. 11:18
    y = 112:
    y = list y step 12: 10 | 216>
    - ${goods.map(({ text, price }) => [text, no(price)])}
    y = list y+6 step 15: 10 | 216>
    -b/11 Totalt NOK | ${no(total)}
    - Bankkort | ${no(total)}
    table y+6/7.5: 10 MVA% | 100> Grunnlag | 155> MVA | 216> Sum
    - 25 | ${no(net)} | ${no(cents(total - net))} | ${no(total)}
  `
  return sheet.says`RECEIPT norwegian-cafe.pdf
    merchant_name Bryggekanten Kaffebar AS | transaction_date ${date} | total ${total}
      | total_tax ${cents(total - net)} | currency NOK
    optional subtotal`
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
  const sheet = await open(chance, 'mm80 sans 9 shuffled')
  sheet.print`
    32: 113^b/13 Osteria Lambeth
    46: 113^ 18 Lower Marsh, London SE1 7RG
    58: 113^ VAT: 118 8420 44
    80: 10 Table: 9 | 90 Covers: 2 | 216> ${day(date, 'DD/MM/YY')}
    y = 100:
    y = list y step 13: 10 | 216>
    - ${goods.map(({ text, price }) => [text, en(price)])}
    list y+6 step 14: 10 | 216>
    - Sub Total | ${en(net)}
    - Service 12.5% | ${en(service)}
    -b TOTAL | £${en(total)}
    - VAT included @ 20% | ${en(tax)}
    - Amex | ${en(total)}
  `
  return sheet.says`RECEIPT service-charge.pdf
    merchant_name Osteria Lambeth | transaction_date ${date} | subtotal ${net} | total_tax ${tax} | total ${total}
      | currency GBP
    optional tip`
}

/** A shop's mail after an order: "Thank you for your purchase", goods with sizes, no receipt word at all. */
export const orderMail: Generator = async (chance) => {
  const goods = ['Merino beanie', 'Canvas tote'].map((text) => ({ text, price: chance.amount(14, 60) }))
  const net = sum(goods.map(({ price }) => price))
  const [shipping, tax] = [chance.amount(4, 9), cents(net * 0.0725)]
  const total = sum([net, shipping, tax])
  const date = dayOf(chance)
  const sheet = await open(chance, 'mail unicode 10 glyphs flipped')
  sheet.print`
    60: 60b/18 Tamarack Goods | 550>/9#0.5 ORDER #${chance.digits(4)}
    110: 60/16 Thank you for your purchase!
    134: 60/9 Hi ${human(chance)}, we're getting your order of ${day(date, 'MMMM D, YYYY')} ready to be shipped.
    180: 60b/13 Order summary
    y = 210:
  `
  for (const { text, price } of goods) {
    sheet.print`
      y: 110 ${text} × 1
      y+13: 110/8#0.5 One size
      y: 550> ${usd(price)}
      y = y+44:
    `
  }
  sheet.print`
    y = list y+6 step 20: 300 | 550>
    - Subtotal | ${usd(net)}
    - Shipping | ${usd(shipping)}
    - Taxes | ${usd(tax)}
    -b/12 Total | ${usd(total)} USD
    y+20: 60b Payment method
    y+35: 60 Visa ending in 4471 - ${usd(total)}
  `
  return sheet.says`RECEIPT order-mail.pdf
    merchant_name Tamarack Goods | transaction_date ${date} | subtotal ${net} | total_tax ${tax} | total ${total}
      | currency USD`
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
  const sheet = await open(chance, 'mm80 mono 8 words')
  sheet.print`
    28: 113^b/11 Gasthaus zum Anker
    40: 113^ Marktplatz 3, 70173 Stuttgart
    50: 113^ St.-Nr. 99/118/04429
    70: 10 Bewirtungsbeleg
    82: 10 Datum: ${day(date, 'DD.MM.YYYY')} 20:44
    94: 10 Tisch 4   Bediener: Jonas
    y = 114:
    y = list y step 11: 10 | 216>
    - ${goods.map(({ text, price }) => [text, de(price)])}
    y = list y+6: 10 | 216>
    -b/10 Zu zahlen EUR | ${de(total)}
    - 19% MwSt auf ${de(net)} | ${de(cents(total - net))}
    - Nettoumsatz | ${de(net)}
    - Trinkgeld | ${de(tip)}
    - Gesamt | ${de(sum([total, tip]))}
    y+14: 10 Angaben zum Nachweis der Aufwendungen ¶ Anlass: ______________ ¶ Ort, Datum: __________
  `
  return sheet.says`RECEIPT bewirtung.pdf
    merchant_name Gasthaus zum Anker | transaction_date ${date} | subtotal ${net} | total_tax ${cents(total - net)}
      | tip ${tip} | total ${sum([total, tip])} | currency EUR
    optional subtotal`
}

/** A toll plaza's slip: no more than a class, a lane and a sum. */
export const toll: Generator = async (chance) => {
  const total = chance.whole(12, 160) / 4
  const date = dayOf(chance)
  const sheet = await open(chance, 'mm58 mono 8')
  sheet.print`
    26: 82^b/8 GARDEN RIDGE TURNPIKE
    38: 82^ TOLL RECEIPT
    list 58: 8 | 156>
    - PLAZA | 14B
    - LANE | 03
    - CLASS | 1
    - ${day(date, 'MM/DD/YYYY')} | 14:22:07
    -b TOLL PAID | ${usd(total)}
    - CASH | ${usd(total)}
  `
  return sheet.says`RECEIPT toll.pdf
    merchant_name GARDEN RIDGE TURNPIKE | transaction_date ${date} | total ${total} | currency USD
    optional subtotal currency`
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
  const sheet = await open(chance, 'mm80 sans 8.5 reversed')
  sheet.print`
    30: 113^b/11 Kiosk Bahnhof Olten
    43: 113^ CHE-116.281.710 MWST
    y = 64:
    y = list y step 12: 10 | 205> | 216>
    - ${goods.map(({ text, price }) => [text, en(price), '2'])}
    y = list y+6 step 14: 10 | 216>
    -b/11 Total CHF | ${en(total)}
    - Total EUR | ${en(cents(total * 1.04))}
    - Twint | ${en(total)}
    y+4: 10 2: 2.6% MWST ${en(tax)} auf ${en(total)} ¶ ${day(date, 'DD.MM.YYYY')}  07:12  Kasse 2  Bon 1184
      ¶ Danke für Ihren Einkauf
  `
  return sheet.says`RECEIPT swiss-kiosk.pdf
    merchant_name Kiosk Bahnhof Olten | transaction_date ${date} | total ${total} | total_tax ${tax} | currency CHF
    optional subtotal`
}

/** A pharmacy in Portugal: the state pays a part of it. */
export const portuguesePharmacy: Generator = async (chance) => {
  const goods = ['Ben-u-ron 1g', 'Protetor solar FPS50'].map((text) => ({ text, price: chance.amount(3, 24) }))
  const total = sum(goods.map(({ price }) => price))
  const tax = cents(total - total / 1.06)
  const date = dayOf(chance)
  const pt = (amount: number) => num('comma', amount)
  const sheet = await open(chance, 'mm80 unicode 8 words')
  sheet.print`
    30: 113^b/10 Farmácia Moderna do Rossio
    42: 113^ Rua do Ouro 112, Lisboa
    52: 113^ NIF 501188429
    72: 10 Fatura Simplificada FS 118/4429
    84: 10 Data: ${date} | 216> 18:04
    96: 10 Contribuinte: Consumidor final
    y = 116:
    y = list y step 11: 10 | 216>
    - ${goods.map(({ text, price }) => [`1 x ${text}`, pt(price)])}
    y = list y+6 step 14: 10 | 216>
    -b/11 TOTAL | ${pt(total)} €
    - Multibanco | ${pt(total)}
    - IVA 6% incluído | ${pt(tax)}
    y+8: 10/6.5 Processado por programa certificado 0118/AT
  `
  return sheet.says`RECEIPT portuguese-pharmacy.pdf
    merchant_name Farmácia Moderna do Rossio | transaction_date ${date} | total ${total} | total_tax ${tax}
      | currency EUR
    optional subtotal`
}
