import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeHost } from '../../server/src/market/hosts/change.ts'
import { reportHost } from '../../server/src/market/reports/host.ts'
import { describeJob } from '../../server/src/market/reports/job.ts'
import { statementPage } from '../../server/src/market/statements/statement.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const PRICE = 1_000_000n
const INPUT = 200_000n
const CREDIT = 1_000_000_000n

let floor: Floor
let jobs: string[] = []
let serial = 0

/** A floor of its own for the tests of a block, whose books are right at the end. */
function onItsFloor(databases: Databases) {
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  beforeEach(() => {
    jobs = []
  })
  afterAll(async () => {
    expect(await floor.faults([])).toEqual([])
    await floor.close()
  })
}

async function stage(input = INPUT) {
  const model = `model${++serial}`
  const host = await floor.host({ models: [model], price: PRICE, input })
  return { model, host, buyer: await floor.user(1000n * CREDIT) }
}

async function submit(buyer: string, more: object) {
  const made = await floor.submit(buyer, { input_text: 'x'.repeat(40), max_tokens: 10, ...more })
  jobs.push(made.job_id)
  return made
}

const finish = (host: string, job_id: string, tokens: number, usage?: object) =>
  floor.results(host, { job_id, tokens: Array(tokens).fill('t'), finish_reason: 'stop', ...(usage ? { usage } : {}) })

await onEveryDialect((databases) => {
  onItsFloor(databases)

  test('the prompt is reserved to its bytes and billed as the engine counts it, exactly, with the fee', async () => {
    const { model, host, buyer } = await stage()
    const { job_id, credits_reserved } = await submit(buyer, { model })
    expect(credits_reserved).toBe(10n * PRICE + 40n * INPUT)
    expect((await floor.next(host))?.job_id).toBe(job_id)
    await finish(host, job_id, 4, { prompt_tokens: 13, completion_tokens: 4 })
    const gross = 4n * PRICE + 13n * INPUT
    expect((await floor.job(job_id)).charged_nano).toBe(gross)
    expect(await floor.credits(buyer)).toBe(1000n * CREDIT - gross)
    expect(await floor.earnings(host)).toBe((gross * 88n) / 100n)
    expect(await floor.reserved(buyer)).toBe(0n)
    const job = await describeJob(floor.market, await floor.job(job_id))
    expect(job.routing).toMatchObject({ price_per_token: PRICE, price_per_input_token: INPUT })
    const { entries } = await statementPage(floor.market, { user_id: buyer }, { limit: 10 })
    // On Postgres a statement ends some seconds ago.
    if (entries.length > 1)
      expect(entries.at(-1)).toMatchObject({
        ...{ amount: -gross, tokens: 4, price_per_token: PRICE },
        ...{ input_tokens: 13, price_per_input_token: INPUT },
      })
    expect(await floor.faults(jobs)).toEqual([])
  })

  test('of a prompt no more is billed than its bytes, nothing uncounted, nothing of a failed job', async () => {
    const { model, host, buyer } = await stage()
    const charged = async (tokens: number, usage?: object) => {
      const { job_id } = await submit(buyer, { model })
      await floor.next(host)
      await finish(host, job_id, tokens, usage)
      return (await floor.job(job_id)).charged_nano
    }
    expect(await charged(1, { prompt_tokens: 1_000_000 })).toBe(PRICE + 40n * INPUT)
    expect(await charged(1)).toBe(PRICE)
    expect(await charged(0, { prompt_tokens: 3, completion_tokens: 0 })).toBe(3n * INPUT)
    const { job_id } = await submit(buyer, { model })
    await floor.next(host)
    const error = { code: 'engine_error', message: 'no', retryable: false }
    await floor.results(host, { job_id, error, usage: { prompt_tokens: 9 } })
    expect((await floor.job(job_id)).charged_nano).toBe(0n)
    expect(await floor.faults(jobs)).toEqual([])
  })
})

await onEveryDialect((databases) => {
  onItsFloor(databases)

  test('whatever is counted and asked, shares are exact and the reserve covers them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          price: fc.bigInt(0n, 10n ** 9n),
          input: fc.bigInt(0n, 10n ** 9n),
          prompt_tokens: fc.nat(100),
          written: fc.nat(10),
        }),
        async ({ price, input, prompt_tokens, written }) => {
          const model = `model${++serial}`
          const host = await floor.host({ models: [model], price, input })
          const buyer = await floor.user(1000n * CREDIT)
          const own = { max_price_per_input_token: input }
          const { job_id, credits_reserved } = await submit(buyer, { model, ...own })
          expect(credits_reserved).toBe(10n * price + 40n * input)
          await floor.next(host)
          await finish(host, job_id, written, { prompt_tokens })
          const gross = BigInt(written) * price + BigInt(Math.min(40, prompt_tokens)) * input
          const fee = (gross * 12n + 50n) / 100n
          expect((await floor.job(job_id)).charged_nano).toBe(gross)
          expect(await floor.earnings(host)).toBe(gross - fee)
          expect(await floor.credits(buyer)).toBe(1000n * CREDIT - gross)
        },
      ),
      { numRuns: 25 },
    )
    expect(await floor.faults(jobs)).toEqual([])
  })
})

await onEveryDialect((databases) => {
  onItsFloor(databases)

  test('a host above the limit of the prompt gets no job, and the buyer is told what it waits for', async () => {
    const { model, host, buyer } = await stage()
    const cheap = { model, max_price_per_input_token: INPUT / 2n }
    const { job_id, credits_reserved } = await submit(buyer, cheap)
    expect(credits_reserved).toBe(10n * PRICE + (40n * INPUT) / 2n)
    expect(await floor.next(host)).toBeUndefined()
    const said = 'a price of at most 0.0001 for a token of the prompt; the cheapest host asks 0.0002'
    expect((await describeJob(floor.market, await floor.job(job_id))).waiting_for).toBe(said)
    expect((await reportHost(floor.market, host)).why_no_jobs.price_above_limit).toBeGreaterThan(0)
    await changeHost(floor.market, host, { price_per_input_token: INPUT / 2n })
    expect((await floor.next(host))?.job_id).toBe(job_id)
    await floor.cancel(buyer, job_id)
  })

  test('who cancels an answer that is being written pays a quarter of the prompt’s bytes as tokens, once', async () => {
    const { model, host, buyer } = await stage()
    const { job_id } = await submit(buyer, { model })
    await floor.next(host)
    await floor.results(host, { job_id, tokens: ['YES'] })
    await floor.cancel(buyer, job_id)
    expect((await floor.job(job_id)).charged_nano).toBe(PRICE + 10n * INPUT)
    // Of one that has written nothing, or has fallen silent, nobody knows that it read anything.
    const [unread, silent] = [await submit(buyer, { model }), await submit(buyer, { model })]
    await floor.next(host)
    await floor.next(host)
    await floor.cancel(buyer, unread.job_id)
    await floor.results(host, { job_id: silent.job_id, tokens: ['YES'] })
    floor.clock.advance(10_000)
    await floor.cancel(buyer, silent.job_id)
    expect((await floor.job(unread.job_id)).charged_nano).toBe(0n)
    expect((await floor.job(silent.job_id)).charged_nano).toBe(PRICE)
  })

  test('without a limit a token that is read costs at most what one may cost that is written', async () => {
    const { model, buyer } = await stage(2n * PRICE + 1n)
    await expect(submit(buyer, { model })).rejects.toMatchObject({
      code: 'no_host_available',
      message: expect.stringContaining('max_price_per_input_token'),
    })
    const fair = await floor.host({ models: [model], price: PRICE, input: INPUT })
    expect((await submit(buyer, { model })).credits_reserved).toBe(10n * PRICE + 40n * INPUT)
    await floor.next(fair)
    await finish(fair, jobs.at(-1) as string, 1)
  })

  test('a price that changes while a job runs changes nothing of the job', async () => {
    const { model, host, buyer } = await stage()
    const { job_id } = await submit(buyer, { model })
    await floor.next(host)
    await changeHost(floor.market, host, { price_per_input_token: 5n * PRICE })
    await finish(host, job_id, 1, { prompt_tokens: 2 })
    expect((await floor.job(job_id)).charged_nano).toBe(PRICE + 2n * INPUT)
  })
})
