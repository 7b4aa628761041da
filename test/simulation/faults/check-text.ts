import type { Books, JobRecord } from './books.ts'
import type { EngineTruth } from './engine-truth.ts'
import type { Facts, ReaderSession, Said } from './facts.ts'

interface Evidence {
  facts: Facts
  truth: EngineTruth
  outputs: Map<string, string[]>
  /** The server was killed or stopped in this run: what it held in memory was lost with it. */
  restarted: boolean
}

/** At the end of a run: every text that was kept, billed or read is what the job's host really said. */
export function checkTexts(books: Books, facts: Facts, truth: EngineTruth, restarted: boolean): void {
  const evidence = { facts, truth, outputs: books.outputs(), restarted }
  const jobs = new Map(books.jobs().map((job) => [job.job_id, job]))
  for (const job of jobs.values()) checkOutput(job, evidence)
  for (const session of facts.sessions) {
    const job = jobs.get(session.job_id)
    // What was read of an erased text has nothing left to be compared with.
    if (job && !facts.isErased(job)) checkSession(session, job, evidence)
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

function checkOutput(job: JobRecord, { facts, truth, outputs }: Evidence): void {
  if (facts.isErased(job)) return
  const pieces = outputs.get(job.job_id) ?? []
  if (job.host_id !== null && facts.honestHosts.has(job.host_id)) honestOutput(job, pieces, facts, truth)
  else if (job.host_id !== null) saidOutput(job, pieces, facts)
  else if (pieces.length > 0) facts.broken('a text has a host', job.job_id)
}

/** One run of the engine from its first piece on, whole where the job completed, and billed as the contract says. */
function honestOutput(job: JobRecord, pieces: readonly string[], facts: Facts, truth: EngineTruth): void {
  const { job_id, input_text } = job
  const found = pieces.map((piece) => truth.find(input_text, piece))
  const run = found[0]?.run
  if (found.some((at, place) => !at || at.run !== run || at.place !== place)) {
    facts.broken("a text is its engine's", `${job_id}: ${JSON.stringify(pieces)}`)
    return
  }
  if (job.state !== 'completed') {
    if (job.error === 'cancelled' && job.tokens_generated !== billed(undefined, pieces, job))
      facts.broken('a cancelled job is billed for what came', `${job_id}: ${job.tokens_generated}`)
    return
  }
  const ended = run ?? truth.runs(input_text).find(({ pieces: none, end }) => none.length === 0 && end)
  const whole = Math.min(ended?.pieces.length ?? -1, Number(job.max_tokens))
  if (pieces.length !== whole) facts.broken('a completed text is whole', `${job_id}: ${pieces.length} of ${whole}`)
  const cut = (ended?.pieces.length ?? 0) > Number(job.max_tokens)
  const possible = [ended?.end?.completion_tokens, ...(cut ? [undefined] : [])].map((said) => billed(said, pieces, job))
  if (!possible.includes(job.tokens_generated))
    facts.broken('tokens are billed as counted', `${job_id}: ${job.tokens_generated}, not ${possible.join(' or ')}`)
}

/** Of a host that may lie: each piece is one that it said for that place of that attempt, the bill one that it asked. */
function saidOutput(job: JobRecord, pieces: readonly string[], facts: Facts): void {
  const { job_id } = job
  const said = (facts.said.get(job_id) ?? []).filter((one) => speaks(one, job))
  for (const [place, piece] of pieces.entries())
    if (!said.some(({ offset, tokens }) => tokens[place - offset] === piece)) {
      facts.broken('a text is what its host said', `${job_id}: "${piece}" at ${place}`)
      return
    }
  if (job.state === 'failed' && job.error !== 'cancelled') return
  const counts = job.state === 'failed' ? [undefined] : said.map(({ usage }) => usage?.completion_tokens ?? undefined)
  const possible = counts.map((count) => billed(count, pieces, job))
  if (!possible.includes(job.tokens_generated))
    facts.broken('tokens are billed as counted', `${job_id}: ${job.tokens_generated}, not ${possible.join(' or ')}`)
}

function speaks(said: Said, job: JobRecord): boolean {
  if (said.host_id !== job.host_id) return false
  if (said.attempt !== undefined && BigInt(said.attempt) !== job.attempt) return false
  return said.instance === undefined || job.instance === null || said.instance === job.instance
}

function billed(counted: number | undefined, pieces: readonly string[], job: JobRecord): bigint {
  const texts = pieces.filter((piece) => piece !== '').length
  return BigInt(Math.min(counted ?? texts, Number(job.max_tokens), Buffer.byteLength(pieces.join(''))))
}

function checkSession(session: ReaderSession, job: JobRecord, evidence: Evidence): void {
  const { facts } = evidence
  const { pieces, job_id, end } = session
  if (pieces.some(({ attempt }) => BigInt(attempt) !== job.attempt)) {
    facts.broken('what was read never runs again', `${job_id}: read ${pieces[0]?.attempt}, ran ${job.attempt}`)
    return
  }
  const output = (evidence.outputs.get(job_id) ?? [])
    .map((token, offset) => ({ token, offset }))
    .filter(({ token }) => token !== '')
  if (job.host_id !== null && facts.honestHosts.has(job.host_id)) honestReading(session, job, evidence)
  // A host that says other things after a restart of the server cannot be held to what it said before.
  const held = !evidence.restarted || !lied(job, evidence)
  for (const [index, { offset, token }] of pieces.entries()) {
    if (!held || (index >= output.length && evidence.restarted)) break
    if (output[index]?.offset !== offset || output[index]?.token !== token) {
      facts.broken(
        'what was read is what was kept',
        `${job_id}: ${offset} "${token}", not ${JSON.stringify(output[index])}`,
      )
      return
    }
  }
  if (!end) return
  const failure = job.state === 'failed' ? job.error : null
  if (end.error !== failure) facts.broken('a stream ends as its job', `${job_id}: ${end.error}, not ${failure}`)
  if (held && end.error === null && pieces.length !== output.length)
    facts.broken('a whole stream is complete', `${job_id}: ${pieces.length} of ${output.length} pieces`)
}

function lied({ job_id, input_text }: JobRecord, { facts, truth }: Evidence): boolean {
  const said = facts.said.get(job_id) ?? []
  return said.some(({ tokens }) => tokens.some((token) => !truth.find(input_text, token)))
}

/** Without a gap and without a double, in order, what one run of the engine gave. */
function honestReading({ prompt, job_id, pieces }: ReaderSession, _job: JobRecord, { facts, truth }: Evidence): void {
  const found = pieces.map(({ token }) => truth.find(prompt, token))
  for (const [place, at] of found.entries())
    if (!at || at.run !== found[0]?.run || at.place !== place || pieces[place]?.offset !== place) {
      facts.broken('a reader reads what the engine gave', `${job_id}: place ${place}, ${JSON.stringify(pieces[place])}`)
      return
    }
}
