import { z } from 'zod'
import { credits } from './credits.ts'
import { jobErrorCode } from './error.ts'
import { hostId } from './host.ts'
import { timestamp } from './text.ts'

/** What becomes of a text that its host left and nobody goes on with. */
export const partialText = z.enum(['drop', 'keep']).meta({
  description:
    'Where no host goes on with a text that its host left: `keep` pays for what readers were sent, else it is free.',
})

/**
 * What earlier attempts wrote: the host's first piece follows it, with `tokens` as its offset; max_tokens is what is
 * left.
 */
export const textSoFar = z.object({ text: z.string(), tokens: z.int() }).meta({ id: 'TextSoFar' })

/** What one attempt brought of a text: `tokens` pieces from `offset` on. What is billed is known at the job's end. */
export const jobPart = z
  .object({
    attempt: z.int(),
    host_id: hostId,
    offset: z.int(),
    tokens: z.int(),
    price_per_token: credits,
    tokens_billed: z.int(),
    credits_used: credits,
    error: jobErrorCode.nullable(),
    ended_at: timestamp,
  })
  .meta({ id: 'JobPart' })
