import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimIn } from '../../server/src/market/broker/claim.ts'
import { freeLookedFor } from '../../server/src/market/broker/turn-store.ts'
import { workLookedFor } from '../../server/src/market/broker/work-store.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { onPostgres } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const QUEUED = 20_000

await onPostgres((databases) => {
  let location: Extract<Location, { postgres: string }>
  let floor: Floor
  beforeAll(async () => {
    location = (await databases.fresh()) as typeof location
    floor = await openFloor(location)
  })
  afterAll(() => floor.close())

  const submit = async (user: string, model: string, terms = {}) => {
    await floor.submit(user, { model, ...terms })
    return user
  }
  const ownerOf = async (job_id: string | undefined) => (await floor.job(job_id as string)).user_id

  /** Of users who were never served, ids decide who is first. */
  const usersInTurn = async () => [await floor.user(), await floor.user(), await floor.user()].sort()

  /** Whose job a host gets, and whose another one gets before the first claim is committed. */
  async function duringClaim(first: string, models: string[], second: string): Promise<string[]> {
    const host = await hostById(floor.market.database, first)
    if (!host) throw new Error('the host is not there')
    const claimant = { host, instance: null, rivals: () => [], probation: new Set<string>() }
    const got = await floor.market.database.transaction(async (tx) => {
      const one = await claimIn(tx, floor.market, claimant, { models, own: [] })
      // A claim that met the first one at its user would wait for it here, for ever.
      const other = await floor.next(second)
      return [one?.job_id, other?.job_id]
    })
    return await Promise.all(got.map(ownerOf))
  }

  test('claims that run at once begin with users of their own and do not wait for each other', async () => {
    const [one, other] = [await floor.host({ models: ['a'] }), await floor.host({ models: ['a'] })]
    const users = [await floor.user(), await floor.user()]
    for (const user of [...users, ...users]) await submit(user, 'a')
    expect(new Set(await duringClaim(one, ['a'], other))).toEqual(new Set(users))
  })

  test('a user who has nothing for a host is not held by its claim', async () => {
    const small = await floor.host({ models: ['b'], max_tokens: 5 })
    const large = await floor.host({ models: ['b'], max_tokens: 50 })
    const [first, ...others] = await usersInTurn()
    await submit(first as string, 'b', { max_tokens: 50 })
    for (const user of others) await submit(user, 'b', { max_tokens: 5 })
    expect(await duringClaim(small, ['b'], large)).toEqual([others[0], first])
  })

  test('a claim for several models holds one user', async () => {
    const both = await floor.host({ models: ['c', 'd'] })
    const single = await floor.host({ models: ['d'] })
    const [first, ...others] = await usersInTurn()
    await submit(first as string, 'c')
    for (const user of others) await submit(user, 'd')
    expect(await duringClaim(both, ['c', 'd'], single)).toEqual([first, others[0]])
  })

  test('a claim asks for a job of the first user in turn alone, where nobody else serves that one', async () => {
    const host_id = await floor.host({ models: ['g'] })
    for (let users = 0; users < 6; users++) await submit(await floor.user(), 'g')
    const { sql, bindings } = freeLookedFor.compile('postgres')
    const asked: Record<string, unknown> = {
      ...{ host_id, price_nano: 0, input_price_nano: 0, max_tokens: 4096, capabilities: 0, may: 0x7fffffff, limit: 32 },
      ...{ now: Date.now(), models_json: '["g"]', short_json: '[]', new_json: '[]', proven_json: '[]' },
    }
    const values = bindings.map((one) => ('name' in one ? asked[one.name] : one.constant))
    const client = new pg.Client({ connectionString: location.postgres })
    await client.connect()
    const plan = await client.query(`explain (analyze, format text) ${sql}`, values).finally(() => client.end())
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    const looks = Array.from(text.matchAll(/ on (?:public\.)?jobs\b.*loops=(\d+)/g), ([, loops]) => Number(loops))
    expect([looks.length > 0, Math.max(...looks)]).toEqual([true, 1])
  })

  test('a look for work reads a long queue by its ends, whatever is in it', async () => {
    const dear = await floor.host({ models: ['e', 'f'], price: 1_500_000n })
    await floor.host({ models: ['e', 'f'] })
    const { job_id } = await floor.submit(await floor.user(100_000_000_000n), { model: 'e', max_tokens: 10 })
    const client = new pg.Client({ connectionString: location.postgres })
    await client.connect()
    try {
      const { rows } = await client.query('select * from jobs where job_id = $1', [job_id])
      const columns = Object.keys(rows[0]).filter((column) => column !== 'job_id')
      const copied = columns.join(', ')
      await client.query(
        `insert into jobs (job_id, ${copied}) select 'job_copy' || n, ${copied} from jobs, generate_series(1, ${QUEUED}) n
         where job_id = $1`,
        [job_id],
      )
      await client.query('analyze')
      const { sql } = workLookedFor.compile('postgres')
      const plan = await client.query(`explain (analyze, format text) ${sql}`, [dear])
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(text).not.toMatch(/Seq Scan on jobs/)
      // Copies belong to no queue: the books of the floor are to be as they were.
      await client.query("delete from jobs where job_id like 'job\\_copy%'")
    } finally {
      await client.end()
    }
  })
})
