import { readOptions } from '../jobs/options.ts'
import { commonJob, valuesOf } from './common-values.ts'
import type { CustomersJob } from './mix-store.ts'
import { LEAST_TOKENS } from './scored-text.ts'

/** What somebody paid for lately. */
export interface Customer {
  user_id: string
  /** Of late, whatever for. */
  paid_nano: bigint
  jobs: readonly CustomersJob[]
}

/** How customers ask where there are none yet: as the doors fill in what is left out. */
export const USUAL = { model: '', max_tokens: 128, temperature: 0.7, prompt_bytes: 60, options_json: null }
export const GREEDY = { ...USUAL, temperature: 0 }

/** Shorter answers show nothing, so none is asked for. */
export const LEAST_ASKED = 2 * LEAST_TOKENS
const PLACES = 300
/** Nobody says by more of the places how checks look, whatever they pay. */
const MOST_OF_ONE = PLACES / 2
/** A value that fewer customers use tells of them: who knows their jobs would know checks by it. */
const SEVERAL = 3

/**
 * Jobs to draw from, as many of each customer as is their part of what was paid: accounts and jobs cost nothing, and
 * whoever wants checks to look like their own jobs has to pay fees for as large a part of the market. Not those of
 * `except`, the owner of the host that is checked. Values that hardly anybody uses are not copied as they are. Pure.
 */
export function fairMix(customers: readonly Customer[], except: string | null): CustomersJob[] {
  const others = customers.filter(({ user_id, jobs }) => user_id !== except && jobs.length > 0)
  if (others.length === 0) return []
  const several = usersOfValues(whoCount(others))
  const paid = sumOf(others)
  const mix = others.flatMap(({ jobs, paid_nano }) =>
    Array.from({ length: placesOf(Number(paid_nano) / paid) }, (_, at) =>
      commonJob(jobs[at % jobs.length] as CustomersJob, several),
    ),
  )
  return [...mix, ...usualOnes(PLACES - mix.length)]
}

const sumOf = (customers: readonly Customer[]) => customers.reduce((sum, { paid_nano }) => sum + Number(paid_nano), 0)

/** Not those who pay next to nothing beside the others; whoever pays most does not make others count for nothing. */
function whoCount(customers: readonly Customer[]): Customer[] {
  const most = Math.max(...customers.map(({ paid_nano }) => Number(paid_nano)))
  const least = (sumOf(customers) - most) / (2 * PLACES)
  return customers.filter(({ paid_nano }) => Number(paid_nano) >= least)
}

const placesOf = (part: number) => Math.min(MOST_OF_ONE, Math.round(PLACES * part))

/** What one customer alone may not fill. */
const usualOnes = (places: number): CustomersJob[] =>
  Array.from({ length: Math.max(0, places) }, (_, at) => (at % 2 === 0 ? USUAL : GREEDY))

/** Whether a value is used by several of these customers; of fewer than several, by all. */
function usersOfValues(customers: readonly Customer[]): (value: string) => boolean {
  const users = new Map<string, number>()
  for (const { jobs } of customers) {
    const used = new Set(jobs.flatMap((job) => valuesOf(job, readOptions(job.options_json))))
    for (const value of used) users.set(value, (users.get(value) ?? 0) + 1)
  }
  return (value) => (users.get(value) ?? 0) >= Math.min(SEVERAL, customers.length)
}
