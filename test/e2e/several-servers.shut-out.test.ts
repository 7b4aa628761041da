import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Databases, onPostgres } from '../conformance/databases.ts'
import { startRedis } from '../conformance/redis-servers.ts'
import { cleanUp, until } from './bins.ts'
import { buyerAt, hostAt, type OneOfSeveral, startOneOfSeveral } from './several-servers.ts'

const own = await startRedis()

if ('reason' in own) {
  test('what is revoked at one of two servers', (context) => {
    if (process.env.CI === 'true') throw new Error(own.reason)
    context.skip(own.reason)
  })
} else
  await onPostgres((databases) => describe('what is revoked at one of two servers', () => suite(databases, own.url)))

function suite(databases: Databases, redis: string): void {
  const on = {} as { a: OneOfSeveral; b: OneOfSeveral }
  beforeAll(async () => {
    const location = await databases.empty()
    const place = { database: 'postgres' in location ? location.postgres : '', redis }
    Object.assign(on, { a: await startOneOfSeveral(place), b: await startOneOfSeveral(place) })
  })
  afterAll(async () => {
    await cleanUp()
    if (!('reason' in own)) await own.stop()
  })
  tokens(on)
  hostKeys(on)
  passwords(on)
}

const refused = { code: 'unauthorized' }

function tokens(on: { a: OneOfSeveral; b: OneOfSeveral }): void {
  test('a token opens nothing at the other from the answer on, and what it had open there ends', async () => {
    const { a, b } = on
    const [buyer, host] = [await buyerAt(a), await hostAt(a)]
    const job_id = await buyer.submit(b)
    expect(await host.next(a, 20)).toMatchObject({ job_id })
    const reader = buyer.read(b, job_id)
    await host.results(a, { job_id, tokens: ['one '] })
    await until('the text is read', () => reader.tokens.length === 1)
    const waiting = buyer.job(b, job_id, 60).then(
      () => undefined,
      (error) => error,
    )
    const { tokens: known } = await buyer.at(b).call(market.listTokens, { query: {} })
    const { token_id } = known[0] as { token_id: string }
    const owner = createClient({ baseUrl: a.url, authorization: () => buyer.basic })
    const before = performance.now()
    await owner.call(market.revokeToken, { params: { token_id } })
    // Which has just believed it.
    await expect(buyer.at(b).call(market.me, {})).rejects.toMatchObject(refused)
    await reader.end
    expect(reader.error()).toContain('unauthorized')
    expect(await waiting).toMatchObject(refused)
    // A second after the other is asked again, not when the job ends.
    expect(performance.now() - before).toBeLessThan(30_000)
    await host.results(a, { job_id, offset: 1, tokens: ['two'], finish_reason: 'stop' })
    expect(reader.tokens).toEqual(['one '])
  })
}

function hostKeys(on: { a: OneOfSeveral; b: OneOfSeveral }): void {
  test("a host's old key gets no job at the other, and its poll that waits there ends without one", async () => {
    const { a, b } = on
    const [buyer, host] = [await buyerAt(a), await hostAt(a, ['only-here'])]
    await host.heartbeat(a)
    const waiting = host.next(b, 30).catch((error) => error)
    await until('it waits', async () => (await modelsAt(b)).includes('only-here'))
    await host.rotate(a)
    const job_id = await buyer.submit(b, 'only-here')
    expect(await waiting).toMatchObject(refused)
    await expect(host.next(b)).rejects.toMatchObject(refused)
    expect(await buyer.job(a, job_id)).toMatchObject({ status: 'queued' })
  })
}

const modelsAt = async ({ url }: OneOfSeveral) =>
  (await createClient({ baseUrl: url }).call(market.models, { query: {} })).models.map(({ name }) => name)

function passwords(on: { a: OneOfSeveral; b: OneOfSeveral }): void {
  test('a password that was changed at one opens nothing at the other, nor does a token of before', async () => {
    const { a, b } = on
    const buyer = await buyerAt(a)
    const with_password = (where: OneOfSeveral) =>
      createClient({ baseUrl: where.url, authorization: () => buyer.basic }).call(market.me, {})
    await with_password(b)
    await buyer.at(b).call(market.me, {})
    const owner = createClient({ baseUrl: a.url, authorization: () => buyer.basic })
    await owner.call(market.changePassword, {
      body: { current_password: 'correct horse', new_password: 'battery staple' },
    })
    await expect(with_password(b)).rejects.toMatchObject(refused)
    await expect(buyer.at(b).call(market.me, {})).rejects.toMatchObject(refused)
  })
}
