import { type newToken, SCOPES, type Scope } from '@mkt/schemas'
import type { z } from 'zod'
import { DomainError } from '../base/errors.ts'
import type { CredentialsTable } from '../storage/credential-tables.ts'

/** What the jobs of a token may cost, in nano-credits; null: as much as the account has. */
export interface SpendRule {
  token_id: string
  limit_nano: bigint | null
  daily_nano: bigint | null
}

/** What a token may do; null: what its account may. */
export interface TokenRights {
  token_id: string
  scopes: readonly Scope[] | null
  models: readonly string[] | null
  /** Its own limit and those of the tokens it descends from: what it spends counts for all of them. Oldest first. */
  spending: readonly SpendRule[]
  expires_at: number | null
}

/** Of a new token: limits that the asking credential gives on, and a moment (wall ms) at which it ends. */
export interface GrantedRights {
  scopes: readonly Scope[] | null
  models: readonly string[] | null
  /** Those of its ancestors; its own needs its id. */
  spending: readonly SpendRule[]
  own: { limit_nano: bigint | null; daily_nano: bigint | null } | null
  expires_at: number | null
  parent_id: string | null
}

type Stored = Pick<CredentialsTable, 'credential_id' | 'scopes_json' | 'models_json' | 'spending_json' | 'expires_at'>
type Wanted = z.output<typeof newToken>

const DAY_MS = 86_400_000

/** Reads what is stored of a token; most have no limits, and cost nothing here. */
export function readRights({
  credential_id,
  scopes_json,
  models_json,
  spending_json,
  expires_at,
}: Stored): TokenRights {
  return {
    token_id: credential_id,
    scopes: scopes_json === null ? null : JSON.parse(scopes_json),
    models: models_json === null ? null : JSON.parse(models_json),
    spending: spending_json === null ? [] : (JSON.parse(spending_json) as StoredRule[]).map(readRule),
    expires_at,
  }
}

type StoredRule = { token_id: string; limit: string | null; daily: string | null }
const nano = (text: string | null) => (text === null ? null : BigInt(text))
const readRule = ({ token_id, limit, daily }: StoredRule): SpendRule => ({
  token_id,
  limit_nano: nano(limit),
  daily_nano: nano(daily),
})

/** The limits of a new token as they are stored; its id is needed for its own spend limit. */
export function storedRights(token_id: string, { scopes, models, spending, own }: GrantedRights) {
  const rules = own ? [...spending, { token_id, ...own }] : spending
  const stored = rules.map((rule) => ({
    token_id: rule.token_id,
    limit: rule.limit_nano?.toString() ?? null,
    daily: rule.daily_nano?.toString() ?? null,
  }))
  return {
    scopes_json: scopes === null ? null : JSON.stringify(scopes),
    models_json: models === null ? null : JSON.stringify(models),
    spending_json: stored.length === 0 ? null : JSON.stringify(stored),
  }
}

/**
 * What a new token gets: what was asked for, and what was not, from the token that asks. Nothing exceeds that one's
 * rights. `asking` is undefined where the password asks; `may` is what a token without scopes may do. Error: forbidden.
 */
export function grantRights(
  asking: TokenRights | undefined,
  wanted: Wanted,
  { now, may = SCOPES }: { now: number; may?: readonly Scope[] },
): GrantedRights {
  const scopes = narrow('scopes', asking?.scopes ?? null, wanted.scopes)
  const beyond = asking && asking.scopes === null ? (scopes ?? []).filter((one) => !may.includes(one)) : []
  if (beyond.length > 0) throw exceeded(`The scope ${beyond.join(', ')} is given by the password only.`)
  const own = { limit_nano: wanted.spend_limit ?? null, daily_nano: wanted.daily_spend_limit ?? null }
  return {
    scopes,
    models: narrow('models', asking?.models ?? null, wanted.models),
    spending: asking?.spending ?? [],
    own: own.limit_nano === null && own.daily_nano === null ? null : own,
    expires_at: endOf(asking?.expires_at ?? null, wanted.expires_in_days, now),
    parent_id: asking?.token_id ?? null,
  }
}

function narrow<T extends string>(what: string, has: readonly T[] | null, wanted: readonly T[] | undefined) {
  if (wanted === undefined) return has
  const more = has === null ? [] : wanted.filter((one) => !has.includes(one))
  if (more.length === 0) return [...new Set(wanted)]
  throw exceeded(`The token that asks has not the ${what} ${more.join(', ')}.`)
}

function endOf(has: number | null, days: number | undefined, now: number): number | null {
  if (days === undefined) return has
  const end = now + days * DAY_MS
  if (has === null || end <= has) return end
  throw exceeded('The token that asks expires before that.')
}

function exceeded(why: string): DomainError {
  return new DomainError('forbidden', `A token makes only tokens with at most its own rights. ${why}`)
}

/** Refuses a model that the token is not for. Error: forbidden. */
export function demandModel(rights: TokenRights | undefined, model: string): void {
  if (!rights?.models || rights.models.includes(model)) return
  const message = `This token is for ${rights.models.join(', ')} only, and the request names "${model}".`
  throw new DomainError('forbidden', message)
}
