import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { addToHour } from '../../server/src/hourly/hour-store.ts'
import { HOUR_MS } from '../../server/src/hourly/keep-hours.ts'
import { flagHost } from '../../server/src/market/hosts/honesty-store.ts'
import { signServer } from '../../server/src/servers/server-store.ts'
import type { TestHost, TestUser } from '../server/marketplace.ts'
import { readDispute } from './readings.ts'
import { axeFaults, goTo, isTooWide, openStage, type Stage } from './stage.ts'

let stage: Stage
let admin: TestUser
let owner: TestUser
let buyer: TestUser
let host: TestHost
let job_id: string
beforeAll(async () => {
  stage = await openStage({ signupCredits: 0, paidCredits: 100 })
  const { place } = stage
  admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  owner = await place.user('owner')
  buyer = await place.user('buyer')
  host = await place.host({ price: 1_000_000n, owner: owner.authorization })
  for (let count = 0; count < 2; count++) {
    const body = { model: 'm', input_text: 'What is <b>it</b>?', max_tokens: 9 }
    job_id = (await buyer.client.call(endpoints.runModel, { body })).job_id
    const offer = await host.next(10)
    if (offer?.job_id !== job_id) throw new Error('another job came')
    await host.results([{ job_id, tokens: ['a', 'b', 'c'], finish_reason: 'stop' }])
  }
  const withdrawal = { amount: 2_000_000n, destination: 'IBAN 1', host_id: host.host_id }
  await owner.client.call(endpoints.createWithdrawal, { body: withdrawal })
  await buyer.client.call(endpoints.disputeJob, { params: { job_id }, body: { reason: 'garbage', text: 'nonsense' } })
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.close()
})

test('operations are among the places of admins only', async () => {
  const page = await stage.open('/app/', { as: admin })
  await page.getByRole('link', { name: 'Operations' }).click()
  await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
  await page.getByText('Jobs done').waitFor()
  const other = await stage.open('/app/', { as: buyer })
  await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await other.getByRole('link', { name: 'Operations' }).count()).toBe(0)
})

test('a user is found, given credits, shut out and let in again', async () => {
  const page = await stage.open('/app/admin/users', { as: admin })
  await page.getByLabel('Find a user').fill('buyer')
  await page.getByRole('button', { name: 'Give credits to buyer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount, credits').fill('12.5')
  await dialog.getByLabel('Reason').fill('a test')
  await dialog.getByRole('button', { name: 'Give credits' }).click()
  await page.getByText('buyer has 12.5 credits more.').waitFor()
  await page.getByRole('button', { name: 'Shut out buyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Shut out' }).click()
  await page.getByText('buyer is shut out, with all hosts of theirs.').waitFor()
  await expect(buyer.client.call(endpoints.me, {})).rejects.toMatchObject({ status: 403 })
  await page.getByRole('button', { name: 'Let in buyer' }).click()
  await page.getByText('buyer is let in again.').waitFor()
  expect(await buyer.client.call(endpoints.me, {})).toMatchObject({ username: 'buyer' })
})

test('a withdrawal is marked as paid with its reference', async () => {
  const page = await stage.open('/app/admin/withdrawals', { as: admin })
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference').fill('payment 7')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByText('No withdrawals in this state').waitFor()
  const { withdrawals } = await owner.client.call(endpoints.listWithdrawals, {})
  expect(withdrawals).toMatchObject([{ status: 'paid', reference: 'payment 7' }])
})

test('a dispute is judged by its texts and refunded', async () => {
  const page = await stage.open('/app/admin/disputes', { as: admin })
  await page.getByRole('button', { name: `Look at ${job_id}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What is <b>it</b>?').waitFor()
  await dialog.getByText('No trusted host has read this text.').waitFor()
  await dialog.getByText('none for this model yet').waitFor()
  await page.keyboard.press('Escape')
  await readDispute(stage.place, { job_id, buyer, host })
  await page.getByRole('button', { name: `Look at ${job_id}` }).click()
  const read = dialog.getByRole('table', { name: 'Read by a trusted host' })
  await read.getByRole('row', { name: /^How unlikely its text is .* Unlike it$/ }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByLabel('Note').fill('it was nonsense')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('The buyer has the credits back.').waitFor()
  const { disputes } = await buyer.client.call(endpoints.listDisputes, {})
  expect(disputes).toMatchObject([{ status: 'refunded', note: 'it was nonsense' }])
})

test('servers are listed with how they are, and one that fell silent says since when', async () => {
  const { database, clock } = stage.place
  const [now, used] = [clock.now(), { memory_bytes: 150 * 1024 * 1024, cores: 0.25, delay_ms: 11 }]
  const server = { version: '0.1.0', services: 'market,documents', started_at: now - 7_200_000, ...used }
  await database.transaction(async (tx) => {
    await signServer(tx, { ...server, server_id: 'srv_1', machine: 'alder', signed_at: now })
    await signServer(tx, { ...server, server_id: 'srv_2', machine: 'birch', signed_at: now - 300_000 })
  })
  const page = await stage.open('/app/admin', { as: admin })
  const table = page.getByRole('table', { name: 'Servers' })
  await table.getByRole('row', { name: /alder Up marketplace, documents .*150 MiB 0\.25 11 ms/ }).waitFor()
  await table.getByRole('row', { name: /birch Silent since/ }).waitFor()
})

test('a flagged host comes first, says that its engine is away, and shows what checks found', async () => {
  const { place } = stage
  const other = await place.host({ models: ['n'] })
  const page = await stage.open('/app/admin/hosts', { as: admin })
  const rows = page.getByRole('table', { name: 'All hosts' }).getByRole('row')
  const first = async () => {
    // Once a minute the server looks for itself, and finds nothing wrong with this one.
    await place.database.transaction((tx) => flagHost(tx, host.host_id, true))
    await host.heartbeat([])
    return (await rows.nth(1).textContent()) ?? ''
  }
  await expect.poll(first).toMatch(new RegExp(`^${host.host_id}ActiveBills too muchEngine away`))
  await rows.nth(2).getByText(other.host_id).waitFor()
  await page.getByRole('button', { name: `Look at ${host.host_id}` }).click()
  await page.getByRole('dialog').getByText('No check of this host has ended yet.').waitFor()
  await place.database.transaction((tx) => flagHost(tx, host.host_id, false))
  await host.heartbeat()
})

test('a host is shut out and let in again, and the log has it all', async () => {
  const page = await stage.open('/app/admin/hosts', { as: admin })
  await page.getByRole('button', { name: `Shut out ${host.host_id}` }).click()
  await page.getByText('what it has earned is frozen').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Shut out' }).click()
  await page.getByText('its earnings are frozen').waitFor()
  await page.getByRole('button', { name: `Let in ${host.host_id}` }).click()
  await page.getByText('is let in again').waitFor()
  await page.getByRole('link', { name: 'Log' }).click()
  await page.getByRole('cell', { name: 'credits.grant' }).waitFor()
})

test('what the servers counted is charted by hour, failures and times too', async () => {
  const { database, clock } = stage.place
  const now = clock.now()
  const counted = {
    'jobs.completed': 40,
    'jobs.failed': 10,
    'jobs.cancelled': 7,
    'first_token.le.+Inf': 1,
    'documents.error': 2,
  }
  const amounts = new Map(Object.entries(counted))
  await database.transaction((tx) => addToHour(tx, now - (now % HOUR_MS), amounts))
  const page = await stage.open('/app/admin', { as: admin })
  const chart = page.getByRole('region', { name: 'By hour' })
  await chart.getByRole('img', { name: /^First token, p95 by hour since / }).waitFor()
  await chart.getByText('30 s', { exact: true }).first().waitFor()
  await chart.getByLabel('Shown').selectOption('Documents failed')
  await chart.getByRole('img', { name: /^Documents failed by hour since / }).waitFor()
  await chart.getByText('Every hour').click()
  const [, last] = await chart.getByRole('row').all()
  expect(await last?.getByRole('cell').allTextContents()).toEqual(expect.arrayContaining(['40', '3', '7', '30 s', '2']))
})

test('the marketplace is charted by day, and the ledger audited when it is asked for', async () => {
  const page = await stage.open('/app/admin', { as: admin })
  const chart = page.getByRole('region', { name: 'By day' })
  await chart.getByRole('img', { name: /^Charged by day since .*, 0\.0\d+ credits in all$/ }).waitFor()
  await chart.getByLabel('Shown').selectOption('Jobs')
  await chart.getByRole('img', { name: /^Jobs by day since .*, 3 in all$/ }).waitFor()
  await page.getByRole('button', { name: 'Audit now' }).click()
  await page.getByText('The books are right').waitFor()
  await page.getByText(/^\d+ transactions, \d+ entries, \d+ accounts$/).waitFor()
})

const ROOMS = ['', '/users', '/hosts', '/verification', '/withdrawals', '/disputes', '/log']

test.each([
  ['light', 1440],
  ['dark', 360],
] as const)('axe finds nothing wrong in any room (%s, %i)', async (theme, width) => {
  const page = await stage.open('/app/admin', { as: admin, theme, width })
  for (const room of ROOMS) {
    await goTo(page, `${stage.front.url}/app/admin${room}`)
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    expect([room, await axeFaults(page), await isTooWide(page)]).toEqual([room, [], false])
  }
})
