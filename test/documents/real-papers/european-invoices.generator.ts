import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { company, person, town } from './names.ts'
import { day, dayOf, daysAfter, de, fr } from './print.ts'
import { european, saleOf } from './sale.ts'

/** Factuur: KvK and BTW-nummer, vervaldatum, excl. and incl. btw. */
export const dutchFactuur: Generator = async (chance) => {
  const sale = saleOf(chance, ['Onderhoud website', 'Advies uren', 'Fietsonderdelen set'], 21)
  const [vendor, customer, date] = [company(chance, 'B.V.'), company(chance, 'V.O.F.'), dayOf(chance)]
  const due = daysAfter(date, 14)
  const [number, vat] = [`${date.slice(0, 4)}${chance.digits(4)}`, `NL${chance.digits(9)}B01`]
  const sheet = await Sheet.open(chance, 'a4 10')
  sheet.print`
    70: 50b/22 Factuur
    110: 50 ${customer} ¶ T.a.v. de administratie ¶ Keizersgracht 118 ¶ 1015 CW Amsterdam
    70: 360b ${vendor}
    84: 360/9 Dorpsstraat 14 ¶ 3511 AB Utrecht ¶ KvK: 55118842 ¶ BTW: ${vat} ¶ IBAN: NL91 ABNA 0417 1643 00
    list 190 step 14: 50 | 150
    - Factuurnummer | ${number}
    - Factuurdatum | ${day(date, 'DD-MM-YYYY')}
    - Vervaldatum | ${day(due, 'DD-MM-YYYY')}
    260b: 50 Omschrijving | 320> Aantal | 400> Prijs | 450> Btw | 545> Totaal
    rule 264 50 545
    y = 280:
    y = list y step 16: 50 | 320> | 400> | 450> | 545>
    - ${sale.lines.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${quantity} | € ${de(price)} | 21%
      | € ${de(amount)}`,
    )}
    y+14: 450> Totaal excl. btw | 545> € ${de(sale.net)}
    y+29: 450> 21% btw | 545> € ${de(sale.tax)}
    y+46b: 450> Totaal incl. btw | 545> € ${de(sale.gross)}
    y+90: 50<480/9 We verzoeken u vriendelijk het bovenstaande bedrag voor ${day(due, 'DD-MM-YYYY')} te voldoen op
      & bovenstaande rekening onder vermelding van het factuurnummer.
  `
  return sheet.says`INVOICE dutch-factuur.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${vendor} | vendor_tax_id ${vat}
      | customer_name ${customer} | iban NL91 ABNA 0417 1643 00 | ${european(sale)}
    optional amount_due payment_terms`
}

/** Facture: SIRET and TVA intracommunautaire, HT, TVA and TTC, net à payer, échéance, conditions. */
export const frenchFacture: Generator = async (chance) => {
  const sale = saleOf(
    chance,
    ['Prestation de conseil', 'Développement site web', 'Hébergement annuel', 'Formation (jour)'],
    20,
  )
  const [vendor, customer, date] = [company(chance, 'SARL'), company(chance, 'SAS'), dayOf(chance)]
  const due = daysAfter(date, 30)
  const [number, vat] = [`FA${date.slice(0, 4)}${chance.digits(4)}`, `FR${chance.digits(11)}`]
  const sheet = await Sheet.open(chance, 'a4')
  sheet.print`
    50: 40b/14 ${vendor}
    66: 40/8 14 rue des Merles ¶ ${town(chance, 'fr')} ¶ Tél. : 04 78 00 00 12
      ¶ SIRET : ${chance.digits(3)} ${chance.digits(3)} ${chance.digits(3)} 00012 ¶ N° TVA intracommunautaire : ${vat}
    56: 340b/13 FACTURE N° ${number}
    74: 340 Date : ${day(date, 'DD/MM/YYYY')}
    88: 340 Date d'échéance : ${day(due, 'DD/MM/YYYY')}
    130: 340/8 Client :
    144: 340/10 ${customer} ¶ 8 quai du Port ¶ ${town(chance, 'fr')}
    box 40 230 515 18 0.9
    242b: 46 Désignation | 310> Quantité | 390> P.U. HT | 440> TVA | 550> Montant HT
  `
  let y = 264
  y = sheet.print`
    list ${y} step 17: 46 | 310> | 390> | 440> | 550>
    - ${sale.lines.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${quantity} | ${fr(price)} € | 20 %
      | ${fr(amount)} €`,
    )}
  `
  for (const [i, [label, amount]] of [
    ['Total HT', sale.net],
    ['TVA 20 %', sale.tax],
    ['Total TTC', sale.gross],
    ['Net à payer', sale.gross],
  ].entries() as IterableIterator<[number, [string, number]]>)
    sheet.print`${y + 24 + i * 16}${i === 3 ? 'b' : ''}: 390 ${label} | 550> ${fr(amount)} €`
  sheet.print`
    ${y + 24}: 40/8 Conditions de règlement : 30 jours net
    ${y + 38}: 40/8 Mode de règlement : virement
    ${y + 52}: 40/8 IBAN : FR14 2004 1010 0505 0001 3M02 606
    760: 40<510/7 En cas de retard de paiement, une pénalité égale à 3 fois le taux d'intérêt légal sera exigible,
      & ainsi qu'une indemnité forfaitaire pour frais de recouvrement de 40 €. Pas d'escompte pour paiement anticipé.
  `
  return sheet.says`INVOICE french-facture.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${vendor} | vendor_tax_id ${vat}
      | customer_name ${customer} | amount_due ${sale.gross} | iban FR14 2004 1010 0505 0001 3M02 606
      | payment_terms 30 jours net | ${european(sale)}`
}

/** DIN 5008: a return line over the address window, facts at the right, sums under the table, bank data in the foot. */
export const germanLetter: Generator = async (chance) => {
  const sale = saleOf(
    chance,
    ['Wartung Heizungsanlage', 'Montagestunden Geselle', 'Kupferrohr 22 mm', 'Anfahrtpauschale'],
    19,
  )
  const [vendor, customer, date] = [company(chance, 'GmbH'), company(chance, 'KG'), dayOf(chance)]
  const [number, vat] = [`RE-${date.slice(0, 4)}-${chance.digits(4)}`, `DE${chance.digits(9)}`]
  const sheet = await Sheet.open(chance, 'a4 10')
  sheet.print`60: 545>b/16 ${vendor}`
  sheet.print`
    132: 70/7 ${vendor} · Mühlweg 3 · 04109 Leipzig
    rule 134 70 250 0.3
  `
  sheet.print`
    148: 70 ${customer} ¶ Herrn ${person(chance)} ¶ Lindenallee 14 ¶ ${town(chance, 'de')}
  `
  sheet.print`
    list 148 step 13: 360/9 | 545>/9
    - Rechnungs-Nr.: | ${number}
    - Kunden-Nr.: | ${chance.digits(5)}
    - Rechnungsdatum: | ${day(date, 'DD.MM.YYYY')}
    - Leistungsdatum: | ${day(daysAfter(date, -4), 'DD.MM.YYYY')}
    - Ihr Zeichen: | lf-118
  `
  sheet.print`
    280: 70b/13 Rechnung Nr. ${number}
    302: 70 Sehr geehrte Damen und Herren,
    318: 70<470 für die erbrachten Leistungen erlauben wir uns wie folgt zu berechnen:
  `
  sheet.print`
    346b/9: 70 Pos. | 100 Bezeichnung | 360> Menge | 370 Einheit | 470> Einzelpreis | 545> Gesamt
    rule 350 70 545
  `
  sheet.print`y = 366:`
  for (const [i, { text, quantity, price, amount }] of sale.lines.entries()) {
    sheet.print`
      y/9: 70 ${i + 1} | 100 ${text} | 360> ${de(quantity)} | 370 Stk. | 470> ${de(price)} € | 545> ${de(amount)} €
      y = y+16:
    `
  }
  sheet.print`
    rule y-8 70 545
    y+6: 360 Summe netto | 545> ${de(sale.net)} €
    y+21: 360 zzgl. 19 % MwSt. | 545> ${de(sale.tax)} €
    y+38b: 360 Rechnungsbetrag | 545> ${de(sale.gross)} €
  `
  sheet.print`
    y+70: 70<470 Bitte überweisen Sie den Rechnungsbetrag ohne Abzug innerhalb von 14 Tagen auf das unten genannte
      & Konto. Vielen Dank für Ihren Auftrag.
  `
  sheet.print`770: 70/7 ${vendor} ¶ Mühlweg 3 ¶ 04109 Leipzig`
  sheet.print`
    770: 230/7 Geschäftsführer: T. Lindqvist ¶ Amtsgericht Leipzig HRB 11842 ¶ USt-IdNr.: ${vat}
  `
  sheet.print`
    770: 400/7 Stadtsparkasse Auental ¶ IBAN: DE89 3704 0044 0532 0130 00 ¶ BIC: COBADEFFXXX
  `
  return sheet.says`INVOICE german-letter.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${vendor} | vendor_tax_id ${vat}
      | customer_name ${customer} | iban DE89 3704 0044 0532 0130 00 | ${european(sale)}
    optional purchase_order payment_terms amount_due due_date`
}

/** Fattura: P.IVA and C.F., spettabile, imponibile and IVA, scadenza in a ruled foot. */
export const italianFattura: Generator = async (chance) => {
  const sale = saleOf(chance, ['Consulenza tecnica', 'Fornitura materiale', 'Assistenza software'], 22)
  const [vendor, customer, date] = [company(chance, 'S.r.l.'), company(chance, 'S.p.A.'), dayOf(chance)]
  const due = daysAfter(date, 30)
  const [number, ours, theirs] = [
    `${chance.whole(1, 400)}/${date.slice(0, 4)}`,
    `IT${chance.digits(11)}`,
    chance.digits(11),
  ]
  const sheet = await Sheet.open(chance, 'a4')
  sheet.print`
    50: 40b/14 ${vendor}
    66: 40/8 Via Garibaldi 14 ¶ 20121 Milano (MI) ¶ P.IVA ${ours} ¶ C.F. ${ours.slice(2)}
    110: 340/8 Spett.le
    124: 340 ${customer} ¶ Corso Francia 22 ¶ 10143 Torino (TO) ¶ P.IVA ${theirs}
    box 40 190 515 34
    200/7: 46 Documento | 150 Numero | 260 Data documento | 400 Pagamento
    216b: 46 FATTURA | 150 ${number} | 260 ${day(date, 'DD/MM/YYYY')} | 400 Bonifico bancario 30 gg
    250b: 46 Descrizione | 320> Q.tà | 400> Prezzo unit. | 450> % IVA | 550> Importo
    rule 254 40 555
    y = 270:
    y = list y step 16: 46 | 320> | 400> | 450> | 550>
    - ${sale.lines.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${quantity} | ${de(price)} | 22
      | ${de(amount)}`,
    )}
    box 40 600 515 90
    614/7: 46 Imponibile | 160 Aliquota | 260 Imposta | 550> Totale documento
    630b: 46 ${de(sale.net)} | 160 22% | 260 ${de(sale.tax)} | 550> € ${de(sale.gross)}
    656/7: 46 Scadenze | 160 Banca d'appoggio
    672: 46 ${day(due, 'DD/MM/YYYY')}   € ${de(sale.gross)} | 160 IBAN IT60 X054 2811 1010 0000 0123 456
  `
  return sheet.says`INVOICE italian-fattura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${vendor}
      | vendor_tax_id ${ours} | customer_name ${customer} | customer_tax_id ${theirs}
      | iban IT60 X054 2811 1010 0000 0123 456 | ${european(sale)}
    optional amount_due payment_terms`
}

/** Factura: CIF and NIF, base imponible, IVA, vencimiento. */
export const spanishFactura: Generator = async (chance) => {
  const sale = saleOf(chance, ['Servicios de diseño', 'Mantenimiento informático', 'Cajas de cartón'], 21)
  const [vendor, customer, date] = [company(chance, 'S.L.'), company(chance, 'S.A.'), dayOf(chance)]
  const due = daysAfter(date, 30)
  const [number, ours, theirs] = [
    `A-${date.slice(2, 4)}/${chance.digits(4)}`,
    `B${chance.digits(8)}`,
    `A${chance.digits(8)}`,
  ]
  const sheet = await Sheet.open(chance, 'a4')
  sheet.print`
    60: 50b/14 ${vendor}
    76: 50 Calle Mayor 14 ¶ 28013 Madrid ¶ CIF: ${ours}
    60: 545>/20 FACTURA
    box 330 90 215 60
    104: 336 Nº Factura: | 540> ${number}
    120: 336 Fecha: | 540> ${day(date, 'DD/MM/YYYY')}
    136: 336 Vencimiento: | 540> ${day(due, 'DD/MM/YYYY')}
    150: 50b/8 DATOS DEL CLIENTE
    164: 50 ${customer} ¶ Avenida del Puerto 22 ¶ 46021 Valencia ¶ CIF: ${theirs}
    box 50 240 495 18 0.85
    252b/8: 56 CONCEPTO | 330> CANTIDAD | 430> PRECIO | 540> IMPORTE
    y = 274:
    y = list y step 16: 56 | 330> | 430> | 540>
    - ${sale.lines.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${quantity} | ${de(price)} €
      | ${de(amount)} €`,
    )}
    y+20: 430> BASE IMPONIBLE | 540> ${de(sale.net)} €
    y+36: 430> IVA 21% | 540> ${de(sale.tax)} €
    y+52b: 430> TOTAL FACTURA | 540> ${de(sale.gross)} €
    y+90: 50/8 Forma de pago: Transferencia bancaria
    y+102: 50/8 IBAN: ES91 2100 0418 4502 0005 1332
  `
  return sheet.says`INVOICE spanish-factura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${vendor}
      | vendor_tax_id ${ours} | customer_name ${customer} | customer_tax_id ${theirs}
      | iban ES91 2100 0418 4502 0005 1332 | ${european(sale)}
    optional amount_due payment_terms`
}
