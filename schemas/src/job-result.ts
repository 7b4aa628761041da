import { z } from 'zod'
import { credits } from './credits.ts'
import { jobErrorCode } from './error.ts'
import { hostId, instance, stopping } from './host.ts'
import { finishReason } from './job.ts'
import { pieceNotes, pieces } from './piece.ts'
import { line } from './text.ts'

/** The code of a hand-back: the host gives the job up unharmed; no failed attempt, and no host is excluded. */
export const HANDED_BACK = 'handed_back'

/**
 * The code of a host whose engine cannot be reached at this moment. Retryable and before any piece, it costs the job
 * nothing but the wait for another host, or for this one to come back.
 */
export const ENGINE_UNREACHABLE = 'engine_unreachable'

const count = z.int().min(0).nullish()

/** What a host says of one job: pieces of text from `offset` on, and how it ended. No tokens: the job is kept alive. */
export const jobResult = z
  .object({
    job_id: line(64),
    attempt: z.int().min(1).optional(),
    offset: z.int().min(0).max(10_000_000).default(0),
    tokens: pieces.default([]),
    /** Which of the `tokens` are not plainly text of the answer. */
    notes: pieceNotes.optional(),
    /** The engine shows signs of life without text, as one that thinks first does. */
    working: z.boolean().optional(),
    finish_reason: finishReason.nullish(),
    /** The one of the job's `stop` before which the text ended, where the engine says it. */
    stop_sequence: z.string().max(500).nullish(),
    /** `cached_tokens` are those of the prompt that the engine had before, `reasoning_tokens` those of thoughts. */
    usage: z
      .object({ prompt_tokens: count, completion_tokens: count, cached_tokens: count, reasoning_tokens: count })
      .nullish(),
    error: z
      .object({
        code: jobErrorCode.catch('host_error'),
        message: z.string().max(2000).default(''),
        retryable: z.boolean().default(false),
      })
      .nullish(),
  })
  .meta({ id: 'JobResult' })
export type JobResult = z.infer<typeof jobResult>

export const resultsRequest = z
  .object({ host_id: hostId, instance: instance.optional(), results: z.array(jobResult).max(1000), stopping })
  .meta({ id: 'Results' })
export type ResultsRequest = z.infer<typeof resultsRequest>

export const resultState = z.enum(['running', 'completed', 'failed', 'cancelled', 'lost'])
/** `next_offset` is where the host must send from; `credits_earned` comes with an end. */
export const resultAnswer = z.object({
  job_id: z.string(),
  state: resultState,
  next_offset: z.int(),
  credits_earned: credits.optional(),
  hand_over: z.boolean().optional().meta({
    description: 'The host said that it is stopping, and another one can go on with this text at once: hand it back.',
  }),
})
export type ResultAnswer = z.infer<typeof resultAnswer>
export const resultsAnswer = z.object({ results: z.array(resultAnswer) }).meta({ id: 'ResultsAnswer' })
