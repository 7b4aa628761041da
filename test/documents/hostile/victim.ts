import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Attempt, Ended } from './victim-thread.ts'

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
  /** Processor time at which the thread is ended, in ms: on a busy machine the clock says little. */
  hangMs: number
  /** MiB that the process may grow by. */
  mostMb: number
}

/** What of the analysis is done; recognition and the report take most of the time. */
export interface AttemptOptions {
  ocr?: boolean
  report?: boolean
}

export const LIMITS: VictimLimits = { slowMs: 5000, hangMs: 30_000, mostMb: 1500 }

const OCR_PAGE_MS = 5000
/** A thread that waits for ever takes no processor time: so many times as long by the clock is the end of it too. */
const PATIENCE = 200
const LOOK_MS = 500
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

  async attempt(bytes: Uint8Array, { ocr = true, report = true }: AttemptOptions = {}): Promise<Outcome> {
    const id = ++this.#count
    const path = join(this.#folder, `${id}.pdf`)
    writeFileSync(path, bytes)
    const thread = await this.#ready()
    const start = performance.now()
    const base = process.memoryUsage.rss()
    let most = base
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
    const ended = await this.#ended(thread, { id, path, ocr, report })
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

  #ended(thread: Worker, attempt: Attempt): Promise<Omit<Outcome, 'ms' | 'grownMb'>> {
    const { hangMs } = this.#limits
    return new Promise((resolve) => {
      const end = (outcome: Omit<Outcome, 'ms' | 'grownMb'>) => {
        clearTimeout(timer)
        clearInterval(looks)
        this.#end = () => undefined
        resolve(outcome)
      }
      this.#end = end
      const hang = (spent: number) => end({ kind: 'hang', detail: `after ${spent} ms`, ...NOTHING, cpuMs: spent })
      const timer = setTimeout(() => hang(hangMs * PATIENCE), hangMs * PATIENCE)
      let before: number | undefined
      const looks = setInterval(async () => {
        const spent = await processorMs(thread)
        before ??= spent
        if (spent - before > hangMs) hang(spent - before)
      }, LOOK_MS)
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
    thread.on('error', (error) =>
      this.#end({ kind: 'crash', detail: String((error as Error).stack ?? error), ...NOTHING }),
    )
    thread.on('exit', (code) => this.#end({ kind: 'crash', detail: `exit ${code}`, ...NOTHING }))
    await new Promise((resolve) => thread.once('message', resolve))
    thread.on('message', ({ id: _, ...ended }: Ended) => this.#end(ended))
    this.#thread = thread
    return thread
  }

  async #terminate(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}

/** Of a thread, itself alone; 0 where it has ended. */
async function processorMs(thread: Worker): Promise<number> {
  try {
    const { user, system } = await thread.cpuUsage()
    return Math.round((user + system) / 1000)
  } catch {
    return 0
  }
}
