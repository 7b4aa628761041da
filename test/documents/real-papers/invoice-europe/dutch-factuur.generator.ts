import type { Generator } from '../../specimen.ts'
import { company } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, de } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen } from './parts.ts'

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
