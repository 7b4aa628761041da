import { z } from 'zod'
import { credits, creditsGiven } from './credits.ts'
import { timestamp } from './text.ts'

/** What an alert watches: what was spent on this UTC day or in this UTC month, or what can still be spent. */
export const alertKind = z.enum(['day', 'month', 'balance'])
export type AlertKind = z.infer<typeof alertKind>

const amount = creditsGiven.refine((nano) => nano > 0n, { error: 'must be above 0' }).nullable()

/** Credits; null or not given: no such alert. */
export const alertLimits = z
  .object({ day: amount.optional(), month: amount.optional(), balance: amount.optional() })
  .meta({ id: 'AlertLimits' })
export type AlertLimits = z.output<typeof alertLimits>

/** `now`: what was spent, as GET /users/me/usage counts it, or can still be. `told_at`: of this day, month or fall. */
export const alert = z
  .object({
    kind: alertKind,
    limit: credits,
    now: credits,
    reached: z.boolean().meta({ description: 'day, month: as much was spent; balance: less is left' }),
    told_at: timestamp.nullable(),
  })
  .meta({ id: 'Alert' })
export type Alert = z.output<typeof alert>
export const alertList = z.object({
  alerts: z.array(alert),
  by_mail: z.boolean().meta({ description: 'Whether this server sends mail and your address is proven' }),
})
