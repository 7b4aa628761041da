import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf } from './bill.ts'
import { iban, TAX_IDS } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const dm = (iso: string) => day(iso, 'DD.MM.YYYY')

/** A Swiss bill with its payment part: the creditor, the debtor, the account and the sum stand twice at the foot. */
export const swissQrBill: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'ch')
  const items = itemsOf(chance, ['Beratung Erbrecht', 'Grundbuchauszug', 'Aktenstudium', 'Spesen pauschal'], {
    rates: [8.1],
    dear: 420,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.081)]
  const gross = sum([net, tax])
  const [date, number, account] = [dayOf(chance), chance.digits(6), iban(chance, 'CH')]
  const due = daysAfter(date, 30)
  const sheet = await Sheet.open(chance, { text: 9 })
  sheet
    .at(60, 50, seller.name, { size: 13, bold: true })
    .lines(60, 64, [seller.street, seller.town, `MWST-Nr. ${seller.taxId}`])
  sheet.lines(340, 120, [buyer.name, buyer.street, buyer.town])
  sheet.at(60, 190, `Rechnung ${number}`, { size: 14, bold: true })
  sheet.pairs(
    60,
    160,
    210,
    [
      ['Datum', dm(date)],
      ['Zahlbar bis', dm(due)],
      ['Unser Zeichen', 'ke/118'],
    ],
    12,
  )
  const y = sheet.table(
    265,
    [
      ['Leistung', 60],
      ['Anzahl', 330, 'r'],
      ['Ansatz CHF', 430, 'r'],
      ['Betrag CHF', 540, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, String(quantity), num('ch', price), num('ch', amount)]),
    { rules: 'head', from: 60, to: 540 },
  )
  sheet.pairs(330, -540, y + 6, [
    ['Zwischentotal', num('ch', net)],
    ['MWST 8.1%', num('ch', tax)],
    ['Total CHF', num('ch', gross), { bold: true }],
  ])
  sheet.rule(544, 0, 595, 0.3).upright(176, 544, 842)
  sheet.at(14, 562, 'Empfangsschein', { size: 11, bold: true }).at(190, 562, 'Zahlteil', { size: 11, bold: true })
  for (const [x, size] of [
    [14, 7],
    [338, 9],
  ] as const) {
    sheet
      .at(x, 582, 'Konto / Zahlbar an', { size: size - 1, bold: true })
      .lines(x, 592, [account, seller.name, seller.street, seller.town], { size })
    sheet
      .at(x, 660, 'Zahlbar durch', { size: size - 1, bold: true })
      .lines(x, 670, [buyer.name, buyer.street, buyer.town], { size })
  }
  sheet.box(190, 580, 130, 130, 0.2).captions(
    740,
    [
      [14, 'Währung', 'CHF'],
      [60, 'Betrag', num('za', gross)],
      [190, 'Währung', 'CHF'],
      [240, 'Betrag', num('za', gross)],
    ],
    { size: 7, bold: true },
  )
  sheet.at(110, 800, 'Annahmestelle', { size: 6, bold: true })
  return invoice(
    'swiss-qr-bill',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId.replace(' MWST', ''),
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: gross,
      currency: 'CHF',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due', 'vendor_tax_id'] },
  )
}

/** An Austrian fee note with the tax numbers of both sides and the date in words. */
export const feeNote: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'at')
  const who = `Mag. ${human(chance)}`
  const [seller] = parties(chance, 'at')
  const items = itemsOf(chance, ['Übersetzung Vertrag DE-EN', 'Beglaubigung', 'Eilzuschlag'], {
    rates: [20],
    count: chance.whole(1, 3),
    dear: 500,
    most: 3,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const [date, number, account] = [
    dayOf(chance),
    `HN ${chance.digits(2)}/${chance.whole(2021, 2026)}`,
    iban(chance, 'AT'),
  ]
  const sheet = await Sheet.open(chance, { family: 'serif', text: 11, cut: 'gaps' })
  sheet
    .mid(297, 60, who, { size: 16, spaced: 1.5 })
    .mid(297, 78, 'Allgemein beeidete Dolmetscherin für Englisch', { size: 9 })
    .mid(297, 90, `${seller.street}, ${seller.town} · UID: ${seller.taxId}`, { size: 9 })
  sheet.lines(80, 150, ['An', buyer.name, buyer.street, buyer.town, `UID: ${buyer.taxId}`])
  sheet.right(515, 240, `Wien, am ${day(date, 'D. MMMM YYYY', 'de').replace('Januar', 'Jänner')}`)
  sheet.mid(297, 280, 'H O N O R A R N O T E', { size: 14 }).mid(297, 298, `Nr. ${number}`)
  let y = 340
  for (const { text, quantity, price, amount } of items) {
    sheet.at(80, y, `${text} (${quantity} x € ${num('de', price)})`).right(515, y, `€ ${num('de', amount)}`)
    y += 18
  }
  sheet.rule(y - 8, 420, 515).pairs(
    250,
    -515,
    y + 8,
    [
      ['Honorar netto', `€ ${num('de', net)}`],
      ['+ 20 % USt.', `€ ${num('de', tax)}`],
      ['Honorar gesamt', `€ ${num('de', sum([net, tax]))}`, { bold: true }],
    ],
    17,
  )
  sheet.lines(80, y + 90, ['zahlbar binnen 14 Tagen auf mein Konto', `IBAN ${account}, BIC RZOOAT2L`])
  return invoice(
    'fee-note',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: who,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'EUR',
      iban: account,
    },
    { optional: ['payment_terms', 'amount_due', 'due_date'] },
  )
}

/** A telephone bill: the sum first, services by group, collected from the account. */
export const phoneBill: Generator = async (chance) => {
  const parts = [
    ['Grundpreise', chance.amount(19, 50)],
    ['Verbindungen', chance.amount(0.5, 22)],
    ['Geräteraten', chance.amount(4, 25)],
  ] as const
  const net = sum(parts.map(([, amount]) => amount))
  const tax = cents(net * 0.19)
  const [who, date, number, taxId] = [human(chance), dayOf(chance), chance.digits(10), TAX_IDS.de(chance)]
  const sheet = await Sheet.open(chance, { text: 9, family: 'unicode', cut: 'runs' })
  sheet.logo(480, 30, 40).at(60, 130, 'Funkwerk Mobil GmbH, Postfach 10 01 02, 53111 Bonn', { size: 6.5 })
  sheet.lines(60, 150, ['Herrn/Frau', who, 'Ahornweg 12', '48143 Münster'], { size: 10 })
  sheet.pairs(
    360,
    450,
    150,
    [
      ['Rechnungsdatum', dm(date)],
      ['Kundennummer', chance.digits(9)],
      ['Rechnungsnummer', number],
      ['Buchungskonto', chance.digits(10)],
    ],
    12,
    { size: 8 },
  )
  sheet.at(60, 250, `Ihre Rechnung für ${day(date, 'MMMM YYYY', 'de')}`, { size: 14, bold: true })
  let y = sheet.pairs(
    60,
    -530,
    280,
    [
      ['Leistungen', 'Beträge (EUR)', { bold: true }],
      ...parts.map(([text, amount]) => [text, num('de', amount)] as const),
    ],
    15,
  )
  sheet.rule(y - 10, 60, 530)
  y = sheet.pairs(
    60,
    -530,
    y + 4,
    [
      ['Summe Nettobeträge', num('de', net)],
      ['Umsatzsteuer 19 %', num('de', tax)],
      ['Zu zahlender Betrag', num('de', sum([net, tax])), { bold: true, size: 12 }],
    ],
    17,
  )
  sheet.prose(
    60,
    y + 20,
    470,
    `Der Rechnungsbetrag wird frühestens am 5. Werktag nach Zugang der Rechnung von Ihrem Konto DE** **** **** **** **** 44 abgebucht.`,
  )
  sheet.lines(
    60,
    800,
    [`Funkwerk Mobil GmbH · Am Umspannwerk 8 · 53111 Bonn · Amtsgericht Bonn HRB 40118 · USt-IdNr. ${taxId}`],
    { size: 6 },
  )
  return invoice(
    'phone-bill',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: 'Funkwerk Mobil GmbH',
      customer_name: who,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: sum([net, tax]),
      currency: 'EUR',
      vendor_tax_id: taxId,
    },
    { optional: ['payment_terms', 'due_date', 'iban'] },
  )
}
