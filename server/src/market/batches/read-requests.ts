import { type BatchDoor, type BatchFault, MOST_BATCH_LINES } from '@mkt/schemas'
import { Turns } from '../../base/turns.ts'
import type { Market } from '../deps.ts'
import { fileParts } from '../files/file-store.ts'
import { type BatchRow, failBatch, growBatch, readingBatches, startBatchRow } from './batch-store.ts'
import { insertLine } from './line-store.ts'
import { type BatchTerms, type LineFault, type RequestLine, readRequestLine } from './request-line.ts'

/** Written in one transaction, between which others have their turn. */
const WRITTEN_AT_ONCE = 200
const WRITTEN_BYTES = 1_048_576
const PARTS_AT_ONCE = 4
const MOST_FAULTS = 50
const MOST_LINE_CHARS = 1_048_576
/** Lines of a file with nothing on them. */
const MOST_BLANK = MOST_BATCH_LINES
/** Files that are read at the same time, each of another user. */
const READ_AT_ONCE = 8

/** Whose files this server reads at the moment. */
const reading = new WeakMap<Market['openCalls'], Set<string>>()

/**
 * Begins to read the files of batches that were made of one, a user's one after the other and beside those of others:
 * all lines are looked at, and become the batch's if nothing is wrong with any. A crash in between repeats it: what is
 * there already is passed over.
 */
export async function beginReading(market: Market): Promise<Promise<void>[]> {
  const busy = reading.get(market.openCalls) ?? new Set<string>()
  reading.set(market.openCalls, busy)
  const next = (await readingBatches(market.database)).filter(({ user_id }) => !busy.has(user_id))
  return next.slice(0, Math.max(0, READ_AT_ONCE - busy.size)).map((batch) => {
    busy.add(batch.user_id)
    return readOne(market, batch)
      .catch((error) =>
        market.log.error({ err: error, batch_id: batch.batch_id }, 'the file of a batch could not be read; again soon'),
      )
      .finally(() => busy.delete(batch.user_id))
  })
}

/** The same to its end. */
export async function readRequests(market: Market): Promise<void> {
  await Promise.all(await beginReading(market))
}

async function readOne(market: Market, batch: BatchRow): Promise<void> {
  const { database, clock } = market
  const { batch_id, user_id, token_id } = batch
  const { count, faults } = await look(market, batch)
  // Deleted in between, a file would leave a batch without its last requests.
  if (faults.length === 0 && (await take(market, batch)) < count) faults.push(GONE)
  const now = clock.now()
  await database.transaction(async (tx) => {
    if (faults.length > 0) await failBatch(tx, { batch_id, faults_json: JSON.stringify(faults), now })
    else await startBatchRow(tx, { batch_id, user_id, token_id, now })
  })
}

const GONE: BatchFault = {
  code: 'empty_file',
  message: 'the file was deleted while it was read',
  param: null,
  line: null,
}

/** How many requests the file has, and what is wrong with them. */
async function look(market: Market, batch: BatchRow): Promise<{ count: number; faults: BatchFault[] }> {
  const faults: BatchFault[] = []
  const add = (line: number | null, code: string, message: string, param: string | null = null) =>
    faults.push({ code, message, param, line })
  const known = new Set<string>()
  let count = 0
  for await (const { line, read } of requestsOf(market, batch)) {
    count++
    if ('code' in read) add(line, read.code, read.message, read.param)
    else if (known.has(read.custom_id)) add(line, 'duplicate_custom_id', 'stands in an earlier line too', 'custom_id')
    else if (read.model !== batch.model)
      add(line, 'mismatched_model', `must be that of the first line, ${batch.model}`, 'body.model')
    if (!('code' in read)) known.add(read.custom_id)
    if (count > MOST_BATCH_LINES) add(line, 'too_many_lines', `a batch has at most ${MOST_BATCH_LINES} requests`)
    if (faults.length >= MOST_FAULTS || count > MOST_BATCH_LINES) break
  }
  if (count === 0) add(null, 'empty_file', 'the file has no requests, or was deleted')
  return { count, faults }
}

/** Makes the requests the batch's, but for those that are; the number of all that were read. */
async function take({ database, ...market }: Market, batch: BatchRow): Promise<number> {
  const { batch_id, user_id } = batch
  let place = 0
  let [some, bytesOfSome]: [{ at: number; line: RequestLine }[], number] = [[], 0]
  const write = async () => {
    const [first, lines, bytes] = [some[0]?.at, some, bytesOfSome]
    some = []
    bytesOfSome = 0
    if (first === undefined) return
    await database.transaction(async (tx) => {
      if ((await growBatch(tx, { batch_id, user_id, first, lines: lines.length, bytes })) === 0) return
      for (const { at, line } of lines)
        await insertLine(tx, { batch_id, line: at, custom_id: line.custom_id, input_text: line.body, form: line.form })
    })
  }
  for await (const { read } of requestsOf({ database, ...market }, batch)) {
    if ('code' in read) break
    const at = place++
    if (at < batch.lines) continue
    some.push({ at, line: read })
    bytesOfSome += Buffer.byteLength(read.body)
    if (some.length >= WRITTEN_AT_ONCE || bytesOfSome >= WRITTEN_BYTES) await write()
  }
  await write()
  return place
}

async function* requestsOf(market: Pick<Market, 'database'>, { door, settings_json, input_file_id }: BatchRow) {
  const terms = JSON.parse(settings_json) as BatchTerms
  for await (const { line, text } of linesOf(market, input_file_id ?? ''))
    yield { line, read: text === undefined ? TOO_MANY_BLANK : readRequestLine(text, door as BatchDoor, terms) }
}

const TOO_MANY_BLANK: LineFault = {
  code: 'too_many_lines',
  message: `a file has at most ${MOST_BLANK} lines with nothing on them; take them out`,
  param: null,
}

interface FileLine {
  line: number
  text: string | undefined
}

/**
 * The lines of a file that are not blank, with their numbers from 1; others have their turn in between. Without a text
 * is the last one, where too many were blank.
 */
export async function* linesOf({ database }: Pick<Market, 'database'>, file_id: string): AsyncGenerator<FileLine> {
  const turns = new Turns()
  let [rest, line, blank] = ['', 0, 0]
  for (let from = 0; ; from += PARTS_AT_ONCE) {
    const parts = await fileParts(database, { file_id, from, limit: PARTS_AT_ONCE })
    for (const { content } of parts) {
      const lines = `${rest}${content}`.split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        line++
        if (text.trim() !== '') yield { line, text: bounded(line, text) }
        else if (++blank > MOST_BLANK) return yield { line, text: undefined }
        if (turns.isDue(text.length)) await turns.next()
      }
    }
    // No longer than it takes to see that it is too long.
    if (rest.length > MOST_LINE_CHARS) rest = rest.slice(0, MOST_LINE_CHARS + 1)
    if (parts.length < PARTS_AT_ONCE) break
  }
  if (rest.trim() !== '') yield { line: line + 1, text: bounded(line + 1, rest) }
}

/** The mark of an order of bytes is no text, and of a line that is too long nothing is read. */
function bounded(line: number, text: string): string {
  if (text.length > MOST_LINE_CHARS) return ''
  return line === 1 ? text.replace(/^\ufeff/, '') : text
}
