import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, dayIn, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

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
  const sheet = await Sheet.open(chance, { text: 9, family: 'unicode', cut: 'glyphs', flipped: true })
  sheet.lines(380, 60, [seller.name, seller.street, seller.town, '', 'KVK 68118842', `BTW ${seller.taxId}`, account])
  sheet.lines(60, 130, [buyer.name, `t.a.v. ${human(chance)}`, buyer.street, buyer.town])
  sheet.at(60, 220, 'Factuur', { size: 18, bold: true })
  sheet.pairs(60, 160, 245, [
    ['Factuurnummer', number],
    ['Factuurdatum', day(date, 'DD-MM-YYYY')],
    ['Vervaldatum', day(due, 'DD-MM-YYYY')],
    ['Referentie', `PO ${chance.digits(5)}`],
  ])
  const y = sheet.table(
    325,
    [
      ['Aantal', 60],
      ['Omschrijving', 110],
      ['Btw', 360],
      ['Bedrag', 440, 'r'],
      ['Totaal', 530, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [`${quantity} x`, text, '21%', nl(price), nl(amount)]),
  )
  sheet.pairs(330, -530, y + 10, [
    ['Subtotaal', nl(net)],
    ['21% btw', nl(tax)],
    ['Totaal', nl(sum([net, tax])), { bold: true }],
  ])
  sheet.prose(
    60,
    740,
    460,
    `We verzoeken je vriendelijk het bovenstaande bedrag van ${nl(sum([net, tax]))} voor ${day(due, 'DD-MM-YYYY')} te voldoen op onze bankrekening onder vermelding van het factuurnummer ${number}.`,
  )
  return invoice(
    'dutch-online',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['purchase_order', 'payment_terms', 'amount_due'] },
  )
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
  const sheet = await Sheet.open(chance, { text: 8.5 })
  sheet.at(40, 50, seller.name, { size: 14, bold: true }).at(330, 50, 'Faktura', { size: 18, bold: true })
  sheet.pairs(
    330,
    430,
    72,
    [
      ['Fakturadatum', date],
      ['Fakturanr', number],
      ['OCR', `${number}118`],
      ['Kundnr', chance.digits(4)],
    ],
    12,
  )
  sheet.at(330, 135, 'Faktureringsadress', { size: 7 }).lines(330, 147, [buyer.name, buyer.street, buyer.town])
  sheet.pairs(
    40,
    140,
    147,
    [
      ['Er referens', human(chance)],
      ['Vår referens', 'Nils Ek'],
      ['Betalningsvillkor', '30 dagar'],
      ['Förfallodatum', due],
      ['Dröjsmålsränta', '8,00 %'],
    ],
    12,
  )
  const y = sheet.table(
    230,
    [
      ['Artnr', 40],
      ['Benämning', 90],
      ['Lev ant', 300, 'r'],
      ['Enhet', 310],
      ['À-pris', 420, 'r'],
      ['Summa', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      chance.digits(3),
      text,
      kr(quantity),
      'st',
      kr(price),
      kr(amount),
    ]),
    { rules: 'head', from: 36, to: 559 },
  )
  sheet.table(
    700,
    [
      ['Exkl. moms', 40],
      ['Moms %', 130],
      ['Moms kr', 200],
      ['Öresavr', 300],
      ['ATT BETALA', 559, 'r'],
    ],
    [[kr(net), '25,00', kr(tax), kr(cents(total - exact)), `SEK ${kr(total)}`]],
    { rules: 'head', from: 36, to: 559 },
  )
  sheet.rule(y, 36, 559).captions(
    760,
    [
      [40, 'Adress', seller.street],
      [180, 'Bankgiro', `5${chance.digits(3)}-${chance.digits(4)}`],
      [290, 'Organisationsnr', `${seller.taxId.slice(2, 8)}-${seller.taxId.slice(8, 12)}`],
      [420, 'Momsreg.nr', seller.taxId],
    ],
    { size: 7 },
  )
  sheet.at(40, 800, 'Godkänd för F-skatt', { size: 7 })
  return invoice(
    'swedish-faktura',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      amount_due: total,
      currency: 'SEK',
      payment_terms: '30 dagar',
    },
    { rows: rowsOf(items) },
  )
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
  const sheet = await Sheet.open(chance, { text: 9.5, order: 'reversed' })
  sheet.at(50, 60, buyer.name, { bold: true }).lines(50, 73, [buyer.street, buyer.town, `CVR-nr. ${buyer.taxId}`])
  sheet.logo(470, 40, 44)
  sheet.at(50, 200, 'Faktura', { size: 22 }).pairs(
    380,
    -545,
    190,
    [
      ['Fakturadato:', dayIn('da', date, 'D. MMMM YYYY')],
      ['Fakturanr.:', number],
    ],
    13,
  )
  const y = sheet.table(
    250,
    [
      ['Beskrivelse', 50],
      ['Antal', 300, 'r'],
      ['Enhed', 310],
      ['Enhedspris', 450, 'r'],
      ['Pris', 545, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, dk(quantity), 'stk.', dk(price), dk(amount)]),
    { rules: 'head', from: 50, to: 545 },
  )
  sheet.pairs(
    360,
    -545,
    y + 8,
    [
      ['Subtotal', dk(net)],
      ['Moms (25,00%)', dk(tax)],
      ['Total DKK', dk(sum([net, tax])), { bold: true }],
    ],
    16,
  )
  sheet.lines(50, y + 90, [
    `Betalingsbetingelser: Netto 8 dage - Forfaldsdato: ${dayIn('da', due, 'D. MMMM YYYY')}`,
    `Beløbet indbetales på bankkonto: Bank / Kontonr. ${account}`,
    `Fakturanr. ${number} bedes angivet ved bankoverførsel`,
  ])
  sheet.mid(
    297,
    815,
    `${seller.name} / ${seller.street} / ${seller.town} / CVR-nr. ${seller.taxId} / Tlf. 70 11 88 42`,
    { size: 7.5 },
  )
  return invoice(
    'danish-faktura',
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
      currency: 'DKK',
      payment_terms: 'Netto 8 dage',
    },
    { rows: rowsOf(items), optional: ['amount_due'] },
  )
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
  const sheet = await Sheet.open(chance, { text: 9, cut: 'runs', order: 'shuffled' })
  sheet.lines(40, 50, [seller.name, seller.street, seller.town, `Org.nr. ${seller.taxId}`])
  sheet.lines(40, 140, [buyer.name, buyer.street, buyer.town])
  sheet.at(380, 50, 'FAKTURA', { size: 16, bold: true }).pairs(380, 470, 80, [
    ['Fakturanr.', number],
    ['Fakturadato', day(date, 'DD.MM.YYYY')],
    ['Forfallsdato', day(due, 'DD.MM.YYYY')],
    ['Kundenr.', chance.digits(5)],
    ['Deres ref.', human(chance)],
    ['KID', `${number}0${chance.digits(3)}`],
    ['Kontonr.', `${chance.digits(4)} ${chance.digits(2)} ${chance.digits(5)}`],
  ])
  const y = sheet.table(
    230,
    [
      ['Beskrivelse', 40],
      ['Antall', 300, 'r'],
      ['Pris', 380, 'r'],
      ['MVA', 430, 'r'],
      ['Beløp', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, num('comma', quantity), no(price), '25%', no(amount)]),
    { band: 0.9 },
  )
  sheet.pairs(
    360,
    -555,
    y + 12,
    [
      ['Netto', no(net)],
      [`MVA 25% av ${no(net)}`, no(tax)],
      ['Å betale', `NOK ${no(sum([net, tax]))}`, { bold: true, size: 12 }],
    ],
    17,
  )
  return invoice(
    'norwegian-faktura',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: sum([net, tax]),
      currency: 'NOK',
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'purchase_order'] },
  )
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
  const sheet = await Sheet.open(chance, { text: 8.5, cut: 'words' })
  sheet.at(40, 50, seller.name, { bold: true, size: 12 }).lines(40, 110, [buyer.name, buyer.street, buyer.town])
  sheet.at(320, 50, 'LASKU', { bold: true, size: 14 })
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
    sheet.captions(
      76 + i * 28,
      [
        [320, row[0]?.[0] as string, row[0]?.[1] as string],
        [440, row[1]?.[0] as string, row[1]?.[1] as string],
      ],
      { size: 7, grey: 0.4 },
    )
  const y = sheet.table(
    200,
    [
      ['Tuote', 40],
      ['Määrä', 270, 'r'],
      ['Yks.', 278],
      ['á-hinta', 360, 'r'],
      ['Alv %', 410, 'r'],
      ['Yhteensä', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, fi(quantity), 'kpl', fi(price), '25,50', fi(amount)]),
    { rules: 'head' },
  )
  sheet.pairs(360, -555, y + 10, [
    ['Veroton yhteensä', fi(net)],
    ['Arvonlisävero 25,5 %', fi(tax)],
    ['Maksettava yhteensä EUR', fi(sum([net, tax])), { bold: true }],
  ])
  sheet.lines(
    40,
    660,
    [seller.street, seller.town, `Y-tunnus ${seller.taxId}`, `ALV-nro FI${seller.taxId.replace('-', '')}`],
    { size: 7 },
  )
  sheet.box(36, 700, 520, 110).lines(42, 714, ['Saajan tilinumero', account, 'Saaja', seller.name], { size: 8 })
  sheet.pairs(
    320,
    -550,
    780,
    [
      ['Eräpäivä', d(due)],
      ['Euro', fi(sum([net, tax]))],
    ],
    13,
  )
  return invoice(
    'finnish-lasku',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: `FI${seller.taxId.replace('-', '')}`,
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: sum([net, tax]),
      currency: 'EUR',
      iban: account,
      payment_terms: '14 pv netto',
    },
    { rows: rowsOf(items) },
  )
}
