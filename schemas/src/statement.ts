import { z } from 'zod'
import { credits } from './credits.ts'
import { hostId } from './host.ts'
import { jobId } from './job.ts'
import { moment } from './period.ts'
import { timestamp } from './text.ts'

/**
 * Why a balance changed: credits that an operator gave or that came with the signup; credits bought; credits taken back
 * when a purchase was refunded or disputed; a job's charge (of a host: its share); earnings that went to the owner's
 * credits; a withdrawal, and one that came back.
 */
export const statementKind = z.enum([
  'grant',
  'purchase',
  'taken_back',
  'job',
  'transfer',
  'withdrawal',
  'withdrawal_returned',
  'clawed_back',
  'refund',
])
export type StatementKind = z.infer<typeof statementKind>

export const statementEntry = z
  .object({
    time: timestamp,
    kind: statementKind,
    amount: credits.meta({ description: 'Below zero where it went out.' }),
    balance: credits.meta({ description: 'After this entry.' }),
    job_id: jobId.nullable(),
    model: z.string().nullable(),
    tokens: z.int().nullable(),
    price_per_token: credits.nullable(),
    reference: z.string().nullable(),
    /** Of jobs whose host asks for what it reads: the tokens of the prompt that were billed, and their price. */
    input_tokens: z.int().nullable().optional(),
    price_per_input_token: credits.nullable().optional(),
  })
  .meta({ id: 'StatementEntry' })
export type StatementEntry = z.infer<typeof statementEntry>

/** What a statement's entries are as CSV, in this order, under a line of these names. */
export const STATEMENT_COLUMNS = [
  'time',
  'kind',
  'amount',
  'balance',
  'job_id',
  'model',
  'tokens',
  'price_per_token',
  'reference',
  'input_tokens',
  'price_per_input_token',
] as const

const wanted = {
  from: moment.optional(),
  to: moment.optional(),
  format: z.enum(['json', 'csv']).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
  cursor: z
    .string()
    .regex(/^ltx_[0-9a-z]{26}\.-?\d{1,16}$/, { error: 'must be the next_cursor of the page before' })
    .optional(),
}
/** In UTC: `from` belongs to it (default: 30 days before `to`), `to` does not (default: now). */
export const statementQuery = z.object(wanted)
/** `host_id` names one of the caller's hosts; with a host's key it is that host. */
export const hostStatementQuery = z.object({ host_id: hostId.optional(), ...wanted })

/**
 * A page of a statement: opening_balance and all amounts make closing_balance, exactly. The balance is all that the
 * account has, what open jobs have set aside included.
 */
export const accountStatement = z
  .object({
    from: timestamp,
    to: timestamp,
    opening_balance: credits,
    entries: z.array(statementEntry),
    closing_balance: credits,
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'AccountStatement' })
export type AccountStatement = z.infer<typeof accountStatement>
