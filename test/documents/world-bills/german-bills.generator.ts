import { split } from '../printer/lists.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf, taxesOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const WARES = split`
  Kabelkanal 40x60 mm weiß | Montageset für Wandhalter | Prüfung nach DGUV V3 | Schulung vor Ort
  | Druckerpapier A4 80 g | Dichtring DN 50
`
const dm = (iso: string) => day(iso, 'DD.MM.YYYY')
const eu = (amount: number) => `${num('de', amount)} €`

/** An office suite's print: a logo, facts at the right, articles with a line of detail, printed as a browser does. */
export const officeSuite: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, WARES, { rates: [19] })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.19)]
  const [date, number, account] = [dayOf(chance), `RE${chance.digits(5)}`, iban(chance, 'DE')]
  const due = daysAfter(date, 14)
  const sheet = await open(chance, 'unicode glyphs flipped')
  sheet.print`
    logo 480 36 44
    120: 60/6.5#0.4 ${seller.name}, ${seller.street}, ${seller.town}
    138: 60/10 ${buyer.name} ¶ ${human(chance)} ¶ ${buyer.street} ¶ ${buyer.town}
    list 138: 370 | 460
    - Rechnungsnr. | ${number}
    - Kundennummer | 1${chance.digits(4)}
    - Rechnungsdatum | ${dm(date)}
    - Lieferdatum | ${dm(daysAfter(date, -3))}
    - Fällig am | ${dm(due)}
    250: 60b/15 Rechnung ${number}
    270: 60<460 Sehr geehrte Damen und Herren, vielen Dank für Ihren Auftrag. Wir berechnen Ihnen:
    y = table 310 from 56 to 539 band 0.92: 60 Pos. | 90 Beschreibung | 340> Menge | 430> Einzelpreis
      | 535> Gesamtpreis
    - ${items.map(
      ({ text, quantity, price, amount }, i) => cells`${i + 1}. | ${text} ¶ Art.-Nr. ${40211 + i * 17}
      | ${num('de', quantity)} Stk | ${eu(price)} | ${eu(amount)}`,
    )}
    y = list y+10 step 15: 340 | 535>
    - Gesamtbetrag netto | ${eu(net)}
    - zzgl. Umsatzsteuer 19 % | ${eu(tax)}
    -b Gesamtbetrag brutto | ${eu(sum([net, tax]))}
    y+20: 60<470 Bitte überweisen Sie den Betrag bis zum ${dm(due)} unter Angabe der Rechnungsnummer.
    780/7: 60 ${seller.name} ¶ ${seller.street} ¶ ${seller.town} | 220 Tel. 040 555 01 88 ¶ USt-ID ${seller.taxId}
      ¶ Steuer-Nr. 27/114/09182 | 390 Hanseatische Volksbank ¶ IBAN ${account} ¶ BIC GENODEF1XXX
  `
  return sheet.says`INVOICE office-suite.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | currency EUR | iban ${account} | line_items ${rowsOf(items)}
    optional payment_terms amount_due`
}

/** Two rates, freight, a table of rates, the delivery address as a third block; totals of the EN 16931 kind. */
export const hybridExtended: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, WARES, { rates: [19, 7], count: 4, decimals: 4, dear: 40 })
  const freight = chance.amount(4, 30)
  const taxes = taxesOf(items).map(({ rate, net }, i) => ({ rate, net: i === 0 ? sum([net, freight]) : net }))
  const parts = taxes.map(({ rate, net }) => ({ rate, net, tax: cents((net * rate) / 100) }))
  const [lines, tax] = [netOf(items), sum(parts.map((part) => part.tax))]
  const net = sum([lines, freight])
  const [date, number, order] = [dayOf(chance), `${chance.digits(6)}/${chance.digits(2)}`, `B${chance.digits(7)}`]
  const sheet = await open(chance, '8 columns')
  sheet.print`
    50: 40b/14 ${seller.name}
    64: 40 ${seller.street} · ${seller.town} · USt-IdNr. ${seller.taxId}
    rule 70 40 555
  `
  for (const [x, head, who] of [
    [40, 'Rechnungsempfänger', buyer.name],
    [220, 'Lieferanschrift', 'Zentrallager Süd'],
    [400, 'Ansprechpartner', 'Frau Petra Lohse'],
  ] as const)
    sheet.print`
      90: ${x}b ${head}
      104: ${x} ${who} ¶ ${
        x === 40
          ? [buyer.street, buyer.town, `USt-IdNr. ${buyer.taxId}`]
          : x === 220
            ? ['Tor 4', '74072 Heilbronn']
            : ['Durchwahl -118']
      }
    `
  sheet.print`
    175: 40b/16 RECHNUNG
    195b step 11.2: 40 Beleg-Nr. ¶/8 ${number} | 140 Belegdatum ¶/8 ${dm(date)} | 240 Ihre Bestellung ¶/8 ${order}
      | 340 Lieferschein ¶/8 ${chance.digits(6)} | 440 Lieferdatum ¶/8 ${dm(daysAfter(date, -2))}
    y = table 240 head from 40 to 555: 40 Pos | 62 Artikel | 120 Bezeichnung | 340> Menge | 346 ME | 430> Preis/ME
      | 465> USt | 555> Betrag
    - ${items.map(
      ({ text, quantity, price, rate, amount }, i) => cells`${(i + 1) * 10} | A-${chance.digits(4)}
      | ${text} | ${num('de', quantity, 3)} | ST | ${num('de', price, 4)} | ${rate}% | ${num('de', amount)}`,
    )}
    y = list y+6 step 12: 330 | 555>
    - Summe Positionen | ${num('de', lines)}
    - Frachtkosten (19 %) | ${num('de', freight)}
    - Nettobetrag | ${num('de', net)}
    y = table y+8 head from 330 to 555: 330 Steuersatz | 470> Bemessungsgrundlage | 555> Steuerbetrag
    - ${parts.map((part) => [`${num('de', part.rate)} %`, num('de', part.net), num('de', part.tax)])}
    list y+4: 330 | 555>
    - Summe Steuer | ${num('de', tax)}
    -b Rechnungsbetrag EUR | ${num('de', sum([net, tax]))}
    y+60: 40 Zahlungsbedingung: 10 Tage 2 % Skonto, 30 Tage netto
  `
  return sheet.says`INVOICE hybrid-extended.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId} | purchase_order ${order} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${sum([net, tax])} | currency EUR | line_items ${rowsOf(items)}
    optional payment_terms amount_due due_date`
}

/** A builder's final invoice: the whole work, then what was paid on account, then the rest. */
export const finalWithAdvances: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(
    chance,
    ['Erdarbeiten Baugrube', 'Fundamentplatte C25/30', 'Mauerwerk 24 cm', 'Gerüst stellen'],
    { rates: [19], fractions: 1, dear: 900, count: 4 },
  )
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.19)]
  const gross = sum([net, tax])
  const paid = [cents(gross * 0.3), cents(gross * 0.25)]
  const [date, number, account] = [dayOf(chance), `SR-${chance.digits(3)}-${chance.digits(4)}`, iban(chance, 'DE')]
  const rest = cents(gross - sum(paid))
  const sheet = await open(chance, 'serif 10 gaps')
  sheet.print`
    60: 70b/18 ${seller.name}
    76: 70 ${seller.street}, ${seller.town}
    140: 70 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    200: 540> ${seller.town.slice(6)}, den ${dm(date)}
    230: 70b/14 Schlussrechnung Nr. ${number}
    248: 70 Bauvorhaben: Neubau Lagerhalle, Flurstück 118/4
    y = table 280 rows from 70 to 540: 70 Pos | 100 Leistung | 330> Menge | 430> EP in EUR | 540> GP in EUR
    - ${items.map(
      ({ text, quantity, price, amount }, i) => cells`01.${i + 1} | ${text}
      | ${num('de', quantity, 1)} m³ | ${num('de', price)} | ${num('de', amount)}`,
    )}
    y = list y+8 step 16: 250 | 540>
    - Summe netto | ${num('de', net)}
    - 19 % Mehrwertsteuer | ${num('de', tax)}
    -b Gesamtsumme brutto | ${num('de', gross)}
    - abzgl. 1. Abschlagszahlung vom ${dm(daysAfter(date, -60))} | ${num('de', -(paid[0] ?? 0))}
    - abzgl. 2. Abschlagszahlung vom ${dm(daysAfter(date, -25))} | ${num('de', -(paid[1] ?? 0))}
    -b Noch zu zahlen | ${num('de', rest)}
    y+16: 70<470 Zahlbar innerhalb von 21 Tagen ohne Abzug.
    800: 70/8 Kreissparkasse · IBAN ${account} · USt-IdNr. ${seller.taxId}
  `
  return sheet.says`INVOICE final-with-advances.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax} | invoice_total ${gross}
      | amount_due ${rest} | currency EUR | iban ${account} | line_items ${rowsOf(items)}
    optional payment_terms due_date`
}

/** A freelancer without turnover tax: a letter, one sum. */
export const smallBusiness: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'de')
  const who = human(chance)
  const items = itemsOf(chance, ['Lektorat Imagebroschüre', 'Texterstellung Webseite', 'Korrekturgang'], {
    fractions: 1,
    most: 9,
    dear: 85,
    count: 3,
  })
  const total = netOf(items)
  const [date, account] = [dayOf(chance), iban(chance, 'DE')]
  const number = `${date.slice(0, 4)}-${chance.digits(3)}`
  const sheet = await open(chance, '11 words')
  sheet.print`
    60: 380 ${who} ¶ Textbüro ¶ Kastanienallee 9 ¶ 10435 Berlin ¶ mail@textbuero.example
    150: 70 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    240: 70/20 Rechnung
    264: 70 Rechnungsnummer: ${number} ¶ Datum: ${dm(date)} (entspricht dem Leistungsdatum)
    y = table 320 heading #0.4: 70 Leistung | 330> Stunden | 420> Satz | 530> Betrag
    - ${items.map(({ text, quantity, price, amount }) => [text, num('de', quantity, 1), eu(price), eu(amount)])}
    rule y-8 70 530
    y+6b: 70 Rechnungsbetrag | 530> ${eu(total)}
    y = y+40: 70<460 Gemäß § 19 UStG wird keine Umsatzsteuer berechnet. Bitte überweisen Sie den Betrag innerhalb
      & von zehn Tagen auf mein Konto:
    y+6: 70 IBAN: ${account} ¶ Bank: Spreebank Berlin ¶ Steuernummer: 31/412/60718
  `
  return sheet.says`INVOICE small-business.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${who} | customer_name ${buyer.name}
      | invoice_total ${total} | currency EUR | iban ${account} | vendor_tax_id 31/412/60718
      | line_items ${rowsOf(items)}
    optional payment_terms amount_due due_date subtotal total_tax`
}

/** A corrected invoice whose sums are negative. */
export const correction: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, WARES, { rates: [19], count: 2 })
  const [net, tax] = [-netOf(items), -cents(netOf(items) * 0.19)]
  const [date, number] = [dayOf(chance), `GS${chance.digits(6)}`]
  const sheet = await open(chance, '9 runs')
  sheet.print`
    50: 550>b/13 ${seller.name}
    64: 550> ${seller.street}, ${seller.town}
    120: 50 Firma ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    220: 50b/14 Rechnungskorrektur / Gutschrift
    list 240 step 12: 50 | 150
    - Belegnummer | ${number}
    - Belegdatum | ${dm(date)}
    - zu Rechnung | RE${chance.digits(6)}
    - vom | ${dm(daysAfter(date, -19))}
    y = table 310 grid from 46 to 553: 90> Menge | 96 Einh. | 130 Bezeichnung | 440> Preis | 550> Summe EUR
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${num('de', -quantity, 0)} | Stk | ${text}
      | ${num('de', price)} | ${num('de', -amount)}`,
    )}
    y = list y+8: 380 | 550>
    - Nettosumme | ${num('de', net)}
    - USt. 19,00 % | ${num('de', tax)}
    -b Endbetrag | ${num('de', sum([net, tax]))}
    y+30: 50 Der Betrag wird Ihrem Kundenkonto gutgeschrieben.
    810: 50/7 USt-IdNr.: ${seller.taxId}   Geschäftsführung: ${human(chance)}
  `
  return sheet.says`INVOICE correction.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${seller.taxId}
      | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])}
      | currency EUR | line_items ${items.map(({ text, quantity, price, amount }) => ({
        description: text,
        quantity: -quantity,
        unit_price: price,
        amount: -amount,
      }))}
    optional payment_terms amount_due`
}
