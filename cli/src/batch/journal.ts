import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { writeJson } from '@mkt/schemas'
import type { Body } from '../engine-options.ts'
import { Failure } from '../failure.ts'
import { batchWords } from '../words/batch.ts'
import { LineLog, syncDirectory } from './line-log.ts'
import { readRecords } from './lines.ts'

/** What must be the same in each run of one batch. */
export interface Terms {
  input_sha256: string
  server: string
  user_id: string
  options: Partial<Body>
}

/** Where a prompt stands: its latest try, from 0, and that try's job once the server has named it. */
export interface Standing {
  turn: number
  job_id: string | undefined
  /** When it was submitted, ms since the epoch; undefined where the job is known. */
  asked_at: number | undefined
}

const FORMAT = 'mkt-batch-1'
/** The server remembers a key for 24 h. */
export const KEY_LIFE_MS = 23 * 3_600_000

/**
 * The memory of a batch, beside its output. Its first line names the batch and its terms. Then, for each try of a
 * prompt, two lines: before the submission its Idempotency-Key, which follows from the batch's id, the line and the
 * try, with the time, and after it the job. Killed between the two, the next run submits with the same key and gets the same job.
 */
export class Journal {
  readonly #batch: string
  readonly #log: LineLog
  readonly #standings: Map<number, Standing>

  private constructor(batch: string, log: LineLog, standings: Map<number, Standing>) {
    this.#batch = batch
    this.#log = log
    this.#standings = standings
  }

  /** Undefined where there is none at `path`. Throws a Failure (usage) where it is another batch's, or damaged. */
  static async resume(path: string, terms: Terms): Promise<Journal | undefined> {
    let batch: string | undefined
    const standings = new Map<number, Standing>()
    const damaged = (line: number) => new Failure('usage', batchWords.damaged(path, line), anew(path))
    const read = (record: Record<string, unknown>, number: number) => {
      if (number === 1) batch = readHeader(path, record, terms)
      else if (!readStanding(record, standings)) throw damaged(number)
    }
    try {
      const bytes = await readRecords(path, read, damaged)
      if (batch === undefined) throw damaged(1)
      return new Journal(batch, await LineLog.open(path, bytes), standings)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  /** The file appears with its first line whole: it is renamed from another. */
  static async start(path: string, terms: Terms): Promise<Journal> {
    const batch = randomUUID()
    const header = `${writeJson({ format: FORMAT, batch, ...terms })}\n`
    const fresh = `${path}.new`
    const handle = await open(fresh, 'w')
    await handle.writeFile(header)
    await handle.sync()
    await handle.close()
    await rename(fresh, path)
    await syncDirectory(path)
    return new Journal(batch, await LineLog.open(path, Buffer.byteLength(header)), new Map())
  }

  standing(line: number): Standing | undefined {
    return this.#standings.get(line)
  }

  key(line: number, turn: number): string {
    return `${this.#batch}-${line}-${turn}`
  }

  /** Prompts whose submission was not answered, so long ago that its key would buy them a second time. */
  stale(now: number): number[] {
    return [...this.#standings.keys()].filter((line) => this.isStale(line, now)).sort((a, b) => a - b)
  }

  isStale(line: number, now: number): boolean {
    const asked_at = this.#standings.get(line)?.asked_at
    return asked_at !== undefined && now - asked_at > KEY_LIFE_MS
  }

  async begin(line: number, turn: number, asked_at: number): Promise<void> {
    await this.#log.append(JSON.stringify({ line, try: turn, key: this.key(line, turn), asked_at }))
  }

  async queued(line: number, turn: number, job_id: string): Promise<void> {
    await this.#log.append(JSON.stringify({ line, try: turn, job_id }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#log.close()
  }
}

function readHeader(path: string, record: Record<string, unknown>, terms: Terms): string {
  if (record.format !== FORMAT || typeof record.batch !== 'string') {
    throw new Failure('usage', batchWords.noProgress(path), anew(path))
  }
  const changed = [
    [record.input_sha256 !== terms.input_sha256, batchWords.inputChanged],
    [record.server !== terms.server, batchWords.otherServer(record.server)],
    [record.user_id !== terms.user_id, batchWords.otherAccount(record.user_id)],
    [!sameJson(record.options, terms.options), batchWords.otherOptions(writeJson(record.options))],
  ] as const
  const [, message] = changed.find(([differs]) => differs) ?? []
  if (message !== undefined) throw new Failure('usage', message, anew(path))
  return record.batch
}

/** `read` has been through JSON, where an exact price has become a number. */
function sameJson(read: unknown, written: unknown): boolean {
  return JSON.stringify(read) === JSON.stringify(JSON.parse(writeJson(written)))
}

function readStanding(record: Record<string, unknown>, standings: Map<number, Standing>): boolean {
  const { line, try: turn, key, job_id, asked_at } = record
  if (typeof line !== 'number' || typeof turn !== 'number') return false
  if (typeof job_id !== 'string' && typeof key !== 'string') return false
  const known = typeof job_id === 'string'
  standings.set(line, {
    turn,
    job_id: known ? job_id : undefined,
    // One that does not say is taken for old.
    asked_at: known ? undefined : typeof asked_at === 'number' ? asked_at : 0,
  })
  return true
}

function anew(path: string): string[] {
  return [batchWords.anew(path)]
}
