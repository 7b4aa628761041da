import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Floor, openFloor } from '../conformance/market-floor.ts'
import { bringUpToDate } from './current-schema.ts'

const FINISH = { offset: 0, tokens: ['a'], finish_reason: 'stop' as const }
let folder: string
let file: string
let floor: Floor
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-fairness-'))
  file = join(folder, 'mkt.db')
  await bringUpToDate({ sqlite: file })
  floor = await openFloor({ sqlite: file })
})
afterAll(async () => {
  await floor.close()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(host: string): Promise<string> {
  const offer = await floor.next(host)
  if (!offer) throw new Error('nothing to claim')
  await floor.results(host, { job_id: offer.job_id, ...FINISH })
  return (await floor.job(offer.job_id)).user_id
}

/** Queues so many more jobs like this free one, in the time that ten thousand submissions do not have here. */
function copyJob(jobId: string, copies: number): void {
  const connection = new Sqlite(file)
  const columns = (connection.pragma('table_info(jobs)') as { name: string }[]).map(({ name }) => name)
  const values = columns.map((name) => (name === 'job_id' ? `job_id || printf('%05d', n.i)` : name))
  connection.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${copies})
    insert into jobs (${columns}) select ${values} from jobs, n where job_id = '${jobId}'`)
  connection.exec(`update queues set waiting = waiting + ${copies} where model = 'flood'`)
  connection.close()
}

test("another user's single job waits one turn behind ten thousand", async () => {
  const host = await floor.host({ models: ['flood'], price: 0n })
  const flooder = await floor.user()
  copyJob((await floor.submit(flooder, { model: 'flood' })).job_id, 9_999)
  expect(await serve(host)).toBe(flooder)
  const single = await floor.user()
  const { job_id } = await floor.submit(single, { model: 'flood' })
  const next = [await serve(host), await serve(host)]
  expect(next).toContain(single)
  expect((await floor.job(job_id)).state).toBe('completed')
  expect(await serve(host)).toBe(flooder)
  expect((await floor.audit()).faults).toEqual([])
})

test('whatever is submitted and claimed, no user is served twice while another waits for the whole time', async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ submit: fc.nat(3), model: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.constant('serve' as const) },
  )
  let serial = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const models = [0, 1, 2].map((index) => `fair${++serial}-${index}`)
      const host = await floor.host({ models })
      const users = await Promise.all([0, 1, 2, 3].map(() => floor.user()))
      const waiting = new Map(users.map((user) => [user, 0]))
      // How often each user was served since the user of the key began to wait or was last served.
      const since = new Map(users.map((user) => [user, new Map<string, number>()]))
      const claimOne = async () => {
        const served = await serve(host)
        waiting.set(served, (waiting.get(served) as number) - 1)
        for (const [user, counts] of since) {
          if (user === served || waiting.get(user) === 0) continue
          counts.set(served, (counts.get(served) ?? 0) + 1)
          expect(counts.get(served)).toBeLessThanOrEqual(1)
        }
        since.set(served, new Map())
      }
      for (const one of steps) {
        if (one === 'serve') {
          if ([...waiting.values()].some((count) => count > 0)) await claimOne()
          continue
        }
        const user = users[one.submit] as string
        if (waiting.get(user) === 0) since.set(user, new Map())
        waiting.set(user, (waiting.get(user) as number) + 1)
        await floor.submit(user, { model: models[one.model] as string })
      }
      while ([...waiting.values()].some((count) => count > 0)) await claimOne()
      expect(await floor.next(host)).toBeUndefined()
    }),
    { numRuns: 25, seed: 7 },
  )
})
