import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf, taxesOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const dm = (iso: string) => day(iso, 'DD/MM/YYYY')
const it = (amount: number) => num('de', amount)

/** The courtesy print of an electronic invoice: both sides in small captioned lines, tables with bands, a payment table. */
export const courtesyPrint: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'it')
  const items = itemsOf(
    chance,
    ['Toner compatibile nero', 'Manutenzione caldaia', 'Vite TE M8x40 zincata', 'Canone noleggio fotocopiatrice'],
    { rates: [22, 10], count: 4 },
  )
  const taxes = taxesOf(items)
  const [net, tax] = [netOf(items), sum(taxes.map((part) => part.tax))]
  const [date, number, account] = [dayOf(chance), `${chance.whole(10, 990)}/A`, iban(chance, 'IT')]
  const due = daysAfter(date, 30)
  const sheet = await Sheet.open(chance, { text: 7.5, family: 'unicode', cut: 'words' })
  for (const [x, head, { name, street, town, taxId }] of [
    [30, 'Cedente/prestatore (fornitore)', seller],
    [305, 'Cessionario/committente (cliente)', buyer],
  ] as const) {
    sheet.box(x, 30, 260, 100).at(x + 4, 41, head, { bold: true, size: 8 })
    sheet.lines(x + 4, 55, [
      `Identificativo fiscale ai fini IVA: ${taxId}`,
      `Codice fiscale: ${taxId.slice(2)}`,
      `Denominazione: ${name}`,
      ...(x === 30 ? ['Regime fiscale: RF01 ordinario'] : []),
      `Indirizzo: ${street}`,
      `Comune: ${town}`,
      'Nazione: IT',
    ])
  }
  let y = sheet.table(
    150,
    [
      ['Tipologia documento', 34],
      ['Art. 73', 200],
      ['Numero documento', 260],
      ['Data documento', 380],
      ['Codice destinatario', 470],
    ],
    [['TD01 fattura', '', number, day(date, 'DD-MM-YYYY'), 'M5UXCR1']],
    { rules: 'grid', from: 30, to: 565, band: 0.9 },
  )
  y = sheet.table(
    y + 10,
    [
      ['Cod. articolo', 34],
      ['Descrizione', 100],
      ['Quantità', 300, 'r'],
      ['Prezzo unitario', 370, 'r'],
      ['UM', 380],
      [['Sconto o', 'magg.'], 410],
      ['%IVA', 480, 'r'],
      ['Prezzo totale', 562, 'r'],
    ],
    items.map(({ text, quantity, price, rate, amount }) => [
      chance.digits(5),
      text,
      num('de', quantity),
      num('de', price),
      'PZ',
      '',
      num('de', rate),
      it(amount),
    ]),
    { rules: 'grid', from: 30, to: 565, band: 0.9 },
  )
  sheet.at(297, y + 10, 'RIEPILOGHI IVA E TOTALI', { bold: true, size: 8 })
  y = sheet.table(
    y + 26,
    [
      ['esigibilità iva / riferimenti normativi', 34],
      ['%IVA', 260, 'r'],
      ['Spese accessorie', 350, 'r'],
      ['Totale imponibile', 460, 'r'],
      ['Totale imposta', 562, 'r'],
    ],
    taxes.map((part) => ['I (esigibilità immediata)', num('de', part.rate), '', it(part.net), it(part.tax)]),
    { rules: 'grid', from: 30, to: 565, band: 0.9 },
  )
  y = sheet.table(
    y + 10,
    [
      ['Importo bollo', 34],
      ['Sconto/Maggiorazione', 200],
      ['Arr.', 360],
      ['Totale documento', 562, 'r'],
    ],
    [['', '', '', it(sum([net, tax]))]],
    { rules: 'grid', from: 30, to: 565, band: 0.9 },
  )
  sheet.table(
    y + 10,
    [
      ['Modalità pagamento', 34],
      ['IBAN', 150],
      ['Istituto', 320],
      ['Data scadenza', 430],
      ['Importo', 562, 'r'],
    ],
    [['MP05 Bonifico', account.replaceAll(' ', ''), 'Banca del Ticino', day(due, 'DD-MM-YYYY'), it(sum([net, tax]))]],
    { rules: 'grid', from: 30, to: 565, band: 0.9 },
  )
  return invoice(
    'courtesy-print',
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
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due', 'currency', 'subtotal'] },
  )
}

/** A professional's fee: fund surcharge, tax, then the client withholds. */
export const withheldFee: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'it')
  const [seller] = parties(chance, 'it')
  const who = `Avv. ${human(chance)}`
  const fee = chance.amount(300, 4_500)
  const fund = cents(fee * 0.04)
  const net = sum([fee, fund])
  const tax = cents(net * 0.22)
  const withheld = cents(fee * 0.2)
  const [date, number, account] = [dayOf(chance), chance.whole(1, 99), iban(chance, 'IT')]
  const sheet = await Sheet.open(chance, { family: 'serif', text: 11 })
  sheet.lines(60, 60, [`Studio Legale ${who}`, seller.street, seller.town, `P. IVA ${seller.taxId.slice(2)}`])
  sheet.lines(340, 140, ['Spett.le', buyer.name, buyer.street, buyer.town, `P.IVA/C.F. ${buyer.taxId.slice(2)}`])
  sheet.at(60, 250, `Fattura n. ${number} del ${dm(date)}`, { bold: true, size: 13 })
  sheet.prose(60, 275, 460, 'Oggetto: assistenza giudiziale nel procedimento R.G. 4418/2023')
  const y = sheet.pairs(
    60,
    -530,
    320,
    [
      ['Onorari', `€ ${it(fee)}`],
      ['Contributo Cassa Previdenza Avvocati 4%', `€ ${it(fund)}`],
      ['Imponibile', `€ ${it(net)}`],
      ['IVA 22%', `€ ${it(tax)}`],
      ['Totale fattura', `€ ${it(sum([net, tax]))}`],
      [`Ritenuta d'acconto 20% su € ${it(fee)}`, `- € ${it(withheld)}`],
      ['NETTO A PAGARE', `€ ${it(cents(sum([net, tax]) - withheld))}`, { bold: true }],
    ],
    20,
  )
  sheet.lines(60, y + 30, ['Pagamento: bonifico bancario a vista', `IBAN: ${account}`])
  return invoice(
    'withheld-fee',
    sheet,
    {
      invoice_number: String(number),
      invoice_date: date,
      vendor_name: `Studio Legale ${who}`,
      vendor_tax_id: seller.taxId.slice(2),
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId.slice(2),
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      amount_due: cents(sum([net, tax]) - withheld),
      currency: 'EUR',
      iban: account,
    },
    { optional: ['payment_terms', 'due_date'] },
  )
}
