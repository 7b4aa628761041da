import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOST_SILENT, loseAttempt } from '../../server/src/market/attempts/lose.ts'
import { jobEvents } from '../../server/src/market/streams/job-events.ts'
import { relay } from '../../server/src/market/streams/relay.ts'
import { watchLeases } from '../../server/src/market/upkeep/lease-watch.ts'
import type { Database, Tx } from '../../server/src/storage/database.ts'
import { type Floor, openFloor } from '../conformance/market-floor.ts'
import { memoryFolder } from '../simulation/memory-folder.ts'
import { bringUpToDate } from './current-schema.ts'

const folder = memoryFolder()
let floor: Floor
let database: Database

beforeAll(async () => {
  const location = { sqlite: `${folder.path}/mkt.db` }
  await bringUpToDate(location)
  floor = await openFloor(location)
  database = floor.market.database
})
afterAll(async () => {
  await floor.close()
  folder.remove()
})

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

/** Has something else happen in the middle of transactions, at their first write, as other clients do on Postgres. */
function meanwhile(what: () => void): void {
  floor.market.database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        let writes = 0
        const run: Tx['run'] = async (statement, parameters) => {
          if (++writes === 1) {
            what()
            await turns()
          }
          return await tx.run(statement, parameters)
        }
        return await work({ ...tx, run })
      }),
  }
}

/** A job that a host runs and of which nobody has read the one piece that has come. */
async function unread() {
  const [buyer, host] = [await floor.user(), await floor.host()]
  const { job_id } = await floor.submit(buyer)
  expect((await floor.next(host))?.job_id).toBe(job_id)
  await floor.results(host, { job_id, tokens: ['one'] })
  const stream = await floor.market.streams.find(job_id)
  if (!stream) throw new Error('a running job has no stream')
  return { buyer, host, job_id, stream }
}

function reading(job_id: string) {
  const events: string[] = []
  const left = new AbortController()
  const write = async (text: string) => void events.push(text)
  const end = relay(floor.market, job_id, undefined, { write, gone: left.signal, format: jobEvents })
  return { events, leave: () => left.abort(), end }
}

test('who comes while an unread attempt is taken back is sent nothing of it: the next attempt is another text', async () => {
  const { job_id, stream } = await unread()
  let reader: ReturnType<typeof reading> | undefined
  meanwhile(() => {
    reader ??= reading(job_id)
  })
  await loseAttempt(floor.market, stream, HOST_SILENT)
  floor.market.database = database
  await turns()
  expect(reader?.events).toEqual([])
  expect((await floor.job(job_id)).state).toBe('queued')
  const other = await floor.host()
  expect((await floor.next(other))?.job_id).toBe(job_id)
  await floor.results(other, { job_id, tokens: ['uno'], finish_reason: 'stop' })
  await reader?.end
  expect(reader?.events.join('')).toBe('id: 2.0\ndata: {"token":"uno"}\n\ndata: [DONE]\n\n')
})

test('where taking back fails, the attempt goes on and its readers have it', async () => {
  const { host, job_id, stream } = await unread()
  let reader: ReturnType<typeof reading> | undefined
  meanwhile(() => {
    reader ??= reading(job_id)
    throw new Error('the disk is full')
  })
  await expect(loseAttempt(floor.market, stream, HOST_SILENT)).rejects.toThrow('the disk is full')
  floor.market.database = database
  await floor.results(host, { job_id, offset: 1, tokens: [' two'], finish_reason: 'stop' })
  await reader?.end
  expect(reader?.events.join('')).toContain('data: {"token":"one"}')
  expect(reader?.events.at(-1)).toBe('data: [DONE]\n\n')
})

test.each(['all', 'get'] as const)(
  'the watch on leases leaves no stream to a job that ends beside it (%s)',
  async (look) => {
    const { buyer, job_id, stream } = await unread()
    // As after a claim whose commit was not confirmed.
    floor.market.streams.close(stream)
    let cancelled = false
    // Behind the list of running jobs, or behind the second look at this one.
    floor.market.database = {
      ...database,
      async [look](statement: never, parameters: never) {
        const found = await database[look](statement, parameters)
        if (!cancelled) {
          cancelled = true
          await floor.cancel(buyer, job_id)
        }
        return found
      },
    } as typeof database
    await watchLeases(floor.market)
    floor.market.database = database
    expect((await floor.job(job_id)).state).toBe('failed')
    expect(await floor.faults([job_id])).toEqual([])
  },
)
