import { market as endpoints } from '@mkt/schemas'
import { describe, expect, test } from 'vitest'
import { documentPage } from '../../server/src/documents/store/document-list-store.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import { migrate, SCHEMA_LEVEL, SchemaError, schemaState } from '../../server/src/storage/migrate.ts'
import { someOrAll } from '../gate-or-wide.ts'
import { startMarketplace } from '../server/marketplace.ts'
import { onEveryDialect } from './databases.ts'
import { LEVELS, REPEATED, SIGNUP, writeOlderDatabase } from './older-database.ts'
import { balance, opened } from './storage-statements.ts'
import { tamper } from './tamper.ts'

/** All of them on Postgres too take half a minute: storage.migrations.long.test.ts. */
const ALL = process.env.MKT_TEST_LEVELS === 'all'

await onEveryDialect((databases) => {
  const some = someOrAll(LEVELS, databases.dialect === 'sqlite' ? 3 : 8)
  test('from empty to current, and again without a change', async () => {
    const location = await databases.empty()
    expect(await schemaState(location)).toBe('empty')
    await migrate(location)
    expect(await schemaState(location)).toBe('current')
    const database = openDatabase(location)
    await opened(database, 'before', 7n)
    await migrate(location)
    expect(await schemaState(location)).toBe('current')
    expect(await balance(database, 'before')).toBe(7n)
    expect(await balance(database, 'platform:issuance')).toBe(0n)
    await database.close()
  })

  test('a schema of a newer program is refused in a clear sentence and left alone', async () => {
    const location = await databases.fresh()
    await tamper(location, "insert into kysely_migration (name, timestamp) values ('9999-later', '2099')")
    expect(await schemaState(location)).toBe('newer')
    await expect(migrate(location)).rejects.toThrow(SchemaError)
    await expect(migrate(location)).rejects.toThrow(/newer mkt-server/)
    expect(await schemaState(location)).toBe('newer')
  })

  test('a schema of the next release is worked on as it is, one of a later release refused', async () => {
    const location = await databases.fresh()
    await tamper(location, "insert into kysely_migration (name, timestamp) values ('9998-next', '2099')")
    await tamper(location, "insert into kysely_migration (name, timestamp) values ('9999-next', '2099')")
    await tamper(location, `insert into schema_level (level) values (${SCHEMA_LEVEL + 1})`)
    expect(await schemaState(location)).toBe('ahead')
    await migrate(location)
    expect(await schemaState(location)).toBe('ahead')
    const database = openDatabase(location)
    await opened(database, 'beside', 7n)
    expect(await balance(database, 'beside')).toBe(7n)
    await database.close()
    await tamper(location, `insert into schema_level (level) values (${SCHEMA_LEVEL + 2})`)
    expect(await schemaState(location)).toBe('newer')
    await expect(migrate(location)).rejects.toThrow(/newer mkt-server/)
  })

  test('one that has what it does not know and lacks what it knows is refused, whatever it says', async () => {
    const location = await databases.fresh()
    await tamper(location, "insert into kysely_migration (name, timestamp) values ('9999-next', '2099')")
    await tamper(location, "delete from kysely_migration where name = '0040-document-tasks'")
    await tamper(location, `insert into schema_level (level) values (${SCHEMA_LEVEL + 1})`)
    expect(await schemaState(location)).toBe('newer')
  })

  test('a migration that fails leaves nothing behind, so that the next start can succeed', async () => {
    const location = await databases.empty()
    await tamper(location, 'create table ledger_entries (in_the_way integer)')
    await expect(migrate(location)).rejects.toThrow()
    expect(await schemaState(location)).toBe('empty')
    await tamper(location, 'drop table ledger_entries')
    await migrate(location)
    expect(await schemaState(location)).toBe('current')
  })

  test('a name that only looks known counts as unknown', async () => {
    const location = await databases.fresh()
    await tamper(location, "insert into kysely_migration (name, timestamp) values ('constructor', '2099')")
    expect(await schemaState(location)).toBe('newer')
  })

  describe.each(ALL ? LEVELS : some)('a database that was left at %s', (level) => {
    test('keeps every sum, and its market goes on where it stood', async () => {
      const location = await databases.empty()
      const older = await writeOlderDatabase(location, level)
      expect(await schemaState(location)).toBe(level === LEVELS.at(-1) ? 'current' : 'older')
      const place = await startMarketplace({ location })
      try {
        expect(await schemaState(location)).toBe('current')
        expect((await place.audit()).faults).toEqual([])
        // What is left of the signup credits moved to accounts of its own: both kinds together are what there was.
        for (const [account, nano] of older.balances) {
          const held = (name: string) => balance(place.database, name).then((nano) => nano ?? 0n)
          const sum = (await held(account)) + (await held(promoOf(account)))
          expect([account, sum]).toEqual([account, nano])
        }
        const promo = async (holder: string) =>
          (await balance(place.database, `${holder}-promo:${older.ada.user_id}`)) ?? 0n
        const split = level < KINDS ? SIGNUP - 57n * PRICE : 0n
        expect((await promo('user')) + (await promo('reserve'))).toBe(split)
        await goOn(place, older, level < KINDS)
        expect((await place.audit()).faults).toEqual([])
      } finally {
        await place.stop()
      }
    })
  })
})

/** The name of the same holder's account of promotional credits. */
const promoOf = (account: string) =>
  account.startsWith('platform:') ? `${account}-promo` : account.replace(':', '-promo:')

/** From here on programs knew kinds of credits. What the test writes of later levels was paid for. */
const KINDS = '0015'

type Place = Awaited<ReturnType<typeof startMarketplace>>
type Older = Awaited<ReturnType<typeof writeOlderDatabase>>

const PRICE = 1_000_000n

/** What was there can be read, what was open comes to its end, and something new works. */
async function goOn(
  place: Place,
  { ada, owner, host, jobs, withdrawal, document }: Older,
  split: boolean,
): Promise<void> {
  const buyer = place.connect(`Bearer ${ada.token}`)
  const machine = place.connect(`Bearer ${host.api_key}`)
  const { host_id } = host
  const job = (job_id: string) => buyer.call(endpoints.getJob, { params: { job_id }, query: { wait: 0 } })
  const next = () => machine.call(endpoints.nextJob, { body: { host_id, wait_seconds: 0, instance: 'older-1' } })
  const ends = async (job_id: string) => {
    const result = { job_id, attempt: 1, offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }
    const { results } = await machine.call(endpoints.results, {
      body: { host_id, instance: 'older-1', results: [result] },
    })
    expect(results).toMatchObject([{ job_id, state: 'completed' }])
    expect(await job(job_id)).toMatchObject({ status: 'completed', output_text: 'abc', credits_used: 3n * PRICE })
  }
  expect(await job(jobs.completed)).toMatchObject({
    status: 'completed',
    output_text: 'An older text',
    credits_used: 50n * PRICE,
  })
  expect(await job(jobs.cancelled)).toMatchObject({ status: 'failed', error: 'cancelled', credits_used: 7n * PRICE })
  expect(await job(jobs.expired)).toMatchObject({ status: 'failed', error: 'expired', credits_used: 0n })
  const before = await machine.call(endpoints.hostMe, {})
  // Whether or not there was a column for it: both jobs' shares, withdrawals not taken off.
  expect(before.total_earnings).toBe((57n * PRICE * 88n) / 100n)
  await ends(jobs.running)
  const repeated = await buyer.call(
    endpoints.runModel,
    { body: REPEATED.body },
    { headers: { 'idempotency-key': REPEATED.key } },
  )
  if (withdrawal) expect(repeated.job_id).toBe(jobs.queued)
  const offer = await next()
  expect(offer).toMatchObject({ job_id: jobs.queued, input_text: 'the queued one', attempt: 1 })
  await ends(jobs.queued)
  const fresh = await buyer.call(endpoints.runModel, { body: { model: 'm', input_text: 'new', max_tokens: 10 } })
  for (const open of repeated.job_id === jobs.queued ? [fresh] : [repeated, fresh]) {
    expect(await next()).toMatchObject({ job_id: open.job_id })
    await ends(open.job_id)
  }
  expect((await buyer.call(endpoints.me, {})).credits).toBe(
    SIGNUP - (57n + 3n * (repeated.job_id === jobs.queued ? 3n : 4n)) * PRICE,
  )
  const payee = place.connect(`Bearer ${owner.token}`)
  // What it had earned before is paid out; what it earned of signup credits since can only be spent.
  const { balance: left } = await machine.call(endpoints.hostMe, {})
  const withdrawAll = (amount: bigint, destination: string) =>
    payee.call(endpoints.createWithdrawal, { body: { host_id, amount, destination } })
  if (split) await expect(withdrawAll(before.balance + 1n, 'iban')).rejects.toMatchObject({ status: 402 })
  await withdrawAll(before.balance, 'iban')
  await withdrawAll(left - before.balance, 'credits')
  const { withdrawals } = await payee.call(endpoints.listWithdrawals, { query: {} })
  expect(withdrawals.map(({ withdrawal_id }) => withdrawal_id)).toEqual(
    withdrawal ? expect.arrayContaining([withdrawal]) : [expect.any(String), expect.any(String)],
  )
  const kept = await documentPage(place.database, { user_id: ada.user_id }, 10, 0)
  expect(kept.map(({ document_id }) => document_id)).toEqual(document ? [document] : [])
}
