import { type FieldEntry, fieldsOfType } from '@mkt/schemas'
import type { Slip } from './slips.ts'

/** The fields of a document in the order of the contract, then those that the document names itself. */
export function foundFields({ type, fields }: Pick<Slip, 'type' | 'fields'>): [name: string, entry: FieldEntry][] {
  const entries: [string, FieldEntry | undefined][] = Object.entries(fields)
  const names = Object.keys(fieldsOfType(type))
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return entries
    .filter((entry): entry is [string, FieldEntry] => entry[1] !== undefined)
    .toSorted(([a], [b]) => rank(a) - rank(b))
}
