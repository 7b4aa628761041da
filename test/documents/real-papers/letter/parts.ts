import type { Chance } from '../../chance.ts'
import type { Specimen } from '../../specimen.ts'
import type { Paper } from '../paper.ts'

export const dayOf = (chance: Chance) =>
  `${chance.whole(2019, 2025)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`

export async function specimen(
  name: string,
  paper: Paper,
  fields: Record<string, string | number>,
  optional?: string[],
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: { document_type: 'INCOME_LETTER', fields, ...(optional ? { optional } : {}), risk: 'clean' },
  }
}
