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
    truth: { document_type: 'RECEIPT', fields, ...(optional ? { optional } : {}), risk: 'clean' },
  }
}

export const goods = (chance: Chance, names: readonly string[], count = chance.whole(5, 11)) =>
  Array.from({ length: count }, () => ({ text: chance.pick(names), price: chance.amount(0.99, 18.5) }))
