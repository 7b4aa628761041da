import { manyLives } from './lives.ts'
import type { Measured } from './measured.ts'
import { SERVER } from './policies.ts'
import { HONEST, type Strategy } from './strategies.ts'
import { runWorld } from './world.ts'
import type { Ended, WorldOptions } from './world-state.ts'

/** How many checks it takes until each is found. */
export function livesTable(measured: Measured, honest: string, greedy: number, worlds: number): string {
  const { paired } = SERVER
  const rows = Object.keys(measured).map((cheat) => {
    const life = { measured, honest, cheat, greedy, paired, spoils: 1, after: 0, most: 400 }
    const { median, p95, within40, ever, verified } = manyLives(life, worlds, 1)
    return [cheat, median ?? '-', p95 ?? '-', percent(within40), percent(ever), percent(verified)]
  })
  return table(['what is served', 'median', '95 of 100', 'within 40', 'within 400', 'verified meanwhile'], rows)
}

export interface Compared {
  strategy: Strategy
  size: number
  /** Credits a host and day to take out, less what serving cost. */
  profit: number
  /** Of the same group, had it been honest. */
  honest: number
  buyers: number
  ended: Ended
}

const NANO = 1e9
const twins = new Map<string, Ended>()

/** Strategies of one price have one twin: it is lived once. */
function twinOf({ measured, strategy, ...world }: WorldOptions): Ended {
  const of = JSON.stringify([strategy.price, world])
  const lived = twins.get(of) ?? runWorld({ ...world, measured, strategy: { ...HONEST, price: strategy.price } })
  twins.set(of, lived)
  return lived
}

/** A group beside its honest twin. */
export function compare(options: WorldOptions): Compared {
  const { strategy, size, days } = options
  const [ended, honest] = [runWorld(options), twinOf(options)]
  const daily = (nano: number) => nano / NANO / size / days
  return {
    ...{ strategy, size, ended, buyers: daily(ended.lost_by_buyers) },
    ...{ profit: daily(ended.earned - ended.cost), honest: daily(honest.earned - honest.cost) },
  }
}

export function worldsTable(all: readonly Compared[]): string {
  const rows = all.map(({ strategy, size, profit, honest, buyers, ended }) => {
    const [checks, jobs] = (['checks', 'jobs'] as const).map((of) => middle(ended.found.map((one) => one[of])))
    const wins = profit > honest && profit > 0 ? ' (more)' : ''
    const figures = [profit.toFixed(1) + wins, honest.toFixed(1), buyers.toFixed(1)]
    return [strategy.name, size, ...figures, ended.found.length, checks ?? '-', jobs ?? '-', ended.honest_refused]
  })
  const heads = ['strategy', 'hosts', 'earns', 'honest', 'buyers lose', 'refusals', 'checks', 'jobs', 'honest refused']
  return table(heads, rows)
}

/** One host alone is one draw of chance: means over worlds that differ in nothing else, and in how many it is found. */
export function aloneTable(
  strategies: readonly Strategy[],
  options: Omit<WorldOptions, 'strategy'>,
  seeds: number,
): string {
  const rows = strategies.map((strategy) => {
    const all = Array.from({ length: seeds }, (_, at) => compare({ ...options, strategy, seed: options.seed + at }))
    const [profit, honest] = (['profit', 'honest'] as const).map((of) => mean(all.map((one) => one[of])))
    const found = all.filter(({ ended }) => ended.found.length > 0).length
    const wins = (profit as number) > (honest as number) ? ' (more)' : ''
    return [strategy.name, `${profit?.toFixed(1)}${wins}`, honest?.toFixed(1) ?? '', `${found} of ${seeds}`]
  })
  return table(['strategy', 'earns', 'honest', 'worlds in which it is found'], rows)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (part: number) => `${Math.round(100 * part)} %`
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}
