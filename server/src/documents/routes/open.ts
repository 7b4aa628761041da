import { documentsGroups, documents as endpoints } from '@mkt/schemas'
import { documentsErrors, openApiDocument } from '@mkt/schemas/openapi'
import { VERSION } from '../../base/version.ts'
import { sendDocsPage } from '../../http/docs-page.ts'
import { documentsErrorForm } from '../../http/error-form.ts'
import { sendExposition } from '../../http/exposition.ts'
import type { Guard } from '../../http/guard.ts'
import type { Documents } from '../deps.ts'

const TITLE = 'mkt documents'

/** What anyone may read: that the service is up, and its contract. */
export function openRoutes(guard: Guard, { clock, meter }: Pick<Documents, 'clock' | 'meter'>): void {
  const start = clock.monotonic()
  guard.route(endpoints.health, async () => ({
    status: 'ok' as const,
    version: VERSION,
    uptime_seconds: Math.floor((clock.monotonic() - start) / 1000),
  }))
  guard.raw(endpoints.metrics, async (_input, { ctx }) => sendExposition(ctx, meter))
  let text: string | undefined
  guard.raw(endpoints.openapi, async (_input, { ctx }) => {
    text ??= JSON.stringify(
      openApiDocument({
        title: TITLE,
        version: VERSION,
        groups: documentsGroups,
        statusOf: documentsErrorForm.statusOf,
        errors: documentsErrors,
      }),
    )
    ctx.type = 'application/json'
    ctx.body = text
  })
  guard.raw(endpoints.docs, async (_input, { ctx }) => sendDocsPage(ctx, TITLE))
}
