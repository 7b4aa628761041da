import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf, taxesOf } from './bill.ts'
import { iban } from './ids.ts'
import { parties } from './parties.ts'
import { cents, day, dayIn, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

/** A Polish VAT invoice: net, tax and gross in every row, a table of rates under it, the sum in words. */
export const polishFaktura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'pl')
  const items = itemsOf(chance, ['Usługa transportowa', 'Papier ksero A4', 'Serwis drukarki', 'Książka branżowa'], {
    rates: [23, 5],
    count: 4,
  })
  const taxes = taxesOf(items)
  const [net, tax] = [netOf(items), sum(taxes.map((part) => part.tax))]
  const gross = sum([net, tax])
  const [date, number, account] = [
    dayOf(chance),
    `FV/${chance.whole(1, 400)}/${chance.digits(2)}/2025`,
    iban(chance, 'PL'),
  ]
  const due = daysAfter(date, 14)
  const pl = (amount: number) => num('nordic', amount)
  const sheet = await Sheet.open(chance, { family: 'unicode', text: 8, cut: 'words' })
  sheet
    .right(560, 44, `Kraków, ${dayIn('pl', date, 'D MMMM YYYY')}`)
    .mid(297, 80, `Faktura VAT nr ${number}`, { size: 14, bold: true })
  sheet.pairs(
    36,
    140,
    100,
    [
      ['Data wystawienia:', date],
      ['Data sprzedaży:', date],
      ['Termin płatności:', due],
      ['Metoda płatności:', 'przelew'],
    ],
    11,
  )
  for (const [x, head, who] of [
    [36, 'Sprzedawca', seller],
    [310, 'Nabywca', buyer],
  ] as const)
    sheet
      .at(x, 165, head, { bold: true })
      .lines(x, 178, [who.name, who.street, who.town, `NIP: ${who.taxId}`, ...(x === 36 ? [`Konto: ${account}`] : [])])
  let y = sheet.table(
    250,
    [
      ['Lp.', 36],
      ['Nazwa towaru lub usługi', 58],
      ['Ilość', 230, 'r'],
      ['j.m.', 236],
      [['Cena', 'netto'], 310, 'r'],
      [['Wartość', 'netto'], 380, 'r'],
      [['Stawka', 'VAT'], 420, 'r'],
      [['Kwota', 'VAT'], 480, 'r'],
      [['Wartość', 'brutto'], 558, 'r'],
    ],
    items.map(({ text, quantity, price, rate, amount }, i) => [
      String(i + 1),
      text,
      String(quantity),
      'szt.',
      pl(price),
      pl(amount),
      `${rate}%`,
      pl(cents((amount * rate) / 100)),
      pl(cents(amount * (1 + rate / 100))),
    ]),
    { rules: 'grid', from: 33, to: 561 },
  )
  y = sheet.table(
    y + 6,
    [
      ['', 300],
      ['', 380, 'r'],
      ['', 420, 'r'],
      ['', 480, 'r'],
      ['', 558, 'r'],
    ],
    [
      ...taxes.map((part) => ['w tym', pl(part.net), `${part.rate}%`, pl(part.tax), pl(sum([part.net, part.tax]))]),
      ['Razem', pl(net), '', pl(tax), pl(gross)],
    ],
    { noHead: true },
  )
  sheet
    .at(36, y + 20, `Do zapłaty: ${pl(gross)} PLN`, { bold: true, size: 12 })
    .at(36, y + 36, 'Słownie: jeden tysiąc dwieście trzydzieści cztery złote 00/100')
  sheet.mid(120, 780, 'Osoba upoważniona do odbioru').mid(470, 780, 'Osoba upoważniona do wystawienia')
  return invoice(
    'polish-faktura',
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
      amount_due: gross,
      currency: 'PLN',
      iban: account,
    },
    {
      rows: items.map(({ text, quantity, amount }) => ({ description: text, quantity, amount })),
      optional: ['payment_terms', 'invoice_total'],
    },
  )
}

/** A Czech invoice: two columns of captions, three dates, a variable symbol equal to the number. */
export const czechFaktura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'cz')
  const items = itemsOf(chance, ['Montáž klimatizace', 'Měděné potrubí', 'Doprava', 'Revize zařízení'], {
    rates: [21],
    dear: 1_900,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.21)]
  const gross = sum([net, tax])
  const [date, number, account] = [dayOf(chance), `25${chance.digits(6)}`, iban(chance, 'CZ')]
  const due = daysAfter(date, 14)
  const cz = (amount: number) => num('nordic', amount)
  const d = (iso: string) => day(iso, 'DD.MM.YYYY')
  const sheet = await Sheet.open(chance, { family: 'unicode', text: 8.5, cut: 'runs', order: 'columns' })
  sheet.right(560, 44, `Faktura - daňový doklad č. ${number}`, { size: 13, bold: true })
  for (const [x, head, who] of [
    [36, 'DODAVATEL', seller],
    [305, 'ODBĚRATEL', buyer],
  ] as const) {
    sheet
      .at(x, 70, head, { size: 7, grey: 0.4 })
      .at(x, 84, who.name, { bold: true, size: 11 })
      .lines(x, 98, [who.street, who.town])
    sheet.pairs(
      x,
      x + 40,
      128,
      [
        ['IČO', who.taxId.slice(2)],
        ['DIČ', who.taxId],
      ],
      12,
    )
  }
  sheet.pairs(
    36,
    150,
    170,
    [
      ['Bankovní účet', `${chance.digits(9)}/0800`],
      ['IBAN', account],
      ['Variabilní symbol', number],
      ['Způsob platby', 'Převodem'],
    ],
    12,
  )
  sheet.pairs(
    305,
    -555,
    170,
    [
      ['Datum vystavení', d(date)],
      ['Datum splatnosti', d(due), { bold: true }],
      ['Datum uskut. plnění', d(daysAfter(date, -1))],
    ],
    12,
  )
  const y = sheet.table(
    240,
    [
      ['', 36],
      ['MJ', 80],
      ['POPIS', 110],
      ['DPH', 350, 'r'],
      ['CENA ZA MJ', 440, 'r'],
      ['CELKEM BEZ DPH', 557, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [String(quantity), 'ks', text, '21 %', cz(price), cz(amount)]),
    { rules: 'rows' },
  )
  sheet.table(
    y + 12,
    [
      ['SAZBA', 305],
      ['ZÁKLAD', 440, 'r'],
      ['DPH', 557, 'r'],
    ],
    [['21 %', cz(net), cz(tax)]],
    { from: 305, to: 557 },
  )
  sheet
    .rule(y + 50, 305, 557)
    .at(305, y + 70, 'K úhradě', { bold: true })
    .right(557, y + 70, `${cz(gross)} Kč`, { bold: true, size: 14 })
  sheet.at(
    36,
    810,
    'Společnost je zapsána v obchodním rejstříku vedeném Městským soudem v Praze, oddíl C, vložka 118842.',
    { size: 6.5 },
  )
  return invoice(
    'czech-faktura',
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
      amount_due: gross,
      currency: 'CZK',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'invoice_total'] },
  )
}
