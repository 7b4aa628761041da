import { afterEach, beforeEach, expect, test } from 'vitest'
import { grant } from '../../server/src/market/ledger/grant.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'
import { tamper } from './tamper.ts'

const FINISH = { offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }

await onEveryDialect((databases) => {
  let location: Location
  let floor: Floor
  let user: string
  let host: string
  let completed: string
  let queued: string
  beforeEach(async () => {
    location = await databases.fresh()
    floor = await openFloor(location)
    user = await floor.user()
    host = await floor.host()
    completed = (await floor.submit(user)).job_id
    await floor.next(host)
    await floor.results(host, { job_id: completed, ...FINISH })
    queued = (await floor.submit(user)).job_id
  })
  afterEach(() => floor.close())

  test('books in order have no fault, and their figures are exact', async () => {
    expect(await floor.audit()).toEqual({
      transactions: 4,
      entries: 2 + 2 + 4 + 2,
      accounts: 10,
      sum_nano: 0n,
      issued_nano: 1_000_000_000n,
      promo_sum_nano: 0n,
      promo_issued_nano: 0n,
      fees_nano: 360_000n,
      faults: [],
    })
  })

  test.each<[string, (ids: { user: string; host: string; completed: string; queued: string }) => string, RegExp]>([
    [
      'a day of usage that no job explains',
      ({ user }) => `update usage_days set charged_nano = charged_nano + 1 where user_id = '${user}'`,
      /the usage of usr_\w+ by day sums to 0\.003000001; its jobs were charged 0\.003/,
    ],
    [
      'earnings of a host that no day has',
      () => 'delete from earning_days',
      /the earnings of host_\w+ by day sum to 0; it was paid 0\.00264/,
    ],
    [
      'a purchase that is paid and brought nothing',
      ({
        user,
      }) => `insert into purchases (purchase_id, user_id, provider, status, credits_nano, amount_minor, currency,
        created_at, expires_at) values ('pur_00000000000000000000000000', '${user}', 'stripe', 'paid', 5, 1, 'usd', 0, 0)`,
      /purchase pur_00000000000000000000000000 should have brought 0\.000000005 credits; 0 postings brought 0/,
    ],
    [
      'bought credits of no purchase',
      () =>
        `update ledger_transactions set kind = 'purchase', reason = 'purchase pur_00000000000000000000000000' where kind = 'issue'`,
      /purchase pur_00000000000000000000000000 should have brought 0 credits; 1 postings brought 1/,
    ],
    [
      'a balance without its entry',
      ({ user }) => `update accounts set balance_nano = balance_nano + 1 where account_id = 'user:${user}'`,
      /not the sum of its entries/,
    ],
    [
      'an entry alone',
      () => `update ledger_entries set amount_nano = amount_nano + 1 where account_id = 'platform:fees'`,
      /sums to 0.000000001 instead of 0/,
    ],
    [
      'an end that was not posted',
      ({ completed }) => `delete from ledger_entries where transaction_id in
      (select transaction_id from ledger_transactions where job_id = '${completed}' and kind = 'charge')`,
      /ledger posted otherwise/,
    ],
    [
      'a charge that is not the posted one',
      ({ completed }) => `update jobs set charged_nano = charged_nano - 1 where job_id = '${completed}'`,
      /ledger posted otherwise/,
    ],
    [
      'a second end',
      ({
        completed,
        user,
      }) => `insert into ledger_transactions (transaction_id, kind, job_id, created_at) values ('ltx_2', 'release', '${completed}', 0);
        insert into ledger_entries (transaction_id, account_id, amount_nano) values ('ltx_2', 'user:${user}', 1), ('ltx_2', 'platform:issuance', -1)`,
      /more than once/,
    ],
    [
      'a reserve of no open job',
      ({ queued }) => `update jobs set state = 'failed' where job_id = '${queued}'`,
      /open jobs reserve 0$/,
    ],
    [
      'promotional credits that became paid ones',
      ({ user }) => `insert into accounts (account_id, balance_nano, floored) values ('user-promo:${user}', 0, 1);
        insert into ledger_transactions (transaction_id, kind, created_at) values ('ltx_2', 'issue', 0);
        insert into ledger_entries (transaction_id, account_id, amount_nano) values ('ltx_2', 'user:${user}', 1),
          ('ltx_2', 'user-promo:${user}', -1)`,
      /transaction ltx_2 sums to 0 instead of 0, its promotional credits to -0\.000000001/,
    ],
    [
      'credits that changed their kind over the issuance',
      ({ user }) => `insert into accounts (account_id, balance_nano, floored) values ('user-promo:${user}', 0, 1);
        insert into ledger_transactions (transaction_id, kind, created_at) values ('ltx_2', 'issue', 0);
        insert into ledger_entries (transaction_id, account_id, amount_nano) values ('ltx_2', 'user:${user}', 1),
          ('ltx_2', 'user-promo:${user}', -1), ('ltx_2', 'platform:issuance', -1), ('ltx_2', 'platform:issuance-promo', 1)`,
      /transaction ltx_2 makes promotional credits of paid ones, or the other way round/,
    ],
    [
      'promotional credits in the balance alone',
      () => `update accounts set balance_nano = balance_nano + 1 where account_id = 'platform:fees-promo'`,
      /all accounts of promotional credits sum to 0\.000000001 instead of 0/,
    ],
    [
      'a promotional reserve of a job that says it has none',
      ({ queued }) => `update jobs set reserved_promo_nano = 1 where job_id = '${queued}'`,
      /account reserve-promo:usr_\w+ holds 0; open jobs reserve 0\.000000001/,
    ],
    [
      'pending earnings of an hour that the ledger does not hold',
      ({ host }) => `insert into pending_earnings (host_id, hour, paid_nano, promo_nano) values ('${host}', 1, 5, 0)`,
      /account host-pending:host_\w+ holds 0; its hours hold 0\.000000005/,
    ],
    ['a queue that counts too much', () => 'update queues set waiting = waiting + 1', /counts 1 waiting jobs more/],
    ['a job outside its queue', () => 'delete from queues', /counts -1 waiting jobs more/],
  ])('finds %s', async (_name, sql, fault) => {
    await tamper(location, sql({ user, host, completed, queued }))
    const { faults } = await floor.audit()
    expect(faults.some((sentence) => fault.test(sentence))).toBe(true)
  })

  test('a grant never brings a balance above what JSON can carry, reserves that come back included', async () => {
    const most = 9_000_000_000_000_000n
    const deps = floor.market
    const left = most - 1_000_000_000n + 3_000_000n
    await expect(grant(deps, user, left + 1n, 'one too many')).rejects.toMatchObject({ code: 'invalid_request' })
    await grant(deps, user, left, 'to the brim')
    await floor.cancel(user, queued)
    expect(await floor.credits(user)).toBe(most)
    await expect(grant(deps, user, -most - 1n, 'below zero')).rejects.toThrow()
    await expect(grant(deps, 'usr_nobody', 1n, 'nobody')).rejects.toThrow()
    expect((await floor.audit()).faults).toEqual([])
  })
})
