import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, type Tx, together } from '../../server/src/storage/database.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { onEveryDialect } from './databases.ts'
import { account, add, balance, openAccount, opened, sumsLike } from './storage-statements.ts'

class Refusal extends Error {}

await onEveryDialect((databases) => {
  let location: Location
  let database: Database
  beforeAll(async () => {
    location = await databases.fresh()
    database = openDatabase(location)
  })
  afterAll(() => database.close())

  test('a transaction that resolves is committed, with its value, and reads see it', async () => {
    const value = await database.transaction(async (tx) => {
      expect(await openAccount(tx, 'commit', 5n)).toBe(1)
      expect(await balance(tx, 'commit')).toBe(5n)
      return 'done'
    })
    expect(value).toBe('done')
    expect(await balance(database, 'commit')).toBe(5n)
    await database.snapshot(async (reader) => expect(await balance(reader, 'commit')).toBe(5n))
  })

  test('one that throws leaves nothing and rejects with its own error', async () => {
    await opened(database, 'rollback', 5n)
    const failing = database.transaction(async (tx) => {
      await add(tx, 'rollback', 7n)
      await openAccount(tx, 'rollback2')
      throw new Refusal('no')
    })
    await expect(failing).rejects.toThrow(Refusal)
    expect(await balance(database, 'rollback')).toBe(5n)
    expect(await account(database, 'rollback2')).toBeUndefined()
  })

  test('others do not see a transaction before it is committed', async () => {
    await opened(database, 'isolated', 1n)
    let seen: bigint | undefined
    await database.transaction(async (tx) => {
      await add(tx, 'isolated', 1n)
      seen = await balance(database, 'isolated')
    })
    expect(seen).toBe(1n)
    expect(await balance(database, 'isolated')).toBe(2n)
  })

  test('effects run after the commit, in order, and never after a rollback', async () => {
    const happened: string[] = []
    await opened(database, 'effects')
    const committed = database.transaction(async (tx) => {
      tx.onCommit(() => happened.push('first'))
      await add(tx, 'effects', 1n)
      tx.onCommit(() => happened.push('second'))
      happened.push('work')
    })
    const refused = database.transaction(async (tx) => {
      tx.onCommit(() => happened.push('never'))
      await add(tx, 'effects', 1n)
      throw new Refusal('no')
    })
    // Waited for together: which of them ends first is not said, and a refusal must not go unheard meanwhile.
    const [, outcome] = await Promise.allSettled([committed, refused])
    expect(happened).toEqual(['work', 'first', 'second'])
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Refusal) })
    expect(happened).not.toContain('never')
  })

  test('when an effect runs, a reader already sees the change', async () => {
    await opened(database, 'visible')
    let read: Promise<bigint | undefined> | undefined
    await database.transaction(async (tx) => {
      await add(tx, 'visible', 1n)
      tx.onCommit(() => {
        read = balance(database, 'visible')
      })
    })
    expect(await read).toBe(1n)
  })

  test('a follow-up is a transaction of its own behind the first, whose failure touches nothing', async () => {
    await opened(database, 'leader')
    await opened(database, 'follower', 1n)
    let followed: Promise<string>[] = []
    const value = await database.transaction(async (tx) => {
      await add(tx, 'leader', 1n)
      followed = [
        tx.followUp(async (next) => {
          expect(await balance(next, 'leader')).toBe(1n)
          await add(next, 'follower', 1n)
          return 'followed'
        }),
        tx.followUp(async (next) => {
          await add(next, 'follower', 100n)
          throw new Refusal('no')
        }),
      ]
      for (const one of followed) one.catch(() => undefined)
      return 'led'
    })
    expect(value).toBe('led')
    const outcomes = await Promise.allSettled(followed)
    expect(outcomes[0]).toMatchObject({ status: 'fulfilled', value: 'followed' })
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: expect.any(Refusal) })
    expect(await balance(database, 'follower')).toBe(2n)
  })

  test('what follows a transaction that fails does not happen', async () => {
    await opened(database, 'stumble')
    let followed: Promise<unknown> | undefined
    const refused = database.transaction(async (tx) => {
      followed = tx.followUp((next) => add(next, 'stumble', 1n))
      followed.catch(() => undefined)
      throw new Refusal('no')
    })
    await expect(refused).rejects.toThrow(Refusal)
    await expect(followed).rejects.toThrow(Refusal)
    expect(await balance(database, 'stumble')).toBe(0n)
  })

  test('an effect that throws is the fault of its own transaction only', async () => {
    await opened(database, 'thrower')
    const units = Array.from({ length: 3 }, (_, unit) =>
      database.transaction(async (tx) => {
        await add(tx, 'thrower', 1n)
        if (unit === 1)
          tx.onCommit(() => {
            throw new Refusal('effect')
          })
      }),
    )
    const outcomes = await Promise.allSettled(units)
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await balance(database, 'thrower')).toBe(3n)
    await database.transaction((tx) => add(tx, 'thrower', 1n))
    expect(await balance(database, 'thrower')).toBe(4n)
  })

  test('a unit that fails does not touch those that run beside it', async () => {
    await opened(database, 'beside')
    const units = Array.from({ length: 30 }, (_, unit) =>
      database.transaction(async (tx) => {
        await add(tx, 'beside', 1n)
        if (unit % 3 === 0) throw new Refusal(`unit ${unit}`)
        if (unit % 3 === 1) await openAccount(tx, 'beside')
        return unit
      }),
    )
    const outcomes = await Promise.allSettled(units)
    for (const [unit, outcome] of outcomes.entries()) {
      expect(outcome.status).toBe(unit % 3 === 2 ? 'fulfilled' : 'rejected')
    }
    expect(await balance(database, 'beside')).toBe(10n)
  })

  test('what is begun together runs in the order in which it was begun', async () => {
    const results = await database.transaction((tx) =>
      together(
        tx,
        () => openAccount(tx, 'ordered', 5n),
        () => add(tx, 'ordered', 2n),
        () => balance(tx, 'ordered'),
        () => add(tx, 'nobody', 1n),
      ),
    )
    expect(results).toEqual([1, 1, 7n, 0])
    const read = await database.transaction((tx) =>
      together(
        tx,
        () => balance(tx, 'ordered'),
        () => add(tx, 'ordered', 1n),
      ),
    )
    expect(read).toEqual([7n, 1])
    expect(await balance(database, 'ordered')).toBe(8n)
  })

  test('of what is begun together and fails in part nothing is left, nor goes on behind the failure', async () => {
    await opened(database, 'begun', 5n)
    let ended = false
    const steps = async (tx: Tx) => {
      try {
        for (let step = 0; step < 5; step++) await add(tx, 'begun', 1n)
      } finally {
        // However closely its steps follow the failure, this takes a round trip more.
        await balance(tx, 'begun').catch(() => undefined)
        ended = true
      }
    }
    const failing = database.transaction((tx) =>
      together(
        tx,
        () => steps(tx),
        () => openAccount(tx, 'begun'),
      ).finally(() => expect(ended).toBe(true)),
    )
    await expect(failing).rejects.toThrow(/unique/i)
    await database.transaction((tx) => add(tx, 'begun', 1n))
    expect(await balance(database, 'begun')).toBe(6n)
  })

  test('a step that throws at once fails the unit, and nothing of it is left', async () => {
    await opened(database, 'at-once', 5n)
    const failing = database.transaction((tx) =>
      together(
        tx,
        () => add(tx, 'at-once', 1n),
        () => {
          throw new Refusal('no')
        },
      ),
    )
    await expect(failing).rejects.toThrow(Refusal)
    expect(await balance(database, 'at-once')).toBe(5n)
  })

  test('constraints hold: keys, foreign keys, the floor', async () => {
    await opened(database, 'floor', 5n)
    const violations = [
      database.transaction((tx) => openAccount(tx, 'floor')),
      database.transaction((tx) => add(tx, 'floor', -6n)),
      database.transaction((tx) => openAccount(tx, 'below', -1n)),
    ]
    for (const outcome of await Promise.allSettled(violations)) expect(outcome.status).toBe('rejected')
    expect(await balance(database, 'floor')).toBe(5n)
    await database.transaction((tx) => openAccount(tx, 'unfloored', -1n, 0))
    expect(await balance(database, 'unfloored')).toBe(-1n)
  })

  test('a transaction whose statement failed is never taken for committed, even where the failure was caught', async () => {
    await opened(database, 'caught')
    const effects: string[] = []
    const swallowing = database.transaction(async (tx) => {
      tx.onCommit(() => effects.push('told'))
      await add(tx, 'caught', 1n)
      await openAccount(tx, 'caught').catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow()
    expect(effects).toEqual([])
    expect(await balance(database, 'caught')).toBe(0n)
  })

  test('a hundred increments at once lose nothing', async () => {
    await opened(database, 'counter')
    await Promise.all(
      Array.from({ length: 100 }, () =>
        database.transaction(async (tx) => {
          await add(tx, 'counter', 1n)
        }),
      ),
    )
    expect(await balance(database, 'counter')).toBe(100n)
  })

  test('updates in opposite orders all succeed: a deadlock is tried again', async () => {
    await opened(database, 'left')
    await opened(database, 'right')
    let effects = 0
    await Promise.all(
      [0, 1, 2, 3].map((unit) =>
        database.transaction(async (tx) => {
          const [first, second] = unit % 2 ? ['left', 'right'] : ['right', 'left']
          await add(tx, first as string, 1n)
          await add(tx, second as string, 1n)
          tx.onCommit(() => effects++)
        }),
      ),
    )
    expect(await balance(database, 'left')).toBe(4n)
    expect(await balance(database, 'right')).toBe(4n)
    expect(effects).toBe(4)
  })

  test('a snapshot sees one moment while writes go on', async () => {
    await opened(database, 'moment:a', 100n)
    await opened(database, 'moment:b', 100n)
    const move = (amount: bigint) =>
      database.transaction(async (tx) => {
        await add(tx, 'moment:a', -amount)
        await add(tx, 'moment:b', amount)
      })
    await database.snapshot(async (reader) => {
      const before = await balance(reader, 'moment:a')
      await move(30n)
      await opened(database, 'moment:c', 5n)
      expect(await balance(reader, 'moment:a')).toBe(before)
      expect(await balance(reader, 'moment:b')).toBe(100n)
      expect(await sumsLike(reader, 'moment:%')).toMatchObject({ rows: 2, sum_nano: 200n })
    })
    expect(await sumsLike(database, 'moment:%')).toMatchObject({ rows: 3, sum_nano: 205n })
  })

  test('no snapshot ever sees half of a transfer', async () => {
    await opened(database, 'half:a', 50n)
    await opened(database, 'half:b', 50n)
    const transfers = Array.from({ length: 40 }, (_, round) =>
      database.transaction(async (tx) => {
        const amount = round % 2 ? 1n : -1n
        await add(tx, 'half:a', amount)
        await add(tx, 'half:b', -amount)
      }),
    )
    const looks = Array.from({ length: 20 }, () => database.snapshot((reader) => sumsLike(reader, 'half:%')))
    for (const look of await Promise.all(looks)) expect(look?.sum_nano).toBe(100n)
    await Promise.all(transfers)
  })

  test('a snapshot whose work throws ends, and the database goes on', async () => {
    await expect(database.snapshot(() => Promise.reject(new Refusal('no')))).rejects.toThrow(Refusal)
    await opened(database, 'goes-on')
  })

  test('what was committed is there after closing and opening again', async () => {
    const other = openDatabase(location)
    await opened(other, 'kept', 3n)
    await other.close()
    const again = openDatabase(location)
    expect(await balance(again, 'kept')).toBe(3n)
    await again.close()
  })
})
