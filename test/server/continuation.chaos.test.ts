import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOST_SILENT, loseAttempt } from '../../server/src/market/attempts/lose.ts'
import { setCapabilities } from '../../server/src/market/hosts/capability-store.ts'
import { jobEvents } from '../../server/src/market/streams/job-events.ts'
import { relay } from '../../server/src/market/streams/relay.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const PIECES = 12
const PRICE = 1_000_000n
const HOSTS = 3

/** What happens next to the job: its host says more, says it again, is lost in some way, or a reader comes. */
interface Step {
  kind: 'says' | 'repeats' | 'hands-back' | 'fails' | 'is-silent' | 'reads'
  /** Pieces that are said, or said again. */
  pieces: number
}

const KINDS = ['says', 'says', 'says', 'says', 'repeats', 'hands-back', 'fails', 'is-silent', 'reads', 'reads'] as const
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pieces: fc.integer({ min: 1, max: 4 }),
})

interface Story {
  floor: Floor
  buyer: string
  hosts: string[]
  job_id: string
  readers: { text: () => string; end: Promise<unknown> }[]
  /** Who runs it, from which piece on; undefined while it waits. */
  runs: { host: string; next: number } | undefined
}

/** The pieces of one engine's greedy text: which host says them makes no difference. */
const textOf = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `<${from + at}>`)

async function begin(floor: Floor): Promise<Story> {
  const hosts: string[] = []
  for (let at = 0; at < HOSTS; at++) {
    const host = await floor.host({ price: PRICE * BigInt(at + 1) })
    await floor.market.database.transaction((tx) => setCapabilities(tx, host, { capabilities: ['prefix'] }))
    hosts.push(host)
  }
  const buyer = await floor.user()
  const { job_id } = await floor.submit(buyer, { max_tokens: 100, max_price_per_token: PRICE * 5n })
  return { floor, buyer, hosts, job_id, readers: [], runs: undefined }
}

/** A host takes the job, where one may; the next piece is the one behind its text. */
async function claim(story: Story, turn: number): Promise<void> {
  const { floor, hosts, job_id } = story
  for (let at = 0; at < HOSTS && !story.runs; at++) {
    const host = hosts[(turn + at) % HOSTS] as string
    const got = await floor.next(host)
    if (!got) continue
    expect(got.job_id).toBe(job_id)
    expect(got.before?.pieces ?? []).toEqual(textOf(0, got.before?.pieces.length ?? 0))
    story.runs = { host, next: got.before?.pieces.length ?? 0 }
  }
}

function read({ floor, job_id, readers }: Story): void {
  const events: string[] = []
  const write = (text: string) => void events.push(text)
  const { signal } = new AbortController()
  const end = relay(floor.market, job_id, undefined, { write, gone: signal, format: jobEvents })
  readers.push({ text: () => events.join(''), end })
}

async function play(story: Story, { kind, pieces }: Step): Promise<void> {
  const { floor, job_id } = story
  if (kind === 'reads') return read(story)
  if (!story.runs) return
  const { host, next } = story.runs
  if (kind === 'says') {
    const to = Math.min(PIECES - 1, next + pieces)
    await floor.results(host, { job_id, offset: next, tokens: textOf(next, to) })
    story.runs = { host, next: to }
  } else if (kind === 'repeats') {
    const from = Math.max(0, next - pieces)
    await floor.results(host, { job_id, offset: from, tokens: textOf(from, next) })
  } else if (kind === 'is-silent') {
    const stream = await floor.market.streams.find(job_id)
    if (stream) await loseAttempt(floor.market, stream, HOST_SILENT)
    story.runs = undefined
  } else {
    const code = kind === 'fails' ? 'engine_failed' : 'handed_back'
    await floor.results(host, { job_id, offset: next, error: { code, message: '', retryable: true } })
    story.runs = undefined
  }
}

const tokensIn = (text: string) => [...text.matchAll(/"token":"(<\d+>)"/g)].map(([, token]) => token)

test('whatever happens to its hosts no text goes back, repeats or is of two samples; each is paid once', async () => {
  const floor = await openSqliteFloor()
  const reached = { continued: 0, completed: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const story = await begin(floor)
      for (const [turn, what] of steps.entries()) {
        if (!story.runs) await claim(story, turn)
        await play(story, what)
        const { state } = await floor.job(story.job_id)
        if (state === 'failed' || state === 'completed') break
        // Those that a failure excluded come back.
        if (!story.runs) floor.clock.advance(61_000)
      }
      if (!story.runs) await claim(story, 0)
      if (story.runs) {
        const { host, next } = story.runs
        await floor.results(host, {
          job_id: story.job_id,
          offset: next,
          tokens: textOf(next, PIECES),
          finish_reason: 'stop',
        })
      } else await floor.cancel(story.buyer, story.job_id)
      read(story)
      await Promise.all(story.readers.map(({ end }) => end))
      const job = await floor.job(story.job_id)
      const whole = tokensIn(story.readers.at(-1)?.text() ?? '')
      expect(whole).toEqual(textOf(0, whole.length))
      if (job.state === 'completed') expect(whole.length).toBe(PIECES)
      for (const reader of story.readers) expect(tokensIn(reader.text())).toEqual(whole)
      expect(job.tokens_generated).toBe(job.charged_nano === 0n ? job.tokens_generated : whole.length)
      if (job.prefix_tokens > 0) reached.continued++
      if (job.prefix_tokens > 0 && job.state === 'completed') reached.completed++
      expect(await floor.faultsNow([story.job_id])).toEqual([])
      for (const host of story.hosts) await floor.shutOut(host, true)
    }),
    { numRuns: 80 },
  )
  expect(reached.continued).toBeGreaterThan(20)
  expect(reached.completed).toBeGreaterThan(10)
  expect((await floor.audit()).faults).toEqual([])
  await floor.close()
})
