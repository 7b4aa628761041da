import { expect, test } from 'vitest'
import { issueSecret, WHOLE } from '../../server/src/accounts/issue-secret.ts'
import type { SpendRule, TokenRights } from '../../server/src/accounts/token-rights.ts'
import { cancel } from '../../server/src/market/attempts/cancel.ts'
import { audit } from '../../server/src/market/audit/audit.ts'
import { countRelease, spendingOf } from '../../server/src/market/jobs/spending.ts'
import { submit } from '../../server/src/market/jobs/submit.ts'
import { onEveryDialect } from './databases.ts'
import type { Floor } from './market-floor.ts'
import { type Lane, lanesOn, refusals } from './market-lanes.ts'

const PRICE = 1_000_000n
const RESERVED = 10n * PRICE
const FINISH = { offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }

/** A token of the lane's buyer that may spend so much, and one that it made. */
async function tokens({ market }: Floor, buyer: string, limit_nano: bigint): Promise<[TokenRights, TokenRights]> {
  const make = async (
    name: string,
    parent: TokenRights | undefined,
    own: { limit_nano: bigint; daily_nano: bigint },
  ) => {
    const spending: readonly SpendRule[] = parent?.spending ?? []
    const rights = { ...WHOLE, spending, own, parent_id: parent?.token_id ?? null }
    const { credential_id } = await market.database.transaction((tx) =>
      issueSecret(tx, market, { kind: 'user', subject_id: buyer, name, rights }),
    )
    return { ...rights, token_id: credential_id, spending: [...spending, { token_id: credential_id, ...own }] }
  }
  const parent = await make('parent', undefined, { limit_nano, daily_nano: 10n ** 12n })
  return [parent, await make('child', parent, { limit_nano: 10n ** 12n, daily_nano: limit_nano })]
}

await onEveryDialect((databases) => {
  const { on, race, manyRaces } = lanesOn(databases)
  const send =
    (floor: Floor, { buyer, model }: Lane, rights: TokenRights) =>
    () =>
      submit(
        floor.market,
        buyer,
        { model, input_text: 'x', max_tokens: 10, temperature: 0 },
        { token_id: rights.token_id, rights },
      )
  const spent = async (token: TokenRights) =>
    (await spendingOf(on.floor.market.database, token.token_id, on.floor.clock.now())).spent

  let refusedBefore = 0
  manyRaces(
    'submissions with a limited token and one that it made, while a job of theirs ends: no limit is passed',
    async (lane) => {
      const [parent, child] = await tokens(on.floor, lane.buyer, 2n * RESERVED)
      const first = await send(on.floor, lane, parent)()
      expect((await on.floor.next(lane.host))?.job_id).toBe(first.job_id)
      const outcomes = await race<{ job_id: string } | undefined>(lane.random, [
        send(on.floor, lane, parent),
        send(on.other, lane, child),
        async () => void (await on.floor.results(lane.host, { job_id: first.job_id, ...FINISH })),
      ])
      const made = outcomes.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value.job_id] : []))
      // The end of the first leaves room for no second one: it was charged something.
      expect(made).toHaveLength(1)
      for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'insufficient_credits' })
      refusedBefore += refusals(outcomes).length
      expect(await spent(parent)).toBe(3n * PRICE + RESERVED)
      await Promise.all(made.map((id) => cancel(on.floor.market, lane.buyer, id)))
      expect(await spent(parent)).toBe(3n * PRICE)
      expect([0n]).toContain(await spent(child))
      return [first.job_id, ...made]
    },
    () => expect(refusedBefore).toBeGreaterThan(0),
  )

  test('audit finds spending that no job explains', async () => {
    const lane: Lane = { ...({} as Lane), buyer: await on.floor.user(), model: 'm1' }
    const [parent] = await tokens(on.floor, lane.buyer, RESERVED)
    const { job_id } = await send(on.floor, lane, parent)()
    expect((await audit(on.floor.market.database)).faults).toEqual([])
    await on.floor.market.database.transaction(async (tx) => {
      await countRelease(tx, { spending_json: JSON.stringify([parent.token_id]), created_at: on.floor.clock.now() }, 1n)
    })
    expect((await audit(on.floor.market.database)).faults.join()).toMatch(
      /the token tok_\w+ counts 0\.009999999 as spent; its jobs make 0\.01/,
    )
    await on.floor.cancel(lane.buyer, job_id)
  })
})
