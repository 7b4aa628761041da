import { market as endpoints, parsePosition, renderTexts } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import { isOut } from '../../base/open-calls.ts'
import { type Guard, STOPPING } from '../../http/guard.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { openEventStream } from '../../http/sse.ts'
import { TIMES } from '../../limits.ts'
import { cancel } from '../attempts/cancel.ts'
import type { Market } from '../deps.ts'
import { intentOf } from '../idempotency/once.ts'
import { jobPage, type ListedJob } from '../jobs/list-store.ts'
import { renderChat } from '../jobs/render-chat.ts'
import { submit } from '../jobs/submit.ts'
import { awaitEnd } from '../reports/await-end.ts'
import { describeJob, describeParts, describeWhole, ownJob, summarise } from '../reports/job.ts'
import { idsOfDays, searchJobs } from '../reports/search.ts'
import { Turns } from '../statements/turns.ts'
import { jobEvents } from '../streams/job-events.ts'
import { relay } from '../streams/relay.ts'

/** What a buyer does with jobs. */
export function jobRoutes(guard: Guard, market: Market): void {
  const searches = new Turns()
  guard.route(endpoints.runModel, async ({ body }, { user, token_id, rights, ctx }) => {
    const intent = intentOf(user.user_id, endpoints.runModel.name, idempotencyKey(ctx), body)
    const { messages, input_text, model: first, models: more = [], ...wanted } = body
    const [model, ...models] = first === undefined ? more : [first, ...more]
    const rendered = input_text ?? (messages ? renderChat(messages) : renderTexts(wanted))
    const submission = { ...wanted, model: model as string, input_text: rendered }
    const isWaitedFor = () => !ctx.res.closed
    const how = { intent, models, messages, token_id, rights, isWaitedFor }
    return await submit(market, user.user_id, submission, how)
  })
  guard.route(endpoints.listJobs, async ({ query }, { user }) => {
    const { status, model, from, to, text, detail, limit, offset } = query
    const filter = { user_id: user.user_id, state: status, model, ...idsOfDays(from, to) }
    const shown = (jobs: readonly ListedJob[]) =>
      Promise.all(jobs.map((job) => summarise(market, job, detail === 'full')))
    if (text === undefined) {
      // All that a user ever submitted is counted with each.
      const isAll = [status, model, from, to].every((narrowed) => narrowed === undefined)
      return await searches.take(user.user_id, async () => {
        const known = isAll ? user.total_jobs : undefined
        const { jobs, total } = await jobPage(market.database, filter, { limit, offset }, known)
        return { jobs: await shown(jobs), total }
      })
    }
    const { found, searched } = await searches.take(user.user_id, () => searchJobs(market.database, filter, text))
    return { jobs: await shown(found.slice(offset, offset + limit)), total: found.length, searched }
  })
  guard.route(endpoints.getJob, async ({ params, query }, { user, gone }) => {
    await ownJob(market, user.user_id, params.job_id)
    if (query.wait > 0) await awaitEnd(market, params.job_id, query.wait * 1000, gone)
    const job = await ownJob(market, user.user_id, params.job_id)
    return query.detail === 'full'
      ? { ...(await describeWhole(market, job)), parts: await describeParts(market, job) }
      : await describeJob(market, job)
  })
  guard.route(endpoints.cancelJob, async ({ params }, { user }) => {
    await cancel(market, user.user_id, params.job_id)
    return await describeJob(market, await ownJob(market, user.user_id, params.job_id))
  })
  guard.raw(endpoints.streamJob, async ({ params }, { user, gone, ctx }) => {
    const { job_id } = await ownJob(market, user.user_id, params.job_id)
    const header = ctx.get('last-event-id')
    const last = header ? parsePosition(header) : undefined
    if (header && !last) throw badPosition()
    const stream = openEventStream(ctx, market.clock, TIMES.stream_comment_ms, gone)
    let closing = ''
    try {
      if (ctx.method !== 'HEAD') await relay(market, job_id, last, { write: stream.write, gone, format: jobEvents })
      if (isOut(gone.reason)) closing = jobEvents.end(gone.reason.code)
      else if (gone.reason === STOPPING) closing = GO_ON_ELSEWHERE
    } finally {
      // After a failure the stream ends without [DONE], by which a reader knows to resume.
      stream.end(closing)
    }
  })
}

const GO_ON_ELSEWHERE = ': this server stops; go on with Last-Event-ID\n\n'

function badPosition(): DomainError {
  const details = [{ path: 'header.last-event-id', message: 'must be an id of this stream, <attempt>.<offset>' }]
  return new DomainError('invalid_request', 'The request is not valid.', { details })
}
