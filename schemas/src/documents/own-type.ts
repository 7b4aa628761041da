import { z } from 'zod'
import { line, timestamp } from '../text.ts'
import { documentId, ownFields, ownTables, ownTypeName } from './analysis.ts'
import { DOCUMENT_TYPES } from './fields.ts'
import { fieldName } from './review.ts'

const KINDS = ['amount', 'date', 'year', 'text'] as const
/** Of all fields and columns together: each is looked for on each page. */
const LABELS_OF_TYPE = 400
const [MOST_FIELDS, MOST_LABELS, LABEL_CHARS, MOST_TABLES, MOST_COLUMNS] = [60, 20, 80, 5, 15]

const label = line(LABEL_CHARS).regex(/[\p{L}\d]/u, { error: 'must have a letter or a figure' })
const labels = z
  .array(label)
  .min(1)
  .max(MOST_LABELS)
  .meta({ description: 'What papers call it, the surest first; case, accents and punctuation do not matter' })

const namedValue = z.strictObject({ name: fieldName, kind: z.enum(KINDS), labels }).meta({ id: 'NamedValue' })

const distinct = (list: readonly { name: string }[]) => new Set(list.map(({ name }) => name)).size === list.length
const once = { error: 'must name each once' }

const namedTable = z
  .strictObject({ name: fieldName, columns: z.array(namedValue).min(2).max(MOST_COLUMNS).refine(distinct, once) })
  .meta({ id: 'NamedTable' })

const countOf = (list: readonly { labels: readonly string[] }[]) =>
  list.reduce((sum, { labels: of }) => sum + of.length, 0)
const labelsOf = ({ fields, tables }: Labelled) =>
  countOf(fields) + tables.reduce((sum, { columns }) => sum + countOf(columns), 0)
interface Labelled {
  fields: readonly { labels: readonly string[] }[]
  tables: readonly { columns: readonly { labels: readonly string[] }[] }[]
}

const BUILT_IN: ReadonlySet<string> = new Set(DOCUMENT_TYPES)
const folded = (name: string) => name.toUpperCase().replaceAll(/[ -]/g, '_')

/** A type of document that its owner declares. */
export const ownType = z
  .strictObject({
    name: ownTypeName.refine((name) => !BUILT_IN.has(folded(name)), {
      error: 'must not be the name of a built-in type',
    }),
    languages: z.array(line(40)).max(20).default([]).meta({ description: 'For people; every label is looked for' }),
    titles: z
      .array(label)
      .max(MOST_LABELS)
      .default([])
      .meta({ description: 'What such papers call themselves; the name is one of them by itself' }),
    fields: z.array(namedValue).min(1).max(MOST_FIELDS).refine(distinct, once),
    tables: z.array(namedTable).max(MOST_TABLES).refine(distinct, once).default([]),
  })
  .refine((type) => labelsOf(type) <= LABELS_OF_TYPE, { error: `must have at most ${LABELS_OF_TYPE} labels in all` })
  .meta({ id: 'OwnType' })
export type OwnType = z.output<typeof ownType>

export const ownTypeKept = ownType.extend({ created_at: timestamp }).meta({ id: 'OwnTypeKept' })

/** A type that is tried on own documents before it is saved; nothing of it is kept. */
export const ownTypeTrial = z
  .strictObject({ type: ownType, document_ids: z.array(documentId).min(1).max(10) })
  .meta({ id: 'OwnTypeTrial' })

export const ownTypeTried = z
  .object({
    results: z.array(
      z.object({
        document_id: documentId,
        taken: z.boolean().meta({ description: 'Whether the document would be taken for one of this type' }),
        fields: ownFields,
        tables: ownTables,
        error: z.string().optional().meta({ description: 'Why the document could not be read again' }),
      }),
    ),
  })
  .meta({ id: 'OwnTypeTried' })
