import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader } from '../../storage/database.ts'
import { readOptions } from '../jobs/options.ts'
import { type Customer, LEAST_ASKED } from './fair-mix.ts'
import { type CustomersJob, paidJobs, payersSince } from './mix-store.ts'

const DAY_MS = 86_400_000
/** Of a market with few customers, what they asked within a month. */
const DAYS = [1, 30]
/** Behind so many that paid more, nobody is a part of the mix that one would see. */
const MOST_PAYERS = 40
/** Of each so many of the newest are looked at, and so many of them taken. */
const OF_EACH = { newest: 60, limit: 20, least_tokens: LEAST_ASKED }
/** With fewer the model's own customers are too few to be among. */
const ENOUGH = 10

/** Who paid for a model of late and what they asked; of all models, where those are too few. */
export async function customersMix(reader: Reader, model: string, now: number): Promise<Customer[]> {
  const own = await customersOf(reader, model, now)
  const jobs = own.reduce((sum, customer) => sum + customer.jobs.length, 0)
  return jobs >= ENOUGH ? own : await customersOf(reader, undefined, now)
}

async function customersOf(reader: Reader, model: string | undefined, now: number): Promise<Customer[]> {
  for (const days of DAYS) {
    const since = Math.floor(now / DAY_MS) - days
    const found: Customer[] = []
    for (const { user_id, paid_nano } of await payersSince(reader, model, { since, limit: MOST_PAYERS })) {
      const jobs = await paidJobs(reader, model, { user_id, ...OF_EACH })
      if (jobs.length > 0) found.push({ user_id, paid_nano, jobs: jobs.map(withoutTexts) })
      // SQLite gives none by itself, and of these a customer's may be long.
      await nextTurn()
    }
    if (found.length > 0) return found
  }
  return []
}

/** Of a chat only who speaks. */
function withoutTexts(job: CustomersJob): CustomersJob {
  if (job.options_json === null) return job
  const { response: _, cache_key: __, messages, ...sampling } = readOptions(job.options_json)
  const roles = messages?.map(({ role, content }) => ({ role, content: typeof content === 'string' ? '' : [] }))
  return { ...job, options_json: JSON.stringify({ ...sampling, ...(roles ? { messages: roles } : {}) }) }
}
