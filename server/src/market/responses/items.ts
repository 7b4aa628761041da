import type { ResponseItem, ResponseRequest } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { segmentsFrom } from '../openai/complete.ts'
import { stored } from './stored.ts'
import { itemOf, responseIdOf } from './write.ts'

type Input = ResponseRequest['input']
type Whole = Exclude<ResponseItem, { type: 'item_reference' }>

/** Answers whose items one request may name: each of them is read. */
const MOST_ANSWERS = 1000

export const refersToItems = (input: Input) =>
  typeof input !== 'string' && input.some(({ type }) => type === 'item_reference')

/**
 * The input with items of the user's own stored responses in place of the references to them.
 * Error: not_found, naming the first item that is none of those.
 */
export async function withItems(market: Market, userId: string, input: Input): Promise<string | Whole[]> {
  if (typeof input === 'string') return input
  const answers = new Map<string, Map<string, Whole>>()
  const whole: Whole[] = []
  for (const item of input) {
    if (item.type !== 'item_reference') {
      whole.push(item)
      continue
    }
    const job_id = jobOf(item.id)
    if (job_id === undefined || (answers.size >= MOST_ANSWERS && !answers.has(job_id))) throw unknown(item.id)
    const known = answers.get(job_id) ?? (await itemsOf(market, userId, job_id, item.id))
    answers.set(job_id, known)
    const found = known.get(item.id)
    if (!found) throw unknown(item.id)
    whole.push(found)
  }
  return whole
}

/** Items have the name of the job that answered. */
function jobOf(item_id: string): string | undefined {
  const bare = /^(?:msg|rs|fc)_([0-9a-z]{1,48})(?:_\d{1,5})?$/.exec(item_id)?.[1]
  return bare && `job_${bare}`
}

async function itemsOf(market: Market, userId: string, job_id: string, named: string): Promise<Map<string, Whole>> {
  const { job } = await stored(market, userId, responseIdOf(job_id)).catch((error: unknown) => {
    throw error instanceof DomainError ? unknown(named) : error
  })
  if (job.state !== 'completed') throw unknown(named)
  const items = (await segmentsFrom(market, job)).map((segment) => itemOf(job_id, segment, 'completed'))
  return new Map(items.map((item) => [item.id, item as Whole]))
}

function unknown(id: string): DomainError {
  const advice = 'Send the item itself; only answers that were stored, and are not erased yet, can be named.'
  return new DomainError('not_found', `You have no stored item "${id}". ${advice}`)
}
