import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialsOf, insertCredential } from '../../server/src/accounts/credential-store.ts'
import { hostById, insertHost, modelsOfHost, recordHeartbeat } from '../../server/src/market/hosts/store.ts'
import type { Database } from '../../server/src/storage/database.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import { onEveryDialect } from './databases.ts'
import { account, accountsIn, add, addLatency, balance, latency, opened, sumsLike } from './storage-statements.ts'

const MOST = 9_000_000_000_000_000n

await onEveryDialect((databases) => {
  let database: Database
  beforeAll(async () => {
    database = openDatabase(await databases.fresh())
  })
  afterAll(() => database.close())

  test('money is bigint and exact to the nano-credit at both edges', async () => {
    for (const [index, value] of [MOST, MOST - 1n, 2n ** 53n, 2n ** 53n + 1n, 1n, 0n].entries()) {
      await opened(database, `edge:${index}`, value)
      expect(await balance(database, `edge:${index}`)).toBe(value)
    }
    await database.transaction(async (tx) => {
      await add(tx, 'platform:issuance', -MOST)
      await add(tx, 'platform:issuance', -1n)
    })
    expect(await balance(database, 'platform:issuance')).toBe(-MOST - 1n)
    const { name, ...row } = { name: 'edge:0', ...(await account(database, 'edge:0')) }
    expect(row).toEqual({ account_id: name, balance_nano: MOST, floored: 1 })
  })

  test('sums beyond 2^53 are exact, counts and other sums are numbers', async () => {
    for (let index = 0; index < 40; index++) await opened(database, `sum:${index}`, MOST - BigInt(index))
    expect(await sumsLike(database, 'sum:%')).toEqual({ sum_nano: 40n * MOST - 780n, rows: 40, floored: 40 })
    expect(await sumsLike(database, 'nobody:%')).toEqual({ sum_nano: null, rows: 0, floored: null })
  })

  test('integers that are no money are numbers, whatever their size', async () => {
    expect(await latency(database)).toBe(0)
    await database.transaction((tx) => addLatency(tx, 5_000_000_000_000))
    await database.transaction((tx) => addLatency(tx, 3))
    expect(await latency(database)).toBe(5_000_000_000_003)
  })

  test('text comes back as it was given', async () => {
    const texts = [
      `O'Reilly "quoted" \\ back\\slash`,
      "'; DROP TABLE accounts; --",
      '$1 ? :name @name %s',
      'line\nline\r\n\ttab',
      'emoji 🦙👩‍👩‍👧 é ñ 漢字 \u202e',
      '\u{10ffff}\ufeff',
      '',
    ]
    for (const [index, text] of texts.entries()) {
      const credential_id = `tok_${index}`
      const times = { created_at: index, expires_at: null }
      const row = {
        credential_id,
        kind: 'user' as const,
        subject_id: 'usr_text',
        name: text,
        secret_hash: text + index,
        ...{ scopes_json: null, models_json: null, spending_json: null, parent_id: null, made_by: null },
      }
      await database.transaction((tx) => insertCredential(tx, { ...row, ...times }))
    }
    const found = await credentialsOf(database, 'usr_text', 'user', 0)
    const byTime = found.sort((a, b) => a.created_at - b.created_at)
    expect(byTime.map((row) => row.name)).toEqual(texts)
    expect(byTime.map((row) => row.expires_at)).toEqual(texts.map(() => null))
  })

  test('null, fractions, flags and times of a row keep their kinds', async () => {
    const host_id = 'host_1'
    const registered_at = Date.UTC(2999, 0, 1)
    const host = { host_id, owner_user_id: null, gpu: 'GPU "x"', backend: 'worker' as const, endpoint_url: null }
    const patience = { first_piece_seconds: 300, next_piece_seconds: null, patience_json: null }
    const terms = { input_price_nano: 0n, price_nano: 1n, max_tokens: 4096, registered_at, concurrency: 7, ...patience }
    const models = ['a', "b'c", '🦙']
    await database.transaction((tx) => insertHost(tx, { ...host, ...terms }, models))
    expect(await hostById(database, host_id)).toMatchObject({
      ...host,
      ...terms,
      status: 'active',
      paused: 0,
      gpu_utilization: null,
      last_heartbeat_at: registered_at,
      jobs_completed: 0,
      jobs_failed: 0,
      tokens_total: 0,
      tokens_per_second: null,
      success_rate: 1,
    })
    const beat = { host_id, gpu_utilization: 0.1 + 0.2, models: ["b'c", 'unknown', '🦙'], now: 7 }
    expect(await database.transaction((tx) => recordHeartbeat(tx, beat))).toBe(true)
    expect(await database.transaction((tx) => recordHeartbeat(tx, beat))).toBe(false)
    expect((await hostById(database, host_id))?.gpu_utilization).toBe(0.1 + 0.2)
    const served = (await modelsOfHost(database, host_id)).filter((row) => row.available === 1)
    expect(served.map((row) => row.model).sort()).toEqual(["b'c", '🦙'])
    await database.transaction((tx) => recordHeartbeat(tx, { ...beat, models: [] }))
    expect((await modelsOfHost(database, host_id)).map((row) => row.available)).toEqual([0, 0, 0])
  })

  test('a list of any length is one parameter', async () => {
    await opened(database, 'list:a')
    await opened(database, `list:"b',{}[]\\`)
    await opened(database, 'list:🦙')
    expect(await accountsIn(database, [])).toEqual([])
    expect(await accountsIn(database, ['list:a'])).toEqual(['list:a'])
    const many = [
      ...Array.from({ length: 5000 }, (_, index) => `nobody:${index}`),
      'list:a',
      `list:"b',{}[]\\`,
      'list:🦙',
    ]
    expect((await accountsIn(database, many)).sort()).toEqual([`list:"b',{}[]\\`, 'list:a', 'list:🦙'])
  })
})
