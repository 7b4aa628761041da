import { type ChatMessage, type Job, market, textOf } from '@mkt/schemas'
import { computed, effect, signal } from '@preact/signals'
import { api } from '../../api.ts'
import { explain } from '../../state/explain.ts'
import { followJob } from '../../state/follow-job.ts'
import { createPainter } from '../../state/painter.ts'
import { person } from '../../state/session.ts'
import { change, limitOf, type Settings, settings } from './settings.ts'

/** What a model says to a question: growing while `job` is not there, which comes with its end. */
export interface Answer {
  model: string
  job_id: string | undefined
  text: string
  broken: boolean
  job: Job | undefined
  /** Why there is no answer, or no more of it. */
  fault: string | undefined
}

export interface Exchange {
  question: string
  /** One for each model that was asked, in the same order throughout. */
  answers: readonly Answer[]
}

/** The chat on the page. It lives on while another page is open, and at the server after that: its jobs are known. */
export const exchanges = signal<readonly Exchange[]>([])

const isOpen = (answer: Answer) => answer.job === undefined && answer.fault === undefined

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

/** The request that asks a model a question after what was said so far. */
export function requestOf(model: string, lane: number, question: string, given: Settings) {
  const max_tokens = Number(given.max_tokens)
  const limit = limitOf(given)
  return {
    model,
    messages: [...messagesSoFar(lane, given.system), { role: 'user' as const, content: question }],
    temperature: given.temperature,
    ...(max_tokens > 0 ? { max_tokens } : {}),
    ...(limit === undefined ? {} : { max_price_per_token: limit }),
  }
}

function messagesSoFar(lane: number, system: string): ChatMessage[] {
  const said = exchanges.value.flatMap(({ question, answers }): ChatMessage[] => {
    const text = (answers[lane] ?? answers[0])?.text
    return text
      ? [
          { role: 'user', content: question },
          { role: 'assistant', content: text },
        ]
      : []
  })
  return system.trim() ? [{ role: 'system', content: system }, ...said] : said
}

/** Asks all chosen models. What they answer comes into `exchanges` as it is written. */
export async function ask(question: string): Promise<void> {
  const given = settings.value
  const models = modelsOf(given)
  const requests = models.map((model, lane) => requestOf(model, lane, question, given))
  const place = exchanges.value.length
  const answers = models.map((model) => emptyAnswer(model, undefined))
  exchanges.value = [...exchanges.value, { question, answers }]
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

const emptyAnswer = (model: string, job_id: string | undefined): Answer => {
  return { model, job_id, text: '', broken: false, job: undefined, fault: undefined }
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
  const job = await api.call(market.getJob, { params: { job_id } }, { signal })
  patch(place, lane, { text: job.output_text ?? newest, job, broken: false })
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
  const query = { detail: 'full' as const }
  const jobs = await Promise.all(
    ids.map((job_id) => api.call(market.getJob, { params: { job_id }, query }, { signal })),
  )
  const [first] = jobs
  if (!first) return
  exchanges.value = exchangesOf(jobs)
  const system = textOf(first.messages?.find(({ role }) => role === 'system')?.content ?? '')
  const { model, temperature, max_tokens } = first
  change({ model, second: jobs[1]?.model ?? '', system, temperature, max_tokens: String(max_tokens) })
  const place = exchanges.value.length - 1
  await Promise.all(jobs.map((job, lane) => (isEnded(job) ? undefined : follow(place, lane, job.job_id, signal))))
}

const isEnded = ({ status }: Job) => status === 'completed' || status === 'failed'

const said = (job: Job) => job.messages ?? [{ role: 'user' as const, content: job.input_text }]

function exchangesOf(jobs: readonly Job[]): Exchange[] {
  const lanes = jobs.map((job) => said(job).filter(({ role }) => role !== 'system'))
  const questions = (lanes[0] ?? []).flatMap(({ role, content }, index) =>
    role === 'user' ? [{ content: textOf(content), index }] : [],
  )
  return questions.map(({ content, index }, place) => {
    const isLast = place === questions.length - 1
    const answers = jobs.map((job, lane) => {
      if (!isLast) return pastAnswer(job.model, textOf(lanes[lane]?.[index + 1]?.content ?? ''))
      const ended = isEnded(job) ? { job, text: job.output_text ?? '' } : {}
      return { ...emptyAnswer(job.model, job.job_id), ...ended }
    })
    return { question: content, answers }
  })
}

/** Of an answer before the last only its text is known. */
const pastAnswer = (model: string, text: string): Answer => ({ ...emptyAnswer(model, undefined), text, fault: '' })
