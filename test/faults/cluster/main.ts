import { parseArgs } from 'node:util'
import { cleanUp } from '../../e2e/bins.ts'
import { startOwnPostgres } from '../own-postgres.ts'
import { runClusterRounds } from './rounds.ts'

/** node --conditions=mkt-source test/faults/cluster/main.ts --rounds 100 [--audit-every 1] [--only rolling] */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    'audit-every': { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const postgres = await startOwnPostgres()
if ('why' in postgres) throw new Error(postgres.why)
const only = values.only?.split(',')
const wanted = { rounds: Number(values.rounds), auditEvery: Number(values['audit-every']), only, say: console.log }
try {
  const outcome = await runClusterRounds(postgres.url, wanted)
  console.log(JSON.stringify(outcome, null, 2))
  process.exitCode = 'tally' in outcome && outcome.tally.faults.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
await cleanUp()
await postgres.stop()
process.exit()
