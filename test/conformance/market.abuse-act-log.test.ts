import { hash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logAct } from '../../server/src/accounts/act-log.ts'
import { actPage } from '../../server/src/accounts/act-log-store.ts'
import { shutUserOut } from '../../server/src/accounts/shut-out.ts'
import { userById } from '../../server/src/accounts/user-store.ts'
import { shutHostOut } from '../../server/src/market/shut-out.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'
import { tamper } from './tamper.ts'

const BOSS = { actor: 'usr_boss', via: 'http' as const, origin: '203.0.113.9' }

await onEveryDialect((databases) => {
  let location: Location
  let floor: Floor
  let user: string
  beforeEach(async () => {
    location = await databases.fresh()
    floor = await openFloor(location)
    user = await floor.user()
  })
  afterEach(() => floor.close())

  const shut = (on: Floor, id: string, disabled: boolean) =>
    on.market.database.transaction((tx) => shutUserOut(tx, on.market, BOSS, id, disabled))
  const log = async () => (await actPage(floor.market.database, { limit: 100, offset: 0 })).rows

  test('an act and its entry come together or not at all, and say who, what, on whom, before, after, from where', async () => {
    await shut(floor, user, true)
    await expect(
      floor.market.database.transaction(async (tx) => {
        await shutUserOut(tx, floor.market, BOSS, user, false)
        throw new Error('the disk is full')
      }),
    ).rejects.toThrow('the disk is full')
    expect((await userById(floor.market.database, user))?.disabled).toBe(1)
    expect(await log()).toEqual([
      {
        ...{ entry: 1, at: floor.clock.now(), ...BOSS, act: 'user.disable', subject: user },
        ...{
          before_json: '{"disabled":false}',
          after_json: '{"disabled":true}',
          hash: expect.stringMatching(/^\w{64}$/),
        },
      },
    ])
  })

  test('acts at once, of two servers, make one chain without gaps', async () => {
    const other = databases.dialect === 'sqlite' ? floor : await openFloor(location)
    const host = await floor.host()
    const acts = Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0
        ? () => floor.market.database.transaction((tx) => shutHostOut(tx, floor.market, BOSS, host, index % 2 === 0))
        : () => shut(index % 2 === 0 ? floor : other, user, index % 4 === 0),
    )
    await Promise.all(acts.map((act) => act()))
    expect((await log()).map(({ entry }) => entry)).toEqual(Array.from({ length: 24 }, (_, index) => 24 - index))
    expect((await floor.audit()).faults).toEqual([])
    if (other !== floor) await other.close()
  })

  test.each<[string, string, RegExp]>([
    ['another actor', `update act_log set actor = 'usr_scapegoat' where entry = 2`, /entry 2 .* was changed/],
    ['another value', `update act_log set after_json = '{"disabled":true}' where entry = 2`, /entry 2 .* was changed/],
    ['one entry less', 'delete from act_log where entry = 2', /entry 2 .* is missing/],
    ['the last ones gone', 'delete from act_log where entry >= 2', /ends at entry 1, and 3 was the last one/],
    [
      'the last ones gone, and the head moved',
      `delete from act_log where entry = 3; update act_log_head set entry = 2`,
      /ends at entry 2, and 2 was the last one/,
    ],
    [
      'two that changed places',
      `update act_log set entry = 99 where entry = 1; update act_log set entry = 1 where entry = 2;
       update act_log set entry = 2 where entry = 99`,
      /entry 1 .* was changed/,
    ],
  ])('audit finds %s', async (_name, sql, fault) => {
    for (const disabled of [true, false, true]) await shut(floor, user, disabled)
    expect((await floor.audit()).faults).toEqual([])
    await tamper(location, sql)
    expect((await floor.audit()).faults).toEqual([expect.stringMatching(fault)])
  })

  test('audit finds an entry that was changed together with its own hash', async () => {
    for (const disabled of [true, false, true]) await shut(floor, user, disabled)
    const [, second, first] = await log()
    if (!first || !second) throw new Error('there must be three entries')
    const { entry, at, via, origin, act, subject, before_json, after_json } = second
    const columns = [entry, at, 'usr_scapegoat', via, origin, act, subject, before_json, after_json]
    const forged = hash('sha256', JSON.stringify([first.hash, ...columns]))
    await tamper(location, `update act_log set actor = 'usr_scapegoat', hash = '${forged}' where entry = 2`)
    expect((await floor.audit()).faults).toEqual([expect.stringMatching(/entry 3 .* was changed/)])
  })

  test('a log longer than what is read at once is looked through whole', async () => {
    await floor.market.database.transaction(async (tx) => {
      for (let count = 0; count < 1001; count++)
        await logAct(tx, floor.market, BOSS, { act: 'user.enable', subject: user })
    })
    expect((await floor.audit()).faults).toEqual([])
    await tamper(location, `update act_log set subject = 'usr_other' where entry = 1001`)
    expect((await floor.audit()).faults).toEqual([expect.stringMatching(/entry 1001 .* was changed/)])
  })
})
