import { z } from 'zod'
import { modelName } from './model-name.ts'

const seconds = z.int().min(1).max(86_400)
/** For single models, where they need longer than the host's others. */
const modelPatience = z
  .record(modelName, z.object({ first_piece_seconds: seconds.optional(), next_piece_seconds: seconds.optional() }))
  .refine((models) => Object.keys(models).length <= 100, { error: 'must name at most 100 models' })
  .meta({ description: 'first_piece_seconds and next_piece_seconds of single models, where they differ.' })
export type ModelPatience = z.infer<typeof modelPatience>

/** What a host says of its engines. */
export const patience = {
  first_piece_seconds: seconds.optional().meta({
    description:
      'How long its engines may need to a first piece, where that is longer than usual: a model that is loaded first. GET /hosts/me says what holds.',
  }),
  next_piece_seconds: seconds.optional().meta({
    description: 'The same from one piece to the next; only a market of one person or team goes by it.',
  }),
  model_patience: modelPatience.optional(),
}

/**
 * What holds for a host's running jobs: one without a first piece of text, a further one, or its end by then is lost to
 * the host. The end: `first_piece_seconds` and `seconds_per_token` for each token asked for.
 */
export const hostDeadlines = z
  .object({
    first_piece_seconds: z.number(),
    next_piece_seconds: z.number(),
    seconds_per_token: z.number(),
    models: z
      .record(z.string(), z.object({ first_piece_seconds: z.number(), next_piece_seconds: z.number() }))
      .optional()
      .meta({ description: 'Of models that said so of themselves (model_patience).' }),
  })
  .meta({ id: 'HostDeadlines' })

/**
 * What a host has shown, and what it has yet to. `probation`: among strangers the bounds for models of which it is not
 * proven; null where there are none. Of a model `jobs` others paid in the last week at no less than half of today's
 * price, `buyers` (counted to two), `too_cheap` jobs that were paid less, and what is missing until it is proven.
 */
export const hostProof = z
  .object({
    probation: z.object({ max_jobs: z.int(), max_tokens: z.int() }).nullable(),
    models: z.array(
      z.object({
        model: z.string(),
        proven: z.boolean(),
        jobs: z.int(),
        buyers: z.int(),
        too_cheap: z.int(),
        longest_tokens: z.int().meta({ description: 'The most tokens that one of these jobs was charged for.' }),
        proven_tokens: z.int().meta({ description: 'It speaks for the price of jobs of up to so many tokens.' }),
        missing: z.object({ jobs: z.int(), buyers: z.int() }),
      }),
    ),
  })
  .meta({ id: 'HostProof' })
export type HostProof = z.infer<typeof hostProof>
