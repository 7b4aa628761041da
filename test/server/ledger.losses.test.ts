import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { charge } from '../../server/src/market/ledger/postings.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

test('shares that lose money are refused as those that make some are', () => {
  for (const host of [87n, 89n])
    expect(() => charge('u', 'job', 'h', { paid: 100n, promo: 0n }, { gross: 100n, fee: 12n, host })).toThrow(
      /does not balance/,
    )
})

let floor: Floor & { file: string }
beforeEach(async () => {
  floor = await openSqliteFloor()
})
afterEach(() => floor.close())

/** Changes the books behind the market's back, and says what the audit makes of it. */
async function auditAfter(sql: string): Promise<string> {
  const connection = new Sqlite(floor.file)
  connection.exec(sql)
  connection.close()
  return (await floor.audit()).faults.join('\n')
}

test('the audit finds an entry that lost a nano-credit', async () => {
  const user = await floor.user(1000n)
  const said = await auditAfter(
    `update ledger_entries set amount_nano = amount_nano - 1 where account_id = 'user:${user}'`,
  )
  expect(said).toMatch(/sums to -0.000000001 instead of 0/)
})

test('the audit finds an account that owes one nano-credit', async () => {
  const user = await floor.user(1000n)
  // The database itself refuses it, so that refusal must be out of the way.
  const said = await auditAfter(
    `pragma ignore_check_constraints = on; update accounts set balance_nano = -1 where account_id = 'user:${user}'`,
  )
  expect(said).toMatch(new RegExp(`account user:${user} is below zero: -0.000000001`))
})
