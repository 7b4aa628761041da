import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnalysisProgress, documents as endpoints } from '@mkt/schemas'
import type { Context } from 'koa'
import { DomainError } from '../../base/errors.ts'
import { prefers } from '../../http/accept.ts'
import { asDomainError, INTERNAL } from '../../http/error-body.ts'
import { documentsErrorForm } from '../../http/error-form.ts'
import { ANSWERED, type Guard, JsonText } from '../../http/guard.ts'
import { openEventStream } from '../../http/sse.ts'
import { TIMES } from '../../limits.ts'
import { analyze } from '../analyze.ts'
import { withEnd } from '../answer/with-end.ts'
import type { Documents } from '../deps.ts'
import { receive } from '../intake/receive.ts'

type Work = (observe: (progress: AnalysisProgress) => void) => Promise<string>

/** POST /analyze-tax-slip: the upload, then the analysis, as one answer or as a stream of events. */
export function analysisRoute(guard: Guard, documents: Documents, baseUrlOf: (ctx: Context) => string): void {
  const { clock, seats, rate, uploads, retentionDays } = documents
  guard.route(endpoints.analyzeTaxSlip, async ({ query }, { user, gone, ctx }) => {
    const place = seats.admit(user.user_id)
    const path = join(uploads, randomUUID())
    try {
      await rate.consume(user.user_id)
      const askFor = () => void (ctx.get('expect') !== '' && ctx.res.writeContinue())
      const upload = await receive(ctx.req, path, { clock, askFor })
      const work: Work = async (observe) => {
        const request = { userId: user.user_id, upload, place, baseUrl: baseUrlOf(ctx), observe, gone }
        const texts = await analyze(documents, request)
        return withEnd(query.detail ? texts.detail : texts.analysis, texts.createdAt, retentionDays)
      }
      if (!prefers(ctx.get('accept'), ['text/event-stream'])) return new JsonText(await work(() => undefined))
      await stream(documents, ctx, gone, work)
      return ANSWERED
    } finally {
      place.leave()
      await rm(path, { force: true })
    }
  })
}

async function stream({ clock, log }: Documents, ctx: Context, gone: AbortSignal, work: Work): Promise<void> {
  const events = openEventStream(ctx, clock, TIMES.stream_comment_ms, gone)
  const event = (name: string, data: string) => `event: ${name}\ndata: ${data}\n\n`
  try {
    const text = await work((progress) => void events.write(event('progress', JSON.stringify(progress))))
    events.end(event('result', text))
  } catch (error) {
    const known = error instanceof DomainError ? error : asDomainError(error)
    if (!known && !gone.aborted) log.error({ err: error }, 'analysis failed')
    const said = documentsErrorForm.speak(known ?? INTERNAL)
    events.end(event('error', JSON.stringify(documentsErrorForm.bodyOf(said, ctx.path))))
  }
}
