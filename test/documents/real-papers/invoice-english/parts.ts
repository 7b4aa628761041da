import type { Chance } from '../../chance.ts'
import type { Specimen } from '../../specimen.ts'
import type { Paper } from '../paper.ts'
import { itemRows, type Sale } from '../sale.ts'

export const WORK = [
  'Website maintenance',
  'Design: landing page',
  'Gravel, 3/4" crushed',
  'On-site installation',
  'Consulting hours',
  'Replacement filter kit',
]

export const dayOf = (chance: Chance) =>
  `${chance.whole(2019, 2025)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`

export async function specimen(
  name: string,
  paper: Paper,
  fields: Record<string, string | number>,
  sale?: Sale,
  optional?: string[],
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: {
      document_type: 'INVOICE',
      fields,
      ...(optional ? { optional } : {}),
      ...(sale ? { tables: { line_items: itemRows(sale) } } : {}),
      risk: 'clean',
    },
  }
}
