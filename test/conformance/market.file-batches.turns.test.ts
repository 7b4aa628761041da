import { setImmediate as nextTurn } from 'node:timers/promises'
import { MOST_BATCH_LINES } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileBatch, showFileBatch } from '../../server/src/market/batches/of-file.ts'
import { beginReading, readRequests } from '../../server/src/market/batches/read-requests.ts'
import { fileThere, insertFile, insertPart } from '../../server/src/market/files/file-store.ts'
import { requestLine } from '../server/upload.ts'
import { BY } from './batch-floor.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const ASKED = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const
const PART = 262_144

/** A floor, and files on it. */
function filesFloor(databases: Databases) {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  /** A file as an upload leaves it. */
  async function file(user_id: string, text: string): Promise<string> {
    const file_id = floor.market.ids.next('file')
    const made = { file_id, user_id, filename: '', purpose: 'batch' as const, bytes: null, batch_id: null }
    await floor.market.database.transaction(async (tx) => {
      await insertFile(tx, { ...made, answers: null, state: 'receiving', created_at: 1, expires_at: null })
      for (let part = 0; part * PART < text.length; part++)
        await insertPart(tx, { file_id, part, content: text.slice(part * PART, (part + 1) * PART) })
      await fileThere(tx, { file_id, filename: 'f.jsonl', bytes: Buffer.byteLength(text), expires_at: null })
    })
    return file_id
  }
  const make = async (user: string, text: string) =>
    (await createFileBatch(floor.market, user, { ...ASKED, input_file_id: await file(user, text) }, BY)).id

  return { floor: () => floor, file, make }
}

/** How often others had their turn while this was done. */
async function turnsWithin(work: () => Promise<unknown>): Promise<number> {
  let [turns, over] = [0, false]
  const done = work().finally(() => {
    over = true
  })
  while (!over) {
    await nextTurn()
    turns++
  }
  await done
  return turns
}

const chat = (at: number, messages: number) =>
  requestLine(`n${at}`, {
    model: 'm',
    messages: Array.from({ length: messages }, () => ({ role: 'user', content: 'x' })),
    max_tokens: 3,
  })
const chats = (count: number, messages: number) =>
  Array.from({ length: count }, (_, at) => chat(at, messages)).join('\n')

await onEveryDialect((databases) => {
  const { floor, file, make } = filesFloor(databases)

  test('a large file is looked at turn by turn, and one of blank lines no further than they may be', async () => {
    const user = await floor().user()
    const dense = chats(100, 400)
    const of = await make(user, dense)
    const turns = await turnsWithin(() => readRequests(floor().market))
    expect(turns).toBeGreaterThan(dense.length / 65_536)
    expect(await showFileBatch(floor().market, user, of)).toMatchObject({ request_counts: { total: 100 } })

    const input_file_id = await file(user, '\n'.repeat(8_388_608))
    let id = ''
    const create = async () => {
      id = (await createFileBatch(floor().market, user, { ...ASKED, input_file_id }, BY)).id
    }
    expect(await turnsWithin(create)).toBeGreaterThan(MOST_BATCH_LINES / 1000)
    await readRequests(floor().market)
    expect(await showFileBatch(floor().market, user, id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'too_many_lines', line: MOST_BATCH_LINES + 1, param: null }] },
    })
  })
})

await onEveryDialect((databases) => {
  const { floor, make } = filesFloor(databases)

  test('a file of one user waits for none of another’s, and those of one come one after the other', async () => {
    const [large, small] = [await floor().user(), await floor().user()]
    const [first, second] = [await make(large, chats(300, 400)), await make(large, chats(2, 1))]
    const other = await make(small, chats(2, 1))
    const begun = await beginReading(floor().market)
    expect(begun).toHaveLength(2)
    await Promise.race(begun)
    const states = async () => ({
      large: (await showFileBatch(floor().market, large, first)).status,
      small: (await showFileBatch(floor().market, small, other)).status,
      second: (await showFileBatch(floor().market, large, second)).status,
    })
    expect(await states()).toEqual({ large: 'validating', small: 'in_progress', second: 'validating' })
    // What is read is not begun again.
    expect(await beginReading(floor().market)).toEqual([])
    await Promise.all(begun)
    await readRequests(floor().market)
    expect(await states()).toEqual({ large: 'in_progress', small: 'in_progress', second: 'in_progress' })
  })
})

await onEveryDialect((databases) => {
  const { floor, file, make } = filesFloor(databases)

  async function readAll(): Promise<void> {
    for (let begun = await beginReading(floor().market); begun.length > 0; begun = await beginReading(floor().market))
      await Promise.all(begun)
  }

  test('so much is read for one user in an hour, whatever becomes of it', async () => {
    const [user, other] = [await floor().user(), await floor().user()]
    const input_file_id = await file(user, 'nothing')
    const create = () => createFileBatch(floor().market, user, { ...ASKED, input_file_id }, BY)
    for (let count = 1; count <= 512; count++) {
      await create()
      if (count % 16 === 0) await readAll()
    }
    await expect(create()).rejects.toMatchObject({ code: 'rate_limited' })
    await make(other, chats(1, 1))
  })
})
