import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, receipt, rowsOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** A caterer's invoice on coloured paper: facts centred under the title, goods without quantities, a deposit taken off. */
export const caterer: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'au')
  const goods = ['Canapé reception, 40 guests', 'Grazing table', 'Bar staff, 5 hours', 'Glassware hire'].map(
    (text) => ({ text, amount: chance.amount(120, 1_900) }),
  )
  const total = sum(goods.map(({ amount }) => amount))
  const gst = cents(total / 11)
  const deposit = chance.whole(2, 6) * 100
  const [date, number] = [dayOf(chance), chance.digits(4)]
  const due = daysAfter(date, 7)
  const sheet = await Sheet.open(chance, { family: 'serif', text: 11, cut: 'runs' })
  sheet
    .mid(297, 70, seller.name, { size: 20 })
    .mid(297, 90, `ABN ${seller.taxId}`, { size: 9 })
    .mid(297, 126, 'Tax Invoice', { size: 14, spaced: 1 })
  sheet.mid(297, 146, `Invoice no. ${number}  |  ${day(date, 'D MMMM YYYY')}  |  Due ${day(due, 'D MMMM YYYY')}`, {
    size: 9,
  })
  sheet.at(80, 190, 'For').lines(120, 190, [buyer.name, buyer.street, buyer.town])
  const y = sheet.table(
    260,
    [
      ['Description', 80],
      ['AUD inc GST', 515, 'r'],
    ],
    goods.map(({ text, amount }) => [text, en(amount)]),
    { rules: 'rows', from: 80, to: 515 },
  )
  sheet.pairs(
    300,
    -515,
    y + 10,
    [
      ['Total (incl. GST)', usd(total)],
      ['GST included', usd(gst)],
      ['Deposit received', `-${usd(deposit)}`],
      ['Balance due', usd(cents(total - deposit)), { bold: true }],
    ],
    18,
  )
  return invoice(
    'caterer',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      total_tax: gst,
      invoice_total: total,
      amount_due: cents(total - deposit),
      currency: 'AUD',
    },
    { rows: goods.map(({ text, amount }) => ({ description: text, amount })), optional: ['subtotal', 'payment_terms'] },
  )
}

/** A Turkish export's invoice in English with a bank block and amounts in dollars. */
export const textileExport: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'us')
  const items = itemsOf(chance, ['Cotton terry towel 70x140', 'Bathrobe, waffle', 'Bath mat 50x80'], {
    most: 800,
    dear: 22,
    count: 3,
  })
  const net = netOf(items)
  const [date, number, account] = [dayOf(chance), `TRX${chance.digits(9)}`, iban(chance, 'DE')]
  const sheet = await Sheet.open(chance, { family: 'unicode', text: 8.5, order: 'columns' })
  sheet
    .at(40, 50, 'Ege Dokuma Tekstil San. ve Tic. A.Ş.', { bold: true, size: 11 })
    .lines(40, 64, ['Organize San. Böl. 4. Cad. No: 18, Denizli, Türkiye', 'Tax Office: Denizli   Tax No: 3250118842'])
  sheet.at(40, 120, 'TO', { bold: true }).lines(40, 133, [buyer.name, buyer.street, buyer.town, 'USA'])
  sheet.pairs(
    350,
    440,
    120,
    [
      ['INVOICE NO', `: ${number}`],
      ['DATE', `: ${day(date, 'DD.MM.YYYY')}`],
      ['DELIVERY', ': FOB Izmir'],
      ['PAYMENT', ': 60 days after B/L'],
    ],
    13,
  )
  const y = sheet.table(
    215,
    [
      ['NO', 40],
      ['DESCRIPTION OF GOODS', 66],
      ['GTIP', 250],
      ['QTY (PCS)', 350, 'r'],
      ['UNIT PRICE (USD)', 450, 'r'],
      ['AMOUNT (USD)', 555, 'r'],
    ],
    items.map(({ text, quantity, price, amount }, i) => [
      String(i + 1),
      text,
      '6302.60',
      String(quantity),
      en(price),
      en(amount),
    ]),
    { rules: 'grid', from: 36, to: 559 },
  )
  sheet.at(350, y + 12, 'TOTAL FOB IZMIR USD', { bold: true }).right(555, y + 12, en(net), { bold: true })
  sheet.lines(40, y + 60, ['BANK DETAILS', `IBAN (USD): ${account}`, 'SWIFT: TGBATRIS'])
  return invoice(
    'textile-export',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: 'Ege Dokuma Tekstil San. ve Tic. A.Ş.',
      vendor_tax_id: '3250118842',
      customer_name: buyer.name,
      invoice_total: net,
      currency: 'USD',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['subtotal', 'amount_due', 'payment_terms'] },
  )
}

/** A Brazilian service note: captions above values in a form of boxes. */
export const serviceNote: Generator = async (chance) => {
  const value = chance.amount(400, 9_000)
  const iss = cents(value * 0.05)
  const [date, number] = [dayOf(chance), chance.digits(6)]
  const br = (amount: number) => `R$ ${num('de', amount)}`
  const sheet = await Sheet.open(chance, { text: 8, family: 'unicode', cut: 'words' })
  sheet.mid(297, 46, 'NOTA FISCAL DE SERVIÇOS ELETRÔNICA - NFS-e', { bold: true, size: 12 })
  sheet.box(36, 60, 523, 34).captions(
    72,
    [
      [42, 'Número da Nota', number],
      [200, 'Data de Emissão', `${day(date, 'DD/MM/YYYY')} 10:42`],
      [400, 'Código de Verificação', 'K9D2-11AX'],
    ],
    { size: 6.5 },
  )
  sheet
    .box(36, 100, 523, 64)
    .at(42, 111, 'PRESTADOR DE SERVIÇOS', { size: 7, bold: true })
    .lines(42, 124, [
      'Nome/Razão Social: Pinheiro Sistemas Ltda',
      'CPF/CNPJ: 11.884.290/0001-06',
      'Endereço: Rua Augusta 1184, São Paulo - SP',
    ])
  sheet
    .box(36, 170, 523, 64)
    .at(42, 181, 'TOMADOR DE SERVIÇOS', { size: 7, bold: true })
    .lines(42, 194, [
      'Nome/Razão Social: Comercial Araucária S.A.',
      'CPF/CNPJ: 44.118.842/0001-90',
      'Endereço: Av. Brasil 90, Curitiba - PR',
    ])
  sheet
    .box(36, 240, 523, 120)
    .at(42, 251, 'DISCRIMINAÇÃO DOS SERVIÇOS', { size: 7, bold: true })
    .at(42, 266, 'Manutenção de software referente ao mês anterior')
  sheet.mid(297, 378, `VALOR TOTAL DA NOTA = ${br(value)}`, { bold: true, size: 11 })
  sheet.box(36, 390, 523, 34).captions(
    402,
    [
      [42, 'Base de Cálculo (R$)', num('de', value)],
      [200, 'Alíquota (%)', '5,00'],
      [400, 'Valor do ISS (R$)', num('de', iss)],
    ],
    { size: 6.5 },
  )
  return invoice(
    'service-note',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: 'Pinheiro Sistemas Ltda',
      vendor_tax_id: '11.884.290/0001-06',
      customer_name: 'Comercial Araucária S.A.',
      customer_tax_id: '44.118.842/0001-90',
      invoice_total: value,
      currency: 'BRL',
    },
    { optional: ['subtotal', 'total_tax', 'amount_due'] },
  )
}

/** A clinic's statement of charges to a patient, insurance taken off. */
export const clinic: Generator = async (chance) => {
  const who = human(chance)
  const rows = ['Office visit, established', 'Comprehensive metabolic panel', 'Venipuncture'].map((text) => ({
    text,
    amount: chance.amount(18, 240),
  }))
  const charges = sum(rows.map(({ amount }) => amount))
  const insurance = cents(charges * 0.7)
  const [date, number] = [dayOf(chance), chance.digits(7)]
  const due = daysAfter(date, 30)
  const d = (iso: string) => day(iso, 'MM/DD/YYYY')
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, family: 'unicode', cut: 'glyphs' })
  sheet
    .at(40, 50, 'Quarry Lake Family Medicine', { bold: true, size: 14 })
    .lines(40, 64, ['200 Birch Rd, Boise, ID 83702', 'Tax ID: 82-1184290'])
  sheet.right(572, 50, 'INVOICE', { size: 16, bold: true }).pairs(
    400,
    -572,
    72,
    [
      ['Invoice #', number],
      ['Invoice date', d(date)],
      ['Due date', d(due)],
      ['Date of service', d(daysAfter(date, -18))],
    ],
    13,
  )
  sheet.at(40, 140, 'Patient').lines(40, 153, [who, '4410 N Mesa Blvd', 'Boise, ID 83703'])
  const y = sheet.table(
    215,
    [
      ['Code', 40],
      ['Service', 110],
      ['Charge', 572, 'r'],
    ],
    rows.map(({ text, amount }) => [`9${chance.digits(4)}`, text, en(amount)]),
    { rules: 'rows' },
  )
  sheet.pairs(
    380,
    -572,
    y + 10,
    [
      ['Total charges', usd(charges)],
      ['Insurance payment', `-${usd(insurance)}`],
      ['Patient responsibility', usd(cents(charges - insurance)), { bold: true }],
    ],
    16,
  )
  sheet.at(40, 740, 'Please make checks payable to Quarry Lake Family Medicine.')
  return invoice(
    'clinic',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: 'Quarry Lake Family Medicine',
      vendor_tax_id: '82-1184290',
      customer_name: who,
      invoice_total: charges,
      currency: 'USD',
      amount_due: cents(charges - insurance),
    },
    { rows: rows.map(({ amount }) => ({ amount })), optional: ['subtotal', 'payment_terms', 'amount_due'] },
  )
}

/** A German plumber's handwritten-like form: dotted lines, a net sum, tax, total in a column of its own with euros and cents. */
export const workshopForm: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, ['Siphon erneuert', 'Arbeitszeit Monteur', 'Kleinmaterial'], {
    rates: [19],
    count: 3,
    most: 5,
    dear: 80,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.19)]
  const [date, number] = [dayOf(chance), chance.digits(4)]
  const sheet = await Sheet.open(chance, { family: 'sans', text: 10, cut: 'words', order: 'shuffled' })
  sheet
    .at(60, 60, seller.name, { bold: true, size: 14 })
    .at(60, 76, `Sanitär · Heizung · ${seller.street} · ${seller.town}`, { size: 8 })
  sheet
    .at(60, 120, `Rechnung an: ${buyer.name}, ${buyer.town}`)
    .at(60, 140, `Rechnungs-Nr.: ${number}`)
    .at(300, 140, `vom ${day(date, 'D.M.YYYY')}`)
  const y = sheet.table(
    180,
    [
      ['Anz.', 60],
      ['Artikel / Leistung', 110],
      ['à €', 430, 'r'],
      ['€', 530, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [String(quantity), text, num('de', price), num('de', amount)]),
    { rules: 'grid', from: 56, to: 533 },
  )
  sheet.pairs(
    330,
    -530,
    y + 10,
    [
      ['Netto', num('de', net)],
      ['+ 19% MwSt', num('de', tax)],
      ['Summe', num('de', sum([net, tax])), { bold: true }],
    ],
    16,
  )
  sheet
    .at(60, y + 80, `Betrag dankend erhalten: ${day(date, 'D.M.YYYY')}`)
    .at(60, 800, `Steuer-Nr. 118/442/90317`, { size: 8 })
  return invoice(
    'workshop-form',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: '118/442/90317',
      customer_name: buyer.name,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'EUR',
    },
    { rows: rowsOf(items), optional: ['amount_due'] },
  )
}

/** A Czech restaurant's slip. */
export const czechSlip: Generator = async (chance) => {
  const goods = ['Svíčková na smetaně', 'Pilsner Urquell 0,5l', 'Espresso'].map((text) => ({
    text,
    price: chance.whole(45, 260),
  }))
  const total = sum(goods.map(({ price }) => price))
  const net = cents(total / 1.12)
  const date = dayOf(chance)
  const cz = (amount: number) => num('comma', amount)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'unicode', text: 8.5 })
  sheet
    .mid(113, 30, 'Hospoda U Zlatého Lva', { bold: true, size: 11 })
    .mid(113, 43, 'Nádražní 12, Plzeň')
    .mid(113, 54, 'IČO 11884290  DIČ CZ11884290')
    .mid(113, 70, 'Účtenka č. 118/442')
  let y = 92
  for (const { text, price } of goods) {
    sheet.at(10, y, `1 ks ${text}`).right(216, y, cz(price))
    y += 12
  }
  y = sheet.pairs(
    10,
    -216,
    y + 6,
    [
      ['Celkem Kč', cz(total), { bold: true, size: 11 }],
      ['Hotově', cz(total)],
    ],
    15,
  )
  sheet.lines(10, y + 4, [
    `DPH 12%: základ ${cz(net)}  daň ${cz(cents(total - net))}`,
    `${day(date, 'D.M.YYYY')} 13:20  Obsluha: Teo`,
  ])
  return receipt(
    'czech-slip',
    sheet,
    {
      merchant_name: 'Hospoda U Zlatého Lva',
      transaction_date: date,
      total,
      total_tax: cents(total - net),
      currency: 'CZK',
    },
    ['subtotal', 'total_tax'],
  )
}

/** A scooter ride's mail. */
export const scooterMail: Generator = async (chance) => {
  const [unlock, ride] = [1, chance.amount(2, 9)]
  const total = sum([unlock, ride])
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mail', family: 'unicode', text: 10, cut: 'runs', flipped: true })
  sheet
    .at(60, 60, 'Zephyr', { size: 20, bold: true })
    .at(60, 100, 'Thanks for riding!', { size: 16 })
    .at(60, 122, day(date, 'MMMM D, YYYY'), { grey: 0.5 })
  const y = sheet.pairs(
    60,
    -400,
    170,
    [
      ['Unlock fee', usd(unlock)],
      ['Ride time (14 min)', usd(ride)],
      ['Total charged', usd(total), { bold: true }],
    ],
    22,
  )
  sheet
    .at(60, y + 16, 'Charged to Visa ···· 4471', { grey: 0.4 })
    .at(60, 600, 'Zephyr Mobility Inc., 85 Bluxome St, San Francisco, CA 94107', { size: 8, grey: 0.5 })
  return receipt('scooter-mail', sheet, { merchant_name: 'Zephyr', transaction_date: date, total, currency: 'USD' }, [
    'merchant_name',
    'subtotal',
  ])
}

/** A Canadian ferry's sailing receipt. */
export const ferry: Generator = async (chance) => {
  const [vehicle, passenger] = [chance.amount(45, 90), chance.amount(14, 22)]
  const net = sum([vehicle, passenger, passenger])
  const gst = cents(net * 0.05)
  const date = dayOf(chance)
  const sheet = await Sheet.open(chance, { size: 'mm80', family: 'mono', text: 8, cut: 'words' })
  sheet
    .mid(113, 28, 'STRAIT FERRIES', { bold: true, size: 12 })
    .mid(113, 40, 'SWARTZ TERMINAL')
    .mid(113, 56, 'SALES RECEIPT')
  sheet.pairs(
    10,
    -216,
    76,
    [
      ['Sailing', `${date} 11:00`],
      ['Lane', '14'],
      ['1 UNDERHEIGHT VEH', en(vehicle)],
      ['2 ADULT', en(2 * passenger)],
      ['SUBTOTAL', en(net)],
      ['GST', en(gst)],
      ['TOTAL CAD', en(sum([net, gst])), { bold: true }],
      ['MASTERCARD', en(sum([net, gst]))],
      ['APPROVED 044181', ''],
    ],
    13,
  )
  return receipt('ferry', sheet, {
    merchant_name: 'STRAIT FERRIES',
    transaction_date: date,
    subtotal: net,
    total_tax: gst,
    total: sum([net, gst]),
    currency: 'CAD',
  })
}
