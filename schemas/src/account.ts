import { z } from 'zod'
import { credits } from './credits.ts'
import { id, limit, line, offset, timestamp } from './text.ts'

export const userId = id('usr')
export const tokenId = id('tok')

export const username = z
  .string()
  .min(3)
  .max(64)
  .regex(/^[A-Za-z0-9._-]+$/, { error: 'may hold letters, digits, dots, dashes and underscores' })
export const email = z.email({ error: 'must be an email address' }).max(254)
export const password = z.string().min(8).max(1024)

export const signup = z.object({ username, email, password }).meta({ id: 'Signup' })
export type Signup = z.infer<typeof signup>

export const newUser = z
  .object({ user_id: userId, username, email, credits, created_at: timestamp })
  .meta({ id: 'NewUser' })

/** A user as they see themselves, and as an admin sees them. `credits` is what can be spent, reserves excluded. */
export const user = z
  .object({ user_id: userId, username: z.string(), credits, total_jobs: z.int(), created_at: timestamp })
  .meta({ id: 'User' })
export const userList = z.object({ users: z.array(user), total: z.int() })
export const userListQuery = z.object({ limit, offset })

export const newToken = z.object({ name: line(100), expires_in_days: z.int().min(1).max(3650).optional() })
/** The token itself is in this answer and never again. */
export const createdToken = z
  .object({
    token_id: tokenId,
    name: z.string(),
    token: z.string(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
  })
  .meta({ id: 'CreatedToken' })
export const token = z
  .object({ token_id: tokenId, name: z.string(), created_at: timestamp, expires_at: timestamp.nullable() })
  .meta({ id: 'Token' })
export const tokenList = z.object({ tokens: z.array(token) })
