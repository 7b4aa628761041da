import { stat } from 'node:fs/promises'
import { creditsFromNumber } from '@mkt/schemas'
import { Failure } from '../failure.ts'
import { batchWords } from '../words/batch.ts'
import { LineLog } from './line-log.ts'
import { readRecords } from './lines.ts'

/** What an output holds when a run begins. */
export interface Written {
  /** Of each answered prompt, the line of the input. */
  lines: number[]
  failed: number
  /** Nano-credits. */
  credits: bigint
  /** Up to the end of the last good line. */
  bytes: number
  /** With what comes after it. */
  size: number
}

/** Reads the output of earlier runs; one that is not there is empty. Throws a Failure (usage) where it is none of ours. */
export async function readOutput(path: string): Promise<Written> {
  const written: Written = { lines: [], failed: 0, credits: 0n, bytes: 0, size: 0 }
  const damaged = (number: number) => new Failure('usage', batchWords.foreignOutput(path, number))
  try {
    const file = await stat(path)
    if (!file.isFile()) throw new Failure('usage', batchWords.noFile(path))
    written.size = file.size
    written.bytes = await readRecords(
      path,
      (record, number) => {
        if (typeof record.line !== 'number') throw damaged(number)
        written.lines.push(record.line)
        if (record.status !== 'completed') written.failed += 1
        if (typeof record.credits_used === 'number') written.credits += creditsFromNumber(record.credits_used) ?? 0n
      },
      damaged,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return written
}

// Answers that wait for an earlier one to be written are held in memory up to this; then no new prompt is begun.
const MAX_HELD = 64 * 1024 * 1024

/** Writes answers in the order of the prompts, whatever order they come in. */
export class OrderedOutput {
  readonly #log: LineLog
  readonly #held = new Map<number, string>()
  #next: number
  #maxHeld: number
  #size = 0
  #waiting: (() => void)[] = []

  private constructor(log: LineLog, next: number, maxHeld: number) {
    this.#log = log
    this.#next = next
    this.#maxHeld = maxHeld
  }

  /** Goes on after what is written; `maxHeld` bounds the characters that wait for their turn. */
  static async open(path: string, { lines, bytes }: Written, maxHeld = MAX_HELD): Promise<OrderedOutput> {
    return new OrderedOutput(await LineLog.open(path, bytes), lines.length, maxHeld)
  }

  /** Takes the answer to the prompt at `index`, from 0. What may be written now is on the disk when it resolves. */
  async put(index: number, line: string): Promise<void> {
    this.#held.set(index, line)
    this.#size += line.length
    let written: Promise<void> | undefined
    for (let next = this.#held.get(this.#next); next !== undefined; next = this.#held.get(this.#next)) {
      written = this.#log.append(next)
      this.#held.delete(this.#next++)
      this.#size -= next.length
    }
    if (this.#size < this.#maxHeld) for (const go of this.#waiting.splice(0)) go()
    await written
  }

  /** Resolves when a new prompt may begin. The one that all others wait for has begun, so that comes, or `giveUp`. */
  async room(): Promise<void> {
    while (this.#size >= this.#maxHeld) await new Promise<void>((go) => this.#waiting.push(go))
  }

  /** Nothing more is coming: whoever waits for room goes on. */
  giveUp(): void {
    this.#maxHeld = Number.POSITIVE_INFINITY
    for (const go of this.#waiting.splice(0)) go()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#log.close()
  }
}
