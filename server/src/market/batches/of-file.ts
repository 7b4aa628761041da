import {
  type BatchDoor,
  type BatchFault,
  type OpenAiBatch,
  type OpenAiNewBatch,
  type openAiBatchListQuery,
  writeJson,
} from '@mkt/schemas'
import type { z } from 'zod'
import type { TokenRights } from '../../accounts/token-rights.ts'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { filesOfBatch } from '../files/file-store.ts'
import { demandRoomFor } from '../retention/unfunded.ts'
import { type BatchRow, fileBatchPage, insertBatch } from './batch-store.ts'
import { bytesOfBatch, demandFewBatches, demandUnlimited, ownBatch } from './make.ts'
import { ownRow } from './own-files.ts'
import { linesOf } from './read-requests.ts'
import { readRequestLine } from './request-line.ts'

const WINDOW_MS = 86_400_000

/**
 * A batch of the requests in a file, which are read next. Errors: not_found (no such file), forbidden (a token with a
 * limit), too_many_queued, rate_limited.
 */
export async function createFileBatch(
  market: Market,
  user_id: string,
  asked: OpenAiNewBatch,
  by: { token_id: string; rights: TokenRights | undefined },
): Promise<OpenAiBatch> {
  demandUnlimited(by.rights)
  const { input_file_id, endpoint: door, metadata, completion_window: _, ...given } = asked
  const file = await ownRow(market, user_id, input_file_id)
  if (file.purpose !== 'batch') throw new DomainError('not_found', 'This file holds no requests, but answers.')
  await market.database.transaction((tx) => demandFewBatches(tx, user_id))
  // Its lines are copies.
  await demandRoomFor(market, user_id, file.bytes ?? 0)
  await demandPace(market, user_id, file.bytes ?? 0)
  const { max_price_per_token, max_price_per_input_token, hosts, verified, partial } = given
  const terms = { max_price_per_token, max_price_per_input_token, hosts, verified, partial }
  const settings_json = writeJson(Object.fromEntries(Object.entries(terms).filter(([, value]) => value != null)))
  const [batch_id, now] = [market.ids.next('bat'), market.clock.now()]
  const batch = {
    ...{ batch_id, user_id, name: file.filename, model: await firstModel(market, input_file_id, door), settings_json },
    ...{ token_id: by.token_id, created_at: now, door, input_file_id, expires_at: now + WINDOW_MS },
    metadata_json: metadata == null ? null : JSON.stringify(metadata),
  }
  await demandRoomFor(market, user_id, bytesOfBatch(batch) + Buffer.byteLength(batch.metadata_json ?? ''))
  await market.database.transaction(async (tx) => {
    await demandFewBatches(tx, user_id)
    await insertBatch(tx, batch)
  })
  return await showFileBatch(market, user_id, batch_id)
}

/** Of what is read for one user in an hour: a megabyte of dense chats takes a core 0.4 s, twice. */
const READ_AN_HOUR = { points: 1024, seconds: 3600 }
const LEAST_POINTS = 2
const MIB = 1_048_576

/** Error: rate_limited. */
async function demandPace({ rates }: Market, user_id: string, bytes: number): Promise<void> {
  const points = Math.max(LEAST_POINTS, Math.ceil(bytes / MIB))
  const over = await rates.window('read for batches', READ_AN_HOUR).consume(user_id, points)
  if (!over) return
  const message = `You have had ${READ_AN_HOUR.points} MiB of files read for batches in this hour, or many small ones`
  throw new DomainError('rate_limited', `${message}; try again later.`, { retryAfterS: Math.ceil(over.ms_left / 1000) })
}

/** That of the first request; '' where there is none that can be read, which is said once all are looked at. */
async function firstModel(market: Market, file_id: string, door: BatchDoor): Promise<string> {
  for await (const { text } of linesOf(market, file_id)) {
    const line = text === undefined ? undefined : readRequestLine(text, door, {})
    return line && !('code' in line) ? line.model : ''
  }
  return ''
}

export async function ownFileBatch(market: Market, user_id: string, batch_id: string): Promise<BatchRow> {
  const row = await ownBatch(market, user_id, batch_id)
  if (row.door === null) throw new DomainError('not_found', 'This batch was not made of a file: ask at /batches.')
  return row
}

export async function showFileBatch(market: Market, user_id: string, batch_id: string): Promise<OpenAiBatch> {
  return await described(market, await ownFileBatch(market, user_id, batch_id))
}

export async function listFileBatches(
  market: Market,
  user_id: string,
  { limit, after = 'bat_~' }: z.output<typeof openAiBatchListQuery>,
) {
  const rows = await fileBatchPage(market.database, { user_id, after, limit: limit + 1 })
  const data: OpenAiBatch[] = []
  for (const row of rows.slice(0, limit)) data.push(await described(market, row))
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: rows.length > limit }
  return { object: 'list' as const, data, ...ends }
}

function statusOf({ state, faults_json, filed_at, finished_at, expires_at }: BatchRow): OpenAiBatch['status'] {
  if (state === 'open') return 'validating'
  if (state === 'running') return 'in_progress'
  if (faults_json !== null) return 'failed'
  const expired = state === 'cancelled' && expires_at !== null && (finished_at ?? 0) >= expires_at
  if (filed_at === null) return state === 'cancelled' && !expired ? 'cancelling' : 'finalizing'
  return expired ? 'expired' : state
}

async function described({ database }: Market, row: BatchRow): Promise<OpenAiBatch> {
  const files = row.filed_at === null ? [] : await filesOfBatch(database, row.batch_id)
  const fileOf = (which: string) => files.find(({ answers }) => answers === which)?.file_id ?? null
  const status = statusOf(row)
  const [ended, began, made] = [seconds(row.finished_at), seconds(row.started_at), seconds(row.created_at)]
  const at = (one: OpenAiBatch['status']) => (status === one ? ended : null)
  const faults = row.faults_json === null ? null : (JSON.parse(row.faults_json) as BatchFault[])
  return {
    ...{ id: row.batch_id, object: 'batch', endpoint: row.door as BatchDoor, model: row.model },
    errors: faults && { object: 'list', data: faults },
    ...{ input_file_id: row.input_file_id ?? '', completion_window: '24h', status },
    ...{ output_file_id: fileOf('completed'), error_file_id: fileOf('failed') },
    ...{ created_at: made ?? 0, in_progress_at: began, expires_at: seconds(row.expires_at) },
    finalizing_at: status === 'failed' ? null : ended,
    ...{ completed_at: at('completed'), failed_at: at('failed'), expired_at: at('expired') },
    cancelling_at: status === 'cancelling' || status === 'cancelled' ? ended : null,
    cancelled_at: at('cancelled'),
    request_counts: { total: row.lines, completed: row.completed, failed: row.failed },
    metadata: row.metadata_json === null ? null : (JSON.parse(row.metadata_json) as Record<string, string>),
    ...{ credits_used: row.charged_nano, waiting_for: row.waiting_for },
  }
}

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))
