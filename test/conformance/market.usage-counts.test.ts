import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobById } from '../../server/src/market/jobs/store.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  test('counts that cannot be do not fill the sums of a buyer, nor keep a job from its end', async () => {
    const host_id = await floor.host()
    const user = await floor.user()
    const { job_id } = await floor.submit(user, { input_text: 'hello' })
    await floor.next(host_id)
    const most = Number.MAX_SAFE_INTEGER
    const usage = { prompt_tokens: most, completion_tokens: most, cached_tokens: most, reasoning_tokens: most }
    const ended = await floor.results(host_id, { job_id, tokens: ['a'], finish_reason: 'stop', usage })
    expect(ended).toMatchObject({ state: 'completed' })
    expect(await jobById(floor.market.database, job_id)).toMatchObject({
      ...{ tokens_generated: 1, reasoning_tokens: 10 },
      ...{ prompt_tokens: 16_394, cached_tokens: 16_394 },
    })
  })
})
