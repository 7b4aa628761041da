import { parseArgs } from 'node:util'
import { cleanUp } from '../e2e/bins.ts'
import { linesOf, runRounds } from './rounds.ts'

/** node --conditions=mkt-source test/faults/kill-rounds.ts --rounds 200 --seed S [--minutes 60] [--audit-every 2] */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now()) },
    minutes: { type: 'string', default: '120' },
    'audit-every': { type: 'string', default: '2' },
  },
})
const rounds = Number(values.rounds)
console.log(`kill rounds: --rounds ${rounds} --seed ${values.seed}`)
try {
  const outcome = await runRounds({
    rounds,
    minutes: Number(values.minutes),
    seed: values.seed,
    auditEvery: Number(values['audit-every']),
    say: console.log,
  })
  for (const line of linesOf(outcome)) console.log(line)
  for (const fault of outcome.faults) console.log(`FAULT ${fault}`)
  console.log(outcome.faults.length === 0 ? 'nothing that was told was lost' : `${outcome.faults.length} faults`)
  process.exitCode = outcome.faults.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
await cleanUp()
// What still waits for a server that is gone must not hold this process.
process.exit()
