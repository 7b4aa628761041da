import { type CallInput, type ChatMessage, type Job, type market, type ToolCall, textOf } from '@mkt/schemas'

/** What a tool gave that the model called. */
export interface ToolResult {
  id: string
  name: string
  text: string
}

/** What a person sends: a question with pictures (data: URLs), or what the called tools gave. */
export interface Asked {
  question: string
  pictures: readonly string[]
  results: readonly ToolResult[]
}

/** What a model says to it: growing while `job` is not there, which comes with its end. */
export interface Answer {
  model: string
  job_id: string | undefined
  text: string
  reasoning: string
  calls: readonly ToolCall[]
  broken: boolean
  job: Job | undefined
  /** Why there is no answer, or no more of it. */
  fault: string | undefined
  /** The market said no to it, so that it costs nothing. */
  refused: boolean
}

/** A request, and the Idempotency-Key under which it is done once, however often it is sent. */
export interface Sent {
  key: string
  body: CallInput<typeof market.runModel>['body'] & { model: string }
}

export interface Exchange {
  asked: Asked
  /** What asked each model; nothing in a chat that was found again. */
  sent: readonly Sent[]
  /** One for each model that was asked, in the same order throughout. */
  answers: readonly Answer[]
}

export const emptyAnswer = (model: string, job_id: string | undefined): Answer => {
  const said = { text: '', reasoning: '', calls: [] }
  return { model, job_id, ...said, broken: false, job: undefined, fault: undefined, refused: false }
}

export const isOpen = ({ job, fault }: Answer) => job === undefined && fault === undefined

/** No job came of it, as far as anybody knows: it may be sent again. */
export const isUnanswered = ({ answers }: Exchange) =>
  answers.every(({ job_id, fault }) => Boolean(fault) && job_id === undefined)

/** No model took it: there is not even a job, and nothing is charged. */
export const isRefused = ({ answers }: Exchange) => answers.every(({ refused }) => refused)

export const isEnded = ({ status }: Job) => status === 'completed' || status === 'failed'

/** What an ended job says; `text` is what its stream gave, for jobs whose text the server keeps no longer. */
export const saidBy = (job: Job, text = ''): Partial<Answer> => {
  const { output_text, reasoning_content = '', tool_calls = [] } = job
  return { text: output_text ?? text, reasoning: reasoning_content, calls: tool_calls, job, broken: false }
}

/** The messages that say it to a model. */
export function messagesOf({ question, pictures, results }: Asked): ChatMessage[] {
  if (results.length > 0) return results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  if (pictures.length === 0) return [{ role: 'user', content: question }]
  const shown = pictures.map((url) => ({ type: 'image_url' as const, image_url: { url } }))
  return [{ role: 'user', content: [{ type: 'text', text: question }, ...shown] }]
}

/** What was said with one of the models so far; what was not answered is left out. */
export function messagesSoFar(exchanges: readonly Exchange[], lane: number): ChatMessage[] {
  return exchanges.flatMap(({ asked, answers }): ChatMessage[] => {
    const answer = answers[lane] ?? answers[0]
    if (!answer || (!answer.text && answer.calls.length === 0)) return []
    const calls = answer.calls.length > 0 ? { tool_calls: [...answer.calls] } : {}
    return [...messagesOf(asked), { role: 'assistant', content: answer.text, ...calls }]
  })
}

/** The calls that wait for what their tools give: those of the last answer, where one model alone was asked. */
export function callsToAnswer(exchanges: readonly Exchange[]): readonly ToolCall[] {
  const { answers = [] } = exchanges.at(-1) ?? {}
  const [answer] = answers
  return answers.length === 1 && answer?.job ? answer.calls : []
}

/** The chat that the jobs of its last exchange tell of. */
export function exchangesOf(jobs: readonly Job[]): Exchange[] {
  const [first] = jobs
  if (!first) return []
  const turns = turnsOf(first)
  const lanes = jobs.map((job) => turnsOf(job))
  return turns.map(({ asked }, place) => {
    const isLast = place === turns.length - 1
    const answers = jobs.map((job, lane) => {
      if (isLast) return { ...emptyAnswer(job.model, job.job_id), ...(isEnded(job) ? saidBy(job) : {}) }
      return pastAnswer(job.model, lanes[lane]?.[place]?.answer)
    })
    return { asked, sent: [], answers }
  })
}

/** Of an answer before the last only what it said is known. */
function pastAnswer(model: string, message: ChatMessage | undefined): Answer {
  const said = message ? { text: textOf(message.content), calls: message.tool_calls ?? [] } : {}
  return { ...emptyAnswer(model, undefined), ...said, fault: '' }
}

interface Turn {
  asked: Asked
  answer: ChatMessage | undefined
}

function turnsOf(job: Job): Turn[] {
  const turns: Turn[] = []
  for (const message of job.messages ?? [{ role: 'user' as const, content: job.input_text }]) {
    const last = turns.at(-1)
    if (message.role === 'user') turns.push({ asked: askedBy(message), answer: undefined })
    else if (message.role === 'assistant' && last) last.answer = message
    else if (message.role === 'tool' && last) addResult(turns, last, message)
  }
  return turns
}

function addResult(turns: Turn[], last: Turn, { tool_call_id = '', content }: ChatMessage): void {
  const made = last.answer ?? turns.at(-2)?.answer
  const name = made?.tool_calls?.find(({ id }) => id === tool_call_id)?.function.name ?? ''
  const result = { id: tool_call_id, name, text: textOf(content) }
  if (last.answer) turns.push({ asked: { question: '', pictures: [], results: [result] }, answer: undefined })
  else last.asked = { ...last.asked, results: [...last.asked.results, result] }
}

function askedBy({ content }: ChatMessage): Asked {
  const parts = typeof content === 'string' ? [] : content
  const pictures = parts.flatMap((part) => (part.type === 'image_url' ? part.image_url.url : []))
  return { question: textOf(content), pictures, results: [] }
}
