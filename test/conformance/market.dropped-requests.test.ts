import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobById } from '../../server/src/market/jobs/store.ts'
import { drop, endsOf, orDrop } from '../../server/src/market/openai/complete.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

await onEveryDialect((databases) => {
  let floor: Floor
  let user_id: string
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
    await floor.host()
    user_id = await floor.user()
  })
  afterAll(() => floor.close())

  const submitted = async () => (await floor.submit(user_id)).job_id
  const stateOf = async (job_id: string) => (await jobById(floor.market.database, job_id))?.error

  test('one answer that cannot be cancelled keeps no other one running', async () => {
    const job_id = await submitted()
    const asked = { user_id, model: 'm', job_ids: ['job_of_nobody', job_id] }
    await expect(drop(floor.market, asked)).rejects.toMatchObject({ code: 'not_found' })
    expect(await stateOf(job_id)).toBe('cancelled')
  })

  test('a request whose answer cannot be given leaves nothing running', async () => {
    const job_id = await submitted()
    const asked = { user_id, model: 'm', job_ids: [job_id, 'job_of_nobody'] }
    const away = () => Promise.reject(new Error('the database is away'))
    await expect(orDrop(floor.market, asked, away)).rejects.toThrow('the database is away')
    expect(await stateOf(job_id)).toBe('cancelled')
    const other = await submitted()
    const twice = { ...asked, job_ids: ['job_of_nobody', other] }
    await expect(endsOf(floor.market, twice, AbortSignal.timeout(60_000))).rejects.toThrow()
    expect(await stateOf(other)).toBe('cancelled')
  })
})
