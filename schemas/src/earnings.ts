import { z } from 'zod'
import { userId } from './account.ts'
import { credits } from './credits.ts'
import { hostId } from './host.ts'
import { limit, line, offset } from './text.ts'

/** Earnings of a host that was shut out, which wait for an operator's decision. */
export const frozenEarnings = z
  .object({
    host_id: hostId,
    owner_user_id: userId.nullable(),
    disabled: z.boolean(),
    amount: credits,
    promotional: credits,
  })
  .meta({ id: 'FrozenEarnings' })
export const frozenEarningsList = z.object({ hosts: z.array(frozenEarnings) })
export const frozenEarningsQuery = z.object({ limit, offset })

/** `release` gives them back to the host, `claw_back` takes them for good; the ledger keeps who and why. */
export const earningsDecision = z.object({ decision: z.enum(['release', 'claw_back']), reason: line(500) })
export const decidedEarnings = z
  .object({ host_id: hostId, decision: z.enum(['release', 'claw_back']), amount: credits, promotional: credits })
  .meta({ id: 'DecidedEarnings' })
