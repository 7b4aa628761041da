import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnalysisProgress, type AnalysisTask, documents as endpoints } from '@mkt/schemas'
import type { Context } from 'koa'
import { DomainError } from '../../base/errors.ts'
import { prefers } from '../../http/accept.ts'
import { asDomainError, INTERNAL } from '../../http/error-body.ts'
import { documentsErrorForm } from '../../http/error-form.ts'
import { Accepted, ANSWERED, type Guard, JsonText } from '../../http/guard.ts'
import { openEventStream } from '../../http/sse.ts'
import { TIMES } from '../../limits.ts'
import { analyze } from '../analyze.ts'
import { withEnd } from '../answer/with-end.ts'
import type { Documents } from '../deps.ts'
import { receive } from '../intake/receive.ts'
import { acceptTask } from '../tasks/accept-task.ts'
import { describeTask } from '../tasks/describe-task.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'

type Work = (observe: (progress: AnalysisProgress) => void) => Promise<string>

/** POST /analyze-tax-slip: the upload, then the analysis as one answer, as a stream of events, or later. */
export function analysisRoute(
  guard: Guard,
  documents: Documents,
  { baseUrlOf, runner }: { baseUrlOf: (ctx: Context) => string; runner: TaskRunner },
): void {
  const { clock, seats, rate, uploads, retentionDays } = documents
  guard.route(endpoints.analyzeTaxSlip, async ({ query }, { user, gone, ctx }) => {
    const place = seats.admit(user.user_id)
    const path = join(uploads, randomUUID())
    try {
      await rate.consume(user.user_id)
      const askFor = () => void (ctx.get('expect') !== '' && ctx.res.writeContinue())
      const upload = await receive(ctx.req, path, { clock, askFor })
      const baseUrl = baseUrlOf(ctx)
      if (wantsNoWait(ctx) && upload.password === undefined) {
        const row = await acceptTask(documents, { userId: user.user_id, upload, baseUrl })
        runner.wake()
        return accepted(ctx, baseUrl, describeTask(row))
      }
      const work: Work = async (observe) => {
        const request = { userId: user.user_id, upload, place, baseUrl, observe, gone }
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

/** RFC 7240. A password is kept nowhere, so whoever sends one waits: a preference may be passed over. */
function wantsNoWait(ctx: Context): boolean {
  const preferences = ctx.get('prefer').split(/[,;]/)
  return preferences.some((one) => one.trim().toLowerCase() === 'respond-async')
}

function accepted(ctx: Context, baseUrl: string, task: AnalysisTask): Accepted<AnalysisTask> {
  ctx.set('Location', `${baseUrl}/analyses/${task.analysis_id}`)
  ctx.set('Preference-Applied', 'respond-async')
  ctx.set('Retry-After', '1')
  return new Accepted(task)
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
