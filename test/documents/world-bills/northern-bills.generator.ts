import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

/** A Dutch web bookkeeper: everything ragged left, the sum with its date in a sentence, no rules. */
export const dutchOnline: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'nl')
  const items = itemsOf(chance, ['Onderhoud website', 'Fotografie productlijn', 'Reiskosten', 'Hosting per jaar'], {
    rates: [21],
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.21)]
  const [date, account] = [dayOf(chance), iban(chance, 'NL')]
  const number = `${date.slice(0, 4)}-00${chance.digits(2)}`
  const due = daysAfter(date, 14)
  const nl = (amount: number) => `€ ${num('de', amount)}`
  const sheet = await open(chance, 'unicode 9 glyphs flipped')
  sheet.print`
    60: 380 ${seller.name} ¶ ${seller.street} ¶ ${seller.town} ¶  ¶ KVK 68118842 ¶ BTW ${seller.taxId} ¶ ${account}
    130: 60 ${buyer.name} ¶ t.a.v. ${human(chance)} ¶ ${buyer.street} ¶ ${buyer.town}
    220: 60b/18 Factuur
    list 245: 60 | 160
    - Factuurnummer | ${number}
    - Factuurdatum | ${day(date, 'DD-MM-YYYY')}
    - Vervaldatum | ${day(due, 'DD-MM-YYYY')}
    - Referentie | PO ${chance.digits(5)}
    y = table 325: 60 Aantal | 110 Omschrijving | 360 Btw | 440> Bedrag | 530> Totaal
    - ${items.map(({ text, quantity, price, amount }) => [`${quantity} x`, text, '21%', nl(price), nl(amount)])}
    list y+10: 330 | 530>
    - Subtotaal | ${nl(net)}
    - 21% btw | ${nl(tax)}
    -b Totaal | ${nl(sum([net, tax]))}
    740: 60<460 We verzoeken je vriendelijk het bovenstaande bedrag van ${nl(sum([net, tax]))} voor
      & ${day(due, 'DD-MM-YYYY')} te voldoen op onze bankrekening onder vermelding van het factuurnummer ${number}.
  `
  return sheet.says`INVOICE dutch-online.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | currency EUR | iban ${account} | line_items ${rowsOf(items)}
    optional purchase_order payment_terms amount_due`
}

/** A Swedish invoice: giro numbers and OCR reference along the foot with the sum to be paid. */
export const swedishFaktura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'se')
  const items = itemsOf(chance, ['Snickeriarbete', 'Virke 45x95', 'Servicebil', 'Förbrukningsmaterial'], {
    rates: [25],
    dear: 900,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.25)]
  const exact = sum([net, tax])
  const total = Math.round(exact)
  const [date, number] = [dayOf(chance), chance.digits(5)]
  const due = daysAfter(date, 30)
  const kr = (amount: number) => num('nordic', amount)
  const sheet = await open(chance, '8.5')
  sheet.print`
    50: 40b/14 ${seller.name} | 330b/18 Faktura
    list 72 step 12: 330 | 430
    - Fakturadatum | ${date}
    - Fakturanr | ${number}
    - OCR | ${number}118
    - Kundnr | ${chance.digits(4)}
    135: 330/7 Faktureringsadress
    147: 330 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    list 147 step 12: 40 | 140
    - Er referens | ${human(chance)}
    - Vår referens | Nils Ek
    - Betalningsvillkor | 30 dagar
    - Förfallodatum | ${due}
    - Dröjsmålsränta | 8,00 %
    y = table 230 head from 36 to 559: 40 Artnr | 90 Benämning | 300> Lev ant | 310 Enhet | 420> À-pris | 555> Summa
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${chance.digits(3)} | ${text} | ${kr(quantity)}
      | st | ${kr(price)} | ${kr(amount)}`,
    )}
    table 700 head from 36 to 559: 40 Exkl. moms | 130 Moms % | 200 Moms kr | 300 Öresavr | 559> ATT BETALA
    - ${kr(net)} | 25,00 | ${kr(tax)} | ${kr(cents(total - exact))} | SEK ${kr(total)}
    rule y 36 559
    760/7 step 11.9: 40 Adress ¶/8.5 ${seller.street} | 180 Bankgiro ¶/8.5 5${chance.digits(3)}-${chance.digits(4)}
      | 290 Organisationsnr ¶/8.5 ${seller.taxId.slice(2, 8)}-${seller.taxId.slice(8, 12)} | 420 Momsreg.nr
      ¶/8.5 ${seller.taxId}
    800: 40/7 Godkänd för F-skatt
  `
  return sheet.says`INVOICE swedish-faktura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${total} | amount_due ${total} | currency SEK | payment_terms 30 dagar
      | line_items ${rowsOf(items)}`
}

/** A Danish invoice with its sums in kroner and the month in words. */
export const danishFaktura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'dk')
  const items = itemsOf(chance, ['Konsulenttimer', 'Kørsel, km', 'Licens pr. bruger', 'Opstartsgebyr'], {
    rates: [25],
    dear: 1_100,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.25)]
  const [date, number, account] = [dayOf(chance), chance.digits(4), `${chance.digits(4)} ${chance.digits(10)}`]
  const due = daysAfter(date, 8)
  const dk = (amount: number) => num('de', amount)
  const sheet = await open(chance, '9.5 reversed')
  sheet.print`
    60: 50b ${buyer.name}
    73: 50 ${buyer.street} ¶ ${buyer.town} ¶ CVR-nr. ${buyer.taxId}
    logo 470 40 44
    200: 50/22 Faktura
    list 190: 380 | 545>
    - Fakturadato: | ${day(date, 'D. MMMM YYYY', 'da')}
    - Fakturanr.: | ${number}
    y = table 250 head from 50 to 545: 50 Beskrivelse | 300> Antal | 310 Enhed | 450> Enhedspris | 545> Pris
    - ${items.map(({ text, quantity, price, amount }) => [text, dk(quantity), 'stk.', dk(price), dk(amount)])}
    list y+8 step 16: 360 | 545>
    - Subtotal | ${dk(net)}
    - Moms (25,00%) | ${dk(tax)}
    -b Total DKK | ${dk(sum([net, tax]))}
    y+90: 50 Betalingsbetingelser: Netto 8 dage - Forfaldsdato: ${day(due, 'D. MMMM YYYY', 'da')}
      ¶ Beløbet indbetales på bankkonto: Bank / Kontonr. ${account}
      ¶ Fakturanr. ${number} bedes angivet ved bankoverførsel
    815: 297^/7.5 ${seller.name} / ${seller.street} / ${seller.town} / CVR-nr. ${seller.taxId} / Tlf. 70 11 88 42
  `
  return sheet.says`INVOICE danish-faktura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])} | currency DKK
      | payment_terms Netto 8 dage | line_items ${rowsOf(items)}
    optional amount_due`
}

/** A Norwegian invoice: KID, account number, organisation number with MVA. */
export const norwegianFaktura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'no')
  const items = itemsOf(chance, ['Regnskapsføring', 'Lønnskjøring', 'Årsoppgjør'], {
    rates: [25],
    dear: 1_900,
    most: 5,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.25)]
  const [date, number] = [dayOf(chance), chance.digits(5)]
  const due = daysAfter(date, 14)
  const no = (amount: number) => num('fr', amount)
  const sheet = await open(chance, '9 runs shuffled')
  sheet.print`
    50: 40 ${seller.name} ¶ ${seller.street} ¶ ${seller.town} ¶ Org.nr. ${seller.taxId}
    140: 40 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    50: 380b/16 FAKTURA
    list 80: 380 | 470
    - Fakturanr. | ${number}
    - Fakturadato | ${day(date, 'DD.MM.YYYY')}
    - Forfallsdato | ${day(due, 'DD.MM.YYYY')}
    - Kundenr. | ${chance.digits(5)}
    - Deres ref. | ${human(chance)}
    - KID | ${number}0${chance.digits(3)}
    - Kontonr. | ${chance.digits(4)} ${chance.digits(2)} ${chance.digits(5)}
    y = table 230 band 0.9: 40 Beskrivelse | 300> Antall | 380> Pris | 430> MVA | 555> Beløp
    - ${items.map(({ text, quantity, price, amount }) => [text, num('comma', quantity), no(price), '25%', no(amount)])}
    list y+12 step 17: 360 | 555>
    - Netto | ${no(net)}
    - MVA 25% av ${no(net)} | ${no(tax)}
    -b/12 Å betale | NOK ${no(sum([net, tax]))}
  `
  return sheet.says`INVOICE norwegian-faktura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | amount_due ${sum([net, tax])} | currency NOK
      | line_items ${rowsOf(items)}
    optional payment_terms purchase_order`
}

/** A Finnish invoice with its captions over the values and a giro slip at the foot. */
export const finnishLasku: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'fi')
  const items = itemsOf(chance, ['Sähköasennus', 'Pistorasia', 'Matkakulut', 'Tarvikkeet'], {
    rates: [25.5],
    dear: 160,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.255)]
  const [date, number, account] = [dayOf(chance), chance.digits(4), iban(chance, 'FI')]
  const due = daysAfter(date, 14)
  const fi = (amount: number) => num('nordic', amount)
  const d = (iso: string) => day(iso, 'D.M.YYYY')
  const sheet = await open(chance, '8.5 words')
  sheet.print`
    50: 40b/12 ${seller.name}
    110: 40 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    50: 320b/14 LASKU
  `
  for (const [i, row] of [
    [
      ['Laskun pvm', d(date)],
      ['Laskun numero', number],
    ],
    [
      ['Eräpäivä', d(due)],
      ['Viitenumero', `${number}1 3`],
    ],
    [
      ['Maksuehto', '14 pv netto'],
      ['Viivästyskorko', '10,5 %'],
    ],
  ].entries())
    sheet.print`
      ${76 + i * 28}/7#0.4 step 11.9: 320 ${row[0]?.[0] as string} ¶/8.5 ${row[0]?.[1] as string}
        | 440 ${row[1]?.[0] as string} ¶/8.5 ${row[1]?.[1] as string}
    `
  sheet.print`
    y = table 200 head: 40 Tuote | 270> Määrä | 278 Yks. | 360> á-hinta | 410> Alv % | 555> Yhteensä
    - ${items.map(({ text, quantity, price, amount }) => [text, fi(quantity), 'kpl', fi(price), '25,50', fi(amount)])}
    list y+10: 360 | 555>
    - Veroton yhteensä | ${fi(net)}
    - Arvonlisävero 25,5 % | ${fi(tax)}
    -b Maksettava yhteensä EUR | ${fi(sum([net, tax]))}
    660: 40/7 ${seller.street} ¶ ${seller.town} ¶ Y-tunnus ${seller.taxId}
      ¶ ALV-nro FI${seller.taxId.replace('-', '')}
    box 36 700 520 110
    714: 42/8 Saajan tilinumero ¶ ${account} ¶ Saaja ¶ ${seller.name}
    list 780: 320 | 550>
    - Eräpäivä | ${d(due)}
    - Euro | ${fi(sum([net, tax]))}
  `
  return sheet.says`INVOICE finnish-lasku.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id FI${seller.taxId.replace('-', '')} | customer_name ${buyer.name} | subtotal ${net}
      | total_tax ${tax} | invoice_total ${sum([net, tax])} | amount_due ${sum([net, tax])} | currency EUR
      | iban ${account} | payment_terms 14 pv netto | line_items ${rowsOf(items)}`
}
