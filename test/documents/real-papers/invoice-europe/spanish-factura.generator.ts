import type { Generator } from '../../specimen.ts'
import { company } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, de } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen } from './parts.ts'

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
