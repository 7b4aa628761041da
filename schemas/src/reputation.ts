import { z } from 'zod'
import { timestamp } from './text.ts'

/** Said of a host to everybody, and to its owner. */
export const uptime = z.number().min(0).max(1).optional().meta({
  description: 'Of the last month, about, the part in which it did not fall silent without saying that it stops.',
})

/** What a buyer may go by, beside the price; with detail=full only. */
export const reputation = {
  verified_models: z.array(z.string()).optional().meta({
    description: 'Models that it was shown to run, or that the operator vouches for; jobs with `verified` go to these.',
  }),
  success_rate: z.number().min(0).max(1).optional().meta({
    description: 'Of its last jobs, about twenty, the part that it completed.',
  }),
  uptime,
  tokens_per_second: z.number().nullable().optional(),
  jobs_completed: z.int().optional(),
  disputes_lost: z.int().optional().meta({ description: 'Jobs of its that were refunded to buyers who complained.' }),
  registered_at: timestamp.optional(),
}
