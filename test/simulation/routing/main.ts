import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { memoryFolder } from '../memory-folder.ts'
import { simulate } from './simulate.ts'
import { tableOf } from './table.ts'
import { tally } from './tally.ts'

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
})
const world = { hosts: Number(values.hosts), jobs: Number(values.jobs), seed: Number(values.seed) }
if (!Object.values(world).every(Number.isSafeInteger)) {
  console.error('--hosts, --jobs and --seed are whole numbers')
  process.exit(2)
}

const folder = memoryFolder()
const start = performance.now()
const elapsed = () => `${Math.round((performance.now() - start) / 1000)} s`
let last = start
try {
  const run = await simulate({
    ...world,
    folder: folder.path,
    progress(ended, simulated_ms) {
      if (performance.now() - last < 10_000) return
      last = performance.now()
      console.error(`${elapsed()}: ${ended} jobs ended, ${(simulated_ms / 60_000).toFixed(1)} simulated minutes`)
    },
  })
  const figures = await tally(run, run.market.database)
  const { hosts, jobs, seed } = world
  console.log(`Seed ${seed}, ${hosts} hosts, ${jobs} jobs; ${new Date().toISOString().slice(0, 10)}, ${elapsed()} on`)
  console.log(`${cpus().length} cores of ${cpus()[0]?.model.trim()}, Node ${process.version}.\n`)
  console.log(tableOf(figures))
  await run.market.database.close()
  if (figures.faults.length > 0) process.exitCode = 1
} finally {
  folder.remove()
}
