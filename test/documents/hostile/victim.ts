import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Ended } from './victim-thread.ts'

/** What became of one input. */
export interface Outcome extends Omit<Ended, 'id' | 'kind'> {
  /** `hang`: ended at the limit of time; `crash`: the thread died of it, by itself or by an error nobody caught. */
  kind: Ended['kind'] | 'slow' | 'hang' | 'crash' | 'memory'
  ms: number
  /** The most that the process has grown by while it worked, in MiB, what nobody has collected yet included. */
  grownMb: number
}

export interface VictimLimits {
  /** Processor time that a small file may take without recognition, in ms. */
  slowMs: number
  /** Wall time at which the thread is ended, in ms; each page that is recognised may take as long again. */
  hangMs: number
  /** MiB that the process may grow by. */
  mostMb: number
}

export const LIMITS: VictimLimits = { slowMs: 5000, hangMs: 30_000, mostMb: 1500 }

const OCR_PAGE_MS = 5000
const NOTHING = { cpuMs: 0, readMs: 0, recognised: 0 }

/** One thread that analyses hostile files, with a new one in its place where a file has ended it. */
export class Victim {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mkt-hostile-'))
  readonly #limits: VictimLimits
  #thread: Worker | undefined
  #end: (outcome: Omit<Outcome, 'ms' | 'grownMb'>) => void = () => undefined
  #count = 0

  constructor(limits: Partial<VictimLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  async attempt(bytes: Uint8Array): Promise<Outcome> {
    const id = ++this.#count
    const path = join(this.#folder, `${id}.pdf`)
    writeFileSync(path, bytes)
    const thread = await this.#ready()
    const start = performance.now()
    const base = process.memoryUsage.rss()
    let most = base
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
    const ended = await this.#ended(thread, { id, path })
    clearInterval(watch)
    most = Math.max(most, process.memoryUsage.rss())
    const outcome = {
      ...ended,
      ms: Math.round(performance.now() - start),
      grownMb: Math.round((most - base) / 2 ** 20),
    }
    if (outcome.kind === 'hang' || outcome.kind === 'crash') await this.#terminate()
    rmSync(path, { force: true })
    return this.#judge(outcome)
  }

  async stop(): Promise<void> {
    await this.#terminate()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #judge(outcome: Outcome): Outcome {
    const { slowMs, mostMb } = this.#limits
    if (outcome.kind === 'hang' || outcome.kind === 'crash' || outcome.kind === 'fault') return outcome
    if (outcome.grownMb > mostMb) return { ...outcome, kind: 'memory' }
    return outcome.cpuMs > slowMs + outcome.recognised * OCR_PAGE_MS ? { ...outcome, kind: 'slow' } : outcome
  }

  #ended(thread: Worker, attempt: { id: number; path: string }): Promise<Omit<Outcome, 'ms' | 'grownMb'>> {
    return new Promise((resolve) => {
      const end = (outcome: Omit<Outcome, 'ms' | 'grownMb'>) => {
        clearTimeout(timer)
        this.#end = () => undefined
        resolve(outcome)
      }
      this.#end = end
      const hang = () => end({ kind: 'hang', detail: `after ${this.#limits.hangMs} ms`, ...NOTHING })
      const timer = setTimeout(hang, this.#limits.hangMs)
      thread.postMessage(attempt)
    })
  }

  async #ready(): Promise<Worker> {
    if (this.#thread) return this.#thread
    const thread = new Worker(new URL('./victim-thread.ts', import.meta.url), {
      execArgv: ['--conditions=mkt-source'],
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
      stderr: true,
      stdout: true,
    })
    thread.on('message', ({ id: _, ...ended }: Ended) => this.#end(ended))
    thread.on('error', (error) =>
      this.#end({ kind: 'crash', detail: String((error as Error).stack ?? error), ...NOTHING }),
    )
    thread.on('exit', (code) => this.#end({ kind: 'crash', detail: `exit ${code}`, ...NOTHING }))
    await new Promise((resolve) => thread.once('online', resolve))
    this.#thread = thread
    return thread
  }

  async #terminate(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}
