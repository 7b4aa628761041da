import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const dm = (iso: string) => day(iso, 'DD/MM/YYYY')
const fr = (amount: number) => num('fr', amount)

/** An open ERP's invoice: sender and recipient in boxes, tax before the price, what was paid and what is left. */
export const erpFacture: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'fr')
  const items = itemsOf(
    chance,
    ['Prestation de développement', 'Hébergement annuel', 'Formation utilisateur', 'Licence poste supplémentaire'],
    { rates: [20] },
  )
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.2)]
  const gross = sum([net, tax])
  const paid = cents(gross * 0.4)
  const [date, number, account] = [dayOf(chance), `FA${chance.digits(4)}-${chance.digits(4)}`, iban(chance, 'FR')]
  const due = daysAfter(date, 30)
  const sheet = await open(chance, '8.5')
  sheet.print`
    logo 36 30 36
    42: 560>b/12 Facture ${number}
    56: 560> Date facturation : ${dm(date)}
    67: 560> Date échéance : ${dm(due)}
    78: 560> Code client : CU${chance.digits(4)}-00${chance.digits(2)}
    100: 36/7 Émetteur
    box 36 104 250 90 0.92
    118: 40b ${seller.name}
    131: 40 ${seller.street} ¶ ${seller.town} ¶ Tél.: 03 20 55 01 88 ¶ Email: compta@emetteur.example
    100: 305/7 Adressé à
    box 305 104 255 90
    118: 309b ${buyer.name}
    131: 309 ${human(chance)} ¶ ${buyer.street} ¶ ${buyer.town} ¶ Numéro TVA: ${buyer.taxId}
    212: 560>/7 Montants exprimés en Euros
    y = table 226 grid from 36 to 560: 40 Désignation | 330> TVA | 410> P.U. HT | 460> Qté | 557> Total HT
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${text} ¶ Voir conditions en annexe | 20%
      | ${fr(price)} | ${quantity} | ${fr(amount)}`,
    )}
    list y+12: 330 | 557>
    - Total HT | ${fr(net)}
    - Total TVA 20% | ${fr(tax)}
    -b Total TTC | ${fr(gross)}
    - Déjà réglé | ${fr(paid)}
    -b Reste à payer | ${fr(cents(gross - paid))}
    y+12: 40/7.5 Conditions de règlement: Règlement à 30 jours ¶ Mode de règlement: Virement ¶ Compte bancaire:
      ¶ IBAN: ${account} ¶ BIC/SWIFT: CMCIFR2A
    815: 297^/6.5 Société au capital de 10 000 € - SIRET: ${seller.taxId.slice(4)}00014 - NAF-APE: 6201Z - RCS
      & Lille - Numéro TVA: ${seller.taxId}
  `
  return sheet.says`INVOICE erp-facture.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${gross} | amount_due ${cents(gross - paid)}
      | currency EUR | iban ${account} | payment_terms Règlement à 30 jours | line_items ${rowsOf(items)}`
}

/** A one-person business that charges no tax, in a word processor. */
export const microEntreprise: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'fr')
  const who = human(chance)
  const items = itemsOf(chance, ['Séance photo portrait', 'Retouche', 'Déplacement', 'Cession de droits 1 an'], {
    dear: 180,
    most: 5,
    count: 3,
  })
  const total = netOf(items)
  const [date, number] = [dayOf(chance), `F-${chance.whole(2021, 2026)}-${chance.digits(3)}`]
  const sheet = await open(chance, 'serif 11 reversed')
  sheet.print`
    60: 60b/14 ${who}
    76: 60 Photographe - Entrepreneur individuel ¶ 8 quai de la Fosse, 44000 Nantes
      ¶ SIRET : 8${chance.digits(8)} 00021
    130: 340 Facturé à : ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    210: 60/22_3 FACTURE
    234: 60 N° ${number} ¶ Nantes, le ${day(date, 'D MMMM YYYY', 'fr')}
    y = table 290 rows from 56 to 534: 60 Quantité | 130 Désignation | 430> Prix unitaire | 530> Montant
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${quantity} | ${text} | ${fr(price)} €
      | ${fr(amount)} €`,
    )}
    y+12b: 330 Total à payer | 530> ${fr(total)} €
    y+50: 60/9 TVA non applicable, art. 293 B du CGI ¶ Paiement à réception de facture par chèque ou virement.
      ¶ En cas de retard : indemnité forfaitaire de 40 € et pénalités de 3 fois le taux légal.
  `
  return sheet.says`INVOICE micro-entreprise.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${who} | customer_name ${buyer.name}
      | invoice_total ${total} | currency EUR | line_items ${rowsOf(items)}
    optional payment_terms amount_due due_date subtotal vendor_tax_id total_tax`
}

/** A gas bill: what is taken from the account and when, in a large box; the sums of the taxes below. */
export const energyFacture: Generator = async (chance) => {
  const parts = [
    ['Abonnement', chance.amount(12, 30)],
    ['Consommation', chance.amount(30, 190)],
    ['Contributions et taxes', chance.amount(4, 25)],
  ] as const
  const net = sum(parts.map(([, amount]) => amount))
  const tax = cents(net * 0.2)
  const gross = sum([net, tax])
  const [who, date, number] = [human(chance), dayOf(chance), chance.digits(11)]
  const due = daysAfter(date, 16)
  const sheet = await open(chance, 'unicode 9 glyphs shuffled')
  sheet.print`
    50: 36b/18 Lumière du Rhône
    80: 36/8 Vos références ¶ N° client : ${chance.digits(9)} ¶ N° de facture : ${number}
      ¶ Facture du ${day(date, 'DD/MM/YYYY')}
    120: 330/10 M. ${who} ¶ 12 IMPASSE DES LILAS ¶ 69007 LYON
    box 36 200 520 60 0.9
    222: 50/12 Montant à payer TTC
    232: 540>b/22 ${fr(gross)} €
    244: 50/8 Ce montant sera prélevé le ${day(due, 'D MMMM YYYY', 'fr')} sur votre compte
    y = list 300 step 16: 50 | 540>
    -b Détail de votre facture | Montant HT
    - ${parts.map(([text, amount]) => [text, `${fr(amount)} €`] as const)}
    rule y-9 50 540
    y = list y+4 step 16: 50 | 540>
    - Total hors TVA | ${fr(net)} €
    - TVA à 20,00 % | ${fr(tax)} €
    -b Total TTC | ${fr(gross)} €
    790: 36<520/6 Lumière du Rhône, SA au capital de 4 000 000 €, 552 048 113 R.C.S. Lyon, 22 cours Gambetta 69003
      & Lyon
  `
  return sheet.says`INVOICE energy-facture.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name Lumière du Rhône
      | customer_name M. ${who} | subtotal ${net} | total_tax ${tax} | invoice_total ${gross} | amount_due ${gross}
      | currency EUR
    optional payment_terms due_date vendor_tax_id vendor_name`
}

/** Two languages in every caption, and a payment reference in plus signs. */
export const belgianBilingual: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'be')
  const items = itemsOf(
    chance,
    ['Verhuur tent / Location tente', 'Stoelen / Chaises', 'Transport', 'Opbouw / Montage'],
    { rates: [21] },
  )
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.21)]
  const [date, number, account] = [dayOf(chance), chance.digits(7), iban(chance, 'BE')]
  const due = daysAfter(date, 15)
  const sheet = await open(chance, '8.5 words columns')
  sheet.print`
    50: 40b/16 FACTUUR / FACTURE
    46: 555>b/11 ${seller.name}
    58: 555> ${seller.street}
    69: 555> ${seller.town}
    80: 555> BTW/TVA ${seller.taxId.slice(0, 2)}
      & ${seller.taxId.slice(2, 6)}.${seller.taxId.slice(6, 9)}.${seller.taxId.slice(9)}
    120: 330 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ BTW/TVA: ${buyer.taxId}
    list 120: 40 | 180
    - Factuurnr. / N° facture | ${number}
    - Datum / Date | ${dm(date)}
    - Vervaldatum / Echéance | ${dm(due)}
    - Klantnr. / N° client | ${chance.digits(5)}
    y = table 210 head from 40 to 555: 40 Omschrijving / Description | 320> Aantal ¶ Quantité
      | 410> Eenheidsprijs ¶ Prix unitaire | 450> BTW ¶ TVA | 555> Bedrag ¶ Montant
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${text} | ${quantity} | ${num('de', price)} | 21%
      | ${num('de', amount)}`,
    )}
    list y+8: 310 | 555>
    - Totaal excl. BTW / Total HTVA | ${num('de', net)} EUR
    - BTW / TVA 21% | ${num('de', tax)} EUR
    -b Te betalen / A payer | ${num('de', sum([net, tax]))} EUR
    770: 40/8 IBAN ${account}  BIC GEBABEBB
      ¶ Gestructureerde mededeling / Communication structurée: +++118/0442/90317+++
  `
  return sheet.says`INVOICE belgian-bilingual.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])} | amount_due ${sum([net, tax])}
      | currency EUR | iban ${account} | line_items ${rowsOf(items)}
    optional payment_terms`
}
