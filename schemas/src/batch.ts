import { z } from 'zod'
import { MAX_INPUT_BYTES } from './chat.ts'
import { partialText } from './continuation.ts'
import { credits, creditsNotNegative } from './credits.ts'
import { chosenHosts, verifiedOnly } from './job.ts'
import { modelName } from './model-name.ts'
import { id, limit, line, offset, prose, timestamp } from './text.ts'

export const batchId = id('bat')
export const batchState = z.enum(['open', 'running', 'completed', 'cancelled'])
export type BatchState = z.infer<typeof batchState>

/** Lines of one batch, and of one call. */
export const MOST_BATCH_LINES = 50_000
export const MOST_LINES_AT_ONCE = 1000
const MOST_SYSTEM_BYTES = 16_384

export const newBatch = z
  .object({
    name: line(200),
    model: modelName,
    system: prose(MOST_SYSTEM_BYTES).optional().meta({ description: 'Said before each line, as a system message' }),
    max_tokens: z.int().min(1).max(1_000_000).optional(),
    temperature: z.number().min(0).max(2).default(0.7),
    max_price_per_token: creditsNotNegative.optional(),
    max_price_per_input_token: creditsNotNegative.optional(),
    hosts: chosenHosts.optional(),
    verified: verifiedOnly.optional(),
    partial: partialText.optional(),
  })
  .meta({ id: 'NewBatch' })

export const batchLines = z
  .object({
    first: z.int().min(0).max(MOST_BATCH_LINES).meta({ description: 'The place of the first of them, from 0' }),
    lines: z
      .array(z.object({ input_text: prose(MAX_INPUT_BYTES), custom_id: line(200).optional() }))
      .min(1)
      .max(MOST_LINES_AT_ONCE),
  })
  .meta({ id: 'BatchLines' })

export const batch = z
  .object({
    batch_id: batchId,
    name: z.string(),
    model: z.string(),
    state: batchState.meta({ description: 'open: it takes lines, and runs none yet' }),
    lines: z.int(),
    waiting: z.int().meta({ description: 'Lines that are no jobs yet' }),
    running: z.int().meta({ description: 'Lines whose jobs are queued or run' }),
    completed: z.int(),
    failed: z.int(),
    credits_used: credits,
    waiting_for: z
      .string()
      .nullable()
      .meta({ description: 'Why no further line becomes a job at the moment, or why it was stopped' }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Batch' })
export type Batch = z.infer<typeof batch>

export const batchList = z.object({ batches: z.array(batch), total: z.int() })
export const batchListQuery = z.object({ limit, offset })
export const batchResultsQuery = z.object({ format: z.enum(['jsonl', 'csv']).default('jsonl') })
