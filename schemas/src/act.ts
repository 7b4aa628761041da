import { z } from 'zod'
import { limit, line, offset, timestamp } from './text.ts'

/**
 * An act of an admin or operator. `hash` is the SHA-256 over the entry before and this one, so that nothing can be
 * changed or taken out unseen; `before` and `after` hold what it changed.
 */
const act = z
  .object({
    entry: z.int(),
    at: timestamp,
    actor: z.string(),
    via: z.enum(['http', 'command line']),
    from: z.string(),
    act: z.string().meta({ example: 'credits.grant' }),
    subject: z.string().nullable(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    hash: z.string(),
  })
  .meta({ id: 'Act' })
export const actList = z.object({ acts: z.array(act), total: z.int() })
/** `subject` is the id of a user, host or withdrawal. */
export const actQuery = z.object({ limit, offset, subject: line(100).optional() })
