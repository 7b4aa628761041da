import { z } from 'zod'
import { id, timestamp } from '../text.ts'
import { DOCUMENT_TYPES, FIELDS, type ValueKind } from './fields.ts'
import { reviewSummary } from './review.ts'

export const documentId = id('doc')
export const documentType = z.enum(DOCUMENT_TYPES).meta({ id: 'DocumentType' })

const OWN_NAME = /^[A-Za-z][A-Za-z0-9 _-]{0,62}[A-Za-z0-9]$/
/** What an owner calls a type of their own. */
export const ownTypeName = z.string().regex(OWN_NAME, {
  error: 'must be 2 to 64 letters, figures, blanks, _ and -, and begin with a letter',
})
const BUILT_IN: ReadonlySet<string> = new Set(DOCUMENT_TYPES)
export const documentTypeName = z
  .string()
  .refine((name) => BUILT_IN.has(name) || OWN_NAME.test(name))
  .meta({ id: 'DocumentTypeName', description: 'A DocumentType, or the name of one that the owner has declared' })

const page = z.int().min(1).meta({ description: '1-based' })
const confidence = z.number().min(0).max(1).meta({ description: 'A probability: of all at 0.9, nine in ten are right' })
const bbox = z
  .array(z.number())
  .length(4)
  .meta({ description: 'x0, y0, x1, y1 of the page as shown, in PDF points, origin bottom left' })
const evidence = z.object({ page, bbox }).meta({ id: 'Evidence' })

const VALUES: Record<ValueKind, z.ZodType<string | number>> = {
  amount: z.number(),
  date: z.iso.date(),
  year: z.string().regex(/^\d{4}$/),
  text: z.string().min(1),
}

const entryOf = (kind: ValueKind) => entryWith(VALUES[kind])

const entryWith = (value: z.ZodType<string | number>) =>
  z.object({
    value,
    confidence,
    evidence: evidence.optional().meta({ description: 'With detail=full only' }),
    covered: z.literal(true).optional().meta({
      description: 'With detail=full only: a picture lies over the value, and what it shows instead was not read',
    }),
    printed: z.string().optional().meta({ description: 'With `readings`: as the page prints it, characters mended' }),
    readings: z.array(z.string()).optional().meta({
      description:
        'With detail=full only: what recognition read before it was mended, and what a place labelled as well says',
    }),
    chosen_by: z.literal('sum').optional().meta({
      description: 'With `readings`: the sums chose between places that are labelled alike',
    }),
  })
export type FieldEntry = z.infer<ReturnType<typeof entryOf>>

/** Every field of every type, by name; a name means the same kind of value wherever it occurs. */
function allFields(): Record<string, z.ZodOptional<ReturnType<typeof entryOf>>> {
  const kinds = new Map<string, ValueKind>(Object.values(FIELDS).flatMap((names) => Object.entries(names)))
  const typesOf = (name: string) => DOCUMENT_TYPES.filter((type) => Object.hasOwn(FIELDS[type], name)).join(', ')
  return Object.fromEntries(
    [...kinds].map(([name, kind]) => [
      name,
      entryOf(kind)
        .optional()
        .meta({ description: `Of ${typesOf(name)}` }),
    ]),
  )
}

// Code reads fields by names that it has from FIELDS; 120 optional members would only stand in its way.
const declared = z
  .object(allFields())
  .catchall(entryWith(z.union([VALUES.text, VALUES.amount])))
  .meta({
    id: 'Fields',
    description:
      'What is not on the document is left out; a value is never null or empty. ' +
      'A document of type UNKNOWN, or of one that its owner declared, names them itself',
  })
const fields = declared as unknown as z.ZodType<Record<string, FieldEntry>>

const table = z
  .object({
    name: z.string().min(1),
    page,
    columns: z.array(z.string()),
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
    confidence,
  })
  .meta({ id: 'Table' })

const slip = z
  .object({ type: documentTypeName, pages: z.array(page), fields, tables: z.array(table) })
  .meta({ id: 'Slip', description: 'One slip or document of the file' })

const flag = z
  .object({
    code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
    family: z.enum(['structure', 'typography', 'arithmetic', 'identity', 'consistency', 'cross_document']),
    message: z.string().min(1),
    fields: z.array(z.string()),
    evidence: z.array(evidence),
  })
  .meta({ id: 'Flag' })

export const riskLevel = z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']).meta({ id: 'RiskLevel' })
const riskScore = z.int().min(0).max(100)

const issue = z
  .object({
    stage: z.enum(['text', 'layout', 'ocr', 'classify', 'extract', 'risk', 'annotate']),
    code: z.string().regex(/^[a-z][a-z0-9_]*$/),
    message: z.string().min(1),
    pages: z.array(page).min(1).optional(),
  })
  .meta({ id: 'Issue', description: 'Something that could not be done; the rest of the analysis stands without it' })

const riskAssessment = z.object({
  risk_score: riskScore,
  risk_level: riskLevel.meta({ description: 'LOW 0-24, MEDIUM 25-49, HIGH 50-74, CRITICAL 75-100' }),
  flags: z.array(flag),
  confidence,
  policy: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'With detail=full only: the name of the policy that gave the level' }),
})

const documentPart = slip.extend({ risk_assessment: riskAssessment }).meta({
  id: 'DocumentPart',
  description: 'One document of a packet, judged by itself: what is flagged of the file as a whole counts for each',
})

const erasedAfter = timestamp.optional().meta({
  description: 'When it is erased by itself; left out where only its owner erases it',
})

export { fields as ownFields }
export const ownTables = z.array(table)

/** What an analysis found. A field's `evidence`, `slips` and `documents` come with detail=full only. */
export const analysis = z
  .object({
    status: z.literal('success'),
    document_id: documentId,
    document_type: documentTypeName,
    processing_time_ms: z.int().min(0),
    extraction: z.object({
      fields,
      tables: z.array(table),
      metadata: z.object({
        page_count: z.int().min(1),
        extraction_engine: z.enum(['pdf-text', 'ocr', 'pdf-text+ocr']),
      }),
    }),
    risk_assessment: riskAssessment,
    parts: z.int().min(1).optional().meta({
      description:
        'How many documents the file holds; left out of a short answer where it is one. Risk apart, it is of the first',
    }),
    slips: z.array(slip).min(1).optional().meta({ description: 'With detail=full only; the first decides the type' }),
    documents: z
      .array(documentPart)
      .min(1)
      .optional()
      .meta({ description: 'With detail=full only: the slips again, each with the risk that is its own' }),
    issues: z.array(issue).min(1).optional().meta({ description: 'Left out where everything could be done' }),
    annotated_pdf_url: z.url(),
    erased_after: erasedAfter,
  })
  .meta({ id: 'Analysis' })
export type Analysis = z.infer<typeof analysis>

/** Where an analysis stands, as its event stream tells: the stage and, where it goes page by page, which of them. */
export const analysisProgress = z
  .object({
    stage: z.enum(['queued', 'text', 'ocr', 'layout', 'extract', 'risk', 'annotate', 'store']),
    page: z.int().min(1).optional(),
    pages: z.int().min(1).optional(),
  })
  .meta({ id: 'AnalysisProgress' })
export type AnalysisProgress = z.infer<typeof analysisProgress>

export const documentSummary = z
  .object({
    document_id: documentId,
    document_type: documentTypeName,
    created_at: timestamp,
    risk_level: riskLevel,
    risk_score: riskScore,
    ...reviewSummary,
    erased_after: erasedAfter,
  })
  .meta({ id: 'DocumentSummary', description: 'What follows the score comes with detail=full only' })

export const documentList = z.object({
  documents: z.array(documentSummary),
  pagination: z.object({ page: z.int(), limit: z.int(), total: z.int() }),
})
