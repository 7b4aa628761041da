import type { Chance } from '../chance.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, open } from './bill.ts'
import { cents, day, num, sum } from './print.ts'

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
  const sheet = await open(chance, 'mm58 mono 7')
  sheet.print`
    24: 82^b/9 BUDGENS OF WRENFIELD
    34: 82^ 18 MARKET PLACE NR1 1AA
    44: 82^ VAT NO 118 8420 44
    y = 62:
    y = list y step 10: 8 | 156>
    - ${items.map(({ text, price }) => [text, `£${en(price)}`])}
    y = list y+6 step 11: 8 | 156>
    -b BALANCE DUE | £${en(total)}
    - VISA CONTACTLESS | £${en(total)}
    - CHANGE | £0.00
    y+8: 8 AID: A0000000031010 ¶ PAN SEQ: 00 ¶ AUTH CODE: 118842 ¶ MERCHANT: ****4471
      ¶ ${day(date, 'DD/MM/YY')} 17:42  TILL 2 ¶ THANK YOU FOR SHOPPING
  `
  return sheet.says`RECEIPT corner-shop.pdf
    merchant_name BUDGENS OF WRENFIELD | transaction_date ${date} | total ${total} | currency GBP
    optional subtotal total_tax`
}

/** A Spanish supermarket: quantity first, unit price only where there are several, the tax by rate at the end. */
export const spanishMercado: Generator = async (chance) => {
  const items = goods(chance, ['BARRA DE PAN', 'ACEITE OLIVA 1L', 'TOMATE PERA', 'YOGUR NATURAL', 'DETERGENTE'])
  const total = sum(items.map(({ price }) => price))
  const base = cents(total / 1.1)
  const date = dayOf(chance)
  const es = (amount: number) => num('de', amount)
  const sheet = await open(chance, 'mm80 sans 8 words')
  sheet.print`
    30: 113^b/10 MERCADO ALCAZABA, S.A.
    42: 113^ A-46118842
    52: 113^ C/ MAYOR 41
    62: 113^ 28013 MADRID
    72: 113^ TELÉFONO: 915550188
    90: 10 ${day(date, 'DD/MM/YYYY')} 19:14  OP: 118842
    100: 10 FACTURA SIMPLIFICADA: 4118-014-${chance.digits(6)}
    118: 30 Descripción | 165> P. Unit | 216> Importe
    y = 130:
    y = list y step 11: 10 | 30 | 216>
    - ${items.map(({ text, price }) => ['1', text, es(price)])}
    y = list y+6 step 15: 60 | 216>
    -b/11 TOTAL (€) | ${es(total)}
    - TARJETA BANCARIA | ${es(total)}
    table y+8/7 gap 1: 10 IVA | 140> BASE IMPONIBLE (€) | 216> CUOTA (€)
    - 10% | ${es(base)} | ${es(cents(total - base))}
    - TOTAL | ${es(base)} | ${es(cents(total - base))}
    y+70: 113^/7 SE ADMITEN DEVOLUCIONES CON TICKET
  `
  return sheet.says`RECEIPT spanish-mercado.pdf
    merchant_name MERCADO ALCAZABA, S.A. | transaction_date ${date} | total ${total}
      | total_tax ${cents(total - base)} | subtotal ${base} | currency EUR
    optional subtotal`
}

/** An Italian till's document with the sum of the tax inside it. */
export const italianScontrino: Generator = async (chance) => {
  const items = goods(chance, ['CAFFE', 'CORNETTO', 'ACQUA NAT 0,5', 'TRAMEZZINO', 'SPREMUTA'], 4)
  const total = sum(items.map(({ price }) => price))
  const tax = cents(total - total / 1.1)
  const date = dayOf(chance)
  const it = (amount: number) => num('comma', amount)
  const sheet = await open(chance, 'mm80 mono 8')
  sheet.print`
    30: 113^b BAR PASTICCERIA GRIMALDI
    41: 113^ DI GRIMALDI LUCA
    52: 113^ VIA ROMA 8 - 40124 BOLOGNA
    63: 113^ P.IVA 0${chance.digits(10)}
    84: 113^ DOCUMENTO COMMERCIALE
    95: 113^ di vendita o prestazione
    112: 10 DESCRIZIONE | 160> IVA | 216> Prezzo(€)
    y = 124:
    y = list y step 11: 10 | 160> | 216>
    - ${items.map(({ text, price }) => [text, '10,00%', it(price)])}
    y = list y+8 step 12: 10 | 216>
    -b TOTALE COMPLESSIVO | ${it(total)}
    - di cui IVA | ${it(tax)}
    - Pagamento contante | ${it(Math.ceil(total / 10) * 10)}
    - Resto | ${it(cents(Math.ceil(total / 10) * 10 - total))}
    - Importo pagato | ${it(total)}
    y+10: 60 ${day(date, 'DD-MM-YYYY')} 08:12 ¶ DOCUMENTO N. ${chance.digits(4)}-${chance.digits(4)} ¶ RT 99MEY118842
  `
  return sheet.says`RECEIPT italian-scontrino.pdf
    merchant_name BAR PASTICCERIA GRIMALDI | transaction_date ${date} | total ${total} | total_tax ${tax}
      | currency EUR
    optional subtotal`
}

/** A Polish fiscal slip: letters of the rates behind the prices. */
export const polishParagon: Generator = async (chance) => {
  const items = goods(chance, ['CHLEB ZWYKŁY', 'MASŁO EXTRA', 'PŁYN DO NACZYŃ', 'JABŁKA LUZ'], 4)
  const total = sum(items.map(({ price }) => price))
  const tax = cents(total - total / 1.05)
  const date = dayOf(chance)
  const pl = (amount: number) => num('comma', amount)
  const sheet = await open(chance, 'mm58 unicode 7 words')
  sheet.print`
    24: 82^b/8 SKLEP SPOŻYWCZY "ŻABIANKA"
    34: 82^ ul. Długa 17, 31-147 Kraków
    44: 82^ NIP ${chance.digits(10)}
    58: 8 ${date} | 156> nr wydr.${chance.digits(6)}
    70: 82^b PARAGON FISKALNY
    y = 84:
    y = list y step 10: 8 | 156>
    - ${items.map(({ text, price }) => [text, `1 x${pl(price)} ${pl(price)}C`])}
    y = list y+4 step 12: 8 | 156>
    - SPRZEDAŻ OPODATKOWANA C | ${pl(total)}
    - PTU C 5 % | ${pl(tax)}
    - SUMA PTU | ${pl(tax)}
    -b/10 SUMA PLN | ${pl(total)}
    list y+6 step 10: 8 | 156>
    - Karta płatnicza | ${pl(total)}
    - 00118 #Kasa 01 | 18:42
  `
  return sheet.says`RECEIPT polish-paragon.pdf
    merchant_name SKLEP SPOŻYWCZY "ŻABIANKA" | transaction_date ${date} | total ${total} | total_tax ${tax}
      | currency PLN
    optional subtotal`
}

/** An Austrian café: tax groups by letter, the register's signature, the sum in a large print. */
export const austrianCafe: Generator = async (chance) => {
  const items = goods(chance, ['Melange', 'Topfenstrudel', 'Soda Zitron', 'Schnitzelsemmel'], 4)
  const total = sum(items.map(({ price }) => price))
  const net = cents(total / 1.1)
  const date = dayOf(chance)
  const at = (amount: number) => num('de', amount)
  const sheet = await open(chance, 'mm80 unicode 8 runs')
  sheet.print`
    30: 113^b/13 Café Hawelka & Sohn
    44: 113^ Dorotheergasse 6, 1010 Wien
    55: 113^ UID: ATU11884290
    76: 10 Rechnung Nr.: ${chance.digits(6)}
    87: 10 Datum: ${day(date, 'DD.MM.YYYY')} 15:24:11
    98: 10 Tisch 12 · Es bediente Sie: Resi
    y = 118:
    y = list y step 11: 10 | 205> | 216>
    - ${items.map(({ text, price }) => [`1 ${text}`, at(price), 'B'])}
    y = list y+8 step 20: 10 | 216>
    -b/13 SUMME EUR | ${at(total)}
    y = table y/7: 10 MwSt | 100> Netto | 155> Steuer | 216> Brutto
    - B 10% | ${at(net)} | ${at(cents(total - net))} | ${at(total)}
    y+4: 10 Bar EUR ${at(total)} ¶ Kassen-ID: HAW-01 ¶ Vielen Dank für Ihren Besuch!
  `
  return sheet.says`RECEIPT austrian-cafe.pdf
    merchant_name Café Hawelka & Sohn | transaction_date ${date} | total ${total} | total_tax ${cents(total - net)}
      | subtotal ${net} | currency EUR
    optional subtotal`
}

/** An Australian hardware shop: a till's tax invoice with the tax inside the sum. */
export const hardwareShop: Generator = async (chance) => {
  const items = goods(chance, ['DECK SCREW 65MM 500PK', 'PAINT ROLLER 230MM', 'SILICONE CLEAR', 'DROP SHEET'], 4)
  const total = sum(items.map(({ price }) => price))
  const tax = cents(total / 11)
  const date = dayOf(chance)
  const sheet = await open(chance, 'mm80 mono 8')
  sheet.print`
    28: 113^b/12 BANKSIA HARDWARE
    40: 113^ Geelong VIC 3220
    51: 113^ ABN 26 008 672 179
    66: 113^ TAX INVOICE
    y = 86:
  `
  for (const { text, price } of items) {
    sheet.print`
      y: 10 93${chance.digits(11)}
      y+10: 10 ${text} | 216> $${en(price)}
      y = y+21:
    `
  }
  sheet.print`
    y = list y+6: 10 | 216>
    - SubTotal: | $${en(total)}
    - GST INCLUDED IN THE TOTAL | $${en(tax)}
    -b ${items.length} items  TOTAL | $${en(total)}
    - EFTPOS | $${en(total)}
    y+8: 10 ${day(date, 'DD/MM/YYYY')} 10:18  R02 P7 C1184 ¶ CARD NO: 5163-44XX-XXXX-7710 ¶ APPROVED 00
  `
  return sheet.says`RECEIPT hardware-shop.pdf
    merchant_name BANKSIA HARDWARE | transaction_date ${date} | subtotal ${total} | total ${total}
      | total_tax ${tax} | currency AUD
    optional subtotal`
}

/** A Canadian coffee chain: two taxes by name, rounding for cash. */
export const coffeeChain: Generator = async (chance) => {
  const items = goods(chance, ['Lg Dbl Dbl', 'Bagel BELT', 'Hash Brown', '10 Pk Bites'], 3)
  const net = sum(items.map(({ price }) => price))
  const [gst, qst] = [cents(net * 0.05), cents(net * 0.09975)]
  const total = sum([net, gst, qst])
  const date = dayOf(chance)
  const sheet = await open(chance, 'mm80 sans 9 shuffled')
  sheet.print`
    30: 113^b/12 Maple Perk #4471
    43: 113^ 45 rue Principale
    54: 113^ Gatineau, QC J8X 2K1
    76: 10 Order #${chance.digits(3)} | 216> ${date} 07:18
    88: 10 TAKE OUT / POUR EMPORTER
    y = 106:
    y = list y step 12: 10 | 216>
    - ${items.map(({ text, price }) => [`1 ${text}`, `$${en(price)}`])}
    y = list y+6: 10 | 216>
    - Subtotal: | $${en(net)}
    - GST/TPS (5%): | $${en(gst)}
    - QST/TVQ (9.975%): | $${en(qst)}
    -b Total: | $${en(total)}
    - Debit | $${en(total)}
    - Change | $0.00
    y+10: 10/7 TPS: 118842907 RT0001 ¶ TVQ: 1188429070 TQ0001
  `
  return sheet.says`RECEIPT coffee-chain.pdf
    merchant_name Maple Perk #4471 | transaction_date ${date} | subtotal ${net} | total_tax ${sum([gst, qst])}
      | total ${total} | currency CAD`
}

/** A parking machine's ticket: times in and out, one fee. */
export const parkingTicket: Generator = async (chance) => {
  const total = chance.amount(2, 38)
  const date = dayOf(chance)
  const sheet = await open(chance, 'mm58 mono 8')
  sheet.print`
    30: 82^b QUAYSIDE CAR PARK
    42: 82^ Bath BA1 1LZ
    60: 82^ PARKING RECEIPT
    y = list 84: 8 | 156>
    - Entry | ${day(date, 'DD/MM/YY')} 09:12
    - Exit | ${day(date, 'DD/MM/YY')} 14:47
    - Duration | 5h 35m
    - Ticket | ${chance.digits(8)}
    -b Fee paid | £${en(total)}
    - incl VAT 20% | £${en(cents(total / 6))}
    - Card | **** 4471
    y+14: 82^ VAT Reg 118 8420 44
  `
  return sheet.says`RECEIPT parking-ticket.pdf
    merchant_name QUAYSIDE CAR PARK | transaction_date ${date} | total ${total} | total_tax ${cents(total / 6)}
      | currency GBP
    optional subtotal`
}

/** European fuel: litres with two decimals at a price of three, tax by table. */
export const fuelLitres: Generator = async (chance) => {
  const [litres, price] = [chance.whole(900, 6_400) / 100, chance.whole(1_459, 2_149) / 1_000]
  const total = cents(litres * price)
  const net = cents(total / 1.21)
  const date = dayOf(chance)
  const nl = (amount: number, digits = 2) => num('de', amount, digits)
  const sheet = await open(chance, 'mm80 mono 8 words')
  sheet.print`
    28: 113^b TANKSTATION DE VELUWE
    39: 113^ Rijksweg A1, 3781 AB Voorthuizen
    50: 113^ BTW NL118842907B01
    72: 10 Datum ${day(date, 'DD-MM-YYYY')} | 216> Tijd 06:44
    84: 10 Bon ${chance.digits(5)}
    y = list 106 step 14: 10 | 216>
    - *EURO 95 | ${nl(total)} EUR
    - Pomp 4   ${nl(litres)} L x ${nl(price, 3)} |
    -b/10 TOTAAL | ${nl(total)} EUR
    - PIN | ${nl(total)} EUR
    table y+10: 10 BTW% | 100> Excl | 155> BTW | 216> Incl
    - 21,00 | ${nl(net)} | ${nl(cents(total - net))} | ${nl(total)}
  `
  return sheet.says`RECEIPT fuel-litres.pdf
    merchant_name TANKSTATION DE VELUWE | transaction_date ${date} | total ${total}
      | total_tax ${cents(total - net)} | subtotal ${net} | currency EUR
    optional subtotal`
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
  const sheet = await open(chance, 'mm80 mono 8')
  sheet.print`
    28: 113^b/11 THE IRON LANTERN
    40: 113^ 77 WHARF STREET
    50: 113^ SAVANNAH, GA 31401
    70: 10 Check: 4418 | 216> ${day(date, 'M/D/YYYY')} 8:41 PM
    80: 10 Server: Hamish  Table: 22
    y = 100:
    y = list y step 11: 10 | 216>
    - ${items.map(({ text, price }) => [`1 ${text}`, en(price)])}
    y = list y+6 step 12: 90 | 216>
    - SUBTOTAL | ${en(net)}
    - TAX | ${en(tax)}
    -b AMOUNT DUE | $${en(sum([net, tax]))}
    y+16: 10 TIP    ______________ ¶  ¶ TOTAL  ______________ ¶  ¶ X_____________________
    y+90: 113^/6 18% gratuity suggested for parties of 6 or more
  `
  return sheet.says`RECEIPT blank-tip.pdf
    merchant_name THE IRON LANTERN | transaction_date ${date} | subtotal ${net} | total_tax ${tax}
      | total ${sum([net, tax])} | currency USD`
}

/** A French bakery's ticket: the sum "NET A PAYER", the tax in two columns. */
export const frenchTicket: Generator = async (chance) => {
  const items = goods(chance, ['BAGUETTE TRADITION', 'CROISSANT', 'ECLAIR CAFE', 'QUICHE'], 4)
  const total = sum(items.map(({ price }) => price))
  const net = cents(total / 1.055)
  const date = dayOf(chance)
  const fr = (amount: number) => num('comma', amount)
  const sheet = await open(chance, 'mm80 sans 8 reversed')
  sheet.print`
    30: 113^b/10 BOULANGERIE DES HALLES
    42: 113^ 3 place du Marché 35000 RENNES
    53: 113^ SIRET 8${chance.digits(13)}
    74: 10 Ticket n° ${chance.digits(6)} | 216> ${day(date, 'DD/MM/YYYY')} 07:55
    y = 94:
    y = list y step 11: 10 | 216>
    - ${items.map(({ text, price }) => [`1 x ${text}`, `${fr(price)} €`])}
    y = list y+8 step 15: 10 | 216>
    -b/11 NET A PAYER | ${fr(total)} €
    - Carte bancaire | ${fr(total)} €
    y+4: 10 TVA 5,5%   HT ${fr(net)} €   TVA ${fr(cents(total - net))} € ¶ Merci et à bientôt
  `
  return sheet.says`RECEIPT french-ticket.pdf
    merchant_name BOULANGERIE DES HALLES | transaction_date ${date} | total ${total} | subtotal ${net}
      | total_tax ${cents(total - net)} | currency EUR
    optional subtotal`
}
