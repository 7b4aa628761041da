import { split } from '../printer/lists.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf } from './bill.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** A law firm: hours by day and person, expenses apart, a retainer applied. */
export const timeBilling: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'us')
  const firm = `${seller.name.split(' ')[0]} & Orr LLP`
  const date = dayOf(chance)
  const work = Array.from({ length: chance.whole(4, 7) }, (_, i) => {
    const [hours, rate] = [chance.whole(2, 45) / 10, chance.pick([285, 340, 425])]
    return {
      when: daysAfter(date, -28 + i * 3),
      who: chance.pick(['HO', 'DH', 'KA']),
      text: chance.pick(split`
        Draft motion to compel; confer with client re same | Telephone conference with opposing counsel
        | Review discovery responses and prepare deficiency letter | Attend hearing
      `),
      hours,
      rate,
      amount: cents(hours * rate),
    }
  })
  const costs = [
    ['Filing fee', chance.amount(60, 400)],
    ['Process server', chance.amount(45, 90)],
  ] as const
  const [fees, expenses] = [sum(work.map(({ amount }) => amount)), sum(costs.map(([, amount]) => amount))]
  const total = sum([fees, expenses])
  const applied = cents(total * 0.3)
  const number = chance.digits(5)
  const sheet = await open(chance, 'letter serif 10 gaps')
  sheet.print`
    54: 306^/18 ${firm}
    68: 306^/8_2 ATTORNEYS AT LAW
    80: 306^/8 ${seller.street}, ${seller.town} · Tax ID ${seller.taxId}
    120: 60 ${buyer.name} ¶ Attn: ${human(chance)} ¶ ${buyer.street} ¶ ${buyer.town}
    list 120: 380 | 552>
    - Invoice Date | ${day(date, 'MMMM D, YYYY')}
    - Invoice No. | ${number}
    - Matter | 1184-002
    200: 60b For professional services rendered through ${day(daysAfter(date, -5), 'MMMM D, YYYY')}
    y = table 225 head: 60 Date | 115 Atty | 145 Description | 430> Hours | 485> Rate | 552> Amount
    - ${work.map(
      ({ when, who, text, hours, rate, amount }) => cells`${day(when, 'MM/DD/YY')} | ${who}
      | ${text.length > 42 ? [text.slice(0, text.lastIndexOf(' ', 42)), text.slice(text.lastIndexOf(' ', 42) + 1)] : text}
      | ${hours.toFixed(1)} | ${en(rate)} | ${en(amount)}`,
    )}
    y = list y+2: 300 | 552>
    -b Total Fees | ${usd(fees)}
    y = list y+10 step 14: 60 | 552>
    -b Costs Advanced |
    - ${costs.map(([text, amount]) => [text, en(amount)] as const)}
    list y+4 step 16: 300 | 552>
    -b Total Costs | ${usd(expenses)}
    -b Total This Invoice | ${usd(total)}
    - Less: Trust Funds Applied | (${usd(applied)})
    -b BALANCE DUE | ${usd(cents(total - applied))}
  `
  return sheet.says`INVOICE time-billing.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${firm} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | invoice_total ${total} | amount_due ${cents(total - applied)} | currency USD
      | line_items ${[...work, ...costs.map(([, amount]) => ({ amount }))].map(({ amount }) => ({ amount }))}
    optional subtotal payment_terms due_date`
}

/** A carrier's freight bill: days of picking up, of delivery and of the bill, a shipper and a consignee besides. */
export const freightBill: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'us')
  const charges = [
    ['Line haul', chance.amount(300, 1_900)],
    ['Fuel surcharge', chance.amount(40, 300)],
    ['Liftgate delivery', chance.amount(45, 95)],
    ['Detention 1.5 hr', chance.amount(60, 120)],
  ] as const
  const total = sum(charges.map(([, amount]) => amount))
  const [date, pro] = [dayOf(chance), chance.digits(9)]
  const due = daysAfter(date, 30)
  const d = (iso: string) => day(iso, 'MM/DD/YYYY')
  const sheet = await open(chance, 'letter 8 words shuffled')
  sheet.print`
    44: 30b/14 ${seller.name.toUpperCase()}
    58: 30 REMIT TO: ${seller.street.toUpperCase()}, ${seller.town.toUpperCase()}
    44: 582>b/14 FREIGHT INVOICE
    table 80 grid from 30 to 582 heading b/7: 34 INVOICE NO. | 130 INVOICE DATE | 230 DUE DATE | 330 PRO NUMBER
      | 430 PICKUP DATE | 520 DELIVERED
    - F${pro.slice(0, 6)} | ${d(date)} | ${d(due)} | ${pro} | ${d(daysAfter(date, -9))} | ${d(daysAfter(date, -5))}
  `
  for (const [x, head, who, where] of [
    [34, 'SHIPPER', 'NORTH FORK MILLS', 'REDDING, CA 96001'],
    [220, 'CONSIGNEE', 'LAKESIDE DISTRIBUTION', 'FARGO, ND 58102'],
    [400, 'BILL TO', buyer.name.toUpperCase(), buyer.town.toUpperCase()],
  ] as const)
    sheet.print`
      box ${x - 4} 120 182 60
      131: ${x}b/7 ${head}
      144: ${x} ${who} ¶ ${where}
    `
  sheet.print`
    table 200 head from 30 to 582: 34 PCS | 70 HM | 100 DESCRIPTION OF ARTICLES | 420> WEIGHT | 500> CLASS
    - 12 |  | PALLETS, PAPER PRODUCTS NOI | 11,842 | 70
    y = table 260 rows from 30 to 582: 34 CHARGE DESCRIPTION | 578> AMOUNT
    - ${charges.map(([text, amount]) => [text.toUpperCase(), en(amount)])}
    y+8: 400b/10 TOTAL CHARGES | 578>b/10 ${usd(total)} | 34 BOL # ${chance.digits(7)} ¶ PO # ${chance.digits(6)}
      ¶ TERMS: PREPAID - NET 30 DAYS
  `
  return sheet.says`INVOICE freight-bill.pdf
    invoice_number F${pro.slice(0, 6)} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | customer_name ${buyer.name} | invoice_total ${total} | currency USD
      | line_items ${charges.map(([, amount]) => ({ amount }))}
    optional purchase_order payment_terms amount_due subtotal`
}

/** An export's commercial invoice: goods with tariff codes, weights, an origin, no tax. */
export const exportInvoice: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'it', 'us')
  const items = itemsOf(chance, ['Ceramic floor tiles 60x60', 'Wall tiles 20x20 white', 'Mosaic sheets'], {
    most: 900,
    decimals: 3,
    dear: 25,
    count: 3,
  })
  const [goods, freight, insurance] = [netOf(items), chance.amount(200, 900), chance.amount(20, 90)]
  const total = sum([goods, freight, insurance])
  const [date, number, order] = [dayOf(chance), `EXP-${chance.digits(4)}/25`, `PO${chance.digits(6)}`]
  const sheet = await open(chance, 'serif 8.5')
  sheet.print`
    50: 297^b/15 COMMERCIAL INVOICE
    box 36 64 262 84
    75: 40/7 Exporter / Seller
    88: 40 ${seller.name} ¶ ${seller.street} ¶ ${seller.town} ¶ ITALY ¶ VAT ${seller.taxId}
    box 298 64 262 84
    list 78 step 14: 302 | 400
    - Invoice No. | ${number}
    - Date | ${day(date, 'D MMM YYYY')}
    - Buyer order No. | ${order}
    - Incoterms | CIF New York
    - Country of origin | Italy
    box 36 148 262 74
    159: 40/7 Consignee / Buyer
    172: 40 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ U.S.A.
    box 298 148 262 74
    159: 302/7 Notify party
    172: 302 Atlantic Customs Brokers ¶ Elizabeth, NJ 07201
    y = table 245 grid: 40 Marks | 80 Description of goods | 230 HS code | 320> Net kg | 390> Quantity
      | 470> Unit price EUR | 557> Amount EUR
    - ${items.map(
      ({ text, quantity, price, amount }, i) => cells`${i + 1}/3 | ${text} | 6907.21
      | ${en(quantity * 18)} | ${quantity} m2 | ${num('en', price, 3)} | ${en(amount)}`,
    )}
    list y+10: 360 | 557>
    - Total FOB | ${en(goods)}
    - Ocean freight | ${en(freight)}
    - Insurance | ${en(insurance)}
    -b TOTAL CIF EUR | ${en(total)}
    700: 40 We hereby certify that this invoice is true and correct. ¶ Payment: irrevocable L/C at sight
      ¶ Container MSKU 118842-0   Vessel: Corvane Star 044W
  `
  return sheet.says`INVOICE export-invoice.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | purchase_order ${order} | invoice_total ${total} | currency EUR
      | line_items ${rowsOf(items)}
    optional subtotal payment_terms amount_due`
}

/** Asked for before delivery: a half is to be paid now. */
export const proForma: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb', 'nl')
  const items = itemsOf(chance, ['Exhibition stand hire', 'Graphics panel print', 'Build & dismantle crew day'], {
    rates: [20],
    dear: 900,
    most: 4,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const total = sum([net, tax])
  const [date, number] = [dayOf(chance), `PF-${chance.digits(4)}`]
  const sheet = await open(chance, '10 runs')
  sheet.print`
    60: 50b/22 Proforma Invoice
    54: 545>b ${seller.name}
    67: 545> ${seller.street}
    80: 545> ${seller.town}
    93: 545> VAT no. ${seller.taxId}
    list 100 step 14: 50 | 150
    - Proforma no. | ${number}
    - Issue date | ${day(date, 'DD/MM/YYYY')}
    - Valid until | ${day(daysAfter(date, 30), 'DD/MM/YYYY')}
    165: 50/8#0.5 Prepared for
    178: 50 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ VAT ${buyer.taxId}
    y = table 260 rows from 50 to 545: 50 Item | 330> Units | 420> Cost | 545> Total
    - ${items.map(({ text, quantity, price, amount }) => [text, String(quantity), `£${en(price)}`, `£${en(amount)}`])}
    list y+10 step 17: 330 | 545>
    - Net | £${en(net)}
    - VAT @ 20% | £${en(tax)}
    -b Total | £${en(total)}
    - 50% deposit payable now | £${en(cents(total / 2))}
    760: 50/8 This is not a VAT invoice. A VAT invoice will be issued on receipt of payment.
  `
  return sheet.says`INVOICE pro-forma.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${total} | currency GBP | line_items ${rowsOf(items)}
    optional amount_due due_date payment_terms`
}

/** A contractor's bill by section with sums inside the table and retainage kept back. */
export const sectionedWork: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'ca')
  const labour = itemsOf(chance, ['Carpenter, journeyman', 'Labourer', 'Site supervision'], {
    fractions: 1,
    most: 80,
    dear: 95,
    count: 3,
  })
  const stuff = itemsOf(chance, ['2x6 SPF stud 92-5/8', 'OSB sheathing 7/16', 'Housewrap roll'], {
    most: 60,
    dear: 80,
    count: 3,
  })
  const net = netOf([...labour, ...stuff])
  const held = cents(net * 0.1)
  const [gst, pst] = [cents(net * 0.05), cents(net * 0.07)]
  const total = sum([net, gst, pst])
  const [date, number] = [dayOf(chance), chance.digits(4)]
  const due = daysAfter(date, 28)
  const sheet = await open(chance, 'letter 9 words')
  const cells = (list: typeof labour, unit: string) =>
    list.map(({ text, quantity, price, amount }) => [
      text,
      `${num('bare', quantity, unit === 'hr' ? 1 : 0)} ${unit}`,
      en(price),
      en(amount),
    ])
  sheet.print`
    50: 40b/13 ${seller.name}
    64: 40 ${seller.street} ¶ ${seller.town} ¶ GST# ${seller.taxId}
    list 50 step 14: 400 | 572>
    -b PROGRESS INVOICE | ${number}
    - Date | ${day(date, 'YYYY/MM/DD')}
    - Due | ${day(due, 'YYYY/MM/DD')}
    - Draw | 3 of 5
    130: 40 Client: ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ Project: Lot 18 Juniper Ridge
    y = table 210 rows: 44 Description | 360> Qty | 450> Rate | 568> Amount
    - A. LABOUR
    - ${cells(labour, 'hr')}
    - Subtotal Labour |  |  | ${en(netOf(labour))}
    - B. MATERIALS
    - ${cells(stuff, 'ea')}
    - Subtotal Materials |  |  | ${en(netOf(stuff))}
    list y+10 step 15: 360 | 568>
    - Total work this period | ${usd(net)}
    - GST 5% | ${usd(gst)}
    - PST 7% | ${usd(pst)}
    -b Invoice total | ${usd(total)}
    - Less holdback 10% | -${usd(held)}
    -b Payable now | ${usd(cents(total - held))}
  `
  return sheet.says`INVOICE sectioned-work.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | subtotal ${net} | total_tax ${sum([gst, pst])}
      | invoice_total ${total} | amount_due ${cents(total - held)} | currency CAD
      | line_items ${rowsOf([...labour, ...stuff])}
    optional payment_terms`
}

/** A credit note for goods returned: positive sums, the old invoice named. */
export const creditNote: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb')
  const items = itemsOf(chance, ['Office chair, damaged', 'Monitor arm, returned', 'Desk lamp'], {
    rates: [20],
    count: 2,
    most: 4,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const [date, number] = [dayOf(chance), `CN-${chance.digits(4)}`]
  const sheet = await open(chance, 'unicode 9 glyphs')
  sheet.print`
    70: 40/20 CREDIT NOTE
    110: 40 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    y = 70:
  `
  for (const [caption, value] of [
    ['Date', day(date, 'D MMM YYYY')],
    ['Credit Note Number', number],
    ['Reference', `INV-${chance.digits(4)}`],
    ['VAT Number', seller.taxId],
  ] as const) {
    sheet.print`
      y: 310b ${caption}
      y+11: 310 ${value}
      y = y+28:
    `
  }
  sheet.print`
    70: 440 ${seller.name} ¶ ${seller.street} ¶ ${seller.town}
    y = table 240 rows: 40 Description | 330> Quantity | 410> Unit Price | 460> VAT | 555> Amount GBP
    - ${items.map(({ text, quantity, price, amount }) => [text, num('en', quantity), en(price), '20%', en(amount)])}
    list y+6 step 16: 380 | 555>
    - Subtotal | ${en(net)}
    - TOTAL VAT 20% | ${en(tax)}
    -b TOTAL GBP | ${en(sum([net, tax]))}
    - Remaining credit GBP | ${en(sum([net, tax]))}
  `
  return sheet.says`INVOICE credit-note.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])}
      | currency GBP | line_items ${rowsOf(items)}
    optional amount_due purchase_order`
}

/** A supplier at the Gulf: tax number with a caption of three letters, the currency before every sum. */
export const gulfTaxInvoice: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb').map((party) => ({
    ...party,
    name: `${party.name.split(' ')[0]} Trading L.L.C`,
  })) as [ReturnType<typeof parties>[0], ReturnType<typeof parties>[1]]
  const items = itemsOf(chance, ['A/C split unit 2 ton', 'Copper pipe 3/8 coil', 'Installation', 'AMC visit'], {
    rates: [5],
    dear: 1_400,
    most: 6,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.05)]
  const [date, number, lpo] = [dayOf(chance), `TI-${chance.digits(5)}`, `LPO-${chance.digits(4)}`]
  const [trn, trn2] = [`100${chance.digits(12)}`, `100${chance.digits(12)}`]
  const sheet = await open(chance, '9')
  sheet.print`
    50: 297^b/14 ${seller.name.toUpperCase()}
    64: 297^ P.O. Box 118842, Dubai, United Arab Emirates
    77: 297^ TRN: ${trn}
    104: 297^b/13 TAX INVOICE
    box 40 116 515 64
    list 130 step 15: 46 | 110
    - Customer | : M/s. ${buyer.name}
    - Address | : Al Quoz Ind. Area 3, Dubai
    - TRN | : ${trn2}
    list 130 step 15: 360 | 430
    - Inv. No. | : ${number}
    - Inv. Date | : ${day(date, 'DD-MMM-YYYY')}
    - LPO No. | : ${lpo}
    y = table 205 grid from 40 to 555: 46 Sl. | 70 Particulars | 260> Qty | 320> Rate | 390> Amount | 460> VAT 5%
      | 550> Total ¶ (AED)
    - ${items.map(
      ({ text, quantity, price, amount }, i) => cells`${i + 1} | ${text} | ${quantity} | ${en(price)}
      | ${en(amount)} | ${en(cents(amount * 0.05))} | ${en(cents(amount * 1.05))}`,
    )}
    list y+10 step 16: 330 | 550>
    - Total excl. VAT | AED ${en(net)}
    - VAT @ 5% | AED ${en(tax)}
    -b Grand Total | AED ${en(sum([net, tax]))}
    y+70: 46 Amount in words: UAE Dirhams as above only
    760: 46 Receiver's Sign | 550> For ${seller.name}
  `
  return sheet.says`INVOICE gulf-tax-invoice.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${trn}
      | customer_name ${buyer.name} | customer_tax_id ${trn2} | purchase_order ${lpo} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${sum([net, tax])} | currency AED | line_items ${rowsOf(items)}
    optional amount_due`
}

/** A South African bill: blanks between thousands after an R, bank details in a table, terms by days of statement. */
export const randInvoice: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'gb').map((party) => ({
    ...party,
    name: `${party.name.split(' ')[0]} (Pty) Ltd`,
  })) as [ReturnType<typeof parties>[0], ReturnType<typeof parties>[1]]
  const items = itemsOf(chance, ['Borehole pump service', 'Call-out fee', 'Pressure vessel 24L', 'Labour per hour'], {
    rates: [15],
    dear: 2_900,
    most: 8,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.15)]
  const [date, number] = [dayOf(chance), `IN1${chance.digits(5)}`]
  const r = (amount: number) => `R ${num('za', amount)}`
  const [vat, vat2] = [`4${chance.digits(9)}`, `4${chance.digits(9)}`]
  const sheet = await open(chance, '8.5 words columns')
  const y = sheet.print`
    50: 40b/13 ${seller.name} | 555>/15 Tax Invoice
    list 70 step 12: 40 | 130
    - Postal Address: | PO Box 118, Knysna, 6570
    - VAT No: | ${vat}
    list 70 step 12: 360 | 555>
    - NUMBER: | ${number}
    - DATE: | ${day(date, 'DD/MM/YYYY')}
    - PAGE: | 1/1
    - DUE DATE: | ${day(daysAfter(date, 30), 'DD/MM/YYYY')}
    - OVERALL DISCOUNT %: | 0.00%
    145: 40b ${buyer.name}
    158: 40 12 Long Street ¶ Cape Town ¶ 8001 ¶ Customer VAT No: ${vat2}
    table 225 rows: 40 Description | 270> Quantity | 345> Excl. Price | 390> Disc % | 430> VAT %
      | 495> Exclusive ¶ Total | 558> Inclusive ¶ Total
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${num('za', quantity)} | ${r(price)}
      | 0.00% | 15.00% | ${r(amount)} | ${r(cents(amount * 1.15))}`,
    )}
  `
  sheet.print`
    list ${Math.max(y, 600)} step 15: 380 | 555>
    - Total Discount: | ${r(0)}
    - Total Exclusive: | ${r(net)}
    - Total VAT: | ${r(tax)}
    - Sub Total: | ${r(sum([net, tax]))}
    -b Grand Total: | ${r(sum([net, tax]))}
    -b BALANCE DUE: | ${r(sum([net, tax]))}
  `
  return sheet.says`INVOICE rand-invoice.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${daysAfter(date, 30)} | vendor_name ${seller.name}
      | vendor_tax_id ${vat} | customer_name ${buyer.name} | customer_tax_id ${vat2} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${sum([net, tax])} | amount_due ${sum([net, tax])} | currency ZAR
      | line_items ${items.map(({ text, quantity, amount }) => ({ description: text, quantity, amount }))}
    optional payment_terms`
}

/** A European hotel's invoice to a company: nights by day, two rates of tax, paid by card. */
export const hotelRechnung: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'de')
  const nights = chance.whole(2, 4)
  const [room, meal] = [chance.amount(80, 170), chance.amount(12, 22)]
  const date = dayOf(chance)
  const [lodging, food] = [cents(nights * room), cents(nights * meal)]
  const total = sum([lodging, food])
  const [net7, net19] = [cents(lodging / 1.07), cents(food / 1.19)]
  const tax = sum([cents(lodging - net7), cents(food - net19)])
  const number = chance.digits(6)
  const vat = chance.digits(9)
  const d = (iso: string) => day(iso, 'DD.MM.YY')
  const sheet = await open(chance, 'serif 9 runs')
  const rows = Array.from({ length: nights }, (_, i) => d(daysAfter(date, i - nights))).flatMap((when) => [
    [when, 'Übernachtung EZ', '1', num('de', room), num('de', room)],
    [when, 'Frühstück', '1', num('de', meal), num('de', meal)],
  ])
  sheet.print`
    56: 297^/18 Hotel Seeblick am Wall
    70: 297^ Uferweg 2 · 78462 Konstanz · Telefon 07531 555 018
    120: 60 ${buyer.name} ¶ ${human(chance)} ¶ ${buyer.street} ¶ ${buyer.town}
    list 120 step 12: 380 | 540>
    - Rechnung Nr. | ${number}
    - Datum | ${day(date, 'DD.MM.YYYY')}
    - Zimmer | 214
    - Anreise | ${day(daysAfter(date, -nights), 'DD.MM.YYYY')}
    - Abreise | ${day(date, 'DD.MM.YYYY')}
    y = table 220 head from 60 to 540 gap 2: 60 Datum | 130 Leistung | 350> Anz. | 440> Preis | 540> Gesamt EUR
    - ${rows}
    list y+6 step 14: 350 | 540>
    -b Rechnungsbetrag | ${num('de', total)}
    - Mastercard | ${num('de', -total)}
    - Offener Betrag | ${num('de', 0)}
    table y+60 head from 60 to 360: 60 MwSt | 200> Netto | 280> MwSt | 360> Brutto
    - 7,00 % | ${num('de', net7)} | ${num('de', cents(lodging - net7))} | ${num('de', lodging)}
    - 19,00 % | ${num('de', net19)} | ${num('de', cents(food - net19))} | ${num('de', food)}
    810: 297^/7 Hotel Seeblick Betriebs GmbH · HRB 118842 · Steuernummer 09/${vat.slice(0, 3)}/${vat.slice(3, 8)}
  `
  return sheet.says`INVOICE hotel-rechnung.pdf
    invoice_number ${number} | invoice_date ${date} | customer_name ${buyer.name}
      | vendor_name Hotel Seeblick am Wall | vendor_tax_id 09/${vat.slice(0, 3)}/${vat.slice(3, 8)}
      | total_tax ${tax} | subtotal ${sum([net7, net19])} | invoice_total ${total} | currency EUR | amount_due 0
      | line_items ${Array.from({ length: nights }, () => [{ amount: room }, { amount: meal }]).flat()}
    optional subtotal amount_due vendor_name due_date total_tax`
}
