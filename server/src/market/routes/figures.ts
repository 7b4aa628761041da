import { market as endpoints } from '@mkt/schemas'
import { logAct } from '../../accounts/act-log.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { readHours } from '../../hourly/read-hours.ts'
import { actorOf } from '../../http/actor.ts'
import type { Guard } from '../../http/guard.ts'
import { describeServers } from '../../servers/describe-servers.ts'
import type { AuditReport } from '../audit/audit.ts'
import type { Market } from '../deps.ts'
import { AllFigures } from '../figures/all-figures.ts'

/** The marketplace over time, and whether its books are right. `audit`: see auditAside. */
export function figureRoutes(guard: Guard, market: Market, audit: () => Promise<AuditReport>): void {
  const { database, clock } = market
  const figures = new AllFigures(database, clock)
  guard.route(endpoints.adminFigures, async ({ query }) => await figures.of(query))
  guard.route(endpoints.adminHours, async ({ query }) => ({
    hours: await readHours(database, clock.now(), query.hours),
  }))
  guard.route(endpoints.adminServers, async () => ({ servers: await describeServers(database, clock.now()) }))
  let running = false
  guard.route(endpoints.auditLedger, async (_, call) => {
    if (running) throw new DomainError('conflict', 'An audit is running already; ask again when it has ended.')
    running = true
    try {
      const start = clock.monotonic()
      const report = await audit()
      const ok = report.faults.length === 0
      const after = { ok, faults: report.faults.length }
      await database.transaction((tx) =>
        logAct(tx, market, actorOf(call), { act: 'ledger.audit', subject: 'ledger', after }),
      )
      const took_ms = Math.round(clock.monotonic() - start)
      const { transactions, entries, accounts, issued_nano: issued, fees_nano: fees, faults } = report
      return { ok, at: isoTime(clock.now()), took_ms, transactions, entries, accounts, issued, fees, faults }
    } finally {
      running = false
    }
  })
}
