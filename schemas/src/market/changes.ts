import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Lists of a user's own that change by themselves. A batch moves with its jobs. */
export const changingList = z.enum(['jobs', 'hosts', 'documents'])
export type ChangingList = z.infer<typeof changingList>
export const changedEvent = z.object({ list: changingList }).meta({ id: 'ChangedEvent' })

const changes = defineEndpoint({
  name: 'changes',
  method: 'GET',
  path: '/users/me/changes',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'Which own lists change, as server-sent events, instead of asking for them again and again',
  query: z.object({
    seconds: z.coerce
      .number()
      .int()
      .min(0)
      .max(3600)
      .default(600)
      .meta({ description: 'It ends after so long; ask again' }),
  }),
  answers: {
    200: {
      contentType: 'text/event-stream',
      description:
        'First `event: watching`; then `event: changed` with `data: {"list":"jobs"}`, at most two a second for each ' +
        'list: it says to look again, and nothing more. One that is lost costs time only, so look every half minute ' +
        'too. Documents are told where their service is in the same process, or servers share a Redis. A comment ' +
        'comes while nothing changes. At most eight streams a user.',
    },
  },
  errors: ['rate_limited'],
})

export const changeEndpoints = { changes }
