import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeTexts } from '../../server/src/market/retention/purge.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const DAY_MS = 86_400_000
const stored = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('users as u')
    .leftJoin('stored_texts as t', 't.user_id', 'u.user_id')
    .select(['u.stored_bytes as prompts', 't.bytes as texts'])
    .where('u.user_id', '=', p('user_id')),
)

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
    await floor.host()
  })
  afterAll(() => floor.close())

  const bytesOf = async (user_id: string) => {
    const row = await floor.market.database.get(stored, { user_id })
    return [Number(row?.prompts), Number(row?.texts ?? 0)]
  }

  test('who submits and cancels is told to stop at the bound, and goes on once old texts are erased', async () => {
    const { limits, clock, database } = floor.market
    const whole = limits.stored_bytes
    limits.stored_bytes = 10_000
    try {
      const buyer = await floor.user()
      const prompt = 'é'.repeat(2000)
      const send = async () => {
        const { job_id } = await floor.submit(buyer, { input_text: prompt })
        await floor.cancel(buyer, job_id)
      }
      await send()
      await send()
      await expect(send()).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: expect.any(Number) })
      expect(await bytesOf(buyer)).toEqual([8000, 0])
      // Of others nothing is held against anybody.
      await floor.submit(await floor.user(), { input_text: prompt })
      floor.clock.advance(31 * DAY_MS)
      await purgeTexts(database, clock.now() - 30 * DAY_MS)
      expect(await bytesOf(buyer)).toEqual([0, 0])
      await send()
    } finally {
      limits.stored_bytes = whole
    }
  })

  test('prompts, options and texts are counted by their bytes, whatever way a job ends, and erased once', async () => {
    const buyer = await floor.user()
    const host = await floor.host({ models: ['counted'] })
    const submit = () => floor.submit(buyer, { model: 'counted', input_text: 'ünï', stop: ['ende'] })
    const options = JSON.stringify({ stop: ['ende'] })
    const { job_id } = await submit()
    expect(await bytesOf(buyer)).toEqual([5 + options.length, 0])
    await floor.next(host)
    await floor.results(host, { job_id, tokens: ['ä', 'b'], finish_reason: 'stop' })
    const text = Buffer.byteLength(JSON.stringify(['ä', 'b']))
    expect(await bytesOf(buyer)).toEqual([5 + options.length, text])
    const running = await submit()
    await floor.next(host)
    await floor.results(host, { job_id: running.job_id, tokens: ['c'] })
    await floor.cancel(buyer, running.job_id)
    expect(await bytesOf(buyer)).toEqual([2 * (5 + options.length), text + 5])
    floor.clock.advance(DAY_MS)
    const now = floor.market.clock.now()
    await Promise.all([purgeTexts(floor.market.database, now), purgeTexts(floor.market.database, now)])
    expect(await bytesOf(buyer)).toEqual([0, 0])
  })

  test('a user submits no faster than the bound, in bursts; another is not held up', async () => {
    const clock = floor.clock
    const other = await openFloor(await databases.fresh(), {
      clock,
      limits: { submissions_per_second: 2, submission_burst: 3 },
    })
    try {
      await other.host()
      const [fast, calm] = [await other.user(), await other.user()]
      for (let at = 0; at < 3; at++) await other.submit(fast)
      await expect(other.submit(fast)).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 1 })
      await other.submit(calm)
      clock.advance(500)
      await other.submit(fast)
      await expect(other.submit(fast)).rejects.toMatchObject({ code: 'rate_limited' })
      clock.advance(60_000)
      for (let at = 0; at < 3; at++) await other.submit(fast)
      await expect(other.submit(fast)).rejects.toMatchObject({ code: 'rate_limited' })
    } finally {
      await other.close()
    }
  })
})
