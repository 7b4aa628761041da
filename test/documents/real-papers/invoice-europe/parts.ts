import type { Chance } from '../../chance.ts'
import type { Specimen } from '../../specimen.ts'
import type { Paper } from '../paper.ts'
import { itemRows, type Sale } from '../sale.ts'

export const dayOf = (chance: Chance) =>
  `${chance.whole(2019, 2025)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`

export async function specimen(
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
