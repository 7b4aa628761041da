import type { Generator } from '../../specimen.ts'
import { company, person, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, de } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen } from './parts.ts'

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
