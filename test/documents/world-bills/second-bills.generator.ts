import { split } from '../printer/lists.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf, taxesOf } from './bill.ts'
import { iban, TAX_IDS } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const THINGS = split`
  Gearbox service kit | Site survey, half day | Cable tray 100mm 3m | Firmware licence | Courier to depot
  | Spare fuse 16A
`
const en = (amount: number) => num('en', amount)

/** An agency's invoice with its table first, the facts in a narrow column at the left and the sums in it. */
export const leftRail: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, THINGS, { rates: [20], count: 4 })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const [date, number] = [dayOf(chance), `${chance.digits(4)}`]
  const due = daysAfter(date, 30)
  const sheet = await open(chance, 'unicode 9 glyphs')
  sheet.print`
    box 0 0 170 842 0.95
    60: 30b/11 ${seller.name}
    y = 110:
  `
  for (const [caption, value] of [
    ['Invoice', `#${number}`],
    ['Issued', day(date, 'D MMM YYYY')],
    ['Due', day(due, 'D MMM YYYY')],
    ['Client', buyer.name],
    ['Total', `£${en(sum([net, tax]))}`],
  ] as const) {
    sheet.print`
      y: 30/7#0.5 ${caption}
      y+12: 30${caption === 'Total' ? 'b' : ''} ${value}
      y = y+36:
    `
  }
  sheet.print`
    700: 30/7 ${seller.street} ¶ ${seller.town} ¶ VAT ${seller.taxId}
    y = table 70 rows from 195 to 565: 200 What | 400> Qty | 470> Each | 560> Total
    - ${items.map(({ text, quantity, price, amount }) => [text, String(quantity), en(price), en(amount)])}
    list y+10 step 16: 400 | 560>
    - Net | ${en(net)}
    - VAT 20% | ${en(tax)}
    -b Total GBP | ${en(sum([net, tax]))}
  `
  return sheet.says`INVOICE left-rail.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | currency GBP | line_items ${rowsOf(items)}
    optional amount_due payment_terms`
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
  const sheet = await open(chance, 'unicode 8.5 words')
  sheet.print`
    50: 297^b/18 FACTURĂ
    68: 297^ Seria FX nr. ${number}
    80: 297^ Data (zi/lună/an): ${day(date, 'DD.MM.YYYY')}
    92: 297^ Data scadenței: ${day(due, 'DD.MM.YYYY')}
    120: 40b Furnizor:
    133: 40 ${seller.name} ¶ CIF: ${cui} ¶ Reg. com.: J40/1188/2014 ¶ Str. Lungă 4, Brașov
    120: 340b Client:
    133: 340 ${buyer.name} ¶ CIF: ${cui2} ¶ Bd. Unirii 12, București
    y = table 210 grid from 36 to 560: 40 Nr. | 66 Denumirea produselor sau serviciilor | 260 U.M. | 330> Cantitate
      | 410> Preț unitar ¶ (fără TVA) | 480> Valoare ¶ -lei- | 555> Valoare TVA ¶ -lei-
    - ${items.map(
      ({ text, quantity, price, amount }, i) => cells`${i + 1} | ${text} | buc | ${quantity}
      | ${ro(price)} | ${ro(amount)} | ${ro(cents(amount * 0.19))}`,
    )}
    y+14: 330 Total | 480> ${ro(net)} | 555> ${ro(tax)}
    y+34b: 330 Total de plată | 555> ${ro(sum([net, tax]))} RON
  `
  return sheet.says`INVOICE romanian-factura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${cui} | customer_name ${buyer.name} | customer_tax_id ${cui2} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${sum([net, tax])} | amount_due ${sum([net, tax])} | currency RON
      | line_items ${rowsOf(items)}
    optional invoice_number invoice_total`
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
  const sheet = await open(chance, 'unicode 9')
  sheet.print`
    50: 297^b/18 SZÁMLA
    70: 555> Számlaszám: ${number}
  `
  for (const [x, head, name, tax] of [
    [40, 'Eladó', 'Dunakanyar Informatika Kft.', id],
    [310, 'Vevő', 'Tisza Malom Zrt.', id2],
  ] as const)
    sheet.print`
      100: ${x}#0.4 ${head}
      114: ${x}b ${name}
      127: ${x} 1052 Budapest, Fő utca 8. ¶ Adószám: ${tax}
    `
  sheet.print`
    175/7 step 12.6: 40 Fizetési mód ¶b átutalás | 160 Teljesítés dátuma ¶b ${d(date)} | 290 Számla kelte
      ¶b ${d(date)} | 420 Fizetési határidő ¶b ${d(due)}
    y = table 225 rows: 40 Megnevezés | 250> Mennyiség | 350> Nettó egységár | 390> ÁFA | 470> Nettó érték
      | 555> Bruttó érték
    - ${items.map(
      ({ quantity, price, amount }, i) => cells`Rendszerfelügyelet ${i + 1} | ${quantity} óra
      | ${ft(price)} | 27% | ${ft(amount)} | ${ft(Math.round(amount * 1.27))}`,
    )}
    list y+10 step 16: 330 | 555>
    - Nettó összesen: | ${ft(net)}
    - ÁFA összesen: | ${ft(tax)}
    -b Fizetendő végösszeg: | ${ft(net + tax)}
  `
  return sheet.says`INVOICE hungarian-szamla.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name Dunakanyar Informatika Kft.
      | vendor_tax_id ${id} | customer_name Tisza Malom Zrt. | customer_tax_id ${id2} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${net + tax} | currency HUF
      | line_items ${items.map(({ amount }) => ({ amount }))}
    optional amount_due invoice_total payment_terms`
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
  const sheet = await open(chance, 'unicode 8.5 reversed')
  sheet.print`
    box 36 36 262 120
    box 298 36 262 120
    48: 42/7 Dodávateľ:
    62: 42 ${seller.name} ¶ Hlavná 12 ¶ 040 01 Košice ¶ IČ DPH: ${id}
    52: 304/11 Faktúra č. | 554>b/12 ${number}
    76: 304/7 Odberateľ:
    90: 304 ${buyer.name} ¶ Mlynská 3 ¶ 811 01 Bratislava ¶ IČ DPH: ${id2}
    list 172 step 12: 42 | 160
    - Dátum vystavenia: | ${d(date)}
    - Dátum dodania: | ${d(daysAfter(date, -2))}
    - Dátum splatnosti: | ${d(due)}
    - Variabilný symbol: | ${number}
    - IBAN: | ${account}
    y = table 250 head: 40 Označenie dodávky | 270> Množstvo | 350> J.cena | 430> Cena | 470> %DPH | 556> DPH
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${num('comma', quantity, 1)}
      | ${sk(price)} | ${sk(amount)} | 20% | ${sk(cents(amount * 0.2))}`,
    )}
    list y+12 step 15: 340 | 556>
    - Základ DPH 20% | ${sk(net)}
    - DPH 20% | ${sk(tax)}
    -b Celkom k úhrade EUR | ${sk(sum([net, tax]))}
  `
  return sheet.says`INVOICE slovak-faktura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${id} | customer_name ${buyer.name} | customer_tax_id ${id2} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${sum([net, tax])} | amount_due ${sum([net, tax])} | currency EUR
      | iban ${account} | line_items ${rowsOf(items)}
    optional invoice_total`
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
  const sheet = await open(chance, 'mono 8 columns')
  sheet.print`
    50: 36b/12 ${seller.name.toUpperCase()}
    100: 36 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    table 180 grid: 36 RECHNUNG | 120 DATUM | 200 KUNDE | 280 BESTELL-NR | 380 LIEFERSCH. | 500 SEITE
    - ${number} | ${d(date)} | ${chance.digits(5)} | ${order} | ${chance.digits(6)} | 1
    y = table 230: 36 ART-NR | 100 BEZEICHNUNG | 300> MENGE | 370> PREIS | 420> RAB% | 555> BETRAG
    - ${shown.map(
      ({ text, quantity, price, amount }) => cells`${chance.digits(6)} | ${text} | ${quantity} ST
      | ${de(price)} | 15,0 | ${de(amount)}`,
    )}
    rule y 36 559
    table y+14: 100> WARENWERT | 180> FRACHT | 280> NETTO | 340> MWST-% | 430> MWST | 555> ENDBETRAG EUR
    - ${de(net)} | 0,00 | ${de(net)} | 19,00 | ${de(tax)} | ${de(sum([net, tax]))}
    y+60: 36 Zahlbar bis ${d(daysAfter(date, 8))} mit 2% Skonto, bis ${d(due)} netto. ¶ IBAN ${account}
      ¶ UST-ID ${seller.taxId}
  `
  return sheet.says`INVOICE trade-counter.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | purchase_order ${order} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | currency EUR | iban ${account} | line_items ${rowsOf(shown)}
    optional payment_terms due_date amount_due`
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
  const sheet = await open(chance, 'letter serif 11 gaps')
  sheet.print`
    80: 540> ${who}
    94: 540> 77 Wharf Street
    108: 540> Madison, WI 53703
    136: 540> ${day(date, 'MMMM D, YYYY')}
    160: 72 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    240: 72b/14 Invoice ${number}
    264: 72 Dear colleagues,
    284: 72 for the work done last month I charge as follows.
    y = table 316 head from 72 to 540: 72 Task | 320> Hours | 420> Rate ($) | 540> Amount ($)
    - ${items.map(({ text, quantity, price, amount }) => [text, num('en', quantity, 1), en(price), en(amount)])}
    rule y-8 72 540
    y+4: 72 Total | 540>b ${en(total)}
    y+40: 72<460 Please remit $${en(total)} within 30 days by check or transfer. No sales tax applies.
  `
  return sheet.says`INVOICE tex-letter.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${who} | customer_name ${buyer.name}
      | invoice_total ${total} | currency USD | line_items ${rowsOf(items)}
    optional payment_terms amount_due due_date subtotal total_tax`
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
  const account = `${chance.digits(5)}-${chance.digits(3)}`
  const sheet = await open(chance, 'letter 9 words')
  sheet.print`
    46: 36b/15 City of Larkspur Utilities
    60: 36 400 Magnolia Ave, Larkspur, OR 97000
    table 90 grid: 40 ACCOUNT | 150 SERVICE ADDRESS | 300 BILLING DATE | 400 DUE DATE | 500 AMOUNT DUE
    - ${account} | 18 QUAIL RUN | ${d(date)} | ${d(due)} | ${usd(total)}
    table 150 head: 40 METER | 130 PREVIOUS READ | 250 CURRENT READ | 400 USAGE (CCF)
    - 7711842 | 1184 | 1192 | 8
    y = list 210 step 15: 40 | 360>
    - Previous balance | ${usd(0)}
    - ${parts.map(([text, amount]) => [text, usd(amount)] as const)}
    -b Total current charges | ${usd(total)}
    -b TOTAL AMOUNT DUE | ${usd(total)}
    y+20: 40<500 A late fee of 10% is added after the due date. Payments may be dropped in the night box at city hall.
    rule 620 20 592
    650: 40 ${who.toUpperCase()} ¶ 18 QUAIL RUN ¶ LARKSPUR OR 97000
    list 650 step 15: 360 | 570>
    -b Pay this amount | ${usd(total)}
    - After due date pay | ${usd(cents(total * 1.1))}
  `
  return sheet.says`UTILITY_BILL water-bill.pdf
    account_number ${account} | service_address 18 QUAIL RUN | meter_number 7711842 | bill_date ${date}
      | due_date ${due} | provider_name City of Larkspur Utilities | customer_name ${who.toUpperCase()}
      | previous_balance 0 | current_charges ${total} | amount_due ${total} | currency USD
    optional total_tax consumption`
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
  const sheet = await open(chance, 'unicode 9 flipped runs')
  sheet.print`
    logo 40 36 30
    56: 555>b/16 INVOICE
    72: 555> ${number}
    110: 40/7#0.5 Customer
    122: 40 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ France ¶ VAT ID ${buyer.taxId}
    list 122 step 14: 340 | 555>
    - Invoice date | ${date}
    - Due date | ${due}
    - Payment term | 14 days net
    - Reference | RF18 ${chance.digits(4)}
    y = table 230 rows: 40 Product | 320> Unit price | 380> Units | 430> VAT | 555> Sum
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${num('nordic', price, 4)} | ${quantity}
      | 0 % | ${eur(amount)}`,
    )}
    list y+12 step 16: 360 | 555>
    - Sum excluding VAT | ${eur(net)}
    - VAT 0 % | ${eur(0)}
    -b Total to pay | ${eur(net)}
    y+70: 40/7 Reverse charge, Article 44 of the VAT directive
    810: 297^/7 ${seller.name} · ${seller.street} · ${seller.town} · Business ID ${seller.taxId} · VAT ${vat}
  `
  return sheet.says`INVOICE nordic-cloud.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${vat} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId} | subtotal ${net}
      | total_tax 0 | invoice_total ${net} | amount_due ${net} | currency EUR | payment_terms 14 days net
      | line_items ${rowsOf(items)}
    optional invoice_total amount_due`
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
  const sheet = await open(chance, 'letter 9 shuffled')
  sheet.print`
    46: 306^b/15 ${seller.name}
    60: 306^ ${seller.street}, ${seller.town}
    72: 306^ HST Reg. ${seller.taxId}
    list 100: 40 | 110
    - Customer: | ${who}
    - Phone: | 902-555-0144
    - Vehicle: | 2019 Mazda CX-5
    - Plate: | GRX 118
    - Odometer: | 84,211 km
    list 100: 400 | 480
    - Invoice: | ${number}
    - Date: | ${day(date, 'MMM D, YYYY')}
    - Advisor: | Hamish
    y = table 190 head: 40 LABOUR | 380> Hours | 470> Rate | 570> Amount
    - ${labour.map(({ text, quantity, price, amount }) => [text, num('en', quantity, 1), en(price), en(amount)])}
    y = table y+16 head: 40 PARTS | 380> Qty | 470> Price | 570> Amount
    - ${stuff.map(({ text, quantity, price, amount }) => [text, String(quantity), en(price), en(amount)])}
    list y+10 step 15: 400 | 570>
    - Labour | ${usd(l)}
    - Parts | ${usd(s)}
    - Subtotal | ${usd(net)}
    - HST 15% | ${usd(tax)}
    -b TOTAL | ${usd(sum([net, tax]))}
    - Interac Debit | ${usd(sum([net, tax]))}
    - Balance owing | ${usd(0)}
  `
  return sheet.says`INVOICE garage.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${who} | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])} | amount_due 0
      | currency CAD | line_items ${rowsOf([...labour, ...stuff])}
    optional amount_due`
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
  const sheet = await open(chance, '9 words')
  sheet.print`
    50: 40b/13 ${seller.name}
    64: 40 ${seller.street} ¶ ${seller.town} ¶ TVA intracom. ${seller.taxId}
    100: 340 Maître d’ouvrage ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    190: 40b/12 FACTURE N° ${number} – Situation n° 3
    206: 40 Date : ${day(date, 'DD/MM/YYYY')}    Chantier : École Pasteur
    y = table 236 grid: 40 Lot | 270> Montant marché | 330> % préc. | 390> % cumul | 555> Montant HT du mois
    - ${works.map(({ text, all, before, now, amount }) => [text, fr(all), `${before}%`, `${now}%`, fr(amount)])}
    list y+10 step 15: 320 | 555>
    - Total HT | ${fr(net)}
    - TVA 10 % | ${fr(tax)}
    -b Total TTC | ${fr(sum([net, tax]))}
    - Retenue de garantie 5 % | -${fr(held)}
    -b Net à payer | ${fr(cents(net + tax - held))}
    780: 40 Règlement à 45 jours fin de mois par virement.
  `
  return sheet.says`INVOICE situation.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])}
      | amount_due ${cents(net + tax - held)} | currency EUR
      | line_items ${works.map(({ text, amount }) => ({ description: text, amount }))}
    optional payment_terms`
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
  const sheet = await open(chance, 'serif 10 runs')
  sheet.print`
    60: 60/16 ${seller.name}
    76: 60/9 Dublin 4, Ireland
  `
  for (const [r, row] of [
    ['Invoice No.', number.slice(4), 'Invoice Date', day(date, 'DD-MMM-YY')],
    ['Customer', buyer.name, 'PO Number', order],
    ['VAT No.', vat, 'Terms', '30 days'],
  ].entries()) {
    sheet.print`
      box 60 ${100 + r * 24} 90 24
      box 150 ${100 + r * 24} 160 24
      box 310 ${100 + r * 24} 90 24
      box 400 ${100 + r * 24} 135 24
    `
    for (const [c, text] of row.entries())
      sheet.print`
        ${116 + r * 24}: ${[64, 154, 314, 404][c] as number}${c % 2 === 0 ? 'b' : ''}/9 ${text}
      `
  }
  sheet.print`
    y = table 205 grid from 60 to 535: 64 Description of work | 330> Days | 420> Day rate | 530> Value €
    - ${items.map(({ text, quantity, price, amount }) => [text, String(quantity), en(price), en(amount)])}
    list y+8 step 16: 360 | 530>
    - Sub-total | €${en(net)}
    - VAT @ 23% | €${en(tax)}
    -b Total due | €${en(sum([net, tax]))}
    760: 60/8 Bank: Allied Bank   IBAN: ${account} ¶ Please quote the invoice number.
  `
  return sheet.says`INVOICE cell-grid.pdf
    invoice_number ${number.slice(4)} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${vat}
      | customer_name ${buyer.name} | purchase_order ${order} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | amount_due ${sum([net, tax])} | currency EUR | iban ${account}
      | payment_terms 30 days | line_items ${rowsOf(items)}`
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
  const sheet = await open(chance, 'unicode 9 glyphs')
  sheet.print`
    54: 50b/18#0.3 Alpcom
    70: 50/7 Alpcom (Suisse) SA, case postale, 1001 Lausanne
    120: 340 ${who} ¶ Rue du Lac 1268 ¶ 1400 Yverdon
    200: 50b/14 Votre facture de ${day(date, 'MMMM YYYY', 'fr')}
    list 222: 50 | 180
    - Numéro de facture | ${number}
    - Date de la facture | ${day(date, 'DD.MM.YYYY')}
    - Numéro de client | ${chance.digits(8)}
    - Payable jusqu’au | ${day(due, 'DD.MM.YYYY')}
    y = list 300 step 16: 50 | 540>
    - ${parts.map(([text, amount]) => [text, chf(amount)] as const)}
    - Total hors TVA | ${chf(net)}
    - TVA 8.1% | ${chf(tax)}
    -b Montant total | ${chf(sum([net, tax]))}
    y+30: 50/8 Versement pour ¶ ${account} ¶ N° TVA ${vat}
  `
  return sheet.says`INVOICE swiss-telecom.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name Alpcom (Suisse) SA
      | vendor_tax_id ${vat} | customer_name ${who} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | currency CHF | iban ${account}
    optional amount_due vendor_tax_id payment_terms`
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
  const sheet = await open(chance, 'letter 8.5 runs')
  sheet.print`
    50: 40b/14 ${seller.name}
    46: 572>b/14 INVOICE
    62: 572> No. ${number}
    90: 40b BILL TO:
    103: 40 ${buyer.name} ¶ Accounts Payable ¶ ${buyer.street} ¶ ${buyer.town}
    90: 330b REMIT TO:
    103: 330 ${seller.name} ¶ P.O. Box 44118 ¶ Chicago, IL 60680
    table 175 band 0.88: 40 Invoice Date | 140 Customer No. | 250 P.O. Number | 360 Terms | 460 Due Date
    - ${day(date, 'MM/DD/YYYY')} | ${chance.digits(6)} | ${order} | Net 10 | ${day(due, 'MM/DD/YYYY')}
    y = table 225 rows: 40 Week Ending | 120 Employee | 320> Reg Hrs | 380> OT Hrs | 460> Bill Rate | 570> Extended
    - ${rows.map(
      ({ who, regular, over, rate, amount }) => cells`${day(daysAfter(date, -3), 'MM/DD/YY')} | ${who}
      | ${regular.toFixed(2)} | ${over.toFixed(2)} | ${en(rate)} | ${en(amount)}`,
    )}
    y+10b/11: 420 Invoice Total | 570> $${en(total)}
  `
  return sheet.says`INVOICE staffing.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | customer_name ${buyer.name} | purchase_order ${order} | invoice_total ${total} | currency USD
      | payment_terms Net 10 | line_items ${rows.map(({ amount }) => ({ amount }))}
    optional subtotal amount_due`
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
  const sheet = await open(chance, 'serif 9 words')
  sheet.print`
    50: 297^b/14 ${seller.name}
    64: 297^ ${seller.street} - ${seller.town} - VAT ${seller.taxId}
    110: 50 To: | 90 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    list 110: 380 | 450
    - Invoice | ${number}
    - Date | ${day(date, 'D MMMM YYYY', 'it')}
    - Vessel | MV Corvane Star
    - Port | Genova
    y = table 200 head: 50 Service | 300> No. | 380> Tariff € | 430> VAT % | 545> Amount €
    - ${items.map(
      ({ text, quantity, price, rate, amount }) => cells`${text} | ${quantity} | ${num('de', price)}
      | ${rate} | ${num('de', amount)}`,
    )}
    list y+10 step 15: 340 | 545>
    - Taxable amount | ${num('de', net)}
    - VAT 24% | ${num('de', tax)}
    -b Balance in our favour | ${num('de', sum([net, tax]))}
    y+90: 50 Kindly remit to IBAN ${account}
  `
  return sheet.says`INVOICE cruise-agent.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])}
      | currency EUR | iban ${account} | line_items ${rowsOf(items)}
    optional amount_due payment_terms`
}
