import { CLUSTER_FAULTS, FAULTS, type Fault, kindOf } from './fault-plan.ts'
import type { SeedResult } from './run-seed.ts'

/** What many runs came to together. */
export class Tally {
  seeds = 0
  steps = 0
  simulated_ms = 0
  readonly failures: SeedResult[] = []
  readonly faults = new Map<Fault, number>()
  readonly reached = new Map<string, number>()

  add(result: SeedResult): void {
    this.seeds++
    this.steps += result.steps
    this.simulated_ms += result.simulated_ms
    if (result.violation) this.failures.push(result)
    for (const event of result.struck) increase(this.faults, kindOf(event), 1)
    for (const [what, times] of result.reached) increase(this.reached, what, times)
  }

  /** Kinds of faults that never struck. */
  missing(servers = 1): Fault[] {
    const kinds = servers > 1 ? { ...FAULTS, ...CLUSTER_FAULTS } : FAULTS
    return (Object.keys(kinds) as Fault[]).filter((fault) => !this.faults.has(fault))
  }

  text(wall_ms: number): string {
    const rate = (this.seeds / (wall_ms / 1000)).toFixed(1)
    const faults = [...this.faults.values()].reduce((sum, times) => sum + times, 0)
    return [
      `${this.seeds} seeds, ${this.steps} steps, ${(this.simulated_ms / 3_600_000).toFixed(1)} simulated hours, ${faults} faults; ${rate} seeds/s`,
      `faults: ${list(this.faults)}`,
      `reached: ${list(this.reached)}`,
    ].join('\n')
  }
}

function increase<K>(counts: Map<K, number>, key: K, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')
}

/** A failure in a line, and how to see it again. */
export function failureText({ seed, violation, servers }: SeedResult): string {
  if (!violation) return ''
  const { invariant, detail, at_ms } = violation
  const which = servers > 1 ? `--servers ${servers} --seed ${seed}` : `--seed ${seed}`
  return [
    `seed ${seed} broke "${invariant}" after ${at_ms / 1000} s: ${detail}`,
    `  node --conditions=mkt-source test/simulation/faults/main.ts ${which} --trace --minimise`,
  ].join('\n')
}
