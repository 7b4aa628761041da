import type { IncomingMessage } from 'node:http'
import { EXPIRES_AFTER_SECONDS, MAX_BATCH_FILE_BYTES, MOST_FILE_BYTES, MOST_FILES } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { PartHead } from '../../base/multipart/part-head.ts'
import { BESIDE_BYTES, readForm } from '../../base/multipart/read-form.ts'
import { MultipartError, type MultipartEvent } from '../../base/multipart/splitter.ts'
import type { Market } from '../deps.ts'
import { demandRoomForAll, isUnfunded, noRoom, roomOf } from '../retention/unfunded.ts'
import { countFiles, fileThere, insertFile, insertPart, removeFile } from './file-store.ts'

/** Of text, what is written at once. */
const PART_CHARS = 262_144
const MOST_PARTS = 20
const FIELD_BYTES = 1024
/** Uploads of one user at once. */
const MOST_AT_ONCE = 4

const receiving = new WeakMap<Market['openCalls'], Map<string, number>>()

/**
 * Takes an upload of OpenAI's form: the part `file` goes to the database as it comes, `purpose` and `expires_after` are
 * read, wherever they stand. Gives its id. Nothing is left of one that stops or is refused; after a crash upkeep
 * removes it.
 * Errors: invalid_request, payload_too_large, too_many_queued, rate_limited.
 */
export async function receiveFile(
  market: Market,
  user_id: string,
  request: IncomingMessage,
  askFor: () => void,
): Promise<string> {
  const { files, bytes } = await countFiles(market.database, user_id)
  if (files >= MOST_FILES || bytes >= MOST_FILE_BYTES) throw full()
  const unfunded = await isUnfunded(market, user_id)
  const room = unfunded ? await roomOf(market.database, market, user_id) : MOST_FILE_BYTES - bytes
  if (room <= 0) throw noRoom(market)
  const leave = enter(market, user_id)
  const file_id = market.ids.next('file')
  const form = new Form(market, user_id, file_id, { bytes: room, unfunded })
  try {
    const reading = { clock: market.clock, askFor, mostBytes: MAX_BATCH_FILE_BYTES + BESIDE_BYTES, large: tooLarge }
    await readForm(request, reading, (event) => form.take(event))
    await form.finish()
    return file_id
  } catch (error) {
    await market.database.transaction((tx) => removeFile(tx, file_id))
    throw error instanceof MultipartError ? wrong('body', error.message) : error
  } finally {
    leave()
  }
}

function enter({ openCalls }: Market, user_id: string): () => void {
  const counts = receiving.get(openCalls) ?? new Map<string, number>()
  receiving.set(openCalls, counts)
  const count = counts.get(user_id) ?? 0
  if (count >= MOST_AT_ONCE) throw tooMany()
  counts.set(user_id, count + 1)
  return () => {
    const left = (counts.get(user_id) ?? 1) - 1
    if (left > 0) counts.set(user_id, left)
    else counts.delete(user_id)
  }
}

const FIELDS = ['purpose', 'expires_after[anchor]', 'expires_after[seconds]'] as const
type Field = (typeof FIELDS)[number]
const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

/** How much more may be stored, and whether that is for want of credits. */
interface Room {
  bytes: number
  unfunded: boolean
}

/** The parts as they come. */
class Form {
  readonly #market: Market
  readonly #owner: string
  readonly #file_id: string
  readonly #room: Room
  readonly #said = new Map<Field, string>()
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #current: 'file' | Field | 'other' = 'other'
  #filename: string | undefined
  #text = ''
  #parts = 0
  #written = 0
  #bytes = 0
  #fieldBytes = 0

  constructor(market: Market, owner: string, file_id: string, room: Room) {
    this.#market = market
    this.#owner = owner
    this.#file_id = file_id
    this.#room = room
  }

  async take(event: MultipartEvent): Promise<void> {
    if ('head' in event) return await this.#begin(event.head)
    if ('end' in event) return
    if (this.#current !== 'file') return this.#takeField(event.bytes)
    this.#bytes += event.bytes.length
    if (this.#bytes > MAX_BATCH_FILE_BYTES) throw tooLarge()
    if (this.#bytes > this.#room.bytes) throw this.#room.unfunded ? noRoom(this.#market) : full()
    this.#text += this.#decoded(event.bytes)
    if (this.#text.length >= PART_CHARS) await this.#write()
  }

  async finish(): Promise<void> {
    if (this.#filename === undefined) throw wrong('file', 'is required')
    if (this.#said.get('purpose') !== 'batch') throw wrong('purpose', 'must be "batch": no other is served here')
    this.#text += this.#decoded(undefined)
    await this.#write()
    if (this.#bytes === 0) throw wrong('file', 'is empty')
    if (this.#room.unfunded) await demandRoomForAll(this.#market, this.#bytes)
    const { clock, database } = this.#market
    const seconds = this.#seconds()
    const expires_at = seconds === undefined ? null : clock.now() + seconds * 1000
    const filename = this.#filename.replace(/\p{Cc}/gu, ' ').slice(0, 200) || 'file.jsonl'
    const there = { file_id: this.#file_id, filename: filename.toWellFormed(), bytes: this.#bytes, expires_at }
    await database.transaction((tx) => fileThere(tx, there))
  }

  async #begin({ name, fileName, encoding }: PartHead): Promise<void> {
    if (++this.#parts > MOST_PARTS) throw new MultipartError('There are too many parts.')
    if (encoding !== '' && !['7bit', '8bit', 'binary'].includes(encoding))
      throw new MultipartError('A part must not be encoded.')
    this.#current = name === 'file' || isField(name) ? name : 'other'
    this.#fieldBytes = 0
    if (this.#current !== 'file') return
    if (this.#filename !== undefined) throw wrong('file', 'stands twice')
    this.#filename = fileName ?? ''
    const { clock, database } = this.#market
    const file = { file_id: this.#file_id, user_id: this.#owner, filename: '', purpose: 'batch' as const, bytes: null }
    const rest = { batch_id: null, answers: null, state: 'receiving' as const, expires_at: null }
    await database.transaction((tx) => insertFile(tx, { ...file, ...rest, created_at: clock.now() }))
  }

  #takeField(bytes: Buffer): void {
    this.#fieldBytes += bytes.length
    if (this.#fieldBytes > FIELD_BYTES) throw new MultipartError('A part is too large.')
    if (this.#current === 'other' || this.#current === 'file') return
    this.#said.set(this.#current, (this.#said.get(this.#current) ?? '') + bytes.toString('utf8'))
  }

  #decoded(bytes: Buffer | undefined): string {
    try {
      const text = bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode()
      if (!text.includes('\0')) return text
    } catch {
      // Said below.
    }
    throw wrong('file', 'must be JSONL in UTF-8, without NUL')
  }

  async #write(): Promise<void> {
    if (this.#text === '') return
    const part = { file_id: this.#file_id, part: this.#written++, content: this.#text }
    this.#text = ''
    await this.#market.database.transaction((tx) => insertPart(tx, part))
  }

  #seconds(): number | undefined {
    const given = this.#said.get('expires_after[seconds]')
    if (given === undefined) return undefined
    const { least, most } = EXPIRES_AFTER_SECONDS
    const seconds = Number(given)
    if (Number.isInteger(seconds) && seconds >= least && seconds <= most) return seconds
    throw wrong('expires_after[seconds]', `must be a whole number, ${least} to ${most}`)
  }
}

function wrong(path: string, message: string): DomainError {
  const details = [{ path: path === 'body' ? path : `body.${path}`, message }]
  return new DomainError('invalid_request', 'The upload is not valid.', { details })
}

const tooLarge = () =>
  new DomainError('payload_too_large', `The file is larger than ${MAX_BATCH_FILE_BYTES} bytes; make several of it.`)
const tooMany = () =>
  new DomainError('rate_limited', `You have ${MOST_AT_ONCE} uploads under way; wait for one.`, { retryAfterS: 1 })
const full = () =>
  new DomainError(
    'too_many_queued',
    `You have ${MOST_FILES} files, or ${MOST_FILE_BYTES} bytes of them, and there is no room for more; delete some.`,
  )
