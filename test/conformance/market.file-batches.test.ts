import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileEndedBatches } from '../../server/src/market/batches/file-ended.ts'
import { createFileBatch, listFileBatches, showFileBatch } from '../../server/src/market/batches/of-file.ts'
import { contentOf, deleteFile, listFiles, ownRow } from '../../server/src/market/batches/own-files.ts'
import { readRequests } from '../../server/src/market/batches/read-requests.ts'
import { runBatches } from '../../server/src/market/batches/run.ts'
import { expireFiles, purgeFiles } from '../../server/src/market/files/erase-files.ts'
import { countFiles, fileThere, insertFile, insertPart } from '../../server/src/market/files/file-store.ts'
import { requestLine } from '../server/upload.ts'
import { BY, batchesOn } from './batch-floor.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const ASKED = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const
const DAY_MS = 86_400_000
const EVERY = { limit: 100, order: 'asc' } as const

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())
  const { serve } = batchesOn(() => floor)

  /** A file as an upload leaves it, cut into parts in the middle of lines. */
  async function file(user_id: string, lines: readonly string[], expires_at: number | null = null): Promise<string> {
    const file_id = floor.market.ids.next('file')
    const text = `\ufeff${lines.join('\r\n')}`
    const now = floor.clock.now()
    const made = { file_id, user_id, filename: '', purpose: 'batch' as const, bytes: null, batch_id: null }
    await floor.market.database.transaction(async (tx) => {
      await insertFile(tx, { ...made, answers: null, state: 'receiving', created_at: now, expires_at: null })
      for (let part = 0; part * 100 < text.length; part++)
        await insertPart(tx, { file_id, part, content: text.slice(part * 100, part * 100 + 100) })
      await fileThere(tx, { file_id, filename: 'f.jsonl', bytes: Buffer.byteLength(text), expires_at })
    })
    return file_id
  }
  const lines = (model: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      requestLine(`n${at}`, { model, messages: [{ role: 'user', content: `say ${at}` }], max_tokens: 3 }),
    )

  test('a server that is killed while it reads a file begins again, and each line is one job', async () => {
    const host = await floor.host({ models: ['filed'], concurrency: 1000 })
    const user = await floor.user()
    const input_file_id = await file(user, lines('filed', 205))
    const { id } = await createFileBatch(floor.market, user, { ...ASKED, input_file_id }, BY)
    let transactions = 0
    const { database } = floor.market
    const dying: typeof database = {
      ...database,
      all: (statement, parameters) => database.all(statement, parameters),
      get: (statement, parameters) => database.get(statement, parameters),
      transaction: (work) => {
        if (++transactions > 1) throw new Error('killed')
        return database.transaction(work)
      },
    }
    await readRequests({ ...floor.market, database: dying })
    const half = await showFileBatch(floor.market, user, id)
    expect(half).toMatchObject({ status: 'validating', request_counts: { total: 200 } })
    await readRequests(floor.market)
    expect(await showFileBatch(floor.market, user, id)).toMatchObject({
      status: 'in_progress',
      request_counts: { total: 205, completed: 0 },
    })
    for (let round = 0; round < 7; round++) {
      await runBatches(floor.market)
      await serve(host)
    }
    await runBatches(floor.market)
    await fileEndedBatches(floor.market)
    await fileEndedBatches(floor.market)
    const done = await showFileBatch(floor.market, user, id)
    expect(done).toMatchObject({ status: 'completed', error_file_id: null, request_counts: { completed: 205 } })
    const answers = []
    const row = await ownRow(floor.market, user, done.output_file_id ?? '')
    for await (const text of contentOf(floor.market.database, row)) answers.push(text)
    const customs = answers
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).custom_id)
    expect(customs).toEqual(Array.from({ length: 205 }, (_, at) => `n${at}`))
  })

  test('a file that is deleted while its batch reads it leaves no batch of a part of it', async () => {
    const user = await floor.user()
    const input_file_id = await file(user, lines('filed', 205))
    const { id } = await createFileBatch(floor.market, user, { ...ASKED, input_file_id }, BY)
    const { database } = floor.market
    const deleting: typeof database = {
      ...database,
      all: (statement, parameters) => database.all(statement, parameters),
      get: (statement, parameters) => database.get(statement, parameters),
      transaction: async (work) => {
        const done = await database.transaction(work)
        await deleteFile(floor.market, user, input_file_id).catch(() => undefined)
        return done
      },
    }
    await readRequests({ ...floor.market, database: deleting })
    expect(await showFileBatch(floor.market, user, id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'empty_file', message: 'the file was deleted while it was read' }] },
    })
  })

  test('a batch whose model nobody offers ends with its day, and says so of each line', async () => {
    const user = await floor.user()
    await floor.host({ models: ['away'] })
    const input_file_id = await file(user, lines('never', 2))
    const { id } = await createFileBatch(floor.market, user, { ...ASKED, input_file_id }, BY)
    await readRequests(floor.market)
    await runBatches(floor.market)
    expect(await showFileBatch(floor.market, user, id)).toMatchObject({
      status: 'in_progress',
      waiting_for: expect.stringContaining('never'),
    })
    floor.clock.advance(DAY_MS)
    await runBatches(floor.market)
    await fileEndedBatches(floor.market)
    const ended = await showFileBatch(floor.market, user, id)
    expect(ended).toMatchObject({ status: 'expired', output_file_id: null, request_counts: { total: 2, completed: 0 } })
    const row = await ownRow(floor.market, user, ended.error_file_id ?? '')
    let text = ''
    for await (const part of contentOf(floor.market.database, row)) text += part
    expect(text.match(/batch_expired/g)).toHaveLength(2)
    expect((await listFileBatches(floor.market, user, { limit: 5 })).data.map((one) => one.id)).toEqual([id])
  })

  test('files are listed either way, by purpose, and end by expiry, age and hand', async () => {
    const user = await floor.user()
    const [a, b, c] = [await file(user, ['1']), await file(user, ['2'], floor.clock.now() + 1000), await file(user, [])]
    const ids = async (how: object = {}) =>
      (await listFiles(floor.market, user, { ...EVERY, ...how })).data.map(({ id }) => id)
    expect(await ids()).toEqual([a, b, c])
    expect(await ids({ order: 'desc', limit: 2 })).toEqual([c, b])
    expect(await ids({ after: a, purpose: 'batch' })).toEqual([b, c])
    expect(await ids({ purpose: 'batch_output' })).toEqual([])
    expect(await countFiles(floor.market.database, user)).toMatchObject({ files: 3 })
    floor.clock.advance(2000)
    await expect(ownRow(floor.market, user, b)).rejects.toMatchObject({ code: 'not_found' })
    await expireFiles(floor.market.database, floor.clock.now())
    await deleteFile(floor.market, user, a)
    expect(await ids()).toEqual([c])
    await purgeFiles(floor.market.database, floor.clock.now() + 1)
    expect(await ids()).toEqual([])
  })
})
