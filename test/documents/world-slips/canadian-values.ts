import type { Chance } from '../chance.ts'
import { cents, type MoneyLook, money } from '../real-slips/money.ts'
import type { Company, Person } from '../real-slips/people.ts'
import { socialInsuranceNumber } from '../real-slips/people.ts'
import { fullName } from '../real-slips/t4-worker.ts'
import type { Specimen, Truth } from '../specimen.ts'
import type { SlipSpec } from './canadian-specs.ts'
import { canadianFirm, canadianPerson, canadianWorker, joined } from './slip-people.ts'

/** One slip's values in the words that are printed. */
export interface FilledSlip {
  spec: SlipSpec
  year: number
  payer: Company
  recipient: Person
  sin: string
  /** By box; a box that is not here is empty. */
  values: Record<string, string>
  amounts: Record<string, number>
  look: MoneyLook
}

export function fill(chance: Chance, spec: SlipSpec, look: MoneyLook): FilledSlip {
  const year = chance.whole(2019, 2025)
  const base = {
    spec,
    year,
    payer: canadianFirm(chance),
    recipient: canadianPerson(chance),
    sin: socialInsuranceNumber(chance, 'blanks'),
    look,
  }
  const amounts = spec.type === 'RL1_TAX_SLIP' ? quebecAmounts(chance, year) : anyAmounts(chance, spec)
  const values: Record<string, string> = {}
  for (const [box, , , field, kind] of spec.boxes) {
    if (kind === 'code') values[box] = chance.pick(['O', 'O', 'A'])
    else if (kind === 'digit') values[box] = field === 'income_code' ? chance.pick(['11', '39', '46', '61']) : '1'
    else if (amounts[box] !== undefined) values[box] = money(amounts[box], look)
  }
  if (values['15']) values['15'] = 'CAD'
  if (spec.type === 'NR4_TAX_SLIP') delete values['18']
  return { ...base, values, amounts }
}

function anyAmounts(chance: Chance, spec: SlipSpec): Record<string, number> {
  const amounts: Record<string, number> = {}
  for (const [box, , , field, kind] of spec.boxes)
    if (!kind && field && chance.happens(0.6)) amounts[box] = chance.amount(20, 48_000)
  const actual = spec.type === 'T5_TAX_SLIP' ? '24' : '49'
  if (spec.boxes.some(([box]) => box === actual)) dividends(amounts, actual, chance)
  if (spec.type === 'T4A_TAX_SLIP') amounts['022'] = cents((amounts['016'] ?? 0) * 0.15 + 10)
  if (spec.type === 'NR4_TAX_SLIP') Object.assign(amounts, { 16: chance.amount(100, 9000) })
  if (spec.type === 'NR4_TAX_SLIP') amounts['17'] = cents((amounts['16'] as number) * 0.25)
  return amounts
}

function dividends(amounts: Record<string, number>, actual: string, chance: Chance): void {
  const [taxable, credit] = actual === '24' ? ['25', '26'] : ['50', '51']
  delete amounts[taxable]
  amounts[actual] ??= chance.amount(10, 900)
  amounts[taxable] = cents(amounts[actual] * 1.38)
  amounts[credit] = cents(amounts[taxable] * 0.150198)
}

const FROM_T4 = {
  A: '14',
  'B.A': '17',
  C: '18',
  D: '20',
  E: '22',
  F: '44',
  G: '26',
  H: '55',
  I: '56',
  N: '46',
} as const

function quebecAmounts(chance: Chance, year: number): Record<string, number> {
  const { amounts } = canadianWorker(chance, [year], 'plain', 'QC')
  return Object.fromEntries(
    Object.entries(FROM_T4).flatMap(([letter, box]) => (amounts[box] === undefined ? [] : [[letter, amounts[box]]])),
  )
}

export const lastFirst = ({ first, initial, last }: Person) => `${last}, ${first}${initial ? ` ${initial}` : ''}`

export function specimenOf(name: string, bytes: Uint8Array, slip: FilledSlip): Specimen {
  const { spec, amounts, values } = slip
  const fields: Truth['fields'] = {
    tax_year: String(slip.year),
    [spec.payer[0]]: joined(slip.payer.name),
    [spec.recipient[0]]: fullName(slip.recipient),
  }
  if (spec.type === 'T4A_TAX_SLIP') fields.social_insurance_number = slip.sin
  for (const [box, , , field, kind] of spec.boxes) {
    const value = kind ? values[box] : amounts[box]
    if (field && value !== undefined) fields[field] = value
  }
  return { name, bytes, truth: { document_type: spec.type, fields, risk: 'clean' } }
}
