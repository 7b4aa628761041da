import { formatCredits } from '@mkt/schemas'
import { tellOfSpending } from '../../accounts/mail/post.ts'
import type { Tx } from '../../storage/database.ts'
import { DatabaseAway } from '../../storage/database-away.ts'
import { emit, type Happened } from '../../webhooks/emit.ts'
import type { Market } from '../deps.ts'
import { type AlertState, statesOf, todayOf } from './reached.ts'
import {
  rearmBalance,
  type Today,
  tellOfBalance,
  tellOfDay,
  tellOfMonth,
  type Watched,
  watchedBehind,
} from './store.ts'

const AT_ONCE = 200
const HOUR_MS = 3_600_000

/** Looks at the alerts of all users, and tells of those that are reached, each once. */
export async function tellReached(market: Market): Promise<void> {
  const days = todayOf(market.clock.now())
  for (let after = ''; ; ) {
    const rows = await watchedBehind(market.database, { ...days, after, limit: AT_ONCE })
    for (const row of rows) await tellUser(market, row, days).catch((error) => lateFor(market, row, error))
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.user_id
  }
}

/** One user's trouble is not that of all who come after. */
function lateFor({ log }: Market, { user_id }: Watched, error: unknown): void {
  if (error instanceof DatabaseAway) throw error
  log.error({ err: error, user_id }, 'a user could not be told of spending; tried again with the next round')
}

async function tellUser(market: Market, row: Watched, days: Today): Promise<void> {
  const { user_id } = row
  const states = statesOf(row, days)
  // What jobs set aside goes and comes back: a balance that crosses its limit all day is told of once an hour.
  const hourAgo = market.clock.now() - HOUR_MS
  const isOver = ({ kind, reached, told_at }: AlertState) =>
    kind === 'balance' && !reached && told_at !== null && told_at <= hourAgo
  const again = states.some(isOver)
  const untold = states.filter(({ reached, told_at }) => reached && told_at === null)
  if (!again && untold.length === 0) return
  await market.database.transaction(async (tx) => {
    if (again) await rearmBalance(tx, user_id)
    for (const state of untold) {
      // Of two that look at once one finds it told.
      if ((await claim(tx, market, user_id, state, days)) === 0) continue
      await emit(tx, market, user_id, eventOf(state))
      tx.onCommit(() => mail(market, user_id, state))
    }
  })
}

function claim(tx: Tx, { clock }: Market, user_id: string, { kind, limit }: AlertState, { today, month }: Today) {
  const told = { user_id, limit, now: clock.now() }
  if (kind === 'day') return tellOfDay(tx, { ...told, begin: today })
  if (kind === 'month') return tellOfMonth(tx, { ...told, begin: month })
  return tellOfBalance(tx, told)
}

function eventOf({ kind, limit, now }: AlertState): Happened {
  if (kind === 'balance') return { type: 'balance.low', data: { below: limit, balance: now } }
  return { type: 'spending.reached', data: { period: kind, limit, spent: now } }
}

// A mail that cannot be sent is in the log; the page and the event have told already.
function mail({ database, log, mailer, baseUrl = '' }: Market, user_id: string, { kind, limit, now }: AlertState) {
  const told = { kind, limit: formatCredits(limit), now: formatCredits(now) }
  tellOfSpending({ mailer, place: baseUrl }, { database, user_id }, told).catch((error) =>
    log.error({ err: error, user_id }, 'a user could not be mailed about their spending'),
  )
}
