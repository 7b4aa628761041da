import { BASE_PRICE } from './script.ts'
import { type Outcome, positionsOf, type Reading } from './scripted-buyer.ts'
import type { Attempt } from './scripted-host.ts'

const FAILURES = ['cancelled', 'host_lost', 'engine_failed', 'bad_prompt']

/** 88 % of a job's charge, the fee rounded half up to a nano-credit. */
export const hostShare = (gross: bigint) => gross - (gross * 12n + 50n) / 100n

/** Everything about a job that is not as it must be, a sentence each. `attempts` are those of this job. */
export function faultsOf({ job, prompt, reserved, readings }: Outcome, attempts: readonly Attempt[]): string[] {
  const last = attempts.find(({ attempt }) => attempt === job.attempts)
  const faults = [
    ...(job.input_text === prompt ? [] : ['it is another job']),
    ...(job.credits_reserved === reserved ? [] : ['its reserve changed']),
    ...(job.credits_used <= reserved ? [] : ['it cost more than it reserved']),
    ...(job.status === 'completed' ? completedFaults(job, last) : failedFaults(job, attempts, last)),
    ...readings.flatMap((reading) => readingFaults(job, reading)),
  ]
  return faults.map(
    (fault) => `${job.job_id} (${prompt}, ${job.status}, ${job.error}, attempt ${job.attempts}): ${fault}`,
  )
}

type Job = Outcome['job']

function completedFaults(job: Job, last: Attempt | undefined): string[] {
  if (!last) return ['no host ran its last attempt']
  const { script, host, answer } = last
  const pieces = script.pieces.slice(0, job.max_tokens)
  const tokens = Math.min(script.usage ?? filled(pieces), job.max_tokens, Buffer.byteLength(pieces.join('')))
  const finish = script.pieces.length > job.max_tokens ? 'length' : script.end.kind
  const charged = BigInt(tokens) * host.plan.price
  return differences({
    'the text': [job.output_text, pieces.join('')],
    'the tokens': [job.tokens_generated, tokens],
    'the charge': [job.credits_used, charged],
    'the host': [job.host_id, host.host_id],
    'the finish reason': [job.finish_reason, finish],
    'what the host was told': [answer?.state ?? 'completed', 'completed'],
    'what the host earned': [answer?.credits_earned ?? hostShare(charged), hostShare(charged)],
  })
}

function failedFaults(job: Job, attempts: readonly Attempt[], last: Attempt | undefined): string[] {
  const text = job.output_text ?? ''
  const generated = last?.script.pieces.join('') ?? ''
  const faults = FAILURES.includes(job.error ?? '') ? [] : ['it failed with a code that nobody gave']
  if (!generated.startsWith(text)) faults.push(`its text is not what was generated: ${JSON.stringify(text)}`)
  if (job.error === 'host_lost' && last?.script.end.kind !== 'vanish' && !last?.host.vanishedWith(job.job_id))
    faults.push('its host was never lost')
  if (job.error === 'engine_failed' && attempts.every(({ script }) => script.end.kind !== 'error'))
    faults.push('no engine failed')
  const charged = job.error === 'cancelled' ? BigInt(job.tokens_generated) * (last?.host.plan.price ?? BASE_PRICE) : 0n
  if (job.error === 'cancelled' && last && !prefixTokens(last.script.pieces, text).includes(job.tokens_generated))
    faults.push(`${job.tokens_generated} tokens are not what ${JSON.stringify(text)} holds`)
  return [...faults, ...differences({ 'the charge': [job.credits_used, charged] })]
}

/** The billable tokens of every prefix of the pieces that reads as `text`. */
function prefixTokens(pieces: readonly string[], text: string): number[] {
  const counts: number[] = []
  for (let at = 0; at <= pieces.length; at++) {
    const prefix = pieces.slice(0, at)
    if (prefix.join('') === text) counts.push(filled(prefix))
  }
  return counts
}

function readingFaults(job: Job, reading: Reading): string[] {
  const positions = positionsOf(reading)
  const known = positions.filter((position) => position !== undefined)
  const ascending = known.every((position, at) => at === 0 || position.offset > (known[at - 1]?.offset ?? 0))
  return [
    ...(known.length === positions.length ? [] : ['an event has no id']),
    ...(ascending ? [] : [`a reader got offsets out of order: ${reading.ids}`]),
    ...(new Set(known.map(({ attempt }) => attempt)).size <= 1 ? [] : ['a reader got pieces of two attempts']),
    ...(reading.done ? [] : ['a stream ended without [DONE]']),
    ...differences({
      'what a reader got': [reading.text, job.output_text ?? ''],
      'the error': [reading.error ?? null, job.error],
    }),
  ]
}

function filled(pieces: readonly string[]): number {
  return pieces.filter((piece) => piece !== '').length
}

function differences(pairs: Record<string, [found: unknown, wanted: unknown]>): string[] {
  return Object.entries(pairs)
    .filter(([, [found, wanted]]) => found !== wanted)
    .map(([what, [found, wanted]]) => `${what}: found ${show(found)}, wanted ${show(wanted)}`)
}

function show(value: unknown): string {
  return typeof value === 'bigint' ? `${value} nano` : JSON.stringify(value)
}
