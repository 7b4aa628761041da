import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf } from './bill.ts'
import { iban, TAX_IDS } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

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
  const sheet = await open(chance, '9')
  sheet.print`
    50: 60b/13 ${seller.name}
    64: 60 ${seller.street} ¶ ${seller.town} ¶ MWST-Nr. ${seller.taxId}
    120: 340 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    190: 60b/14 Rechnung ${number}
    list 210 step 12: 60 | 160
    - Datum | ${dm(date)}
    - Zahlbar bis | ${dm(due)}
    - Unser Zeichen | ke/118
    y = table 265 head from 60 to 540: 60 Leistung | 330> Anzahl | 430> Ansatz CHF | 540> Betrag CHF
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${quantity} | ${num('ch', price)}
      | ${num('ch', amount)}`,
    )}
    list y+6: 330 | 540>
    - Zwischentotal | ${num('ch', net)}
    - MWST 8.1% | ${num('ch', tax)}
    -b Total CHF | ${num('ch', gross)}
    rule 544 0 595 0.3
    upright 176 544 842
    562b/11: 14 Empfangsschein | 190 Zahlteil
  `
  for (const [x, size] of [
    [14, 7],
    [338, 9],
  ] as const) {
    sheet.print`
      582: ${x}b/${size - 1} Konto / Zahlbar an
      592: ${x}/${size} ${account} ¶ ${seller.name} ¶ ${seller.street} ¶ ${seller.town}
      660: ${x}b/${size - 1} Zahlbar durch
      670: ${x}/${size} ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    `
  }
  sheet.print`
    box 190 580 130 130 0.2
    740b/7 step 12.6: 14 Währung ¶/9 CHF | 60 Betrag ¶/9 ${num('za', gross)} | 190 Währung ¶/9 CHF | 240 Betrag
      ¶/9 ${num('za', gross)}
    800: 110b/6 Annahmestelle
  `
  return sheet.says`INVOICE swiss-qr-bill.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId.replace(' MWST', '')} | customer_name ${buyer.name} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${gross} | currency CHF | iban ${account} | line_items ${rowsOf(items)}
    optional payment_terms amount_due vendor_tax_id`
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
  const sheet = await open(chance, 'serif 11 gaps')
  sheet.print`
    60: 297^/16_1.5 ${who}
    78: 297^/9 Allgemein beeidete Dolmetscherin für Englisch
    90: 297^/9 ${seller.street}, ${seller.town} · UID: ${seller.taxId}
    150: 80 An ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ UID: ${buyer.taxId}
    240: 515> Wien, am ${day(date, 'D. MMMM YYYY', 'de').replace('Januar', 'Jänner')}
    280: 297^/14 H O N O R A R N O T E
    298: 297^ Nr. ${number}
    y = 340:
    y = list y step 18: 80 | 515>
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${text} (${quantity} x € ${num('de', price)})
      | € ${num('de', amount)}`,
    )}
    rule y-8 420 515
    list y+8 step 17: 250 | 515>
    - Honorar netto | € ${num('de', net)}
    - + 20 % USt. | € ${num('de', tax)}
    -b Honorar gesamt | € ${num('de', sum([net, tax]))}
    y+90: 80 zahlbar binnen 14 Tagen auf mein Konto ¶ IBAN ${account}, BIC RZOOAT2L
  `
  return sheet.says`INVOICE fee-note.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${who} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | currency EUR | iban ${account}
    optional payment_terms amount_due due_date`
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
  const sheet = await open(chance, 'unicode 9 runs')
  sheet.print`
    logo 480 30 40
    130: 60/6.5 Funkwerk Mobil GmbH, Postfach 10 01 02, 53111 Bonn
    150: 60/10 Herrn/Frau ¶ ${who} ¶ Ahornweg 12 ¶ 48143 Münster
    list 150/8 step 12: 360 | 450
    - Rechnungsdatum | ${dm(date)}
    - Kundennummer | ${chance.digits(9)}
    - Rechnungsnummer | ${number}
    - Buchungskonto | ${chance.digits(10)}
    250: 60b/14 Ihre Rechnung für ${day(date, 'MMMM YYYY', 'de')}
    y = list 280 step 15: 60 | 530>
    -b Leistungen | Beträge (EUR)
    - ${parts.map(([text, amount]) => [text, num('de', amount)] as const)}
    rule y-10 60 530
    y = list y+4 step 17: 60 | 530>
    - Summe Nettobeträge | ${num('de', net)}
    - Umsatzsteuer 19 % | ${num('de', tax)}
    -b/12 Zu zahlender Betrag | ${num('de', sum([net, tax]))}
    y+20: 60<470 Der Rechnungsbetrag wird frühestens am 5. Werktag nach Zugang der Rechnung von Ihrem Konto DE**
      & **** **** **** **** 44 abgebucht.
    800: 60/6 Funkwerk Mobil GmbH · Am Umspannwerk 8 · 53111 Bonn · Amtsgericht Bonn HRB 40118 · USt-IdNr. ${taxId}
  `
  return sheet.says`INVOICE phone-bill.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name Funkwerk Mobil GmbH | customer_name ${who}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])} | amount_due ${sum([net, tax])}
      | currency EUR | vendor_tax_id ${taxId}
    optional payment_terms due_date iban`
}
