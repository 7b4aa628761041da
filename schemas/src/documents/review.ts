import { z } from 'zod'
import { line, timestamp } from '../text.ts'

/**
 * A value that is read with less confidence should be looked at by a person. Of 4,412 values of strangers' papers it
 * shows a tenth of those that are right and half of those that are wrong; 0.9 would show a quarter and two thirds, and
 * a paper without a mistake would seldom be without a doubt.
 */
export const DOUBTFUL = 0.85

const MARK_CHARS = 200
/** A label or a reference: one line of the owner's, '' for none. */
export const documentMark = z.union([z.literal(''), line(MARK_CHARS)])

export const fieldName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, { error: 'must be the name of a field, such as gross_pay' })
  .meta({ example: 'gross_pay' })

/** What a person says instead of a value that was read: a number, a text, or null where the paper has none. */
const correctedValue = z.union([z.number(), line(1000), z.null()])

const slipNumber = z.int().min(1).meta({ description: 'Which slip of the file, 1-based, as detail=full lists them' })

const correction = z
  .object({
    slip: slipNumber,
    field: fieldName,
    value: correctedValue.meta({ description: 'What the person says; null: the document does not have it' }),
    read: z.union([z.number(), z.string(), z.null()]).meta({ description: 'What was read; null where nothing was' }),
    corrected_at: timestamp,
    corrected_by: z.string().meta({ description: 'Username' }),
  })
  .meta({ id: 'Correction' })
export type Correction = z.infer<typeof correction>

/** What people made of a document, beside what was read of it, which never changes. */
export const documentReview = z
  .object({
    file_name: z.string().meta({ description: "As it was uploaded; '' where nobody said one" }),
    label: documentMark.meta({ description: "A word of the owner's; '' where there is none" }),
    reference: documentMark.meta({ description: "The owner's own number or key for it; '' where there is none" }),
    looked_at: timestamp.nullable().meta({ description: 'When a person said that it was looked at' }),
    looked_by: z.string().nullable().meta({ description: 'Username' }),
    corrections: z.array(correction),
  })
  .meta({ id: 'DocumentReview' })
export type DocumentReview = z.infer<typeof documentReview>

/** What may be said of a document as a whole; what is left out stays as it is. */
export const reviewChange = z
  .strictObject({
    label: documentMark.optional(),
    reference: documentMark.optional(),
    looked_at: z.boolean().optional().meta({ description: 'true: looked at now; false: not yet' }),
  })
  .meta({ id: 'ReviewChange' })

/** A value that a person puts beside the one that was read. */
export const correctionChange = z
  .strictObject({ value: correctedValue, slip: slipNumber.default(1) })
  .meta({ id: 'CorrectionChange' })

/** What a list may be narrowed by. */
export const reviewFilters = {
  text: line(MARK_CHARS).optional().meta({ description: 'In the file name, the label or the reference' }),
  looked_at: z.enum(['yes', 'no']).optional(),
  doubtful: z.literal('yes').optional().meta({ description: 'With doubtful values, or a risk above LOW' }),
}

/** What a summary has with detail=full. */
export const reviewSummary = {
  file_name: z.string().optional(),
  label: z.string().optional(),
  reference: z.string().optional(),
  looked_at: timestamp.nullable().optional(),
  doubts: z
    .int()
    .min(0)
    .optional()
    .meta({ description: `Values below a confidence of ${DOUBTFUL}, of all slips` }),
}
