import { type Job, market } from '@mkt/schemas'
import { batch, computed, signal } from '@preact/signals'
import { api } from '../../api.ts'
import { explain } from '../../state/explain.ts'
import { followJob } from '../../state/follow-job.ts'
import { createPainter } from '../../state/painter.ts'
import { write } from './draft.ts'
import { type Answer, callsToAnswer, type Exchange, exchangesOf, isEnded, isOpen, saidBy } from './exchange.ts'
import { change } from './settings.ts'
import { settingsOf } from './settings-of.ts'

/** The chat on the page. It lives on while another page is open, and at the server after that: its jobs are known. */
export const exchanges = signal<readonly Exchange[]>([])

export const isBusy = computed(() => exchanges.value.some(({ answers }) => answers.some(isOpen)))

/** The calls of tools that the next thing said answers. */
export const calls = computed(() => (isBusy.value ? [] : callsToAnswer(exchanges.value)))

/** The jobs of the last exchange, by which the whole chat is found again. */
export const lastJobs = computed(() => (exchanges.value.at(-1)?.answers ?? []).flatMap(({ job_id }) => job_id ?? []))

let leave = new AbortController()

/** Aborted once the chat that is on the page now is there no more. */
export const whileShown = (): AbortSignal => leave.signal

/** Begins anew. Jobs that run go on, and are found among the jobs. */
export function clear(): void {
  leave.abort()
  leave = new AbortController()
  exchanges.value = []
  write({ results: [] })
}

/** Changes an answer of the chat on the page. */
export function patch(place: number, lane: number, part: Partial<Answer>): void {
  exchanges.value = exchanges.value.map((exchange, index) => {
    if (index !== place) return exchange
    const answers = exchange.answers.map((answer, at) => (at === lane ? { ...answer, ...part } : answer))
    return { ...exchange, answers }
  })
}

/** Brings what a job says into an answer, as it is written, until its end or `signal`. */
export async function follow(place: number, lane: number, job_id: string, signal: AbortSignal): Promise<void> {
  let newest = ''
  const tell = (part: Partial<Answer>) => {
    if (!signal.aborted) patch(place, lane, part)
  }
  const painter = createPainter(() => tell({ text: newest }))
  const onText = (text: string) => {
    newest = text
    painter.ask()
  }
  try {
    await followJob(job_id, { signal, onText, onBroken: (broken) => tell({ broken }) })
    const [job] = signal.aborted ? [] : await readJobs([job_id], signal)
    if (job) tell(saidBy(job, newest))
  } catch (error) {
    tell({ fault: explain(error) })
  } finally {
    painter.stop()
  }
}

export function readJobs(ids: readonly string[], signal: AbortSignal): Promise<Job[]> {
  const query = { detail: 'full' as const }
  return Promise.all(ids.map((job_id) => api.call(market.getJob, { params: { job_id }, query }, { signal })))
}

/** Shows the chat that ended with these jobs, and goes on with what is still being written. */
export function show(jobs: readonly Job[]): void {
  batch(() => {
    clear()
    exchanges.value = exchangesOf(jobs)
    change(settingsOf(jobs))
  })
  const place = exchanges.value.length - 1
  for (const [lane, job] of jobs.entries()) {
    if (!isEnded(job)) void follow(place, lane, job.job_id, whileShown())
  }
}
