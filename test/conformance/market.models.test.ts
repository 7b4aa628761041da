import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstSeen, rememberModels } from '../../server/src/market/hosts/model-store.ts'
import type { Tx } from '../../server/src/storage/database.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  /** Answers how many statements it took. */
  async function remember(host: string, models: string[], now: number): Promise<number> {
    let runs = 0
    await floor.market.database.transaction(async (tx) => {
      const run: Tx['run'] = (...of) => {
        runs++
        return tx.run(...of)
      }
      await rememberModels(
        new Proxy(tx, { get: (on, name) => (name === 'run' ? run : Reflect.get(on, name)) }),
        host,
        models,
        now,
      )
    })
    return runs
  }
  const known = (models: string[]) => firstSeen(floor.market.database, models)
  const named = (count: number, start: string) => Array.from({ length: count }, (_, index) => `${start}${index}`)

  test('what a host offers is remembered in one statement, each name by who came first', async () => {
    const [one, other] = [await floor.host({ models: ['own'] }), await floor.host({ models: ['own too'] })]
    expect(await remember(one, ['b', 'a', 'b', 'ä "x"'], 1000)).toBe(1)
    await remember(other, ['c', 'a'], 2000)
    expect(Object.fromEntries(await known(['a', 'b', 'c', 'ä "x"', 'd']))).toEqual({
      a: 1000,
      b: 1000,
      c: 2000,
      'ä "x"': 1000,
    })
    await remember(other, [], 3000)
  })

  test('a host fills a thousand places, and what others offered takes none of them', async () => {
    const [one, other] = [await floor.host({ models: ['first'] }), await floor.host({ models: ['second'] })]
    await remember(other, named(500, 'there-'), 1000)
    await remember(one, [...named(500, 'there-'), ...named(900, 'some-')], 2000)
    await remember(one, named(200, 'more-'), 3000)
    expect((await known(named(900, 'some-'))).size).toBe(900)
    expect((await known(named(200, 'more-'))).size).toBe(99)
    await remember(one, ['beyond'], 4000)
    expect((await known(['beyond'])).size).toBe(0)
  })

  test('hosts that offer the same new names at once, in any order, do not wait for each other', async () => {
    const hosts = await Promise.all(Array.from({ length: 6 }, () => floor.host()))
    const list = named(100, 'shared-')
    await Promise.all(hosts.map((host, index) => remember(host, index % 2 === 0 ? list : list.toReversed(), index)))
    expect((await known(list)).size).toBe(100)
  })
})
