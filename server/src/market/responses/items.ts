import type { ResponseRequest } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import { Turns } from '../../base/turns.ts'
import type { Market } from '../deps.ts'
import { segmentsFrom } from '../openai/complete.ts'
import { keptOfJob } from '../retention/stored-store.ts'
import { InputLength } from './input-length.ts'
import type { Item } from './read.ts'
import { stored } from './stored.ts'
import { itemOf, responseIdOf } from './write.ts'

type Input = ResponseRequest['input']

/** Answers whose items one request may name: each of them is read. */
const MOST_ANSWERS = 1000
/** What is kept of them together, in bytes: an answer may take 8 MiB, and what it answered as much and more. */
const MOST_READ_BYTES = 67_108_864

export const refersToItems = (input: Input) =>
  typeof input !== 'string' && input.some(({ type }) => type === 'item_reference')

/**
 * The input with items of the user's own stored responses in place of the references to them.
 * Errors: not_found, naming the first item that is none of those; invalid_request, as soon as the texts are too long
 * for a chat or what has to be read for them is more than `most` bytes.
 */
export async function withItems(
  market: Market,
  userId: string,
  input: Input,
  most = MOST_READ_BYTES,
): Promise<string | Item[]> {
  if (typeof input === 'string') return input
  const ids = input.flatMap((item) => (item.type === 'item_reference' ? [item.id] : []))
  const named = new NamedItems(market, userId, new Set(ids), most)
  const length = new InputLength()
  const whole: Item[] = []
  for (const item of input) {
    const found = item.type === 'item_reference' ? await named.item(item.id) : item
    length.addItem(found)
    whole.push(found)
  }
  return whole
}

/** The items that a request names, read answer by answer when the first of an answer is wanted; no other is kept. */
class NamedItems {
  readonly #market: Market
  readonly #userId: string
  readonly #ids: ReadonlySet<string>
  readonly #most: number
  readonly #answers = new Map<string, Map<string, Item>>()
  readonly #turns = new Turns()
  #read = 0

  constructor(market: Market, userId: string, ids: ReadonlySet<string>, most: number) {
    this.#market = market
    this.#userId = userId
    this.#ids = ids
    this.#most = most
  }

  async item(id: string): Promise<Item> {
    const job_id = jobOf(id)
    if (job_id === undefined) throw unknown(id)
    const answer = this.#answers.get(job_id) ?? (await this.#answer(job_id, id))
    const found = answer.get(id)
    if (!found) throw unknown(id)
    return found
  }

  async #answer(job_id: string, id: string): Promise<Map<string, Item>> {
    if (this.#answers.size >= MOST_ANSWERS) throw unknown(id)
    await this.#demandRoom(job_id, id)
    const { job } = await stored(this.#market, this.#userId, responseIdOf(job_id)).catch((error: unknown) => {
      throw error instanceof DomainError ? unknown(id) : error
    })
    if (job.state !== 'completed') throw unknown(id)
    const items = (await segmentsFrom(this.#market, job)).map((segment) => itemOf(job_id, segment, 'completed'))
    const answer = new Map(items.flatMap((item) => (this.#ids.has(item.id) ? [[item.id, item as Item]] : [])))
    this.#answers.set(job_id, answer)
    return answer
  }

  /** The database says how long texts are without reading them. */
  async #demandRoom(job_id: string, id: string): Promise<void> {
    const kept = await keptOfJob(this.#market.database, job_id)
    if (kept?.user_id !== this.#userId) throw unknown(id)
    const bytes = kept.prompt_bytes + kept.text_bytes
    this.#read += bytes
    if (this.#read > this.#most) throw tooMuch(this.#most)
    if (this.#turns.isDue(bytes)) await this.#turns.next()
  }
}

/** Items have the name of the job that answered. */
function jobOf(item_id: string): string | undefined {
  const bare = /^(?:msg|rs|fc)_([0-9a-z]{1,48})(?:_\d{1,5})?$/.exec(item_id)?.[1]
  return bare && `job_${bare}`
}

function unknown(id: string): DomainError {
  const advice = 'Send the item itself; only answers that were stored, and are not erased yet, can be named.'
  return new DomainError('not_found', `You have no stored item "${id}". ${advice}`)
}

function tooMuch(most: number): DomainError {
  const message = `names answers of more than ${most} bytes together, as they are kept; send items themselves`
  return new DomainError('invalid_request', 'The request is not valid.', { details: [{ path: 'body.input', message }] })
}
