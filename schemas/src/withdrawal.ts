import { z } from 'zod'
import { credits, creditsGiven } from './credits.ts'
import { hostId } from './host.ts'
import { id, limit, line, offset, shownLine, timestamp } from './text.ts'

export const withdrawalId = id('wdr')
export const withdrawalStatus = z.enum(['pending', 'paid', 'rejected'])
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>

/** The destination that moves an owned host's earnings to its owner's credits at once. */
export const TO_CREDITS = 'credits'

/** `host_id` names one of the caller's hosts; with a host's key it is that host. */
export const newWithdrawal = z
  .object({
    amount: creditsGiven.refine((nano) => nano > 0n, { error: 'must be more than 0' }),
    destination: shownLine(500),
    host_id: hostId.optional(),
  })
  .meta({ id: 'NewWithdrawal' })

export const createdWithdrawal = z
  .object({ withdrawal_id: withdrawalId, amount: credits, status: withdrawalStatus, created_at: timestamp })
  .meta({ id: 'CreatedWithdrawal' })

export const withdrawal = z
  .object({
    withdrawal_id: withdrawalId,
    host_id: hostId,
    amount: credits,
    /** Of the amount; only what goes to its owner's credits can hold any. */
    promotional: credits.optional(),
    destination: z.string(),
    status: withdrawalStatus,
    reference: z.string().nullable(),
    created_at: timestamp,
    resolved_at: timestamp.nullable(),
    /** Before then it is not paid, since its destination is new; null: at once. */
    payable_at: timestamp.nullable().optional(),
    /** To admins, with detail=full: what the owner of the host owes for credits whose payment went back. */
    owner_owes: credits.optional(),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.infer<typeof withdrawal>
/** `detail=full` adds what the owners owe. */
export const adminWithdrawalQuery = z.object({
  status: withdrawalStatus.optional(),
  limit,
  offset,
  detail: z.enum(['full']).optional(),
})
/** `despite_debt`: it was paid although the owner owes, before that was known, say. */
export const resolution = z.object({
  status: z.enum(['paid', 'rejected']),
  reference: line(500).optional(),
  despite_debt: z.boolean().optional(),
})

/** With detail=full: what all of them come to by state, also those that are not on this page. */
const withdrawnAmounts = z
  .object({ pending: credits, paid: credits, rejected: credits })
  .meta({ id: 'WithdrawnAmounts' })

export const withdrawalList = z.object({ withdrawals: z.array(withdrawal), total: z.int() })
/** As their host or its owner sees them. */
export const ownWithdrawalList = withdrawalList.extend({ amounts: withdrawnAmounts.optional() })
/** `detail=full` adds what all of them come to. */
export const withdrawalQuery = z.object({
  host_id: hostId.optional(),
  detail: z.enum(['full']).optional(),
  limit,
  offset,
})
