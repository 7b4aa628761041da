import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const dm = (iso: string) => day(iso, 'DD/MM/YYYY')
const fr = (amount: number) => num('fr', amount)

/** An open-source ERP's invoice: sender and recipient in boxes, tax before the price, what was paid and what is left. */
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
  const sheet = await Sheet.open(chance, { text: 8.5 })
  sheet.logo(36, 30, 36)
  sheet
    .right(560, 42, `Facture ${number}`, { size: 12, bold: true })
    .right(560, 56, `Date facturation : ${dm(date)}`)
    .right(560, 67, `Date échéance : ${dm(due)}`)
    .right(560, 78, `Code client : CU${chance.digits(4)}-00${chance.digits(2)}`)
  sheet
    .at(36, 100, 'Émetteur', { size: 7 })
    .box(36, 104, 250, 90, 0.92)
    .at(40, 118, seller.name, { bold: true })
    .lines(40, 131, [seller.street, seller.town, 'Tél.: 03 20 55 01 88', 'Email: compta@emetteur.example'])
  sheet
    .at(305, 100, 'Adressé à', { size: 7 })
    .box(305, 104, 255, 90)
    .at(309, 118, buyer.name, { bold: true })
    .lines(309, 131, [human(chance), buyer.street, buyer.town, `Numéro TVA: ${buyer.taxId}`])
  sheet.right(560, 212, 'Montants exprimés en Euros', { size: 7 })
  const y = sheet.table(
    226,
    [
      ['Désignation', 40],
      ['TVA', 330, 'r'],
      ['P.U. HT', 410, 'r'],
      ['Qté', 460, 'r'],
      ['Total HT', 557, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      [text, 'Voir conditions en annexe'],
      '20%',
      fr(price),
      String(quantity),
      fr(amount),
    ]),
    { rules: 'grid', from: 36, to: 560 },
  )
  sheet.pairs(330, -557, y + 12, [
    ['Total HT', fr(net)],
    ['Total TVA 20%', fr(tax)],
    ['Total TTC', fr(gross), { bold: true }],
    ['Déjà réglé', fr(paid)],
    ['Reste à payer', fr(cents(gross - paid)), { bold: true }],
  ])
  sheet.lines(
    40,
    y + 12,
    [
      'Conditions de règlement: Règlement à 30 jours',
      'Mode de règlement: Virement',
      'Compte bancaire:',
      `IBAN: ${account}`,
      'BIC/SWIFT: CMCIFR2A',
    ],
    { size: 7.5 },
  )
  sheet.mid(
    297,
    815,
    `Société au capital de 10 000 € - SIRET: ${seller.taxId.slice(4)}00014 - NAF-APE: 6201Z - RCS Lille - Numéro TVA: ${seller.taxId}`,
    { size: 6.5 },
  )
  return invoice(
    'erp-facture',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: tax,
      invoice_total: gross,
      amount_due: cents(gross - paid),
      currency: 'EUR',
      iban: account,
      payment_terms: 'Règlement à 30 jours',
    },
    { rows: rowsOf(items) },
  )
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
  const sheet = await Sheet.open(chance, { family: 'serif', text: 11, order: 'reversed' })
  sheet
    .at(60, 60, who, { bold: true, size: 14 })
    .lines(60, 76, [
      'Photographe - Entrepreneur individuel',
      '8 quai de la Fosse, 44000 Nantes',
      `SIRET : 8${chance.digits(8)} 00021`,
    ])
  sheet.lines(340, 130, ['Facturé à :', buyer.name, buyer.street, buyer.town])
  sheet
    .at(60, 210, 'FACTURE', { size: 22, spaced: 3 })
    .lines(60, 234, [`N° ${number}`, `Nantes, le ${day(date, 'D MMMM YYYY', 'fr')}`])
  const y = sheet.table(
    290,
    [
      ['Quantité', 60],
      ['Désignation', 130],
      ['Prix unitaire', 430, 'r'],
      ['Montant', 530, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [String(quantity), text, `${fr(price)} €`, `${fr(amount)} €`]),
    { rules: 'rows', from: 56, to: 534 },
  )
  sheet.pairs(330, -530, y + 12, [['Total à payer', `${fr(total)} €`, { bold: true }]])
  sheet.lines(
    60,
    y + 50,
    [
      'TVA non applicable, art. 293 B du CGI',
      'Paiement à réception de facture par chèque ou virement.',
      'En cas de retard : indemnité forfaitaire de 40 € et pénalités de 3 fois le taux légal.',
    ],
    { size: 9 },
  )
  return invoice(
    'micro-entreprise',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: who,
      customer_name: buyer.name,
      invoice_total: total,
      currency: 'EUR',
    },
    {
      rows: rowsOf(items),
      optional: ['payment_terms', 'amount_due', 'due_date', 'subtotal', 'vendor_tax_id', 'total_tax'],
    },
  )
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
  const sheet = await Sheet.open(chance, { family: 'unicode', cut: 'glyphs', text: 9, order: 'shuffled' })
  sheet.at(36, 50, 'Lumière du Rhône', { size: 18, bold: true })
  sheet.lines(
    36,
    80,
    [
      'Vos références',
      `N° client : ${chance.digits(9)}`,
      `N° de facture : ${number}`,
      `Facture du ${day(date, 'DD/MM/YYYY')}`,
    ],
    { size: 8 },
  )
  sheet.lines(330, 120, [`M. ${who}`, '12 IMPASSE DES LILAS', '69007 LYON'], { size: 10 })
  sheet
    .box(36, 200, 520, 60, 0.9)
    .at(50, 222, 'Montant à payer TTC', { size: 12 })
    .right(540, 232, `${fr(gross)} €`, { size: 22, bold: true })
    .at(50, 244, `Ce montant sera prélevé le ${day(due, 'D MMMM YYYY', 'fr')} sur votre compte`, { size: 8 })
  let y = sheet.pairs(
    50,
    -540,
    300,
    [
      ['Détail de votre facture', 'Montant HT', { bold: true }],
      ...parts.map(([text, amount]) => [text, `${fr(amount)} €`] as const),
    ],
    16,
  )
  sheet.rule(y - 9, 50, 540)
  y = sheet.pairs(
    50,
    -540,
    y + 4,
    [
      ['Total hors TVA', `${fr(net)} €`],
      ['TVA à 20,00 %', `${fr(tax)} €`],
      ['Total TTC', `${fr(gross)} €`, { bold: true }],
    ],
    16,
  )
  sheet.prose(
    36,
    790,
    520,
    'Lumière du Rhône, SA au capital de 4 000 000 €, 552 048 113 R.C.S. Lyon, 22 cours Gambetta 69003 Lyon',
    { size: 6 },
  )
  return invoice(
    'energy-facture',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: 'Lumière du Rhône',
      customer_name: who,
      subtotal: net,
      total_tax: tax,
      invoice_total: gross,
      amount_due: gross,
      currency: 'EUR',
    },
    { optional: ['payment_terms', 'due_date', 'vendor_tax_id', 'vendor_name'] },
  )
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
  const sheet = await Sheet.open(chance, { text: 8.5, cut: 'words', order: 'columns' })
  sheet
    .at(40, 50, 'FACTUUR / FACTURE', { size: 16, bold: true })
    .right(555, 46, seller.name, { bold: true, size: 11 })
    .right(555, 58, seller.street)
    .right(555, 69, seller.town)
    .right(
      555,
      80,
      `BTW/TVA ${seller.taxId.slice(0, 2)} ${seller.taxId.slice(2, 6)}.${seller.taxId.slice(6, 9)}.${seller.taxId.slice(9)}`,
    )
  sheet.lines(330, 120, [buyer.name, buyer.street, buyer.town, `BTW/TVA: ${buyer.taxId}`])
  sheet.pairs(40, 180, 120, [
    ['Factuurnr. / N° facture', number],
    ['Datum / Date', dm(date)],
    ['Vervaldatum / Echéance', dm(due)],
    ['Klantnr. / N° client', chance.digits(5)],
  ])
  const y = sheet.table(
    210,
    [
      ['Omschrijving / Description', 40],
      [['Aantal', 'Quantité'], 320, 'r'],
      [['Eenheidsprijs', 'Prix unitaire'], 410, 'r'],
      [['BTW', 'TVA'], 450, 'r'],
      [['Bedrag', 'Montant'], 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      text,
      String(quantity),
      num('de', price),
      '21%',
      num('de', amount),
    ]),
    { rules: 'head', from: 40, to: 555 },
  )
  sheet.pairs(310, -555, y + 8, [
    ['Totaal excl. BTW / Total HTVA', `${num('de', net)} EUR`],
    ['BTW / TVA 21%', `${num('de', tax)} EUR`],
    ['Te betalen / A payer', `${num('de', sum([net, tax]))} EUR`, { bold: true }],
  ])
  sheet.lines(
    40,
    770,
    [`IBAN ${account}  BIC GEBABEBB`, 'Gestructureerde mededeling / Communication structurée: +++118/0442/90317+++'],
    { size: 8 },
  )
  return invoice(
    'belgian-bilingual',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: sum([net, tax]),
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['payment_terms'] },
  )
}
