import { Readable } from 'node:stream'
import { market as endpoints } from '@mkt/schemas'
import type { Context } from 'koa'
import { DomainError } from '../../base/errors.ts'
import { prefers } from '../../http/accept.ts'
import { ANSWERED, type Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { demandOwned } from '../hosts/demand-owned.ts'
import { Exports } from '../statements/exports.ts'
import { type Holder, type StatementRequest, statementCsv, statementPage } from '../statements/statement.ts'
import { Turns } from '../statements/turns.ts'
import { reportEarnings, reportUsage } from '../usage/report.ts'

/** What was used, earned and paid, over time. */
export function usageRoutes(guard: Guard, market: Market): void {
  const bounds = { exports: new Exports(market.clock, market.limits.statement_exports), turns: new Turns() }
  guard.route(endpoints.usage, async ({ query }, { user }) => await reportUsage(market, user.user_id, query))
  guard.route(
    endpoints.userStatement,
    async ({ query }, { user: { user_id }, ctx }) =>
      await answerStatement(market, { user_id }, query, { ...bounds, ctx, who: user_id }),
  )
  guard.route(endpoints.hostStatement, async ({ query }, { user, host_id, ctx }) => {
    const holder = { host_id: await ownHostId(market, { user_id: user?.user_id, host_id }, query.host_id) }
    return await answerStatement(market, holder, query, { ...bounds, ctx, who: user?.user_id ?? holder.host_id })
  })
  guard.route(
    endpoints.hostEarningsByDay,
    async ({ query }, { host_id }) => await reportEarnings(market, host_id, query),
  )
}

type Query = StatementRequest & { format?: 'json' | 'csv' | undefined }

interface Answering {
  ctx: Context
  /** Who asks. */
  who: string
  exports: Exports
  turns: Turns
}

async function answerStatement(
  market: Market,
  holder: Holder,
  { format, ...wanted }: Query,
  { ctx, who, exports, turns }: Answering,
) {
  const csv = format === 'csv' || (format === undefined && prefers(ctx.get('accept'), ['text/csv']))
  const { res } = ctx
  const isGone = () => res.closed || res.destroyed
  // Each sums what was before its period. Fifty at once, of an account with 500,000 entries, had everybody wait 110 ms
  // for each turn of the event loop (median); one after the other 1.5.
  if (!csv)
    return await turns.take(who, async () => (isGone() ? ANSWERED : await statementPage(market, holder, wanted)))
  const leave = exports.enter(who)
  if (isGone()) leave()
  else res.once('close', leave)
  const lines = await statementCsv(market, holder, wanted)
  ctx.set('Cache-Control', 'no-store')
  // Its ending sets the type, text/csv.
  ctx.attachment('statement.csv')
  ctx.body = Readable.from(lines)
  return ANSWERED
}

/** The host that a key is of, or the one of a user's own that is named. */
async function ownHostId(
  market: Market,
  caller: { user_id: string | undefined; host_id: string | undefined },
  named: string | undefined,
): Promise<string> {
  if (caller.host_id !== undefined) {
    if (named === undefined || named === caller.host_id) return caller.host_id
    throw new DomainError('forbidden', 'This key belongs to another host.')
  }
  if (named === undefined) {
    const details = [{ path: 'query.host_id', message: 'is required: which of your hosts' }]
    throw new DomainError('invalid_request', 'The request is not valid.', { details })
  }
  return await demandOwned(market, caller.user_id ?? '', named)
}
