import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open } from './bill.ts'
import { TAX_IDS } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** A cloud provider: a summary with the sum and when it is taken, then services with their taxes, no unit prices. */
export const cloudSummary: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'us')
  const usage = [
    ['Compute instances', chance.amount(40, 2_000)],
    ['Object storage', chance.amount(1, 90)],
    ['Data transfer', chance.amount(1, 60)],
  ] as const
  const total = sum(usage.map(([, amount]) => amount))
  const [date, number] = [dayOf(chance), chance.digits(10)]
  const due = daysAfter(date, 12)
  const d = (iso: string) => day(iso, 'MMMM D , YYYY')
  const sheet = await open(chance, 'letter 9 words')
  sheet.print`
    60: 40/16 Stratus Web Services Invoice
    76: 40/7 Email or talk to us about your account or bill, visit stratus.example/contact
    100: 40b Account number:
    113: 40 ${chance.digits(12)}
    135: 40b Bill to Address:
    148: 40 ${buyer.name} ¶ ATTN: ${human(chance)} ¶ ${buyer.street} ¶ ${buyer.town} ¶ US
    box 300 90 276 22 0.9
    104: 306b Invoice Summary
    list 128 step 15: 306 | 570>
    - Invoice Number: | ${number}
    - Invoice Date: | ${d(date)}
    rule 150 300 576
    168b: 306 TOTAL AMOUNT DUE ON ${d(due)} | 570> ${usd(total)}
    230: 40<530b/9 This invoice is for the billing period ${day(daysAfter(date, -32), 'MMMM D')} -
      & ${day(daysAfter(date, -3), 'MMMM D , YYYY')}
    250: 40<530 Greetings from Stratus Web Services, we are writing to provide you with an electronic invoice for
      & your use of our services.
    y = list 295 step 15: 40 | 570>
    -b Summary |
    -b Stratus Service Charges | ${usd(total)}
    -       Charges | ${usd(total)}
    -       Credits | $0.00
    -       Tax * | $0.00
    -b Total for this invoice | ${usd(total)}
    y = list y+14: 40 | 570>
    -b Detail |
    - ${usage.flatMap(
      ([text, amount]) =>
        [
          [text, usd(amount)],
          ['      Charges', usd(amount)],
          ['      Estimated US sales tax to be collected', '$0.00'],
        ] as const,
    )}
    740: 40/7 * May include estimated US sales tax, VAT, GST and CT.
      ¶ Stratus Web Services, Inc. is a registered business, 77 Wharf Street, Portland OR 97205
  `
  return sheet.says`INVOICE cloud-summary.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name Stratus Web Services, Inc.
      | customer_name ${buyer.name} | total_tax 0 | invoice_total ${total} | amount_due ${total} | currency USD
      | subtotal ${total}
    optional payment_terms total_tax subtotal vendor_name`
}

/** Software in the cloud sold from Ireland: captions with dotted leaders, the sum in words of the currency, no tax. */
export const reverseCharge: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'nl')
  const items = itemsOf(chance, ['Workspace Business Starter', 'Workspace Vault add-on', 'Domain registration'], {
    count: 2,
    dear: 18,
  })
  const net = netOf(items)
  const [date, number, vat] = [dayOf(chance), chance.digits(10), `IE${chance.digits(7)}WH`]
  const d = (iso: string) => day(iso, 'D MMM YYYY')
  const eur = (amount: number) => `€${en(amount)}`
  const sheet = await open(chance, 'unicode 9 glyphs flipped')
  sheet.print`
    60: 40/22#0.4 Invoice
    78: 40 Invoice number: ${number}
    60: 380 Skylark Cloud EMEA Limited ¶ 70 Sir John Rogerson Quay ¶ Dublin 2 ¶ Ireland ¶ VAT number: ${vat}
    150: 40b Bill to
    164: 40 ${human(chance)} ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ Netherlands
      ¶ VAT number: ${buyer.taxId}
    150: 300b Details
    list 166 step 14: 300 | 420
    - Invoice number | .............. ${number}
    - Invoice date | .............. ${d(date)}
    - Billing ID | .............. ${chance.digits(4)}-${chance.digits(4)}-${chance.digits(4)}
    - Domain name | ${'.............. halyard.example'}
    rule 260 300 555
    280: 300 Total in EUR
    282: 555>/20 ${eur(net)}
    300: 300/8#0.4 Summary for ${d(daysAfter(date, -30))} - ${d(daysAfter(date, -1))}
    list 325 step 16: 300 | 555>
    - Subtotal in EUR | ${eur(net)}
    - VAT (0%) | €0.00
    -b Total in EUR | ${eur(net)}
    400: 40/7.5 You will be automatically charged for any amount due.
      ¶ Services subject to the reverse charge - VAT to be accounted for by the recipient
      ¶ as per Article 196 of Council Directive 2006/112/EC
    turn
    60: 40/14#0.4 Invoice | 555> Invoice number: ${number}
    table 100 head: 40 Subscription | 200 Description | 320 Interval | 470> Quantity | 555> Amount(€)
    - ${items.map(
      ({ text, quantity, amount }) => cells`${text} | Commitment
      | ${day(daysAfter(date, -30), 'D MMM')} - ${day(daysAfter(date, -1), 'D MMM')} | ${quantity}
      | ${en(amount)}`,
    )}
  `
  return sheet.says`INVOICE reverse-charge.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name Skylark Cloud EMEA Limited | vendor_tax_id ${vat}
      | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId} | subtotal ${net} | total_tax 0
      | invoice_total ${net} | currency EUR
      | line_items ${items.map(({ text, amount }) => ({ description: text, amount }))}
    optional amount_due payment_terms`
}

/** A web shop's plug-in: order and invoice numbers, options under the goods, the tax inside the sum. */
export const shopPlugin: Generator = async (chance) => {
  const [seller] = parties(chance, 'gb')
  const who = human(chance)
  const items = itemsOf(chance, ['Linen apron', 'Oak chopping board', 'Stoneware mug', 'Beeswax candle'], {
    most: 3,
    dear: 60,
  })
  const [goods, shipping] = [netOf(items), chance.amount(2.5, 8)]
  const total = sum([goods, shipping])
  const tax = cents(total - total / 1.2)
  const [date, number, order] = [dayOf(chance), chance.digits(4), chance.digits(5)]
  const sheet = await open(chance, 'unicode 9 runs')
  sheet.print`
    70: 57b/14 Little Kiln Homeware
    60: 340 ${seller.street} ¶ ${seller.town} ¶ VAT ${seller.taxId}
  `
  sheet.print`140: 57b/16 INVOICE`
  sheet.print`165: 57 ${who} ¶ 3 Rosemary Court ¶ Exeter ¶ EX1 1QA ¶ buyer@post.example`
  sheet.print`
    165: 220b Ship To:
    178: 220 Dorothea Finch ¶ 18 Quay Hill ¶ Lyme Regis DT7 3AA
  `
  sheet.print`
    list 165/8 step 12: 370 | 450
    - Invoice Number: | ${number}
    - Invoice Date: | ${day(date, 'MMMM D, YYYY')}
    - Order Number: | ${order}
    - Order Date: | ${day(daysAfter(date, -1), 'MMMM D, YYYY')}
    - Payment Method: | Credit card
  `
  sheet.print`
    y = table 250 rows from 57 to 538 band 0 heading b#1: 60 Product | 380 Quantity | 450 Price
    - ${items.map(
      ({ text, quantity, amount }) => cells`${text} ¶ SKU: LK-${chance.digits(3)} ¶ Weight: 0.4kg
      | ${quantity} | £${en(amount)}`,
    )}
  `
  for (const [label, value, bold] of [
    ['Subtotal', `£${en(goods)}`, false],
    ['Shipping', `£${en(shipping)} via Royal Mail 48`, false],
    ['Total', `£${en(total)} (includes £${en(tax)} VAT)`, true],
  ] as const) {
    sheet.print`
      y+8: 380b ${label} | 450${bold ? 'b' : ''}/8 ${value}
      y = y+18:
    `
  }
  return sheet.says`INVOICE shop-plugin.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name Little Kiln Homeware
      | vendor_tax_id ${seller.taxId} | customer_name ${who} | total_tax ${tax} | invoice_total ${total}
      | currency GBP
      | line_items ${items.map(({ text, quantity, amount }) => ({ description: text, quantity, amount }))}
    optional subtotal amount_due purchase_order payment_terms`
}

/** A market place: paid already, prices without and with tax in every row, a table of rates at the end. */
export const marketPlace: Generator = async (chance) => {
  const who = human(chance)
  const items = itemsOf(
    chance,
    ['USB-C Ladekabel 2m, geflochten, schwarz, kompatibel mit', 'Notizbuch A5 liniert', 'Wandkalender'],
    { rates: [19, 7], most: 2, dear: 40, count: 2 },
  )
  const gross = items.map(({ price, quantity, rate }) => cents(cents(price * (1 + rate / 100)) * quantity))
  const total = sum(gross)
  const parts = items.map(({ rate }, i) => ({
    rate,
    gross: gross[i] as number,
    net: cents((gross[i] as number) / (1 + rate / 100)),
  }))
  const tax = sum(parts.map((part) => cents(part.gross - part.net)))
  const [date, number, vat] = [
    dayOf(chance),
    `DE${chance.digits(9)}${chance.digits(3)}`.replace(/^DE/, 'INV-DE-'),
    TAX_IDS.de(chance),
  ]
  const d = (iso: string) => day(iso, 'DD.MM.YYYY')
  const eu = (amount: number) => `${num('de', amount)} €`
  const sheet = await open(chance, '8.5 words shuffled')
  sheet.print`
    50: 36b/14#0.3 Bezahlt | 560>/18 Rechnung
    90: 36 ${who} ¶ Ahornweg 12 ¶ 48143 Münster ¶ DE
    box 300 70 260 78 0.95
    list 86/8 step 12: 306 | 420
    - Zahlungsreferenznr. | 4x${chance.digits(10)}
    - Verkauft von | Marktgasse EU S.à r.l.
    - USt-IDNr. | ${vat}
    - Rechnungsdatum/Lieferdatum |
    - | ${d(date)}
    - Rechnungsnummer | ${number}
    box 300 152 260 20
    166b: 306 Zahlbetrag | 554> ${eu(total)}
  `
  for (const [x, head] of [
    [36, 'Rechnungsadresse'],
    [220, 'Lieferadresse'],
    [400, 'Verkauft von'],
  ] as const)
    sheet.print`
      200: ${x}b ${head}
      213: ${x} ${
        x === 400
          ? ['Marktgasse EU S.à r.l.', '5 Rue Plaetis', 'L-2338 Luxemburg']
          : [who, 'Ahornweg 12', '48143 Münster']
      }
    `
  sheet.print`
    270: 36b Bestellinformationen
    283: 36 Bestelldatum ${d(daysAfter(date, -2))} ¶ Bestellnummer 302-${chance.digits(7)}-${chance.digits(7)}
    y = table 325 head: 36 Beschreibung | 300> Menge | 370> Stückpreis ¶ (ohne USt.) | 405> USt. %
      | 472> Stückpreis ¶ (inkl. USt.) | 560> Zwischensumme ¶ (inkl. USt.)
    - ${items.map(
      ({ text, quantity, price, rate }, i) => cells`${text} ¶ ASIN: B0${chance.digits(8)}
      | ${quantity} | ${eu(price)} | ${rate}% | ${eu(cents(price * (1 + rate / 100)))}
      | ${eu(gross[i] as number)}`,
    )}
    y+6b: 330 Gesamtpreis | 560> ${eu(total)}
    table y+30 head from 340: 380> USt. % | 470> Zwischensumme ¶ (ohne USt.) | 560> USt.
    - ${parts.map((part) => [`${part.rate}%`, eu(part.net), eu(cents(part.gross - part.net))])}
    - Gesamt | ${eu(sum(parts.map((part) => part.net)))} | ${eu(tax)}
  `
  return sheet.says`INVOICE market-place.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name Marktgasse EU S.à r.l. | vendor_tax_id ${vat}
      | customer_name ${who} | subtotal ${sum(parts.map((part) => part.net))} | total_tax ${tax}
      | invoice_total ${total} | currency EUR
      | line_items ${items.map(({ text, quantity }, i) => ({ description: text, quantity, amount: gross[i] as number }))}
    optional amount_due purchase_order due_date`
}

/** A carrier's bill with what was owed before, what was paid and what each line costs. */
export const wirelessBill: Generator = async (chance) => {
  const who = human(chance)
  const [previous, plan, device, fees] = [
    chance.amount(60, 150),
    chance.amount(40, 90),
    chance.amount(10, 35),
    chance.amount(3, 12),
  ]
  const total = sum([plan, device, fees])
  const [date, account] = [dayOf(chance), `${chance.digits(9)}-00001`]
  const due = daysAfter(date, 22)
  const d = (iso: string) => day(iso, 'MMM DD, YYYY')
  const sheet = await open(chance, 'letter unicode 9 runs columns')
  sheet.print`
    50: 36b/16 Corvid Wireless
    64: 36/7 PO BOX 489 ¶ NEWARK, NJ 07101-0489
    list 46/8 step 12: 380 | 576>
    - Account number | ${account}
    - Invoice number | ${chance.digits(10)}
    - Billing period | ${d(daysAfter(date, -30))} - ${d(daysAfter(date, -1))}
    - Bill date | ${d(date)}
    110: 36 ${who.toUpperCase()} ¶ 77 WHARF STREET APT 4 ¶ PORTLAND, OR 97205-1042
    190: 36b/18 Your ${day(date, 'MMMM')} bill is ${usd(total)}
    208: 36/11 Due ${d(due)}
    y = list 240 step 17: 36 | 340>
    - Balance from last bill | ${usd(previous)}
    - Payment, thank you | -${usd(previous)}
    -b Remaining balance | $0.00
    -b This month's charges |
    - Plan - Unlimited Plus | ${usd(plan)}
    - Device payment 14 of 36 | ${usd(device)}
    - Surcharges, taxes and gov fees | ${usd(fees)}
    -b/11 Total due | ${usd(total)}
    box 370 230 206 90 0.93
    250: 380<186 Enroll in Auto Pay to save $10.00 a month. Questions? Visit go.corvid.example or call 1.800.555.0144.
    rule 640 20 592 0.3
    list 670 step 16: 340 | 576>
    - Account number | ${account}
    -b Total amount due by ${d(due)} | ${usd(total)}
    - Make check payable to Corvid Wireless |
    y+200: 36/10 ${chance.digits(30)}
  `
  return sheet.says`INVOICE wireless-bill.pdf
    invoice_date ${date} | due_date ${due} | vendor_name Corvid Wireless | customer_name ${who}
      | amount_due ${total} | currency USD
    optional invoice_total subtotal invoice_number total_tax payment_terms`
}

/** A British energy supplier's bill: used, charged, tax at five percent, the account before and after. */
export const energyStatement: Generator = async (chance) => {
  const who = human(chance)
  const [power, gas, standing] = [chance.amount(40, 180), chance.amount(30, 160), chance.amount(18, 40)]
  const net = sum([power, gas, standing])
  const tax = cents(net * 0.05)
  const total = sum([net, tax])
  const [date, number, account] = [dayOf(chance), chance.digits(9), `A-${chance.digits(8)}`]
  const due = daysAfter(date, 14)
  const d = (iso: string) => day(iso, 'D MMMM YYYY')
  const p = (amount: number) => `£${en(amount)}`
  const sheet = await open(chance, 'unicode 9 words')
  sheet.print`
    56: 40b/18#0.3 Fenland Energy
    50: 555> Your account number: ${account}
    63: 555> Bill number: ${number}
    76: 555> Bill date: ${d(date)}
    110: 40 ${who} ¶ 22 Castle Gate ¶ LEEDS ¶ LS1 4DY
    190: 40b/16 Your energy bill
    206: 40 For ${d(daysAfter(date, -31))} to ${d(daysAfter(date, -1))}
    box 330 170 225 60 0.9
    190: 340 Please pay
    216: 340b/20 ${p(total)} | 545>/9 by ${d(due)}
    y = list 260 step 16: 40 | 400>
    - Electricity used | ${p(power)}
    - Gas used | ${p(gas)}
    - Standing charges | ${p(standing)}
    - Total charges before VAT | ${p(net)}
    - VAT @ 5.00% | ${p(tax)}
    -b Total charges this period | ${p(total)}
    - Balance brought forward | ${p(0)}
    -b Amount due | ${p(total)}
    y+20: 40<500 A standing charge covers the fixed cost of keeping your home connected. Typical usage comparison:
      & you used 4% less than the same period last year.
    800: 40<500/7 Fenland Energy Supply Limited. Registered in England 04811842. VAT Registration Number 811 4402 93
  `
  return sheet.says`UTILITY_BILL energy-statement.pdf
    account_number ${account} | bill_date ${date} | due_date ${due} | provider_name Fenland Energy
      | customer_name ${who} | service_period_start ${daysAfter(date, -31)} | service_period_end ${daysAfter(date, -1)}
      | current_charges ${total} | total_tax ${tax} | amount_due ${total} | currency GBP
    optional previous_balance service_address`
}
