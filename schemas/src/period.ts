import { z } from 'zod'

const DAY = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`
const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z`

/** The calendar turns 30 February into March: such a day is none. */
function exists(text: string): boolean {
  const time = Date.parse(text.slice(0, 10))
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10))
}

/** A day in UTC: `2026-11-22`. */
export const day = z
  .string()
  .regex(new RegExp(`^${DAY}$`), { error: 'must be a day such as 2026-11-22' })
  .refine(exists, { error: 'must be a day of the calendar' })
  .meta({ example: '2026-11-22' })

/** A day, which means its first moment in UTC, or a time in UTC. */
export const moment = z
  .string()
  .regex(new RegExp(`^${DAY}(T${TIME})?$`), {
    error: 'must be a day such as 2026-11-22, or a time in UTC such as 2026-11-22T12:00:00Z',
  })
  .refine(exists, { error: 'must be a day of the calendar' })
  .meta({ example: '2026-11-22' })
