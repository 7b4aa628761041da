import type { Guard } from '../../http/guard.ts'
import type { AuditReport } from '../audit/audit.ts'
import type { Market } from '../deps.ts'
import { adminRoutes } from './admin.ts'
import { aliasRoutes } from './aliases.ts'
import { disputeRoutes } from './disputes.ts'
import { earningsRoutes } from './earnings.ts'
import { figureRoutes } from './figures.ts'
import { operatorRoutes, oversightRoutes, payoutRoutes } from './operators.ts'
import { verificationRoutes } from './verification.ts'

/** What operators call. */
export function composeOperators(guard: Guard, market: Market, audit: () => Promise<AuditReport>): void {
  adminRoutes(guard, market)
  operatorRoutes(guard, market)
  oversightRoutes(guard, market)
  payoutRoutes(guard, market)
  earningsRoutes(guard, market)
  disputeRoutes(guard, market)
  aliasRoutes(guard, market)
  verificationRoutes(guard, market)
  figureRoutes(guard, market, audit)
}
