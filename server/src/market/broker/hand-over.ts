import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Lines, Taken } from '../../live/lines.ts'
import { VERIFIED } from '../../storage/capability-mask.ts'
import type { Database } from '../../storage/database.ts'
import { jobById } from '../jobs/store.ts'
import { AnswersAwaited, type Outcome } from './answers-awaited.ts'
import { longQueued } from './missed-store.ts'
import { mayTake, type ParkedPolls, rivalsOf } from './parked-polls.ts'
import type { PlacedPoll } from './placed-poll.ts'
import type { Poll, WantedJob } from './waiting.ts'

/** So many are asked for one job, each host that refuses it once; then it waits for who asks by himself. */
const MOST_ASKED = 8
/** A host that got another job got one that was on its way to a second host, which then has this one. */
const SWAP_MS = 20
/** Longer than any hand-over takes. */
const MISSED_MS = 1000
/** A job that nobody took who stood in line suits none of them: it is not tried again for so long. */
const AGAIN_MS = 5_000
const MOST_MISSED = 20

const message = z.union([
  z.object({
    job: z.object({
      job_id: z.string(),
      model: z.string(),
      max_tokens: z.int(),
      price_cap_nano: z.string().transform(BigInt),
      input_cap_nano: z.string().transform(BigInt),
      target_host_id: z.string().nullable(),
      only_hosts: z.string().nullable(),
      not_hosts: z.string().nullable(),
      needs: z.int(),
      warm: z.array(z.string()).optional(),
    }),
    from: z.string(),
    id: z.string(),
  }),
  // Servers of an earlier version know of no refusal, and say that it was passed.
  z.object({ id: z.string(), outcome: z.enum(['taken', 'other', 'passed']), refused: z.boolean().optional() }),
])

/** Whom one job was taken to: their polls, and of those that may not have it their hosts. */
interface Asked {
  polls: Taken[]
  hosts: string[]
}

type Question = ReturnType<AnswersAwaited['ask']>

interface HandOverDeps {
  clock: Clock
  lines: Lines
  database: Database
  here: ParkedPolls
}

/**
 * Takes a queued job to one host after the other until one has it. The server of the host claims, by a claim like any
 * other, and answers; one that does not answer in time is gone, and the next host is asked. So a server that ends in
 * between costs a moment. Where the server that hands over ends, whoever leads hands over what is left.
 */
export class HandOver {
  readonly #deps: HandOverDeps
  readonly #answers: AnswersAwaited
  readonly #placedAs: (name: string) => PlacedPoll | undefined
  readonly #again: (placed: PlacedPoll) => Promise<void>
  /** Jobs that were handed over as missed, and when. */
  readonly #missed = new Map<string, number>()

  constructor(
    deps: HandOverDeps,
    placedAs: (name: string) => PlacedPoll | undefined,
    { again }: { again: (placed: PlacedPoll) => Promise<void> },
  ) {
    this.#deps = deps
    this.#answers = new AnswersAwaited(deps.clock)
    this.#placedAs = placedAs
    this.#again = again
  }

  /** Never rejects: a job that nobody could be handed waits in its queue. `continues`: see Waiting.requeued. */
  async hand(job: WantedJob, { continues = false } = {}): Promise<void> {
    try {
      if (continues && (await this.#handTo({ ...job, needs: job.needs | VERIFIED })) !== 'nobody') return
      await this.#handTo(job)
    } catch {
      // What servers share is away, or the database: hosts that wait look by themselves.
      await this.#deps.here.offer(job.model)
    }
  }

  /** `nobody`: it waits in its queue still. */
  async #handTo(job: WantedJob): Promise<'taken' | 'nobody'> {
    const asked: Asked = { polls: [], hosts: [] }
    while (asked.polls.length < MOST_ASKED) {
      const outcome = await this.#ask(job, asked)
      if (outcome === 'taken' || outcome === 'nobody') return outcome
      if (outcome === 'other') await this.#pause(SWAP_MS)
      if (!(await this.#isQueued(job.job_id))) return 'taken'
    }
    return 'nobody'
  }

  async #ask(job: WantedJob, asked: Asked): Promise<Outcome | 'nobody'> {
    const { lines } = this.#deps
    const question = this.#answers.ask()
    const { job_id, model, max_tokens, target_host_id, only_hosts, not_hosts, needs, warm } = job
    const terms = { job_id, model, max_tokens, target_host_id, only_hosts, not_hosts, needs, warm }
    const caps = { price_cap_nano: String(job.price_cap_nano), input_cap_nano: String(job.input_cap_nano) }
    const told = { job: { ...terms, ...caps }, from: lines.server, id: question.id }
    const taken = await lines.take(job, asked, JSON.stringify(told)).catch((error) => {
      question.drop()
      throw error
    })
    if (!taken) {
      question.drop()
      return 'nobody'
    }
    const outcome = await this.#outcomeAt(taken, job, question)
    asked.polls.push(taken)
    if (outcome === 'refused') asked.hosts.push(taken.host_id)
    return outcome
  }

  async #outcomeAt({ server, poll }: Taken, job: WantedJob, question: Question): Promise<Outcome> {
    if (server !== this.#deps.lines.server) {
      question.sent()
      return await question.answer
    }
    question.drop()
    return await this.#takeHere(poll, job)
  }

  /** What another server sent: a job for a poll here, or the answer to one of ours. */
  heard(text: string, poll: string): void {
    const said = message.parse(JSON.parse(text))
    if ('outcome' in said) this.#answers.answered(said.id, said.refused ? 'refused' : said.outcome)
    else void this.#takeFor(said, poll)
  }

  async #takeFor({ id, from, job }: { id: string; from: string; job: WantedJob }, poll: string): Promise<void> {
    const outcome = await this.#takeHere(poll, job)
    const said = outcome === 'refused' ? { outcome: 'passed', refused: true } : { outcome }
    this.#deps.lines.send(from, JSON.stringify({ id, ...said }))
  }

  /** The poll gets the job whose turn it is, which may be another one. */
  async #takeHere(name: string, job: WantedJob): Promise<Outcome> {
    const placed = this.#placedAs(name)
    if (!placed) return 'passed'
    const { poll } = placed
    const isBusy = poll.busy
    const got = !isBusy && mayTake(poll, job) ? await this.#take(poll, job) : undefined
    if (got) return got.job_id === job.job_id ? 'taken' : 'other'
    void this.#again(placed)
    return isBusy ? 'passed' : 'refused'
  }

  async #take(poll: Poll, job: WantedJob) {
    // Read before the claim: those who wait now are whom the host is compared with.
    const waiting = this.#deps.here.waitingFor(job.model)
    const rivals = () => rivalsOf(poll, waiting)
    return await poll.take((work) => this.#deps.database.transaction(work), job, rivals)
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.clock.timer(ms, resolve)
    })
  }

  async #isQueued(jobId: string): Promise<boolean> {
    return (await jobById(this.#deps.database, jobId))?.state === 'queued'
  }

  async handAgain(jobId: string): Promise<void> {
    const job = await jobById(this.#deps.database, jobId).catch(() => undefined)
    if (job?.state === 'queued') await this.hand(job, { continues: job.prefix_tokens > 0 })
  }

  /** Jobs in the queue for which hosts stand in line: whoever queued them ended before it could hand them over. */
  async handMissed(): Promise<void> {
    const { clock, database, lines } = this.#deps
    const models = await lines.waited()
    const now = clock.monotonic()
    for (const [job, at] of this.#missed) if (now - at > AGAIN_MS) this.#missed.delete(job)
    if (models.length === 0) return
    const missed = await longQueued(database, models, clock.now() - MISSED_MS, MOST_MISSED)
    for (const { job_id } of missed) {
      if (this.#missed.has(job_id)) continue
      this.#missed.set(job_id, now)
      await this.handAgain(job_id)
    }
  }
}
