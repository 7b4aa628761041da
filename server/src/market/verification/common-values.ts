import type { JobOptions } from '../jobs/options.ts'
import { readOptions } from '../jobs/options.ts'
import type { CustomersJob } from './mix-store.ts'

/** What people write where they choose a value themselves. */
const ROUND = {
  max_tokens: [
    ...[16, 20, 30, 32, 50, 64, 100, 128, 150, 200, 256, 300, 400, 500, 512, 600, 800],
    ...[1000, 1024, 1200, 1500, 2000, 2048, 2500, 3000, 4000, 4096],
  ],
  temperature: Array.from({ length: 21 }, (_, tenths) => tenths / 10),
  top_p: [0.5, 0.7, 0.8, 0.9, 0.95, 1],
  top_k: [1, 10, 20, 40, 50, 64, 100],
  min_p: [0, 0.05, 0.1],
  frequency_penalty: [-1, -0.5, 0, 0.5, 1, 1.5, 2],
  presence_penalty: [-1, -0.5, 0, 0.5, 1, 1.5, 2],
} as const satisfies Partial<Record<keyof JobOptions | 'max_tokens' | 'temperature', readonly number[]>>
type Numeric = keyof typeof ROUND
const SAMPLING = ['top_p', 'top_k', 'min_p', 'frequency_penalty', 'presence_penalty'] as const
/** Below it people choose a seed, above it programs draw one: those never come twice, and are drawn anew. */
export const CHOSEN_SEEDS = 1000
const USUAL_SEED = 42

const named = (name: string, value: unknown) => `${name}=${JSON.stringify(value)}`

/** Everything by which a job's sampling could be known again. Pure. */
export function valuesOf({ max_tokens, temperature }: CustomersJob, options: JobOptions): string[] {
  const { seed, stop } = options
  const all = { ...options, max_tokens, temperature }
  const numbers = (['max_tokens', 'temperature', ...SAMPLING] as const).flatMap((name) =>
    all[name] === undefined ? [] : named(name, all[name]),
  )
  return [...numbers, named('seed', seed), named('stop', stop)]
}

/**
 * The same job with a common value in the place of each that only few use: numbers become the next round one, a chosen
 * seed the usual one, and texts that end it are left out. Pure.
 */
export function commonJob(job: CustomersJob, several: (value: string) => boolean): CustomersJob {
  const common = (name: Numeric, value: number) => (several(named(name, value)) ? value : nearest(ROUND[name], value))
  const [max_tokens, temperature] = [common('max_tokens', job.max_tokens), common('temperature', job.temperature)]
  if (job.options_json === null) return { ...job, max_tokens, temperature }
  const { stop, seed, ...rest } = readOptions(job.options_json)
  const options: JobOptions = { ...rest }
  for (const name of SAMPLING) if (rest[name] !== undefined) options[name] = common(name, rest[name])
  if (stop && several(named('stop', stop))) options.stop = stop
  if (seed !== undefined) {
    const kept = Math.abs(seed) >= CHOSEN_SEEDS || several(named('seed', seed))
    options.seed = kept ? seed : USUAL_SEED
  }
  return { ...job, max_tokens, temperature, options_json: JSON.stringify(options) }
}

/** The first of those that are as near. */
const nearest = (round: readonly number[], value: number) =>
  round.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best))
