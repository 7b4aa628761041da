import { parsePosition } from '@mkt/schemas'
import type { Chance } from '../../load/chance.ts'
import type { ReaderSession } from './facts.ts'
import { parseAnswer } from './wire.ts'
import type { World } from './world.ts'

/** Reads a job's stream to its end, over as many connections as it takes, each going on behind the last event. */
export class StreamReader {
  readonly #world: World
  readonly #name: string
  readonly #secret: string
  readonly #chance: Chance
  readonly #session: ReaderSession
  #lastId = ''
  #gone = false

  constructor(world: World, who: { name: string; secret: string }, job: { prompt: string; job_id: string }) {
    this.#world = world
    this.#name = who.name
    this.#secret = who.secret
    this.#chance = world.chance('reader', job.prompt, world.facts.sessions.length)
    this.#session = { ...job, pieces: [], end: undefined }
    world.facts.sessions.push(this.#session)
  }

  async read(): Promise<void> {
    for (let connections = 0; !this.#session.end && !this.#gone; connections++) {
      if (connections > 0) await this.#world.pause(this.#chance.int(50, 5000))
      if (this.#lastId !== '') this.#world.facts.resumed++
      await this.#connect()
    }
  }

  #connect(): Promise<void> {
    const { plan, network, life } = this.#world
    return new Promise((resolve) => {
      let raw = ''
      let read = 0
      const headers: Record<string, string> = { authorization: `Bearer ${this.#secret}` }
      if (this.#lastId !== '') headers['last-event-id'] = this.#lastId
      const hangUp = network.open({ name: this.#name, life }, `/jobs/${this.#session.job_id}/stream`, headers, {
        data: (text) => {
          raw += text
          const answer = parseAnswer(raw)
          if (!answer) return
          if (answer.status !== 200) return
          const end = wholeEvents(answer.body)
          for (const event of answer.body.slice(read, end).split('\n\n')) this.#take(event)
          read = Math.max(read, end)
          if (this.#session.end || !plan.strikes('reader_left')) return
          // It comes back later, or never.
          this.#gone = plan.details('reader_left').next() < 0.3
          hangUp()
          resolve()
        },
        closed: () => {
          this.#judge(raw)
          resolve()
        },
      })
    })
  }

  /** Refusals that cannot be: the job is the reader's own and was acknowledged. */
  #judge(raw: string): void {
    const answer = parseAnswer(raw)
    if (!answer || answer.status === 200 || answer.status === 503) return
    if (answer.status === 401 && this.#world.facts.closingAccounts.size > 0) {
      this.#gone = true
      return
    }
    this.#world.broken('an acknowledged job can be read', `${this.#session.job_id}: ${answer.status} ${answer.body}`)
  }

  #take(event: string): void {
    if (event === '' || event.startsWith(':')) return
    const fields = new Map(event.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
    const data = fields.get('data') ?? ''
    const { trace } = this.#world
    trace.note(`${this.#name} reads ${this.#session.job_id} ${fields.get('id') ?? ''} ${data}`)
    if (data === '[DONE]') this.#session.end ??= { error: null }
    else if (fields.get('event') === 'error')
      this.#session.end = { error: (JSON.parse(data) as { error: string }).error }
    else this.#piece(fields.get('id') ?? '', (JSON.parse(data) as { token: string }).token)
  }

  #piece(id: string, token: string): void {
    const at = parsePosition(id)
    const { pieces, job_id } = this.#session
    if (!at) {
      this.#world.broken('events have positions', `${job_id}: "${id}"`)
      return
    }
    const last = pieces.at(-1)
    if (last && at.attempt < last.attempt)
      this.#world.broken('a text never goes back', `${job_id}: ${id} after ${last.attempt}.${last.offset}`)
    if (last && at.offset <= last.offset)
      this.#world.broken('no piece is read twice', `${job_id}: ${id} after ${last.attempt}.${last.offset}`)
    if (token === '') this.#world.broken('no empty piece is sent', `${job_id}: ${id}`)
    this.#lastId = id
    pieces.push({ ...at, token })
  }
}

/** The length of what is complete: the last event may still be on its way. */
function wholeEvents(body: string): number {
  const end = body.lastIndexOf('\n\n')
  return end < 0 ? 0 : end + 2
}
