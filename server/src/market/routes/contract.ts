import { market as endpoints, marketGroups, webhookEvents } from '@mkt/schemas'
import { marketErrors, openApiDocument } from '@mkt/schemas/openapi'
import { VERSION } from '../../base/version.ts'
import { sendDocsPage } from '../../http/docs-page.ts'
import { STATUS } from '../../http/error-body.ts'
import type { Guard } from '../../http/guard.ts'

const TITLE = 'mkt marketplace'

/** The contract itself: as OpenAPI and as a page. */
export function contractRoutes(guard: Guard): void {
  let text: string | undefined
  guard.raw(endpoints.openapi, async (_input, { ctx }) => {
    text ??= JSON.stringify(
      openApiDocument({
        title: TITLE,
        version: VERSION,
        groups: marketGroups,
        webhooks: webhookEvents,
        statusOf: (code) => STATUS[code],
        errors: marketErrors,
      }),
    )
    ctx.type = 'application/json'
    ctx.body = text
  })
  guard.raw(endpoints.docs, async (_input, { ctx }) => sendDocsPage(ctx, TITLE))
}
