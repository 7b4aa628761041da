/*
 * Hostile files against the pipeline, and against a server over HTTP:
 *
 *   node --conditions=mkt-source test/documents/hostile/run.ts [--inputs 20000] [--seed 1] [--threads 1] [--minutes 60]
 *     [--quick] [--http] [--bombs] [--only NAME] [--replay SEED] [--minimise FILE] [--slow-ms 5000] [--hang-ms 30000]
 *
 * Input number k is made from seed + k; what fails is written to a folder of its own with what was wrong, and the first
 * of each cause is made smaller as far as a minute allows. `--quick` starts from small files, leaves recognition out and
 * draws every eighth report. `--http` sends the inputs, or with `--bombs` the bombs, to a server process, `--threads` at
 * a time. `--minimise` makes a file smaller that is slow or fails; with lower `--slow-ms` and `--hang-ms`, which count
 * processor time, it gets there sooner.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BOMBS } from './bombs.ts'
import { REPORT_BOMBS } from './bombs-report.ts'
import { causeOf, fuzz, isFine } from './fuzz.ts'
import { minimise } from './minimise.ts'
import { mutant } from './mutate.ts'
import { startProbe } from './probe.ts'
import { startServer } from './real-service.ts'
import { attack, countBlobs } from './service-attack.ts'
import { makeSmallStock, makeStock } from './stock.ts'
import { Victim } from './victim.ts'

const { values: flags } = parseArgs({
  options: {
    inputs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    replay: { type: 'string' },
    only: { type: 'string' },
    minimise: { type: 'string' },
    'slow-ms': { type: 'string', default: '5000' },
    'hang-ms': { type: 'string', default: '30000' },
    quick: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
    bombs: { type: 'boolean', default: false },
  },
})
const [inputs, first, threads] = [Number(flags.inputs), Number(flags.seed), Number(flags.threads)]
const end = performance.now() + Number(flags.minutes) * 60_000
const say = (line: string) => console.log(line)
const stock = await (flags.quick ? makeSmallStock() : makeStock())
const chosen = Object.entries({ ...BOMBS, ...REPORT_BOMBS }).filter(([name]) => name.includes(flags.only ?? ''))

async function dropBombs(): Promise<void> {
  for (const [name, make] of chosen) {
    const victim = new Victim({ hangMs: 60_000 })
    const bytes = make(1)
    const { kind, ms, cpuMs, readMs, grownMb, recognised, detail } = await victim.attempt(bytes)
    await victim.stop()
    const times = `${ms} ms cpu ${cpuMs} read ${readMs} +${grownMb} MiB ocr ${recognised}`
    say(`${name} ${bytes.length}: ${kind} ${times} ${detail.slice(0, 300)}`)
  }
}

function* mutants(): Generator<[string, Uint8Array]> {
  for (let k = 0; k < inputs && performance.now() < end; k++) yield [String(first + k), mutant(first + k, stock)]
}
function* bombs(): Generator<[string, Uint8Array]> {
  for (const [name, make] of chosen) yield [name, make(1)]
}

async function attackOverHttp(): Promise<void> {
  const service = await startServer(Math.min(threads, 2))
  await attack(service, [['warm', mutant(first, stock)]])
  const before = { rss: service.rss(), blobs: countBlobs(service) }
  const probe = flags.bombs ? await startProbe(service) : undefined
  const { tally, wrongs } = await attack(service, flags.bombs ? bombs() : mutants(), {
    abreast: threads,
    alone: !probe,
    progress: (sofar, last) => {
      if (flags.bombs) say(`${last.name} ${last.kind} ${last.ms} ms; ${service.rss()} MiB`)
      else if (sofar.count % 100 === 0) say(`${sofar}; ${service.rss()} MiB`)
    },
  })
  if (probe) say(`meanwhile: ${await probe.stop()}`)
  say(`${tally}; wrong: ${wrongs.join('\n') || 'nothing'}`)
  for (const line of service.errors().slice(0, 20)) say(line.slice(0, 1000))
  say(tally.slowest())
  say(`before ${before.rss} MiB, ${before.blobs} blobs; after ${service.rss()} MiB, ${countBlobs(service)} blobs`)
  await service.stop()
}

async function replay(seed: number): Promise<void> {
  const bytes = mutant(seed, stock)
  const path = join(mkdtempSync(join(tmpdir(), 'mkt-hostile-replay-')), `${seed}.pdf`)
  writeFileSync(path, bytes)
  const victim = new Victim()
  console.log(path, await victim.attempt(bytes))
  await victim.stop()
}

async function makeSmaller(path: string): Promise<void> {
  const victim = new Victim({ slowMs: Number(flags['slow-ms']), hangMs: Number(flags['hang-ms']) })
  const bytes = readFileSync(path)
  const how = { ocr: !flags.quick, report: !flags.quick }
  const outcome = await victim.attempt(bytes, how)
  console.log(outcome)
  if (isFine(outcome)) return await victim.stop()
  const same = async (less: Buffer) => causeOf(await victim.attempt(less, how)) === causeOf(outcome)
  const small = await minimise(bytes, same, () => performance.now() < end)
  writeFileSync(`${path}.small.pdf`, small)
  say(`${bytes.length} bytes, made ${small.length}: ${path}.small.pdf`)
  await victim.stop()
}

if (flags.replay !== undefined) await replay(Number(flags.replay))
else if (flags.minimise !== undefined) await makeSmaller(flags.minimise)
else if (flags.http) await attackOverHttp()
else if (flags.bombs) await dropBombs()
else say(await fuzz({ stock, inputs, first, threads, end, quick: flags.quick, say }))
process.exit()
