import { market } from '@mkt/schemas'
import { computed } from '@preact/signals'
import { api } from '../../api.ts'
import { explain } from '../../state/explain.ts'
import { isRefusal } from '../../state/send-once.ts'
import { toast } from '../../state/toasts.ts'
import { calls, exchanges, follow, isBusy, patch, whileShown } from './chat.ts'
import { askedOf, draft, write } from './draft.ts'
import { type Asked, emptyAnswer, isOpen, isRefused, type Sent } from './exchange.ts'
import { isLoading } from './loading.ts'
import { requestsOf } from './request.ts'
import { faultsOf, settings } from './settings.ts'

/** Whether something may be sent now: into a chat that is on its way it would be lost. */
export const canSend = computed(() => {
  const given = settings.value
  return !isBusy.value && !isLoading.value && given.model !== '' && Object.keys(faultsOf(given)).length === 0
})

/** Sends what is written, where it may be sent and says something. */
export function sendDraft(): void {
  const asked = askedOf(draft.value, calls.value)
  const { question, results } = asked
  if (!canSend.value || (question === '' && results.length === 0)) return
  write(results.length > 0 ? { results: [] } : { text: '', pictures: [] })
  void ask(asked)
}

/** Asks all chosen models. What they answer comes into `exchanges` as it is written. */
export function ask(asked: Asked): Promise<void> {
  const bodies = requestsOf(asked, settings.value, exchanges.value)
  return send(
    asked,
    bodies.map((body) => ({ key: crypto.randomUUID(), body })),
  )
}

/** Asks once more what nobody answered: as it is set now where it was refused, else the very same under its keys. */
export function askAgain(): Promise<void> {
  const last = exchanges.value.at(-1)
  if (!last || isLoading.value) return Promise.resolve()
  exchanges.value = exchanges.value.slice(0, -1)
  return isRefused(last) ? ask(last.asked) : send(last.asked, last.sent)
}

async function send(asked: Asked, sent: readonly Sent[]): Promise<void> {
  const place = exchanges.value.length
  const answers = sent.map(({ body }) => emptyAnswer(body.model, undefined))
  exchanges.value = [...exchanges.value, { asked, sent, answers }]
  const signal = whileShown()
  await Promise.all(sent.map((one, lane) => sendOne(one, place, lane, signal)))
}

/** Requests that shall be stopped as soon as their jobs are known, by their keys. */
const unwanted = new Set<string>()

async function sendOne({ key, body }: Sent, place: number, lane: number, signal: AbortSignal): Promise<void> {
  try {
    const { job_id } = await api.call(market.runModel, { body }, { headers: { 'idempotency-key': key } })
    if (unwanted.has(key)) cancel(job_id).catch((error) => toast(explain(error), true))
    // In a chat that was opened meanwhile it would stand for another job.
    if (signal.aborted) return
    patch(place, lane, { job_id })
    await follow(place, lane, job_id, signal)
  } catch (error) {
    if (!signal.aborted) patch(place, lane, { fault: explain(error), refused: isRefusal(error) })
  } finally {
    unwanted.delete(key)
  }
}

const cancel = (job_id: string) => api.call(market.cancelJob, { params: { job_id } })

/** Cancels what is being written; what came so far stays, and is charged. */
export async function stop(): Promise<void> {
  const open = exchanges.value.flatMap(({ answers, sent }) =>
    answers.flatMap((answer, lane) => (isOpen(answer) ? { id: answer.job_id, key: sent[lane]?.key } : [])),
  )
  for (const { id, key } of open) if (id === undefined && key !== undefined) unwanted.add(key)
  await Promise.all(open.flatMap(({ id }) => (id === undefined ? [] : cancel(id))))
}
