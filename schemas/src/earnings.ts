import { z } from 'zod'
import { userId } from './account.ts'
import { credits } from './credits.ts'
import { hostId } from './host.ts'
import { limit, line, offset, timestamp } from './text.ts'

/** Earnings of a host that was shut out, which wait for an operator's decision. */
export const frozenEarnings = z
  .object({
    host_id: hostId,
    owner_user_id: userId.nullable(),
    disabled: z.boolean(),
    amount: credits,
    promotional: credits,
    /** Since when the host is out; null where it was let in again. */
    shut_out_at: timestamp.nullable(),
  })
  .meta({ id: 'FrozenEarnings' })
export const frozenEarningsList = z.object({ hosts: z.array(frozenEarnings) })
/** With all that was frozen, given back or taken so far, newest first. */
export const earningsHistory = frozenEarnings
  .extend({
    history: z.array(
      z.object({
        at: timestamp,
        what: z.enum(['frozen', 'released', 'clawed_back', 'disputed', 'dispute_rejected']),
        amount: credits,
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'EarningsHistory' })
export type EarningsHistory = z.infer<typeof earningsHistory>
export const frozenEarningsQuery = z.object({ limit, offset })

/** `release` gives them back to the host, `claw_back` takes them for good; the ledger keeps who and why. */
export const earningsDecision = z.object({ decision: z.enum(['release', 'claw_back']), reason: line(500) })
export const decidedEarnings = z
  .object({ host_id: hostId, decision: z.enum(['release', 'claw_back']), amount: credits, promotional: credits })
  .meta({ id: 'DecidedEarnings' })
