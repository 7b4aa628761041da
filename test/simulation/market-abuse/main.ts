import { parseArgs } from 'node:util'
import { readTiny, readTrained } from './measured.ts'
import { BEFORE, SERVER } from './policies.ts'
import { STRATEGIES, type Strategy } from './strategies.ts'
import { aloneTable, compare, livesTable, worldsTable } from './table.ts'
import type { WorldOptions } from './world-state.ts'

const number = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({
  options: {
    ...{ days: number('30'), worlds: number('300'), greedy: number('0.3'), seed: number('1') },
    part: { type: 'string' },
  },
})
const [days, worlds, greedy, seed] = [values.days, values.worlds, values.greedy, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]

function printLives(): void {
  for (const part of [0.5, 0]) {
    console.log(`### Checks until a host is refused, ${100 * part} % of them of greedy texts\n`)
    console.log(`On the trained model:\n\n${livesTable(readTrained(), 'bf16', part, worlds)}\n`)
    console.log(`On the tiny models:\n\n${livesTable(readTiny(), 'honest', part, worlds)}\n`)
  }
}

const measured = { ...readTiny(), ...readTrained() }
const usual = { measured, days, greedy, share: 0.01, policy: SERVER, settled: true, seed }

const print = (
  title: string,
  strategies: readonly Strategy[],
  sizes: readonly number[],
  world: Partial<WorldOptions>,
) => {
  const all = strategies.flatMap((strategy) => sizes.map((size) => compare({ ...usual, ...world, strategy, size })))
  const honestDays = all.reduce((sum, { ended }) => sum + ended.honest_days, 0)
  const refused = all.reduce((sum, { ended }) => sum + ended.honest_refused, 0)
  console.log(`### ${title}\n\n${worldsTable(all)}\n`)
  console.log(`Honest hosts refused: ${refused} in ${Math.round(honestDays)} host-days.\n`)
}

function printAlone(): void {
  const turning = STRATEGIES.filter(({ patience_h, spoils }) => patience_h > 0 && spoils < 1)
  for (const lasting of [30, 60, 120])
    console.log(
      `### One host alone, ${lasting} days\n\n${aloneTable(turning, { ...usual, days: lasting, size: 1 }, ALONE)}\n`,
    )
}

/** Worlds. */
const ALONE = 12
const sizes = [1, 10, 50]
const patient = STRATEGIES.filter(({ spoils, patience_h }) => spoils < 1 || patience_h > 0)
/** Each by itself takes some minutes. */
const PARTS: Readonly<Record<string, () => void>> = {
  lives: printLives,
  settled: () => print('1 % of what is sold is spent on checks', STRATEGIES, sizes, {}),
  young: () => print('The same where all hosts begin on one day', STRATEGIES, sizes, { settled: false }),
  before: () => print('The same with the rules as they were', STRATEGIES, sizes, { policy: BEFORE }),
  alone: printAlone,
  long: () => print('Over 120 days', patient, [1, 10], { days: 120 }),
}
for (const [name, run] of Object.entries(PARTS)) if (values.part === undefined || values.part === name) run()
