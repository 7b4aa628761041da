/*
 * Hostile files against the pipeline, and against the service over HTTP:
 *
 *   node --conditions=mkt-source test/documents/hostile/run.ts [--inputs 20000] [--seed 1] [--threads 1] [--minutes 60]
 *     [--http] [--replay SEED] [--bombs] [--only NAME]
 *
 * Input number k is made from seed + k; what fails is written to a folder of its own with what was wrong, and made
 * smaller as far as a minute allows. `--http` sends the inputs to the whole service, `--bombs` tries the bombs.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startDocuments } from '../../server/documents-service.ts'
import { BOMBS } from './bombs.ts'
import { minimise } from './minimise.ts'
import { mutant } from './mutate.ts'
import { attack } from './service-attack.ts'

import { makeStock } from './stock.ts'
import { type Outcome, Victim } from './victim.ts'

const { values: flags } = parseArgs({
  options: {
    inputs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    replay: { type: 'string' },
    only: { type: 'string' },
    http: { type: 'boolean', default: false },
    bombs: { type: 'boolean', default: false },
  },
})
const [inputs, first] = [Number(flags.inputs), Number(flags.seed)]
const folder = mkdtempSync(join(tmpdir(), 'mkt-hostile-found-'))
const end = performance.now() + Number(flags.minutes) * 60_000
const stock = await makeStock()
const tally = new Map<string, number>()
const seen = new Map<string, number>()

const isFine = ({ kind }: Outcome) => kind === 'analysed' || kind === 'refused'
/** Of the same cause, as far as can be told. */
const causeOf = ({ kind, detail }: Outcome) =>
  `${kind} ${kind === 'slow' ? '' : detail.replace(/\d+/g, '#').slice(0, 160)}`

async function examine(name: string, bytes: Buffer, victim: Victim): Promise<void> {
  const outcome = await victim.attempt(bytes)
  tally.set(outcome.kind, (tally.get(outcome.kind) ?? 0) + 1)
  if (isFine(outcome)) return
  const cause = causeOf(outcome)
  const times = (seen.get(cause) ?? 0) + 1
  seen.set(cause, times)
  if (times > 3) return
  const { kind, ms, cpuMs, readMs, grownMb, detail } = outcome
  console.log(`${name}: ${kind}, ${ms} ms, cpu ${cpuMs} (read ${readMs}), +${grownMb} MiB, ${detail}`)
  const path = join(folder, `${kind}-${name}.pdf`)
  writeFileSync(path, bytes)
  if (times > 1 || kind === 'slow' || kind === 'hang' || bytes.length > 1e6) return console.log(`  ${path}`)
  const stop = Math.min(end, performance.now() + 60_000)
  const same = async (less: Buffer) => causeOf(await victim.attempt(less)) === cause
  const small = await minimise(bytes, same, () => performance.now() < stop)
  writeFileSync(path.replace(/\.pdf$/, '.small.pdf'), small)
  console.log(`  ${path} (${bytes.length} bytes, made ${small.length})`)
}

async function attackPipeline(): Promise<void> {
  let next = 0
  const threads = Array.from({ length: Number(flags.threads) }, async () => {
    const victim = new Victim()
    while (next < inputs && performance.now() < end) {
      const seed = first + next++
      await examine(String(seed), mutant(seed, stock), victim)
      if (next % 500 === 0) console.log(`${next} inputs, ${[...tally].join(' ')}, ${rss()} MiB`)
    }
    await victim.stop()
  })
  await Promise.all(threads)
  console.log(`${next} inputs: ${[...tally].map(([kind, count]) => `${kind} ${count}`).join(', ')}`)
}

async function dropBombs(): Promise<void> {
  for (const [name, make] of Object.entries(BOMBS)) {
    if (flags.only !== undefined && !name.includes(flags.only)) continue
    const victim = new Victim({ hangMs: 60_000 })
    const bytes = Buffer.from(await make(1))
    const outcome = await victim.attempt(bytes)
    await victim.stop()
    const { kind, ms, cpuMs, readMs, grownMb, recognised, detail } = outcome
    console.log(
      `${name} ${bytes.length}: ${kind} ${ms} ms cpu ${cpuMs} read ${readMs} +${grownMb} MiB ocr ${recognised} ${detail.slice(0, 300)}`,
    )
    if (!isFine(outcome)) writeFileSync(join(folder, `${name}.pdf`), bytes)
  }
}

async function attackOverHttp(): Promise<void> {
  const threads = Number(flags.threads)
  const service = await startDocuments({ threads, limits: { documents_per_hour: 1_000_000 } })
  function* mutants(): Generator<[string, Uint8Array]> {
    for (let k = 0; k < inputs && performance.now() < end; k++) yield [String(first + k), mutant(first + k, stock)]
  }
  console.log(await attack(service, mutants(), threads))
  await service.stop()
}

const rss = () => Math.round(process.memoryUsage.rss() / 2 ** 20)

if (flags.replay !== undefined) {
  const bytes = mutant(Number(flags.replay), stock)
  const path = join(folder, `${flags.replay}.pdf`)
  writeFileSync(path, bytes)
  const victim = new Victim()
  console.log(path, await victim.attempt(bytes))
  await victim.stop()
} else if (flags.bombs) await dropBombs()
else if (flags.http) await attackOverHttp()
else await attackPipeline()
console.log(folder)
process.exit()
