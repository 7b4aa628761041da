import { styleText } from 'node:util'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { fit } from '../display-width.ts'
import { tell } from '../output.ts'
import { batchWords } from '../words/batch.ts'
import { creditCount } from '../words/count.ts'
import { formatRest } from '../words/time.ts'
import type { Answer } from './answer.ts'

export interface ProgressOptions {
  total: number
  /** Of earlier runs. */
  answered: number
  failed: number
  credits: bigint
  monotonic: () => number
}

const BAR_WIDTH = 24
const REDRAW_MS = 200
const LINE_EVERY_MS = 5000

/** How far a batch is: a bar that is drawn over itself on a terminal, a line now and then elsewhere. */
export class Progress {
  readonly #options: ProgressOptions
  readonly #errors = new Map<string, number>()
  readonly #began: number
  #answered: number
  #failed: number
  #credits: bigint
  #running = 0
  #trouble: string | undefined
  #shown = ''
  #timer: NodeJS.Timeout | undefined

  constructor(options: ProgressOptions) {
    this.#options = options
    this.#began = options.monotonic()
    this.#answered = options.answered
    this.#failed = options.failed
    this.#credits = options.credits
  }

  get answered(): number {
    return this.#answered
  }

  get failed(): number {
    return this.#failed
  }

  start(): void {
    const { answered, total } = this.#options
    if (answered > 0) tell(batchWords.answeredAlready(answered, total))
    this.#timer = setInterval(() => this.#show(), process.stderr.isTTY ? REDRAW_MS : LINE_EVERY_MS).unref()
  }

  begun(): void {
    this.#running += 1
  }

  ended({ error, credits }: Answer): void {
    this.#running -= 1
    this.#answered += 1
    this.#credits += credits
    if (error === undefined) return
    this.#failed += 1
    this.#errors.set(error, (this.#errors.get(error) ?? 0) + 1)
  }

  /** What the work waits for, or undefined when it goes on. Where there is no bar, its beginning is a line of its own. */
  waiting(trouble: string | undefined): void {
    const begins = this.#trouble === undefined && trouble !== undefined
    this.#trouble = trouble === undefined ? undefined : safeLine(trouble)
    if (begins && !process.stderr.isTTY) tell(`waiting: ${this.#trouble}`)
  }

  stop(): void {
    clearInterval(this.#timer)
    if (process.stderr.isTTY && this.#shown !== '') process.stderr.write('\r\u001b[2K')
  }

  summary(): string {
    const completed = `${this.#answered - this.#failed} completed`
    const reasons = [...this.#errors].map(([code, count]) => `${safeLine(code)} ${count}`).join(', ')
    const failed = `${this.#failed} failed${reasons && ` (${reasons})`}`
    return `${completed}, ${failed} · ${creditCount(this.#credits)}`
  }

  #show(): void {
    const line = this.#line()
    if (line === this.#shown) return
    this.#shown = line
    if (!process.stderr.isTTY) {
      tell(line)
      return
    }
    const width = (process.stderr.columns || 80) - 1
    process.stderr.write(`\r\u001b[2K${styleText('dim', fit(line, width), { stream: process.stderr })}`)
  }

  #line(): string {
    const { total } = this.#options
    const parts = [`${this.#answered}/${total}`]
    if (this.#failed > 0) parts.push(`${this.#failed} failed`)
    parts.push(`${this.#running} running`)
    if (this.#trouble !== undefined) parts.push(`waiting: ${this.#trouble}`)
    else parts.push(...this.#pace())
    const full = Math.floor((BAR_WIDTH * this.#answered) / total)
    const bar = process.stderr.isTTY ? `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}] ` : ''
    return bar + parts.join(' · ')
  }

  #pace(): string[] {
    const { total, answered, monotonic } = this.#options
    const rate = (this.#answered - answered) / ((monotonic() - this.#began) / 1000)
    if (!(rate > 0)) return []
    const left_s = Math.ceil((total - this.#answered) / rate)
    return [`${rate.toFixed(1)}/s`, `about ${formatRest(left_s)} left`]
  }
}
