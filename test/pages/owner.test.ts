import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '../server/marketplace.ts'
import { goTo, openStage, type Stage } from './stage.ts'

let stage: Stage
let owner: TestUser
let host: TestHost
beforeAll(async () => {
  stage = await openStage({ paidCredits: 100 })
  owner = await stage.place.user()
  host = await stage.place.host({ price: 1_000_000n, owner: owner.authorization })
  const buyer = await stage.place.user()
  await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 9 } })
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, tokens: ['a', 'b', 'c'], finish_reason: 'stop' }])
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

test('the command for a new host works, its token ends when the host is here', async () => {
  const page = await stage.open('/app/hosts', { as: owner })
  await page.getByRole('button', { name: 'Earn with a GPU' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Engine').selectOption('ollama')
  await dialog.getByLabel('Price').fill('2')
  await dialog.getByRole('button', { name: 'Make the command' }).click()
  const command = await dialog.getByRole('region', { name: 'Command' }).innerText()
  expect(command).toContain(`--server ${stage.front.url}`)
  expect(command).toContain('--provider ollama --model all --price 0.002')
  const token = /mkt_u_\S+/.exec(command)?.[0] ?? ''
  await dialog.getByText('Waiting for the host to appear').waitFor()
  const fresh = await stage.place.host({ models: ['n'], owner: `Bearer ${token}` })
  await dialog.getByText('The host is here').waitFor()
  await dialog.getByRole('link', { name: 'Open the host' }).click()
  await page.getByRole('heading', { level: 1, name: fresh.host_id }).waitFor()
  await expect
    .poll(() =>
      stage.place
        .connect(`Bearer ${token}`)
        .call(endpoints.me, {})
        .catch((error) => error.status),
    )
    .toBe(401)
})

test('a host is paused, resumed, and its price changed', async () => {
  const page = await stage.open(`/app/hosts/${host.host_id}`, { as: owner })
  await page.getByText('0.00264 credits').first().waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('The host is paused.').waitFor()
  expect(await host.client.call(endpoints.hostMe, {})).toMatchObject({ paused: true })
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByRole('button', { name: 'Change price' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price, credits for 1,000 tokens').fill('4')
  await dialog.getByText('0.012 credits').waitFor()
  await dialog.getByRole('button', { name: 'Change price' }).click()
  await page.getByText('The price is changed.').waitFor()
  expect(await host.client.call(endpoints.hostMe, {})).toMatchObject({ price_per_token: 4_000_000n })
})

test('what a host earned and how busy it was is shown by the hour', async () => {
  const page = await stage.open(`/app/hosts/${host.host_id}`, { as: owner })
  await page.getByRole('img', { name: '0.00264 credits in 24 hours' }).waitFor()
  await page.getByRole('img', { name: /^\d+ % of its slots busy in 24 hours$/ }).waitFor()
})

test('how reliable a host was is told to its owner and to who chooses a model', async () => {
  const page = await stage.open(`/app/hosts/${host.host_id}`, { as: owner })
  await page.getByText('Uptime', { exact: true }).waitFor()
  await page.getByText('100 %', { exact: true }).waitFor()
  await goTo(page, `${stage.front.url}/app/models/m`)
  await page.getByRole('table', { name: 'Hosts' }).getByRole('cell', { name: '100 %' }).first().waitFor()
  await goTo(page, `${stage.front.url}/app/`)
  await page.getByText('Earned today').waitFor()
  await page.getByText(/^0\.00264 credits not taken out, \d of \d hosts active$/).waitFor()
})

test('earnings are withdrawn to the own credits once', async () => {
  const page = await stage.open('/app/earnings', { as: owner })
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount, credits').fill('9')
  await dialog.getByRole('button', { name: 'Withdraw 9 credits' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Amount, credits').fill('0.002')
  await dialog.getByRole('button', { name: 'Withdraw 0.002 credits' }).click()
  await page.getByText('It is among your credits now.').waitFor()
  await page.getByRole('table', { name: 'Withdrawals' }).getByText('Paid').waitFor()
  const { withdrawals } = await owner.client.call(endpoints.listWithdrawals, {})
  expect(withdrawals).toMatchObject([{ amount: 2_000_000n, destination: 'credits' }])
})

test('a new key is shown once, and the old one is refused', async () => {
  const page = await stage.open(`/app/hosts/${host.host_id}`, { as: owner })
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
  const key = await page.getByText(/^mkt_h_/).innerText()
  await expect(host.client.call(endpoints.hostMe, {})).rejects.toMatchObject({ status: 401 })
  expect(await stage.place.connect(`Bearer ${key}`).call(endpoints.hostMe, {})).toMatchObject({ host_id: host.host_id })
})
