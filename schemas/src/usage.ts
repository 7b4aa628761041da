import { z } from 'zod'
import { credits } from './credits.ts'
import { hostId } from './host.ts'
import { day } from './period.ts'

/** How many days a report or a statement spans at most. */
export const MOST_DAYS = 366

export const usageDimension = z.enum(['day', 'model', 'token'])
export type UsageDimension = z.infer<typeof usageDimension>

const by = (names: string) => new RegExp(`^(${names})(,(${names})){0,2}$`)
const period = { from: day.optional(), to: day.optional() }

/** Days in UTC: `from` belongs to it (default: 30 days before `to`), `to` does not (default: tomorrow). */
export const usageQuery = z.object({
  ...period,
  by: z
    .string()
    .regex(by('day|model|token'), { error: 'must be day, model or token, or several of them with commas' })
    .default('day')
    .meta({ example: 'day,model,token' }),
})
/** As usageQuery, without tokens. */
export const hostEarningsQuery = z.object({
  ...period,
  by: z
    .string()
    .regex(by('day|model'), { error: 'must be day, model or day,model' })
    .default('day')
    .meta({ example: 'day,model' }),
})

const figures = { jobs: z.int(), tokens: z.int() }
const used = { ...figures, prompt_tokens: z.int(), credits }

/** Has only those of day, model and token that were asked for. `token_id` is null of a password, and of older jobs. */
export const usageRow = z
  .object({
    day: day.optional(),
    model: z.string().optional(),
    token_id: z.string().nullable().optional(),
    token_name: z.string().optional(),
    ...used,
  })
  .meta({ id: 'UsageRow' })

/** Jobs that ended on these days with a text, cancelled ones that were charged included. */
export const usageReport = z
  .object({ from: day, to: day, rows: z.array(usageRow), total: z.object(used) })
  .meta({ id: 'UsageReport' })
export type UsageReport = z.infer<typeof usageReport>

export const hostEarningsRow = z
  .object({ day: day.optional(), model: z.string().optional(), ...figures, credits })
  .meta({ id: 'HostEarningsRow' })
export const hostEarnings = z
  .object({
    host_id: hostId,
    from: day,
    to: day,
    rows: z.array(hostEarningsRow),
    total: z.object({ ...figures, credits }),
  })
  .meta({ id: 'HostEarnings' })
