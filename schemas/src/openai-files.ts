import { z } from 'zod'
import { batchId } from './batch.ts'
import { partialText } from './continuation.ts'
import { credits, creditsNotNegative } from './credits.ts'
import { chosenHosts, verifiedOnly } from './job.ts'
import { onlyKnown } from './known-members.ts'
import { id } from './text.ts'

/** Files and batches as OpenAI has them; times are epoch seconds. */

export const fileId = id('file')
/** Of one file, and of all that a user has sent and not deleted. */
export const MAX_BATCH_FILE_BYTES = 64 * 1024 * 1024
export const MOST_FILE_BYTES = 512 * 1024 * 1024
export const MOST_FILES = 500
export const EXPIRES_AFTER_SECONDS = { least: 3600, most: 2_592_000 } as const

export const filePurpose = z.enum(['batch', 'batch_output'])

/** The parts of an upload. */
export const newFile = z.object({
  file: z.string().meta({
    format: 'binary',
    description: `Requests, each a JSON object on a line of its own (JSONL), at most ${MAX_BATCH_FILE_BYTES} bytes.`,
  }),
  purpose: z.literal('batch'),
  'expires_after[anchor]': z.literal('created_at').optional(),
  'expires_after[seconds]': z.int().min(EXPIRES_AFTER_SECONDS.least).max(EXPIRES_AFTER_SECONDS.most).optional(),
})

export const file = z
  .object({
    id: fileId,
    object: z.literal('file'),
    bytes: z.int(),
    created_at: z.int(),
    expires_at: z.int().optional(),
    filename: z.string(),
    purpose: filePurpose,
    status: z.literal('processed'),
  })
  .meta({ id: 'File' })
export type OpenAiFile = z.infer<typeof file>

const listed = { first_id: z.string().nullable(), last_id: z.string().nullable(), has_more: z.boolean() }
export const fileList = z.object({ object: z.literal('list'), data: z.array(file), ...listed })
export const fileListQuery = z.object({
  purpose: filePurpose.optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1000),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: fileId.optional(),
})
export const deletedFile = z.object({ id: fileId, object: z.literal('file'), deleted: z.literal(true) })

export const batchDoor = z.enum(['/v1/chat/completions', '/v1/completions', '/v1/embeddings'])
export type BatchDoor = z.infer<typeof batchDoor>

const metadata = z
  .record(z.string().max(64), z.string().max(512))
  .refine((given) => Object.keys(given).length <= 16, { error: 'must have at most 16 members' })

export const openAiNewBatch = onlyKnown({
  input_file_id: fileId,
  endpoint: batchDoor,
  completion_window: z.literal('24h', { error: 'must be "24h"' }),
  metadata: metadata.nullish(),
  /** Ours, for all of its requests that do not say otherwise. */
  max_price_per_token: creditsNotNegative.nullish(),
  max_price_per_input_token: creditsNotNegative.nullish(),
  hosts: chosenHosts.nullish(),
  verified: verifiedOnly.nullish(),
  partial: partialText.nullish(),
}).meta({ id: 'OpenAiNewBatch' })
export type OpenAiNewBatch = z.output<typeof openAiNewBatch>

export const openAiBatchStatus = z.enum([
  'validating',
  'failed',
  'in_progress',
  'finalizing',
  'completed',
  'expired',
  'cancelling',
  'cancelled',
])

const fault = z.object({
  code: z.string(),
  message: z.string(),
  param: z.string().nullable(),
  line: z.int().nullable().meta({ description: 'From 1' }),
})
export type BatchFault = z.infer<typeof fault>

const moment = z.int().nullable()
export const openAiBatch = z
  .object({
    id: batchId,
    object: z.literal('batch'),
    endpoint: batchDoor,
    model: z.string(),
    errors: z.object({ object: z.literal('list'), data: z.array(fault) }).nullable(),
    input_file_id: z.string(),
    completion_window: z.literal('24h'),
    status: openAiBatchStatus,
    output_file_id: z.string().nullable(),
    error_file_id: z.string().nullable(),
    created_at: z.int(),
    in_progress_at: moment,
    expires_at: moment,
    finalizing_at: moment,
    completed_at: moment,
    failed_at: moment,
    expired_at: moment,
    cancelling_at: moment,
    cancelled_at: moment,
    request_counts: z.object({ total: z.int(), completed: z.int(), failed: z.int() }),
    metadata: metadata.nullable(),
    credits_used: credits.meta({ description: 'Ours' }),
    waiting_for: z.string().nullable().meta({ description: 'Ours: why no further request is begun at the moment' }),
  })
  .meta({ id: 'OpenAiBatch' })
export type OpenAiBatch = z.infer<typeof openAiBatch>

export const openAiBatchList = z.object({ object: z.literal('list'), data: z.array(openAiBatch), ...listed })
export const openAiBatchListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: batchId.optional(),
})
