import type { fileListQuery, OpenAiFile } from '@mkt/schemas'
import type { z } from 'zod'
import { DomainError } from '../../base/errors.ts'
import type { Reader } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { type FileRow, filePage, fileParts, ownFileRow, removeFile, saveBytes } from '../files/file-store.ts'
import { batchAnswersText } from './file-answers.ts'

const AT_ONCE = 4

/** The row of a file of the user's; not_found for anybody else's, as if there were none. */
export async function ownRow({ database, clock }: Market, user_id: string, file_id: string): Promise<FileRow> {
  const row = await ownFileRow(database, { file_id, user_id })
  if (row && (row.expires_at === null || row.expires_at > clock.now())) return row
  throw new DomainError('not_found', 'You have no file with this id.')
}

export async function ownFile(market: Market, user_id: string, file_id: string): Promise<OpenAiFile> {
  return await described(market, await ownRow(market, user_id, file_id))
}

/** A page of one's files. */
export async function listFiles(
  market: Market,
  user_id: string,
  { purpose = '' as never, limit, order, after }: z.output<typeof fileListQuery>,
) {
  // Behind every id there is.
  const from = after ?? (order === 'asc' ? '' : 'file_~')
  const rows = await filePage(market.database, order, { user_id, purpose, after: from, limit: limit + 1 })
  const data: OpenAiFile[] = []
  for (const row of rows.slice(0, limit)) data.push(await described(market, row))
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: rows.length > limit }
  return { object: 'list' as const, data, ...ends }
}

/** What is in a file, as it comes. */
export async function* contentOf(reader: Reader, { file_id, batch_id, answers }: FileRow): AsyncGenerator<string> {
  if (batch_id !== null && answers !== null) return yield* batchAnswersText(reader, batch_id, answers)
  for (let from = 0; ; from += AT_ONCE) {
    const parts = await fileParts(reader, { file_id, from, limit: AT_ONCE })
    for (const { content } of parts) yield content
    if (parts.length < AT_ONCE) return
  }
}

export async function deleteFile(market: Market, user_id: string, file_id: string): Promise<void> {
  await ownRow(market, user_id, file_id)
  await market.database.transaction((tx) => removeFile(tx, file_id))
  market.database.scrub()
}

async function described(market: Market, row: FileRow): Promise<OpenAiFile> {
  const { file_id: id, filename, purpose, created_at, expires_at } = row
  return {
    ...{ id, object: 'file', bytes: row.bytes ?? (await measure(market, row)), created_at: seconds(created_at) },
    ...(expires_at === null ? {} : { expires_at: seconds(expires_at) }),
    ...{ filename, purpose, status: 'processed' },
  }
}

/** Of answers nobody knows how long they are until somebody asks. */
async function measure({ database }: Market, row: FileRow): Promise<number> {
  let bytes = 0
  for await (const text of contentOf(database, row)) bytes += Buffer.byteLength(text)
  await database.transaction((tx) => saveBytes(tx, { file_id: row.file_id, bytes }))
  return bytes
}

const seconds = (ms: number) => Math.floor(ms / 1000)
