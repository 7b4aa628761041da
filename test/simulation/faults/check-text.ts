import type { Books, JobRecord } from './books.ts'
import { checkReading } from './check-reading.ts'
import type { EngineRun, EngineTruth } from './engine-truth.ts'
import type { Facts, Said } from './facts.ts'
import { areWhole, type Segment, segmentsByJob } from './segments.ts'

export interface Evidence {
  facts: Facts
  truth: EngineTruth
  outputs: Map<string, string[]>
  segments: Map<string, Segment[]>
  /** The server was killed or stopped in this run: what it held in memory was lost with it. */
  restarted: boolean
}

/** At the end of a run: every text that was kept, billed or read is what the job's hosts really said. */
export function checkTexts(books: Books, facts: Facts, truth: EngineTruth, restarted: boolean): void {
  const evidence = { facts, truth, outputs: books.outputs(), segments: segmentsByJob(books), restarted }
  const jobs = new Map(books.jobs().map((job) => [job.job_id, job]))
  for (const job of jobs.values()) if (!facts.isErased(job)) checkOutput(job, evidence)
  for (const session of facts.sessions) {
    const job = jobs.get(session.job_id)
    // What was read of an erased text has nothing left to be compared with.
    if (job && !facts.isErased(job)) checkReading(session, job, evidence)
    else if (!job) facts.broken('acknowledged jobs are kept', session.job_id)
  }
  onePrompt([...jobs.values()], facts)
}

function onePrompt(jobs: readonly JobRecord[], facts: Facts): void {
  const kept = jobs.filter((job) => !facts.isErased(job))
  for (const [prompt, of] of Map.groupBy(kept, ({ input_text }) => input_text)) {
    if (of.length > 1) facts.broken('one submission is one job', prompt)
    if (!facts.submissions.has(prompt)) facts.broken('every job was asked for', prompt)
  }
}

/** Each part is what its host wrote behind the text that was there, and nothing is missing between two of them. */
function checkOutput(job: JobRecord, { facts, truth, outputs, segments }: Evidence): void {
  const { job_id } = job
  const text = outputs.get(job_id) ?? []
  const parts = segments.get(job_id) ?? []
  if (!areWhole(parts, text)) facts.broken('a text is in one piece', `${job_id}: ${JSON.stringify(parts, asText)}`)
  let before = ''
  for (const [number, part] of parts.entries()) {
    const isLast = number === parts.length - 1
    if (facts.honestHosts.has(part.host_id)) honestPart(job, part, { facts, truth, before, isLast })
    else saidPart(job, part, { facts, isLast })
    if (!isLast && part.billed !== 0n && part.billed !== billed(undefined, part, job))
      facts.broken('each host is billed what it wrote', `${job_id}: ${part.billed} of attempt ${part.attempt}`)
    before += part.pieces.join('')
  }
}

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

interface Place {
  facts: Facts
  /** It is that of the attempt with which the job ended. */
  isLast: boolean
}

/** One run of its engine from its first piece on, which was given the text before it; whole where it ended the job. */
function honestPart(job: JobRecord, part: Segment, place: Place & { truth: EngineTruth; before: string }): void {
  const { facts, truth, before, isLast } = place
  const { job_id, input_text } = job
  const run = truth.runOf(input_text, part.pieces)
  const by = facts.hostOf({ job_id, attempt: part.attempt })
  if (part.pieces.length > 0 && (!run || run.before !== before || run.by !== by)) {
    facts.broken("a text is its engine's", `${job_id}: ${JSON.stringify(part.pieces)} behind "${before}" by ${by}`)
    return
  }
  if (isLast && job.state === 'failed') failedPart(job, part, facts)
  if (!isLast || job.state === 'failed') return
  const isEmpty = (one: EngineRun) => one.pieces.length === 0 && one.end && one.before === before && one.by === by
  completedPart(job, part, { facts, run: run ?? truth.runs(input_text).find(isEmpty) })
}

function completedPart(
  job: JobRecord,
  part: Segment,
  { facts, run }: { facts: Facts; run: EngineRun | undefined },
): void {
  const { job_id } = job
  const [given, left] = [run?.pieces.length ?? -1, Number(job.max_tokens) - part.first]
  const whole = Math.min(given, left)
  if (part.pieces.length !== whole)
    facts.broken('a completed text is whole', `${job_id}: ${part.pieces.length} of ${whole}`)
  const possible = [run?.end?.completion_tokens, ...(isFull(job, part) ? [undefined] : [])].map((said) =>
    billed(said, part, job),
  )
  if (!possible.includes(part.billed))
    facts.broken('tokens are billed as counted', `${job_id}: ${part.billed}, not ${possible.join(' or ')}`)
}

/** A host that is lost when all is there that was asked for completes the job without having said that it ended. */
const isFull = ({ max_tokens }: JobRecord, { first, pieces }: Segment) => first + pieces.length === Number(max_tokens)

/** Cancelled: what came. Failed: nothing, unless what was delivered was to be kept. */
function failedPart(job: JobRecord, part: Segment, facts: Facts): void {
  const { job_id, input_text, error } = job
  const came = billed(undefined, part, job)
  const kept = facts.submissions.get(input_text)?.keep === true
  const possible = error === 'cancelled' ? [came] : kept && part.first > 0 ? [came] : kept ? [0n, came] : [0n]
  const invariant = error === 'cancelled' ? 'a cancelled job is billed for what came' : 'what is kept is billed'
  if (!possible.includes(part.billed))
    facts.broken(invariant, `${job_id}: ${part.billed}, not ${possible.join(' or ')}`)
}

/** Of a host that may lie: each piece is one that it said for that place of that attempt, the bill one it asked. */
function saidPart(job: JobRecord, part: Segment, { facts, isLast }: Place): void {
  const { job_id } = job
  const said = (facts.said.get(job_id) ?? []).filter((one) => speaks(one, part, instanceOf(job, part, facts)))
  for (const [index, piece] of part.pieces.entries())
    if (!said.some(({ offset, tokens }) => tokens[part.first + index - offset] === piece)) {
      facts.broken('a text is what its host said', `${job_id}: "${piece}" at ${part.first + index}`)
      return
    }
  if (isLast && job.state === 'failed') failedPart(job, part, facts)
  if (!isLast || job.state === 'failed') return
  const counts = said.map(({ usage }) => usage?.completion_tokens ?? undefined)
  const possible = [...counts, ...(isFull(job, part) ? [undefined] : [])].map((count) => billed(count, part, job))
  if (!possible.includes(part.billed))
    facts.broken('tokens are billed as counted', `${job_id}: ${part.billed}, not ${possible.join(' or ')}`)
}

/** Which of its agents had the attempt; null where it names none, as hosts that name no attempts do. */
const instanceOf = (job: JobRecord, { attempt }: Segment, facts: Facts): string | null =>
  attempt === job.attempt ? job.instance : (facts.hostOf({ job_id: job.job_id, attempt }) ?? null)

function speaks(said: Said, { host_id, attempt }: Segment, instance: string | null): boolean {
  if (said.host_id !== host_id) return false
  if (said.attempt !== undefined && BigInt(said.attempt) !== attempt) return false
  return said.instance === undefined || instance === null || said.instance === instance
}

/** What the contract says of a count, the pieces and what earlier hosts had left of max_tokens. */
function billed(counted: number | undefined, { pieces, first }: Segment, { max_tokens }: JobRecord): bigint {
  const texts = pieces.filter((piece) => piece !== '').length
  return BigInt(Math.min(counted ?? texts, Number(max_tokens) - first, Buffer.byteLength(pieces.join(''))))
}
