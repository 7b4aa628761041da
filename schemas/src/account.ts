import { z } from 'zod'
import { credits, creditsGiven } from './credits.ts'
import { id, limit, line, offset, timestamp } from './text.ts'

export const userId = id('usr')

export const username = z
  .string()
  .min(3)
  .max(64)
  .regex(/^[A-Za-z0-9._-]+$/, { error: 'may hold letters, digits, dots, dashes and underscores' })
  // Where a name or an id is taken, the one must not pass for the other.
  .refine((name) => !/^usr_/i.test(name), { error: 'must not look like an id, usr_...' })
export const email = z
  .email({ error: ({ input }) => (input === undefined ? 'is required' : 'must be an email address') })
  .max(254)
export const password = z.string().min(8).max(1024)

export const signup = z.object({ username, email, password }).meta({ id: 'Signup' })
export type Signup = z.infer<typeof signup>

export const newUser = z
  .object({ user_id: userId, username, email, credits, created_at: timestamp })
  .meta({ id: 'NewUser' })

export const passwordChange = z.object({ current_password: z.string().max(1024), new_password: password })
/** Ends the account: the password once more, since it cannot be undone. */
export const accountEnd = z.object({ password: z.string().max(1024) })

/** A user as they see themselves, and as an admin sees them. `credits` is what can be spent, reserves excluded. */
export const user = z
  .object({ user_id: userId, username: z.string(), credits, total_jobs: z.int(), created_at: timestamp })
  .meta({ id: 'User' })
/** With `detail=full`: of what kind the credits are, and what open jobs have set aside beside them. */
export const ownUser = user
  .extend({
    ...{ paid_credits: credits.optional(), promotional_credits: credits.optional(), reserved: credits.optional() },
    ...{ email: z.string().optional(), email_verified: z.boolean().optional() },
  })
  .meta({ id: 'OwnUser' })
export const ownUserQuery = z.object({ detail: z.enum(['full']).optional() })
/** What an operator grants: credits of the platform's issuance, with the reason that the ledger keeps. */
export const creditGrant = z.object({
  amount: creditsGiven.refine((nano) => nano > 0n, { error: 'must be more than 0' }),
  reason: line(500),
  /** Promotional credits, which can be spent and never paid out; without it they count as paid. */
  promotional: z.boolean().optional(),
})
export const grantedCredits = z
  .object({ transaction_id: z.string(), user_id: userId, amount: credits, credits })
  .meta({ id: 'GrantedCredits' })
export const userChange = z.object({ disabled: z.boolean() })

/** A user in an operator's list. */
export const listedUser = user
  .extend({
    /** With detail=full only. */
    disabled: z.boolean().optional(),
  })
  .meta({ id: 'ListedUser' })
export const userList = z.object({ users: z.array(listedUser), total: z.int() })
/** `search` is a part of a name or an email address, or an id; `detail=full` adds who is shut out. */
export const userListQuery = z.object({
  limit,
  offset,
  search: line(100).optional(),
  detail: z.enum(['full']).optional(),
})
/** A user as an operator names one: names never look like ids. */
export const userRef = z
  .string()
  .min(3)
  .max(64)
  .regex(/^[A-Za-z0-9._-]+$/, { error: 'must be a username or look like usr_...' })
  .meta({ description: "a user's id or username", example: 'ada' })
