import { z } from 'zod'
import { credits } from './credits.ts'

/** Why this host got the job: its price against the job's limit and its place among those that were waiting. */
export const routing = z
  .object({
    price_per_token: credits,
    price_limit: credits,
    /** For a token of the prompt; only where the host asks more than nothing. */
    price_per_input_token: credits.optional(),
    gpu_utilization: z.number(),
    waiting_hosts: z.int(),
    reason: z.string(),
  })
  .meta({ id: 'Routing' })
export type Routing = z.infer<typeof routing>
