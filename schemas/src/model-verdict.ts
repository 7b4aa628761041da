import { z } from 'zod'

/** Whether a host was shown to run a model that it names. */
export const verdictName = z.enum(['undecided', 'verified', 'watch', 'refused'])

export const modelVerdicts = z
  .array(z.object({ model: z.string(), verdict: verdictName }))
  .meta({ description: 'What checks whether it runs its models came to; GET /hosts/me/verification says why.' })
