import { market as endpoints } from '@mkt/schemas'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Marketplace, TestUser } from '../server/marketplace.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let user: TestUser
beforeAll(async () => {
  stage = await openStage({ signupCredits: 0, paidCredits: 1000 })
  user = await stage.place.user()
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

/** As many rows more, like one that is there. */
function copyRow({ location }: Marketplace, table: string, id: string, count: number): void {
  if (!('sqlite' in location)) throw new Error('copies are made in SQLite only')
  const connection = new Sqlite(location.sqlite)
  const columns = (connection.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  const key = columns[0]
  const values = columns.map((name) => (name === key ? `${key} || printf('%04d', n.i)` : name))
  connection.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into ${table} (${columns}) select ${values} from ${table}, n where ${key} = '${id}'`)
  connection.close()
}

test('kept chats are all to be had, fifty at a time', async () => {
  await stage.place.host({ models: ['m'] })
  const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'Hi' } })
  await user.client.call(endpoints.cancelJob, { params: { job_id } })
  const body = { title: 'A chat', jobs: [job_id] }
  const { conversation_id } = await user.client.call(endpoints.createConversation, { body })
  copyRow(stage.place, 'conversations', conversation_id, 70)
  const page = await stage.open('/app/playground', { as: user })
  await page.getByText('Kept chats').click()
  const chats = page.getByRole('button', { name: 'A chat', exact: true })
  await page.getByText('50 of 71').waitFor()
  expect(await chats.count()).toBe(50)
  await page.getByRole('button', { name: 'Show older ones' }).click()
  await expect.poll(() => chats.count()).toBe(71)
  expect(await page.getByRole('button', { name: 'Show older ones' }).count()).toBe(0)
})

test('what was paid out and is being paid is the sum of all withdrawals, also of those far down the list', async () => {
  const host = await stage.place.host({ price: 1_000_000_000n, models: ['n'], owner: user.authorization })
  const buyer = await stage.place.user()
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'n', input_text: 'x' } })
  await host.next(10)
  await host.results([{ job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' }])
  const { host_id } = host
  const body = { amount: 20_000_000n, destination: 'IBAN 1', host_id }
  const { withdrawal_id } = await user.client.call(endpoints.createWithdrawal, { body })
  copyRow(stage.place, 'withdrawals', withdrawal_id, 149)
  const page = await stage.open('/app/earnings', { as: user })
  await page.getByText('3.00 credits', { exact: true }).waitFor()
  const table = page.getByRole('table', { name: 'Withdrawals' })
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('151')
})
