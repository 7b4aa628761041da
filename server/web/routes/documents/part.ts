import type { Analysis } from '@mkt/schemas'

/** One slip or document of a file: what it is, and what was read on it. */
export type Part = Pick<NonNullable<Analysis['slips']>[number], 'type' | 'fields' | 'tables'>

/** Of one analysis, in the order of the API: the first is slip 1. */
export function partsOf({ slips, document_type: type, extraction: { fields, tables } }: Analysis): readonly Part[] {
  return slips ?? [{ type, fields, tables }]
}
