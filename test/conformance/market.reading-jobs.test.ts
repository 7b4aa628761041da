import { type Submission, writeVector } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setCapabilities } from '../../server/src/market/hosts/capability-store.ts'
import { expireJobs } from '../../server/src/market/upkeep/job-expiry.ts'
import { watchLeases } from '../../server/src/market/upkeep/lease-watch.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const DEAR = 10n ** 9n
const TEXTS = { embed: { inputs: ['x', 'y'] }, input_text: 'x\ny', max_tokens: 2 }

function readingFloor(databases: Databases) {
  let floor: Floor
  let user: string
  let host: string
  beforeEach(async () => {
    floor = await openFloor(await databases.fresh())
    user = await floor.user()
    host = await floor.host({ models: ['e'], price: DEAR, input: 1000n })
    await floor.market.database.transaction((tx) => setCapabilities(tx, host, { capabilities: ['embeddings'] }))
    floor.market.offers.forget()
  })
  afterEach(async () => {
    expect(await floor.faults([])).toEqual([])
    await floor.close()
  })

  async function taken(more: Partial<Submission> = {}): Promise<string> {
    const { job_id } = await floor.submit(user, { model: 'e', ...TEXTS, ...more })
    expect((await floor.next(host))?.job_id).toBe(job_id)
    return job_id
  }
  return { floor: () => floor, user: () => user, host: () => host, taken }
}

const vectors = [1, 2].map((number, at) => ({ at, vector: writeVector([number]) as string }))

await onEveryDialect((databases) => {
  const { floor, user, host, taken } = readingFloor(databases)

  test('text beside vectors is no answer to them, and free', async () => {
    const job_id = await taken()
    const said = { tokens: ['hello', 'world'], notes: vectors, usage: { prompt_tokens: 3, completion_tokens: 10 } }
    await floor().results(host(), { job_id, ...said, finish_reason: 'stop' })
    // Another host may answer it.
    expect(await floor().job(job_id)).toMatchObject({ state: 'queued', charged_nano: 0n })
    expect(await floor().earnings(host())).toBe(0n)
  })

  test('a job is cancelled whatever its host had sent, and nothing that was written is charged', async () => {
    const job_id = await taken()
    await floor().results(host(), { job_id, tokens: ['hello', 'world'] })
    await floor().cancel(user(), job_id)
    const job = await floor().job(job_id)
    expect(job).toMatchObject({ state: 'failed', error: 'cancelled', tokens_generated: 0 })
    // What it read, at most.
    expect(job.charged_nano).toBeLessThanOrEqual(1000n * BigInt(job.prompt_bytes))
  })

  test('one that was to be kept in part ends with its host, and no other waits for it', async () => {
    const [kept, other] = [await taken({ partial: 'keep' }), await taken()]
    await floor().results(host(), { job_id: kept, tokens: ['hello', 'world'] })
    floor().clock.advance(86_400_001)
    await watchLeases(floor().market)
    expect(await floor().job(kept)).toMatchObject({ state: 'failed', charged_nano: 0n })
    expect(await floor().job(other)).toMatchObject({ state: 'failed', charged_nano: 0n })
  })
})

await onEveryDialect((databases) => {
  const { floor, user } = readingFloor(databases)

  test('a job that cannot be ended keeps none of the others from their ends', async () => {
    const jobs: string[] = []
    for (let count = 0; count < 3; count++) jobs.push((await floor().submit(user(), { model: 'e', ...TEXTS })).job_id)
    const { database } = floor().market
    let transactions = 0
    const failing = Object.assign(Object.create(database), {
      all: database.all.bind(database),
      get: database.get.bind(database),
      transaction: (work: Parameters<typeof database.transaction>[0]) => {
        if (++transactions === 1) throw new Error('this one cannot be ended')
        return database.transaction(work)
      },
    })
    const market = Object.assign(Object.create(floor().market), { database: failing })
    await expect(expireJobs(market, floor().clock.now() + 1)).rejects.toThrow('this one cannot be ended')
    const states = await Promise.all(jobs.map(async (job_id) => (await floor().job(job_id)).state))
    expect(states.filter((state) => state === 'failed')).toHaveLength(2)
    await expireJobs(floor().market, floor().clock.now() + 1)
  })
})
