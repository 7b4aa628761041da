import type { JobRecord } from './books.ts'
import type { Evidence } from './check-text.ts'
import type { ReaderSession } from './facts.ts'

/** What one reader was sent of a job: its text as it was kept, from the attempts that wrote it, to its end. */
export function checkReading(session: ReaderSession, job: JobRecord, evidence: Evidence): void {
  const { facts } = evidence
  const { pieces, job_id, end } = session
  const again = pieces.find(({ offset, attempt }) => BigInt(attempt) !== writerOf(job, offset, evidence))
  if (again) {
    facts.broken('what was read never runs again', `${job_id}: read ${again.offset} of ${again.attempt}`)
    return
  }
  oneSample(session, evidence)
  const output = (evidence.outputs.get(job_id) ?? [])
    .map((token, offset) => ({ token, offset }))
    .filter(({ token }) => token !== '')
  // A host that says other things after a restart of the server cannot be held to what it said before.
  const held = !evidence.restarted || !lied(job, evidence)
  for (const [index, { offset, token }] of pieces.entries()) {
    if (!held || (index >= output.length && evidence.restarted)) break
    if (output[index]?.offset !== offset || output[index]?.token !== token) {
      const kept = JSON.stringify(output[index])
      facts.broken('what was read is what was kept', `${job_id}: ${offset} "${token}", not ${kept}`)
      return
    }
  }
  if (!end) return
  // Whoever ends their account is out, and so is what they had open (server/decisions/0200).
  if (end.error === 'unauthorized' && facts.closingAccounts.has(job.user_id)) return
  const failure = job.state === 'failed' ? job.error : null
  if (end.error !== failure) facts.broken('a stream ends as its job', `${job_id}: ${end.error}, not ${failure}`)
  if (held && end.error === null && pieces.length !== output.length)
    facts.broken('a whole stream is complete', `${job_id}: ${pieces.length} of ${output.length} pieces`)
}

/** Which attempt has that piece of the text: the one that ran last, where nothing else is known. */
function writerOf(job: JobRecord, offset: number, { segments }: Evidence): bigint {
  const parts = segments.get(job.job_id) ?? []
  return parts.findLast(({ first }) => first <= offset)?.attempt ?? job.attempt
}

function lied({ job_id, input_text }: JobRecord, { facts, truth }: Evidence): boolean {
  const said = facts.said.get(job_id) ?? []
  return said.some(({ tokens }) => tokens.some((token) => !truth.find(input_text, token)))
}

/**
 * What honest hosts gave of it, without a gap or a double and in order: each one run of its engine from its first piece
 * on, which was given to go on with exactly what this reader had read till then. Whatever the books say.
 */
function oneSample({ prompt, job_id, pieces }: ReaderSession, { facts, truth }: Evidence): void {
  let before = ''
  for (const [attempt, of] of Map.groupBy(pieces, (piece) => piece.attempt)) {
    const tokens = of.map(({ token }) => token)
    if (facts.hostOf({ job_id, attempt: BigInt(attempt) })?.startsWith('agent')) {
      const run = truth.runOf(prompt, tokens)
      const inOrder = of.every(({ offset }, index) => offset === (of[0]?.offset ?? 0) + index)
      if (!run || !inOrder || run.before !== before) {
        facts.broken('a reader reads one text', `${job_id}: ${JSON.stringify(tokens)} behind "${before}"`)
        return
      }
    }
    before += tokens.join('')
  }
}
