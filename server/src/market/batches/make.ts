import { type Batch, type batchLines, type ChosenHosts, MOST_BATCH_LINES, type newBatch } from '@mkt/schemas'
import type { z } from 'zod'
import { demandModel, type TokenRights } from '../../accounts/token-rights.ts'
import { lockUser } from '../../accounts/user-store.ts'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { demandRoomFor } from '../retention/unfunded.ts'
import { BATCH_BYTES } from '../retention/unfunded-store.ts'
import { type BatchRow, countBatches, growBatch, insertBatch, ownBatchRow, startBatchRow } from './batch-store.ts'
import { insertLine } from './line-store.ts'

/** That are open or run at once, of one user. */
const MOST_UNFINISHED = 20
/** One that is not done by then, since no host comes for its model or nobody pays for it, ends. */
const LONGEST_MS = 7 * 86_400_000
/** What lines of one batch may take until they are jobs. */
const MOST_BYTES = 64 * 1024 * 1024
/** What a batch keeps until it is erased, whatever becomes of it. */
export const bytesOfBatch = ({ name, settings_json }: { name: string; settings_json: string }): number =>
  Buffer.byteLength(name) + Buffer.byteLength(settings_json) + BATCH_BYTES
/** What a line takes beside its text. */
const BYTES_A_LINE = 100

/** What each of a batch's jobs is submitted with; money as text, since JSON numbers are no bigint. */
export interface BatchSettings {
  system?: string | undefined
  max_tokens?: number | undefined
  temperature: number
  max_price_nano?: string | undefined
  max_input_nano?: string | undefined
  hosts?: ChosenHosts | undefined
  verified?: boolean | undefined
  partial?: 'keep' | 'drop' | undefined
}

/** A batch of the user's; not_found for anybody else's, as if there were none. */
export async function ownBatch({ database }: Pick<Market, 'database'>, user_id: string, batch_id: string) {
  const row = await ownBatchRow(database, { batch_id, user_id })
  if (!row) throw new DomainError('not_found', 'You have no batch with this id.')
  return row
}

/** What a token allows is looked at when a call comes, and a batch goes on without one. */
export function demandUnlimited(rights: TokenRights | undefined): void {
  if (rights && (rights.spending.length > 0 || rights.models)) throw limited()
}

/** In the transaction that makes one more, whose user is held: two at once see each other. Error: too_many_queued. */
export async function demandFewBatches(tx: Tx, user_id: string): Promise<void> {
  await lockUser(tx, user_id)
  const { unfinished } = await countBatches(tx, user_id)
  if (unfinished >= MOST_UNFINISHED) throw tooMany()
}

/** Errors: forbidden (a token with a limit), too_many_queued, rate_limited. */
export async function createBatch(
  market: Market,
  user_id: string,
  asked: z.output<typeof newBatch>,
  by: { token_id: string; rights: TokenRights | undefined },
): Promise<Batch> {
  const { name, model, system, max_tokens, temperature, hosts, verified, partial } = asked
  demandModel(by.rights, model)
  demandUnlimited(by.rights)
  const settings: BatchSettings = {
    ...{ system, max_tokens, temperature, hosts, verified, partial },
    max_price_nano: asked.max_price_per_token?.toString(),
    max_input_nano: asked.max_price_per_input_token?.toString(),
  }
  const [batch_id, now] = [market.ids.next('bat'), market.clock.now()]
  const ends = { created_at: now, expires_at: now + LONGEST_MS }
  const made = { batch_id, user_id, name, model, token_id: by.token_id, ...ends }
  const row = { ...made, settings_json: JSON.stringify(settings) }
  await demandRoomFor(market, user_id, bytesOfBatch(row))
  await market.database.transaction(async (tx) => {
    await demandFewBatches(tx, user_id)
    await insertBatch(tx, row)
  })
  return describeBatch(await ownBatch(market, user_id, batch_id))
}

/**
 * Adds lines behind those that are there; a repeated call changes nothing. Errors: not_found, forbidden (a token with a
 * limit), conflict, payload_too_large, and where the account has no credits too_many_queued, rate_limited.
 */
export async function addLines(
  market: Market,
  user_id: string,
  batch_id: string,
  { first, lines }: z.output<typeof batchLines>,
  rights?: TokenRights,
): Promise<Batch> {
  demandUnlimited(rights)
  const row = await ownBatch(market, user_id, batch_id)
  if (row.door !== null) throw ofAFile()
  const bytes = lines.reduce((sum, { input_text }) => sum + Buffer.byteLength(input_text), 0)
  if (row.lines + lines.length > MOST_BATCH_LINES || row.bytes + bytes > MOST_BYTES) throw tooLong()
  await demandRoomFor(market, user_id, bytes + lines.length * BYTES_A_LINE)
  const isRepeated = first + lines.length <= row.lines
  const added = await market.database.transaction(async (tx) => {
    const grown = await growBatch(tx, { batch_id, user_id, first, lines: lines.length, bytes })
    if (grown === 0) return false
    for (const [index, { input_text, custom_id = null }] of lines.entries())
      await insertLine(tx, { batch_id, line: first + index, custom_id, input_text, form: null })
    return true
  })
  if (!added && !(isRepeated && row.state === 'open')) throw notNext(row)
  return describeBatch(await ownBatch(market, user_id, batch_id))
}

/**
 * It is the starter's from then on: it ends with their token. One that runs or has ended stays as it is. Errors:
 * not_found, forbidden (a token with a limit), conflict (no lines).
 */
export async function startBatch(
  market: Market,
  user_id: string,
  batch_id: string,
  { token_id, rights }: { token_id: string; rights: TokenRights | undefined },
): Promise<Batch> {
  demandUnlimited(rights)
  if ((await ownBatch(market, user_id, batch_id)).door !== null) throw ofAFile()
  const now = market.clock.now()
  await market.database.transaction((tx) => startBatchRow(tx, { batch_id, user_id, token_id, now }))
  const row = await ownBatch(market, user_id, batch_id)
  if (row.state === 'open') throw new DomainError('conflict', 'The batch has no lines yet; add some, then start it.')
  return describeBatch(row)
}

export function describeBatch(row: BatchRow): Batch {
  return {
    batch_id: row.batch_id,
    name: row.name,
    model: row.model,
    state: row.state,
    lines: row.lines,
    waiting: row.state === 'cancelled' ? 0 : row.lines - row.sent,
    running: row.sent - row.completed - row.failed,
    completed: row.completed,
    failed: row.failed,
    credits_used: row.charged_nano,
    waiting_for: row.waiting_for,
    created_at: isoTime(row.created_at),
    started_at: isoTimeOrNull(row.started_at),
    finished_at: isoTimeOrNull(row.finished_at),
  }
}

const ofAFile = () =>
  new DomainError('conflict', 'This batch is made of a file: it takes its lines from there, and starts by itself.')
const limited = () =>
  new DomainError('forbidden', 'A token with models or a spend limit of its own runs no batches; take another one.')
const tooMany = () =>
  new DomainError(
    'too_many_queued',
    `You have ${MOST_UNFINISHED} batches that are not done; wait for one, or cancel it.`,
  )
const tooLong = () =>
  new DomainError(
    'payload_too_large',
    `A batch has at most ${MOST_BATCH_LINES} lines of 64 MiB together; the lines were not added. Begin another one.`,
  )
const notNext = ({ state, lines }: BatchRow) =>
  new DomainError(
    'conflict',
    state === 'open'
      ? `The batch has ${lines} lines, and "first" must be as many; nothing was added.`
      : `The batch is ${state} and takes no more lines; nothing was added.`,
  )
