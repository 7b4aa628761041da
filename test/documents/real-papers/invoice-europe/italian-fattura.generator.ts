import type { Generator } from '../../specimen.ts'
import { company } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, de } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen } from './parts.ts'

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
