import { NANO_PER_CREDIT } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLines, createBatch } from '../../server/src/market/batches/make.ts'
import { BY } from './batch-floor.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const KIB = 1024
const PROMPT = 'x'.repeat(100 * KIB)
const FREE = { input_text: PROMPT, max_price_per_token: 0n }

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    const limits = { unfunded_bytes: 450 * KIB, unfunded_bytes_per_hour: 1600 * KIB }
    floor = await openFloor(await databases.fresh(), { trust: 'strangers', limits })
    await floor.host()
  })
  afterAll(() => floor.close())

  /** How many prompts are taken until one is refused, and with what. */
  async function fill(user: string, most = 12) {
    for (let taken = 0; taken < most; taken++) {
      const refused = await floor.submit(user, FREE).then(
        () => undefined,
        (error: { code: string; message: string }) => error,
      )
      if (refused) return { taken, code: refused.code, message: refused.message }
    }
    return { taken: most }
  }
  const newBatch = (user: string) => createBatch(floor.market, user, { name: 'b', model: 'm', temperature: 0 }, BY)

  // Before: 256 MiB of prompts and 1.2 GiB of batches for each account, which costs nothing.
  test('an account without credits has little stored, together with its batches', async () => {
    const user = await floor.user(0n)
    const { batch_id } = await newBatch(user)
    await addLines(floor.market, user, batch_id, { first: 0, lines: [{ input_text: PROMPT }] })
    expect(await fill(user)).toMatchObject({
      ...{ taken: 3, code: 'too_many_queued' },
      message: expect.stringContaining('get a credit for more'),
    })
    const more = addLines(floor.market, user, batch_id, { first: 1, lines: [{ input_text: PROMPT }] })
    await expect(more).rejects.toMatchObject({ code: 'too_many_queued' })
  })

  test('whoever has a credit, or has spent one, is not asked', async () => {
    expect(await fill(await floor.user(NANO_PER_CREDIT))).toEqual({ taken: 12 })
    expect(await fill(await floor.user(0n, NANO_PER_CREDIT))).toEqual({ taken: 12 })
    const poor = await floor.user(NANO_PER_CREDIT / 2n)
    expect(await fill(poor)).toMatchObject({ taken: 4 })
    // What sets something aside is paid for.
    await floor.submit(poor, { input_text: PROMPT, max_tokens: 10 })
  })

  test('many such accounts together store no more than their hour holds', async () => {
    const taken: unknown[] = []
    for (let accounts = 0; accounts < 5; accounts++) {
      const { message: _, ...filled } = await fill(await floor.user(0n))
      taken.push(filled)
    }
    expect(taken.at(-1)).toMatchObject({ taken: 0, code: 'rate_limited' })
    await floor.submit(await floor.user(), { input_text: PROMPT })
  })
})
