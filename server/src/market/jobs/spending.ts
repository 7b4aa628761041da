import { formatCredits } from '@mkt/schemas'
import type { SpendRule } from '../../accounts/token-rights.ts'
import { DomainError } from '../../base/errors.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { addSpending, spentOn, spentOnAll, subtractSpending } from './spending-store.ts'

const DAY_MS = 86_400_000
/** The row that counts all time. */
const EVER = 0
/** More than there can ever be. */
const NO_LIMIT = 9_000_000_000_000_000_000n

const dayOf = (at: number) => Math.floor(at / DAY_MS)

/** The tokens that count a job, as the job's row keeps them; null where none does. */
export function countedBy(rules: readonly SpendRule[]): string | null {
  return rules.length === 0 ? null : JSON.stringify(rules.map(({ token_id }) => token_id).sort())
}

/**
 * Counts a reserve (nano-credits) against the limits of its token and of the tokens that one descends from, at a moment
 * (wall ms). To be called after the accounts were moved, as at a job's end: so nobody waits for each other.
 * Error: insufficient_credits where it would pass one of them.
 */
export async function countReserve(tx: Tx, rules: readonly SpendRule[], amount: bigint, at: number): Promise<void> {
  if (amount === 0n) return
  for (const rule of rules.toSorted((a, b) => (a.token_id < b.token_id ? -1 : 1))) {
    for (const [day, limit] of [
      [EVER, rule.limit_nano],
      [dayOf(at), rule.daily_nano],
    ] as const) {
      const row = { credential_id: rule.token_id, day }
      if (!(await addSpending(tx, row, amount, limit ?? NO_LIMIT)))
        throw overLimit(row, amount, limit ?? NO_LIMIT, await spentOn(tx, row))
    }
  }
}

function overLimit(row: { credential_id: string; day: number }, amount: bigint, limit: bigint, spent: bigint) {
  const when = row.day === EVER ? 'in all' : 'a day (UTC)'
  const [asked, most, left] = [amount, limit, limit - spent].map((nano) => formatCredits(nano))
  const may = `the token ${row.credential_id} may spend ${most} ${when} and has ${left} left`
  const message = `This job reserves ${asked} credits; ${may}. Lower max_tokens or use another token.`
  return new DomainError('insufficient_credits', message)
}

/** Gives back what a job at its end had reserved and was not charged, on the day on which it was counted. */
export async function countRelease(
  tx: Tx,
  job: { spending_json: string | null; created_at: number },
  amount: bigint,
): Promise<void> {
  if (job.spending_json === null || amount === 0n) return
  for (const credential_id of JSON.parse(job.spending_json) as string[]) {
    for (const day of [EVER, dayOf(job.created_at)]) await subtractSpending(tx, { credential_id, day }, amount)
  }
}

/** What a token's jobs count, in all and on the day of a moment (wall ms). */
export async function spendingOf(reader: Reader, credential_id: string, at: number) {
  const of = (day: number) => spentOn(reader, { credential_id, day })
  return { spent: await of(EVER), spent_today: await of(dayOf(at)) }
}

/** The same of many tokens, by id, in one look. */
export async function spendingOfAll(reader: Reader, ids: readonly string[], at: number) {
  const rows = ids.length === 0 ? [] : await spentOnAll(reader, ids, dayOf(at))
  const spent = new Map(rows.map(({ credential_id, day, spent_nano }) => [`${credential_id} ${day}`, spent_nano]))
  const on = (id: string, day: number) => spent.get(`${id} ${day}`) ?? 0n
  return new Map(ids.map((id) => [id, { spent: on(id, EVER), spent_today: on(id, dayOf(at)) }]))
}

/** What may still be spent under these rules at a moment (wall ms); undefined where none of them has a limit. */
export async function leftToSpend(
  reader: Reader,
  rules: readonly SpendRule[],
  at: number,
): Promise<bigint | undefined> {
  let least: bigint | undefined
  for (const { token_id, limit_nano, daily_nano } of rules) {
    const counted = await spendingOf(reader, token_id, at)
    for (const left of [limit_nano && limit_nano - counted.spent, daily_nano && daily_nano - counted.spent_today])
      if (left !== null && (least === undefined || left < least)) least = left
  }
  return least
}
