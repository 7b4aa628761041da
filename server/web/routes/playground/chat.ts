import { market, textOf } from '@mkt/schemas'
import { computed, effect, signal } from '@preact/signals'
import { api } from '../../api.ts'
import { explain } from '../../state/explain.ts'
import { followJob } from '../../state/follow-job.ts'
import { createPainter } from '../../state/painter.ts'
import { person } from '../../state/session.ts'
import {
  type Answer,
  type Asked,
  type Exchange,
  emptyAnswer,
  exchangesOf,
  isEnded,
  isOpen,
  messagesOf,
  messagesSoFar,
  saidBy,
} from './exchange.ts'
import { change, limitOf, readSchema, readTools, type Settings, settings } from './settings.ts'

/** The chat on the page. It lives on while another page is open, and at the server after that: its jobs are known. */
export const exchanges = signal<readonly Exchange[]>([])

export const isBusy = computed(() => exchanges.value.some(({ answers }) => answers.some(isOpen)))

let leave = new AbortController()

/** Begins anew. Jobs that run go on, and are found among the jobs. */
export function clear(): void {
  leave.abort()
  leave = new AbortController()
  exchanges.value = []
}

effect(() => {
  if (person.value === null) clear()
})

const modelsOf = ({ model, second }: Settings) => (second && second !== model ? [model, second] : [model])

/** The request that asks a model this after what was said so far. */
export function requestOf(model: string, lane: number, asked: Asked, given: Settings) {
  const max_tokens = Number(given.max_tokens)
  const limit = limitOf(given)
  const system = given.system.trim() ? [{ role: 'system' as const, content: given.system }] : []
  return {
    model,
    messages: [...system, ...messagesSoFar(exchanges.value, lane), ...messagesOf(asked)],
    temperature: given.temperature,
    ...(max_tokens > 0 ? { max_tokens } : {}),
    ...(limit === undefined ? {} : { max_price_per_token: limit }),
    ...readTools(given.tools).value,
    ...readSchema(given.schema).value,
  }
}

/** Asks all chosen models. What they answer comes into `exchanges` as it is written. */
export async function ask(asked: Asked): Promise<void> {
  const given = settings.value
  const models = modelsOf(given)
  const requests = models.map((model, lane) => requestOf(model, lane, asked, given))
  const place = exchanges.value.length
  const answers = models.map((model) => emptyAnswer(model, undefined))
  exchanges.value = [...exchanges.value, { asked, answers }]
  const { signal } = leave
  const keys = models.map(() => crypto.randomUUID())
  await Promise.all(
    requests.map(async (body, lane) => {
      try {
        const headers = { 'idempotency-key': keys[lane] ?? '' }
        const { job_id } = await api.call(market.runModel, { body }, { headers })
        patch(place, lane, { job_id })
        await follow(place, lane, job_id, signal)
      } catch (error) {
        if (!signal.aborted) patch(place, lane, { fault: explain(error) })
      }
    }),
  )
}

/** Asks once more what nobody answered. */
export function askAgain(): Promise<void> {
  const last = exchanges.value.at(-1)
  exchanges.value = exchanges.value.slice(0, -1)
  return last ? ask(last.asked) : Promise.resolve()
}

async function follow(place: number, lane: number, job_id: string, signal: AbortSignal): Promise<void> {
  let newest = ''
  const painter = createPainter(() => {
    if (!signal.aborted) patch(place, lane, { text: newest })
  })
  await followJob(job_id, {
    signal,
    onText: (text) => {
      newest = text
      painter.ask()
    },
    onBroken: (broken) => patch(place, lane, { broken }),
  })
  painter.stop()
  if (signal.aborted) return
  const [job] = await readJobs([job_id], signal)
  if (job) patch(place, lane, saidBy(job, newest))
}

function readJobs(ids: readonly string[], signal: AbortSignal) {
  const query = { detail: 'full' as const }
  return Promise.all(ids.map((job_id) => api.call(market.getJob, { params: { job_id }, query }, { signal })))
}

function patch(place: number, lane: number, part: Partial<Answer>): void {
  exchanges.value = exchanges.value.map((exchange, index) => {
    if (index !== place) return exchange
    const answers = exchange.answers.map((answer, at) => (at === lane ? { ...answer, ...part } : answer))
    return { ...exchange, answers }
  })
}

/** Cancels what is being written; what came so far stays, and is charged. */
export async function stop(): Promise<void> {
  const open = exchanges.value.flatMap(({ answers }) => answers.filter(isOpen))
  const ids = open.flatMap(({ job_id }) => job_id ?? [])
  await Promise.all(ids.map((job_id) => api.call(market.cancelJob, { params: { job_id } })))
}

/** The jobs of the last exchange, by which the whole chat is found again. */
export const lastJobs = computed(() => (exchanges.value.at(-1)?.answers ?? []).flatMap(({ job_id }) => job_id ?? []))

/** Brings back a chat by the jobs of its last exchange, and goes on with what is still being written. */
export async function restore(ids: readonly string[]): Promise<void> {
  clear()
  const { signal } = leave
  const jobs = await readJobs(ids, signal)
  const [first] = jobs
  if (!first) return
  exchanges.value = exchangesOf(jobs)
  const system = textOf(first.messages?.find(({ role }) => role === 'system')?.content ?? '')
  const { model, temperature, max_tokens, tools, response_format: format } = first
  const second = jobs[1]?.model ?? ''
  change({ model, second, system, temperature, max_tokens: String(max_tokens) })
  change({
    tools: tools?.length ? JSON.stringify(tools, null, 2) : '',
    schema: format?.type === 'json_schema' ? JSON.stringify(format.json_schema.schema, null, 2) : '',
  })
  const place = exchanges.value.length - 1
  await Promise.all(jobs.map((job, lane) => (isEnded(job) ? undefined : follow(place, lane, job.job_id, signal))))
}
