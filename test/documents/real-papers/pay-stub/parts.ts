import type { Chance } from '../../chance.ts'
import type { Specimen } from '../../specimen.ts'
import type { Paper } from '../paper.ts'
import { daysAfter } from '../print.ts'

export const US = {
  taxes: {
    'Federal Income Tax': 0.11,
    'Social Security Tax': 0.062,
    'Medicare Tax': 0.0145,
    'ID State Income Tax': 0.045,
  },
  deductions: { Medical: 0.03, '401K': 0.05 },
}

export async function specimen(
  name: string,
  paper: Paper,
  fields: Record<string, string | number>,
  optional?: string[],
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: { document_type: 'PAY_STUB', fields, ...(optional ? { optional } : {}), risk: 'clean' },
  }
}

export function period(chance: Chance) {
  const end = `${chance.whole(2019, 2025)}-${String(chance.whole(2, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  return { start: daysAfter(end, -13), end, paid: daysAfter(end, chance.whole(3, 7)) }
}
