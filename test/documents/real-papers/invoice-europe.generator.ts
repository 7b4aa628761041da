import type { Chance } from '../chance.ts'
import type { Generator, Specimen } from '../specimen.ts'
import { company, person, town } from './names.ts'
import { Paper } from './paper.ts'
import { day, daysAfter, de, fr } from './print.ts'
import { itemRows, type Sale, saleOf } from './sale.ts'

const dayOf = (chance: Chance) =>
  `${chance.whole(2019, 2025)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`

async function specimen(
  name: string,
  paper: Paper,
  fields: Record<string, string | number>,
  sale: Sale,
  optional?: string[],
): Promise<Specimen> {
  const { net, tax, gross } = sale
  const all = { ...fields, subtotal: net, total_tax: tax, invoice_total: gross, currency: 'EUR' }
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: {
      document_type: 'INVOICE',
      fields: all,
      ...(optional ? { optional } : {}),
      tables: { line_items: itemRows(sale) },
      risk: 'clean',
    },
  }
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
  const paper = await Paper.open({ size: 'a4', text: 10 })
  paper.row(60, [[-545, vendor]], { size: 16, bold: true })
  paper.at(70, 132, `${vendor} · Mühlweg 3 · 04109 Leipzig`, { size: 7 }).rule(134, 70, 250, 0.3)
  paper.stack(70, 148, [customer, `Herrn ${person(chance)}`, 'Lindenallee 14', town(chance, 'de')])
  for (const [i, [label, value]] of [
    ['Rechnungs-Nr.:', number],
    ['Kunden-Nr.:', chance.digits(5)],
    ['Rechnungsdatum:', day(date, 'DD.MM.YYYY')],
    ['Leistungsdatum:', day(daysAfter(date, -4), 'DD.MM.YYYY')],
    ['Ihr Zeichen:', 'lf-118'],
  ].entries())
    paper.row(
      148 + i * 13,
      [
        [360, label],
        [-545, value],
      ],
      { size: 9 },
    )
  paper
    .at(70, 280, `Rechnung Nr. ${number}`, { size: 13, bold: true })
    .at(70, 302, 'Sehr geehrte Damen und Herren,')
    .prose(70, 318, 470, 'für die erbrachten Leistungen erlauben wir uns wie folgt zu berechnen:')
  paper
    .row(
      346,
      [
        [70, 'Pos.'],
        [100, 'Bezeichnung'],
        [-360, 'Menge'],
        [370, 'Einheit'],
        [-470, 'Einzelpreis'],
        [-545, 'Gesamt'],
      ],
      { bold: true, size: 9 },
    )
    .rule(350, 70, 545)
  let y = 366
  for (const [i, { text, quantity, price, amount }] of sale.lines.entries()) {
    paper.row(
      y,
      [
        [70, String(i + 1)],
        [100, text],
        [-360, de(quantity)],
        [370, 'Stk.'],
        [-470, `${de(price)} €`],
        [-545, `${de(amount)} €`],
      ],
      { size: 9 },
    )
    y += 16
  }
  paper
    .rule(y - 8, 70, 545)
    .row(y + 6, [
      [360, 'Summe netto'],
      [-545, `${de(sale.net)} €`],
    ])
    .row(y + 21, [
      [360, 'zzgl. 19 % MwSt.'],
      [-545, `${de(sale.tax)} €`],
    ])
    .row(
      y + 38,
      [
        [360, 'Rechnungsbetrag'],
        [-545, `${de(sale.gross)} €`],
      ],
      { bold: true },
    )
  paper.prose(
    70,
    y + 70,
    470,
    'Bitte überweisen Sie den Rechnungsbetrag ohne Abzug innerhalb von 14 Tagen auf das unten genannte Konto. Vielen Dank für Ihren Auftrag.',
  )
  paper.stack(70, 770, [vendor, 'Mühlweg 3', '04109 Leipzig'], { size: 7 })
  paper.stack(230, 770, ['Geschäftsführer: T. Lindqvist', 'Amtsgericht Leipzig HRB 11842', `USt-IdNr.: ${vat}`], {
    size: 7,
  })
  paper.stack(400, 770, ['Stadtsparkasse Auental', 'IBAN: DE89 3704 0044 0532 0130 00', 'BIC: COBADEFFXXX'], {
    size: 7,
  })
  return specimen(
    'german-letter',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: vendor,
      vendor_tax_id: vat,
      customer_name: customer,
      iban: 'DE89 3704 0044 0532 0130 00',
    },
    sale,
    ['purchase_order', 'payment_terms', 'amount_due', 'due_date'],
  )
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
  const paper = await Paper.open({ size: 'a4' })
  paper
    .at(40, 50, vendor, { size: 14, bold: true })
    .stack(
      40,
      66,
      [
        '14 rue des Merles',
        town(chance, 'fr'),
        'Tél. : 04 78 00 00 12',
        `SIRET : ${chance.digits(3)} ${chance.digits(3)} ${chance.digits(3)} 00012`,
        `N° TVA intracommunautaire : ${vat}`,
      ],
      { size: 8 },
    )
  paper
    .at(340, 56, `FACTURE N° ${number}`, { size: 13, bold: true })
    .at(340, 74, `Date : ${day(date, 'DD/MM/YYYY')}`)
    .at(340, 88, `Date d'échéance : ${day(due, 'DD/MM/YYYY')}`)
  paper
    .at(340, 130, 'Client :', { size: 8 })
    .stack(340, 144, [customer, '8 quai du Port', town(chance, 'fr')], { size: 10 })
  paper.box(40, 230, 515, 18, 0.9).row(
    242,
    [
      [46, 'Désignation'],
      [-310, 'Quantité'],
      [-390, 'P.U. HT'],
      [-440, 'TVA'],
      [-550, 'Montant HT'],
    ],
    { bold: true },
  )
  let y = 264
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [46, text],
      [-310, String(quantity)],
      [-390, `${fr(price)} €`],
      [-440, '20 %'],
      [-550, `${fr(amount)} €`],
    ])
    y += 17
  }
  for (const [i, [label, amount]] of [
    ['Total HT', sale.net],
    ['TVA 20 %', sale.tax],
    ['Total TTC', sale.gross],
    ['Net à payer', sale.gross],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(
      y + 24 + i * 16,
      [
        [390, label],
        [-550, `${fr(amount)} €`],
      ],
      { bold: i === 3 },
    )
  paper
    .at(40, y + 24, 'Conditions de règlement : 30 jours net', { size: 8 })
    .at(40, y + 38, 'Mode de règlement : virement', { size: 8 })
    .at(40, y + 52, 'IBAN : FR14 2004 1010 0505 0001 3M02 606', { size: 8 })
  paper.prose(
    40,
    760,
    510,
    "En cas de retard de paiement, une pénalité égale à 3 fois le taux d'intérêt légal sera exigible, ainsi qu'une indemnité forfaitaire pour frais de recouvrement de 40 €. Pas d'escompte pour paiement anticipé.",
    { size: 7 },
  )
  return specimen(
    'french-facture',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      vendor_tax_id: vat,
      customer_name: customer,
      amount_due: sale.gross,
      iban: 'FR14 2004 1010 0505 0001 3M02 606',
      payment_terms: '30 jours net',
    },
    sale,
  )
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
  const paper = await Paper.open({ size: 'a4' })
  paper
    .at(40, 50, vendor, { size: 14, bold: true })
    .stack(40, 66, ['Via Garibaldi 14', '20121 Milano (MI)', `P.IVA ${ours}`, `C.F. ${ours.slice(2)}`], { size: 8 })
  paper
    .at(340, 110, 'Spett.le', { size: 8 })
    .stack(340, 124, [customer, 'Corso Francia 22', '10143 Torino (TO)', `P.IVA ${theirs}`])
  paper
    .box(40, 190, 515, 34)
    .row(
      200,
      [
        [46, 'Documento'],
        [150, 'Numero'],
        [260, 'Data documento'],
        [400, 'Pagamento'],
      ],
      { size: 7 },
    )
    .row(
      216,
      [
        [46, 'FATTURA'],
        [150, number],
        [260, day(date, 'DD/MM/YYYY')],
        [400, 'Bonifico bancario 30 gg'],
      ],
      { bold: true },
    )
  paper
    .row(
      250,
      [
        [46, 'Descrizione'],
        [-320, 'Q.tà'],
        [-400, 'Prezzo unit.'],
        [-450, '% IVA'],
        [-550, 'Importo'],
      ],
      { bold: true },
    )
    .rule(254, 40, 555)
  let y = 270
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [46, text],
      [-320, String(quantity)],
      [-400, de(price)],
      [-450, '22'],
      [-550, de(amount)],
    ])
    y += 16
  }
  paper
    .box(40, 600, 515, 90)
    .row(
      614,
      [
        [46, 'Imponibile'],
        [160, 'Aliquota'],
        [260, 'Imposta'],
        [-550, 'Totale documento'],
      ],
      { size: 7 },
    )
    .row(
      630,
      [
        [46, de(sale.net)],
        [160, '22%'],
        [260, de(sale.tax)],
        [-550, `€ ${de(sale.gross)}`],
      ],
      { bold: true },
    )
  paper
    .row(
      656,
      [
        [46, 'Scadenze'],
        [160, "Banca d'appoggio"],
      ],
      { size: 7 },
    )
    .row(672, [
      [46, `${day(due, 'DD/MM/YYYY')}   € ${de(sale.gross)}`],
      [160, 'IBAN IT60 X054 2811 1010 0000 0123 456'],
    ])
  return specimen(
    'italian-fattura',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      vendor_tax_id: ours,
      customer_name: customer,
      customer_tax_id: theirs,
      iban: 'IT60 X054 2811 1010 0000 0123 456',
    },
    sale,
    ['amount_due', 'payment_terms'],
  )
}

/** Factuur: KvK and BTW-nummer, vervaldatum, excl. and incl. btw. */
export const dutchFactuur: Generator = async (chance) => {
  const sale = saleOf(chance, ['Onderhoud website', 'Advies uren', 'Fietsonderdelen set'], 21)
  const [vendor, customer, date] = [company(chance, 'B.V.'), company(chance, 'V.O.F.'), dayOf(chance)]
  const due = daysAfter(date, 14)
  const [number, vat] = [`${date.slice(0, 4)}${chance.digits(4)}`, `NL${chance.digits(9)}B01`]
  const paper = await Paper.open({ size: 'a4', text: 10 })
  paper.at(50, 70, 'Factuur', { size: 22, bold: true })
  paper.stack(50, 110, [customer, 'T.a.v. de administratie', 'Keizersgracht 118', '1015 CW Amsterdam'])
  paper
    .at(360, 70, vendor, { bold: true })
    .stack(
      360,
      84,
      ['Dorpsstraat 14', '3511 AB Utrecht', 'KvK: 55118842', `BTW: ${vat}`, 'IBAN: NL91 ABNA 0417 1643 00'],
      { size: 9 },
    )
  for (const [i, [label, value]] of [
    ['Factuurnummer', number],
    ['Factuurdatum', day(date, 'DD-MM-YYYY')],
    ['Vervaldatum', day(due, 'DD-MM-YYYY')],
  ].entries())
    paper.row(190 + i * 14, [
      [50, label],
      [150, value],
    ])
  paper
    .row(
      260,
      [
        [50, 'Omschrijving'],
        [-320, 'Aantal'],
        [-400, 'Prijs'],
        [-450, 'Btw'],
        [-545, 'Totaal'],
      ],
      { bold: true },
    )
    .rule(264, 50, 545)
  let y = 280
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [50, text],
      [-320, String(quantity)],
      [-400, `€ ${de(price)}`],
      [-450, '21%'],
      [-545, `€ ${de(amount)}`],
    ])
    y += 16
  }
  paper
    .row(y + 14, [
      [-450, 'Totaal excl. btw'],
      [-545, `€ ${de(sale.net)}`],
    ])
    .row(y + 29, [
      [-450, '21% btw'],
      [-545, `€ ${de(sale.tax)}`],
    ])
    .row(
      y + 46,
      [
        [-450, 'Totaal incl. btw'],
        [-545, `€ ${de(sale.gross)}`],
      ],
      { bold: true },
    )
  paper.prose(
    50,
    y + 90,
    480,
    `We verzoeken u vriendelijk het bovenstaande bedrag voor ${day(due, 'DD-MM-YYYY')} te voldoen op bovenstaande rekening onder vermelding van het factuurnummer.`,
    { size: 9 },
  )
  return specimen(
    'dutch-factuur',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      vendor_tax_id: vat,
      customer_name: customer,
      iban: 'NL91 ABNA 0417 1643 00',
    },
    sale,
    ['amount_due', 'payment_terms'],
  )
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
  const paper = await Paper.open({ size: 'a4' })
  paper
    .at(50, 60, vendor, { size: 14, bold: true })
    .stack(50, 76, ['Calle Mayor 14', '28013 Madrid', `CIF: ${ours}`])
    .row(60, [[-545, 'FACTURA']], { size: 20 })
  paper
    .box(330, 90, 215, 60)
    .row(104, [
      [336, 'Nº Factura:'],
      [-540, number],
    ])
    .row(120, [
      [336, 'Fecha:'],
      [-540, day(date, 'DD/MM/YYYY')],
    ])
    .row(136, [
      [336, 'Vencimiento:'],
      [-540, day(due, 'DD/MM/YYYY')],
    ])
  paper
    .at(50, 150, 'DATOS DEL CLIENTE', { size: 8, bold: true })
    .stack(50, 164, [customer, 'Avenida del Puerto 22', '46021 Valencia', `CIF: ${theirs}`])
  paper.box(50, 240, 495, 18, 0.85).row(
    252,
    [
      [56, 'CONCEPTO'],
      [-330, 'CANTIDAD'],
      [-430, 'PRECIO'],
      [-540, 'IMPORTE'],
    ],
    { bold: true, size: 8 },
  )
  let y = 274
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [56, text],
      [-330, String(quantity)],
      [-430, `${de(price)} €`],
      [-540, `${de(amount)} €`],
    ])
    y += 16
  }
  paper
    .row(y + 20, [
      [-430, 'BASE IMPONIBLE'],
      [-540, `${de(sale.net)} €`],
    ])
    .row(y + 36, [
      [-430, 'IVA 21%'],
      [-540, `${de(sale.tax)} €`],
    ])
    .row(
      y + 52,
      [
        [-430, 'TOTAL FACTURA'],
        [-540, `${de(sale.gross)} €`],
      ],
      { bold: true },
    )
  paper
    .at(50, y + 90, 'Forma de pago: Transferencia bancaria', { size: 8 })
    .at(50, y + 102, 'IBAN: ES91 2100 0418 4502 0005 1332', { size: 8 })
  return specimen(
    'spanish-factura',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      vendor_tax_id: ours,
      customer_name: customer,
      customer_tax_id: theirs,
      iban: 'ES91 2100 0418 4502 0005 1332',
    },
    sale,
    ['amount_due', 'payment_terms'],
  )
}
