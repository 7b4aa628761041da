import { parseArgs } from 'node:util'
import { readTiny, readTrained } from './measured.ts'
import { STRATEGIES } from './strategies.ts'
import { compare, livesTable, worldsTable } from './table.ts'

const number = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({
  options: { days: number('30'), worlds: number('300'), greedy: number('0.3'), seed: number('1') },
})
const [days, worlds, greedy, seed] = [values.days, values.worlds, values.greedy, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]

for (const part of [0.5, 0]) {
  console.log(`### Checks until a host is refused, ${100 * part} % of them of greedy texts\n`)
  console.log(`On the trained model:\n\n${livesTable(readTrained(), 'bf16', part, worlds)}\n`)
  console.log(`On the tiny models:\n\n${livesTable(readTiny(), 'honest', part, worlds)}\n`)
}
const measured = { ...readTiny(), ...readTrained() }
for (const [share, untilVerified] of [
  [0.01, false],
  [0.03, false],
  [0.01, true],
] as const) {
  const rule = untilVerified ? ', and nothing is taken out before a host is verified' : ''
  console.log(`### ${100 * share} % of what is sold is spent on checks${rule}\n`)
  const all = STRATEGIES.flatMap((strategy) =>
    [1, 10, 50].map((size) => compare({ measured, strategy, size, days, greedy, share, untilVerified, seed })),
  )
  console.log(`${worldsTable(all)}\n`)
  const honestDays = all.reduce((sum, { ended }) => sum + ended.honest_days, 0)
  const refused = all.reduce((sum, { ended }) => sum + ended.honest_refused, 0)
  console.log(`Honest hosts refused: ${refused} in ${Math.round(honestDays)} host-days.\n`)
}
