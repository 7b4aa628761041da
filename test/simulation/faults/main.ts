import { parseArgs } from 'node:util'
import { type MarketFiles, openMarketFiles } from './market-file.ts'
import { minimise } from './minimise.ts'
import { runSeed } from './run-seed.ts'
import { failureText, Tally } from './tally.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    servers: { type: 'string', default: '1' },
    first: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    minimise: { type: 'boolean', default: false },
  },
})

const PROGRESS_MS = 30_000
const servers = Number(values.servers)

const files = await openMarketFiles()
try {
  process.exitCode = values.seed === undefined ? await many(files) : await one(files, Number(values.seed))
} finally {
  files.remove()
}
// Whatever killed processes left behind waits for ever.
process.exit()

async function many(files: MarketFiles): Promise<number> {
  const [from = 1, to = values.minutes === undefined ? 100 : Number.POSITIVE_INFINITY] = (values.seeds ?? '1')
    .split('-')
    .map(Number)
  const last = values.seeds?.includes('-') || values.minutes !== undefined ? to : Math.max(from, to)
  const start = performance.now()
  const deadline = values.minutes === undefined ? Number.POSITIVE_INFINITY : start + Number(values.minutes) * 60_000
  const tally = new Tally()
  let told = start
  for (let seed = from; seed <= last && performance.now() < deadline; seed++) {
    const result = await runSeed({ seed, files, servers })
    tally.add(result)
    if (result.violation) console.log(failureText(result))
    if (result.violation && values.first) break
    if (performance.now() - told < PROGRESS_MS) continue
    told = performance.now()
    console.error(`seed ${seed}, ${tally.failures.length} failures, ${((told - start) / 1000).toFixed(0)} s`)
  }
  console.log(tally.text(performance.now() - start))
  return tally.failures.length > 0 ? 1 : 0
}

async function one(files: MarketFiles, seed: number): Promise<number> {
  const result = await runSeed({ seed, files, servers, trace: values.trace })
  let shown = result
  if (result.violation && values.minimise) {
    const { invariant } = result.violation
    const fails = async (only: ReadonlySet<string>) =>
      (await runSeed({ seed, files, servers, only })).violation?.invariant === invariant
    const only = await minimise(result.struck, fails)
    console.log(`the smallest plan: ${only.length > 0 ? only.join(', ') : 'nothing goes wrong at all'}`)
    shown = await runSeed({ seed, files, servers, only: new Set(only), trace: values.trace })
  }
  if (values.trace) console.log(shown.lines.join('\n'))
  console.log(shown.violation ? failureText(shown) : `seed ${seed} holds: ${result.steps} steps, ${result.digest}`)
  return result.violation ? 1 : 0
}
