import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeAll, revokeCredential } from '../../server/src/accounts/credential-store.ts'
import { issueSecret } from '../../server/src/accounts/issue-secret.ts'
import type { TokenRights } from '../../server/src/accounts/token-rights.ts'
import { addLines, createBatch, startBatch } from '../../server/src/market/batches/make.ts'
import { runBatches } from '../../server/src/market/batches/run.ts'
import { BY, batchesOn, linesOf } from './batch-floor.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const LIMITED: TokenRights = {
  ...{ token_id: 'tok_1', scopes: ['jobs:write'], models: null, expires_at: null },
  spending: [{ token_id: 'tok_1', limit_nano: 1n, daily_nano: null }],
}

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())
  const { make, shown } = batchesOn(() => floor)

  const tokenOf = async (user: string) => {
    const { database, clock, ids } = floor.market
    const made = { kind: 'user', subject_id: user, name: 't' } as const
    return await database.transaction(async (tx) => (await issueSecret(tx, { clock, ids }, made)).credential_id)
  }
  const begun = async (user: string, model: string) => {
    const token_id = await tokenOf(user)
    const body = { name: 'b', model, temperature: 0, max_tokens: 5 }
    const { batch_id } = await createBatch(floor.market, user, body, BY)
    await addLines(floor.market, user, batch_id, { first: 0, lines: linesOf(30) })
    await startBatch(floor.market, user, batch_id, { token_id, rights: undefined })
    await runBatches(floor.market, 10)
    expect(await shown(user, batch_id)).toMatchObject({ state: 'running', running: 10 })
    return { batch_id, token_id }
  }

  test('a batch ends with the token that started it, whoever made it, and says so', async () => {
    await floor.host({ models: ['leaked'] })
    const user = await floor.user()
    const { database, clock } = floor.market
    const one = await begun(user, 'leaked')
    await database.transaction((tx) => revokeCredential(tx, one.token_id, user, clock.now()))
    await runBatches(floor.market)
    const ended = await shown(user, one.batch_id)
    expect(ended).toMatchObject({ state: 'cancelled', running: 0, waiting: 0, failed: 10 })
    expect(ended.waiting_for).toMatch(/token .* revoked/)
    // As a changed password revokes all of them.
    const two = await begun(user, 'leaked')
    const own = await make(user, 'leaked', 1)
    await database.transaction((tx) => revokeAll(tx, user, 'user', clock.now()))
    await runBatches(floor.market)
    expect(await shown(user, two.batch_id)).toMatchObject({ state: 'cancelled' })
    expect(await shown(user, own)).toMatchObject({ state: 'running', running: 1 })
  })

  test('a token with a limit of its own neither fills nor starts what another one made', async () => {
    const user = await floor.user()
    await floor.host({ models: ['open'] })
    const { batch_id } = await createBatch(floor.market, user, { name: 'b', model: 'open', temperature: 0 }, BY)
    const fill = (rights?: TokenRights) =>
      addLines(floor.market, user, batch_id, { first: 0, lines: linesOf(1) }, rights)
    await expect(fill(LIMITED)).rejects.toMatchObject({ code: 'forbidden' })
    await fill()
    const start = startBatch(floor.market, user, batch_id, { token_id: 'tok_1', rights: LIMITED })
    await expect(start).rejects.toMatchObject({ code: 'forbidden' })
    expect(await shown(user, batch_id)).toMatchObject({ state: 'open', lines: 1 })
  })
})
