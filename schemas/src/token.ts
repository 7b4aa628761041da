import { z } from 'zod'
import { credits, creditsGiven } from './credits.ts'
import { modelName } from './model-name.ts'
import { SCOPES } from './scopes.ts'
import { id, line, timestamp } from './text.ts'

export const tokenId = id('tok')

const scope = z.enum(SCOPES, { error: `must be one of ${SCOPES.join(', ')}` })

const spendLimit = creditsGiven.refine((nano) => nano > 0n, { error: 'must be more than 0' })

/**
 * Without scopes, models, limits or an end the new token has those of the token that asks, or none where the password
 * asks. Nothing may exceed the asking token's.
 */
export const newToken = z.object({
  name: line(100),
  expires_in_days: z.int().min(1).max(3650).optional(),
  scopes: z.array(scope).min(1).max(SCOPES.length).optional(),
  models: z.array(modelName).min(1).max(100).optional(),
  /** Credits that its jobs may cost in all, and on one day (UTC). */
  spend_limit: spendLimit.optional(),
  daily_spend_limit: spendLimit.optional(),
})

/** Its limits, where it has some. */
const limits = {
  scopes: z.array(scope).optional(),
  models: z.array(z.string()).optional(),
  spend_limit: credits.optional(),
  daily_spend_limit: credits.optional(),
}

/** The token itself is in this answer and never again. */
export const createdToken = z
  .object({
    token_id: tokenId,
    name: z.string(),
    token: z.string(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    ...limits,
  })
  .meta({ id: 'CreatedToken' })
/**
 * `spent` counts what open jobs have reserved and ended ones were charged, where the token has a limit; with detail=full
 * `made_by` is the token that made it and with which it ends, and `last_used_at`, exact to ten minutes, when a program
 * came with it last.
 */
export const token = z
  .object({
    token_id: tokenId,
    name: z.string(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    ...limits,
    spent: credits.optional(),
    spent_today: credits.optional(),
    made_by: tokenId.nullable().optional(),
    last_used_at: timestamp.nullable().optional(),
  })
  .meta({ id: 'Token' })
export const tokenListQuery = z.object({ detail: z.enum(['full']).optional() })
export const tokenList = z.object({ tokens: z.array(token) })
