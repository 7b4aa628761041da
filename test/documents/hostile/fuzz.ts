import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minimise } from './minimise.ts'
import { mutant, type Stock } from './mutate.ts'
import { Tally } from './tally.ts'
import { type AttemptOptions, type Outcome, Victim } from './victim.ts'

export interface FuzzOptions {
  stock: Stock
  inputs: number
  /** Input number k is made from first + k. */
  first: number
  threads: number
  /** Of the monotonic clock: no input is begun after it. */
  end: number
  /** Leaves recognition out, and the report of seven in eight. */
  quick: boolean
  say: (line: string) => void
}

const EVERY = 1000
const REPORTED = 8
/** Of one cause, so many are told; the first is made smaller. */
const TOLD = 3
const MINIMISING_MS = 60_000
/** What small files are slow and lost at. */
const QUICK = { slowMs: 3000, hangMs: 8000 }

export const isFine = ({ kind }: Outcome) => kind === 'analysed' || kind === 'refused'

/** Of the same cause, as far as can be told. */
export const causeOf = ({ kind, detail }: Outcome) =>
  `${kind} ${kind === 'slow' || kind === 'hang' ? '' : detail.replace(/\d+/g, '#').slice(0, 160)}`

export const residentMb = () => Math.round(process.memoryUsage.rss() / 2 ** 20)

/** Spoilt documents against the pipeline in threads of this process. What fails lies in the folder that is returned. */
export async function fuzz(options: FuzzOptions): Promise<string> {
  const { stock, inputs, first, threads, end, quick, say } = options
  const found = new Findings(end, say)
  const tally = new Tally()
  const before = residentMb()
  let next = 0
  const work = async () => {
    const victim = new Victim(quick ? QUICK : {})
    while (next < inputs && performance.now() < end) {
      const seed = first + next++
      const bytes = mutant(seed, stock)
      const how = quick ? { ocr: false, report: seed % REPORTED === 0 } : {}
      const outcome = await victim.attempt(bytes, how)
      tally.add({ name: String(seed), kind: outcome.kind, ms: outcome.cpuMs })
      if (!isFine(outcome)) await found.examine(String(seed), { bytes, outcome, how, victim })
      if (tally.count % EVERY === 0) say(`${tally}; ${residentMb()} MiB`)
    }
    await victim.stop()
  }
  await Promise.all(Array.from({ length: threads }, work))
  say(`${tally}; ${before} MiB before, ${residentMb()} MiB after`)
  say(tally.slowest())
  return found.folder
}

interface Failure {
  bytes: Buffer
  outcome: Outcome
  how: AttemptOptions
  victim: Victim
}

/** What fails, by its cause. */
class Findings {
  readonly folder = mkdtempSync(join(tmpdir(), 'mkt-hostile-found-'))
  readonly #seen = new Map<string, number>()
  readonly #end: number
  readonly #say: (line: string) => void

  constructor(end: number, say: (line: string) => void) {
    this.#end = end
    this.#say = say
  }

  async examine(name: string, { bytes, outcome, how, victim }: Failure): Promise<void> {
    const cause = causeOf(outcome)
    const times = (this.#seen.get(cause) ?? 0) + 1
    this.#seen.set(cause, times)
    if (times > TOLD) return
    const { kind, ms, cpuMs, readMs, grownMb, detail } = outcome
    this.#say(`${name}: ${kind}, ${ms} ms, cpu ${cpuMs} (read ${readMs}), +${grownMb} MiB, ${detail}`)
    const path = join(this.folder, `${kind}-${name}.pdf`)
    writeFileSync(path, bytes)
    if (times > 1 || bytes.length > 1e6 || kind === 'slow' || kind === 'hang') return this.#say(`  ${path}`)
    const stop = Math.min(this.#end, performance.now() + MINIMISING_MS)
    const same = async (less: Buffer) => causeOf(await victim.attempt(less, how)) === cause
    const small = await minimise(bytes, same, () => performance.now() < stop)
    writeFileSync(path.replace(/\.pdf$/, '.small.pdf'), small)
    this.#say(`  ${path} (${bytes.length} bytes, made ${small.length})`)
  }
}
