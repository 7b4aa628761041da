import { parseArgs } from 'node:util'
import { type CellsFigures, simulateCells } from './simulate.ts'

/** node --conditions=mkt-source test/simulation/cells/main.ts [--hosts 1000000] [--cells 100] [--busy 0.8] */
const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '1000000' },
    cells: { type: 'string', default: '100' },
    models: { type: 'string', default: '200' },
    busy: { type: 'string', default: '0.8' },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const terms = {
  hosts: Number(values.hosts),
  cells: Number(values.cells),
  models: Number(values.models),
  busy: Number(values.busy),
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  service_ms: 20_000,
  stale_ms: 3_000,
  hop_ms: 40,
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const line = ({ policy, jobs, refused, away, p50_ms, p99_ms, worst_ms, busiest_cell, mean_cell }: CellsFigures) =>
  [
    policy,
    jobs,
    percent(refused),
    percent(away),
    ...[p50_ms, p99_ms, worst_ms, mean_cell, busiest_cell].map((figure) => figure.toFixed(0)),
  ].join(' | ')

console.log(`${JSON.stringify(terms)}\n`)
console.log('| routing | jobs | refused | in another cell | p50 ms | p99 ms | worst ms | jobs/s a cell | busiest |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|')
for (const policy of ['home', 'spill', 'all'] as const) console.log(`| ${line(simulateCells({ ...terms, policy }))} |`)
