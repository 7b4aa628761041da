import { type Analysis, FIELDS, type FieldEntry } from '@mkt/schemas'

/** The fields of an analysis in the order of the contract, then those that the document names itself. */
export function foundFields({ document_type, extraction }: Analysis): [name: string, entry: FieldEntry][] {
  const entries: [string, FieldEntry | undefined][] = Object.entries(extraction.fields)
  const names = Object.keys(FIELDS[document_type])
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return entries
    .filter((entry): entry is [string, FieldEntry] => entry[1] !== undefined)
    .toSorted(([a], [b]) => rank(a) - rank(b))
}
