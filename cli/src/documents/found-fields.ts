import type { Analysis, FieldEntry } from '@mkt/schemas'

/** The fields of an analysis in the order in which the service gives them. */
export function foundFields({ extraction }: Analysis): [name: string, entry: FieldEntry][] {
  const entries: [string, FieldEntry | undefined][] = Object.entries(extraction.fields)
  return entries.filter((entry): entry is [string, FieldEntry] => entry[1] !== undefined)
}
