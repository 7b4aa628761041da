import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { press, type } from './keys.ts'
import { type Lively, openLively } from './lively.ts'

/*
 * The main act of every page by the keyboard alone: no test here points at anything. That of the queue of refused hosts
 * is in verification.test.ts.
 */
let lively: Lively
beforeAll(async () => {
  lively = await openLively()
})
afterAll(async () => {
  expect(lively.stage.faults).toEqual([])
  await lively.close()
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

async function chooseFile(page: Page, name: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, button(page, name))])
  await chooser.setFiles([file])
}

type Act = (page: Page) => Promise<unknown>

const ACTS: Record<string, Act> = {
  '/app/': async (page) => {
    await press(page, link(page, 'All jobs'))
    await heading(page, 'Jobs')
  },
  '/app/models': async (page) => {
    await page.getByRole('table', { name: 'Models' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('llama')
    await press(page, link(page, 'llama-3.1-8b'))
    await heading(page, 'llama-3.1-8b')
  },
  '/app/models/llama-3.1-8b': async (page) => {
    await press(page, link(page, 'Open in the playground'))
    await heading(page, 'Playground')
  },
  '/app/playground?model=llama-3.1-8b': async (page) => {
    await type(page, page.getByLabel('Message'), 'Who are you?')
    await page.keyboard.press('Enter')
    await press(page, button(page, 'Stop'))
    await page.getByText('Stopped', { exact: true }).waitFor()
  },
  '/app/jobs': async (page) => {
    await press(page, link(page, lively.ids.job))
    await heading(page, lively.ids.job)
  },
  '/app/jobs/JOB': async (page) => {
    await press(page, button(page, 'Run again'))
    await expect.poll(() => page.url()).not.toContain(lively.ids.job)
    await press(page, button(page, 'Cancel job'))
    await page.getByText('The job is cancelled.').waitFor()
  },
  '/app/batches': async (page) => {
    const buffer = Buffer.from('prompt\none\ntwo\n')
    await chooseFile(page, 'Choose a file', { name: 'prompts.csv', mimeType: 'text/csv', buffer })
    await press(page, button(page, 'Run 2 prompts'))
    await heading(page, /^bat_/)
  },
  '/app/batches/BATCH': async (page) => {
    await press(page, button(page, 'Cancel batch'))
    await press(page, inDialog(page, 'Cancel batch'))
    await page.getByText('Cancelled', { exact: true }).waitFor()
  },
  '/app/usage': async (page) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, button(page, 'Export CSV'))])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
  },
  '/app/tokens': async (page) => {
    await press(page, button(page, 'Make token'))
    await type(page, page.getByRole('dialog').getByLabel('Name'), 'by keyboard')
    await press(page, inDialog(page, 'Make token'))
    await page.getByText(/^mkt_u_/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('by keyboard').waitFor()
  },
  '/app/hosts': async (page) => {
    await press(page, button(page, 'Earn with a GPU'))
    await press(page, inDialog(page, 'Make the command'))
    await page.getByText('Waiting for the host to appear').waitFor()
  },
  '/app/hosts/HOST': async (page) => {
    await press(page, button(page, 'Pause'), 'Space')
    await page.getByText('The host is paused.').waitFor()
    await press(page, button(page, 'Resume'), 'Space')
    await button(page, 'Pause').waitFor()
  },
  '/app/earnings': async (page) => {
    await press(page, button(page, 'Withdraw'))
    await type(page, page.getByRole('dialog').getByLabel('Amount, credits'), '0.001')
    await page.keyboard.press('Enter')
    await page.getByText('It is among your credits now.').waitFor()
  },
  '/app/documents': async (page) => {
    await chooseFile(page, 'Choose files', { name: 'none.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
    await page.getByText('This is no PDF and no picture that can be read.').waitFor()
    await press(page, link(page, 'slip.pdf'))
    await heading(page, /^doc_/)
  },
  '/app/documents/DOCUMENT': async (page) => {
    await press(page, button(page, 'Correct Employment income'))
    await page.getByLabel('Right value of Employment income').waitFor()
    await type(page, page.getByLabel('Right value of Employment income'), '12345.5')
    await page.keyboard.press('Enter')
    await page.locator('ins', { hasText: '12,345.50' }).waitFor()
  },
  '/app/account': async (page) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, link(page, 'Export everything'))])
    expect(file.suggestedFilename()).toBe('mkt-export.json')
  },
  '/app/admin': async (page) => {
    await press(page, button(page, 'Audit now'))
    await page.getByText('The books are right').waitFor()
  },
  '/app/admin/users': async (page) => {
    await press(page, button(page, 'Give credits to ada'))
    await type(page, page.getByRole('dialog').getByLabel('Amount, credits'), '2.5')
    await type(page, page.getByRole('dialog').getByLabel('Reason'), 'a test by keyboard')
    await page.keyboard.press('Enter')
    await page.getByText('ada has 2.5 credits more.').waitFor()
  },
  '/app/admin/hosts': async (page) => {
    await press(page, button(page, /^Shut out host_/), 'Space')
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Shut out' }), 'Enter')
    await page.getByText('Shut out', { exact: true }).first().waitFor()
    await press(page, button(page, /^Let in host_/), 'Space')
    await expect.poll(() => button(page, /^Let in host_/).count()).toBe(0)
  },
  '/app/admin/log': async (page) => {
    const log = page.getByRole('table', { name: 'Log' })
    await log.getByRole('row').nth(1).waitFor()
    await press(page, link(page, 'Users'))
    await page.getByRole('table', { name: 'Users' }).waitFor()
    await press(page, link(page, 'Log'))
    await log.getByRole('row').nth(1).waitFor()
  },
  '/app/admin/withdrawals': async (page) => {
    await press(page, button(page, 'Mark as paid'))
    await type(page, page.getByRole('dialog').getByLabel('Reference'), 'payment 7')
    await page.keyboard.press('Enter')
    await page.getByText('It is marked as paid.').waitFor()
  },
  '/app/admin/disputes': async (page) => {
    await press(page, button(page, `Look at ${lively.ids.job}`))
    await press(page, inDialog(page, 'Reject'))
    await page.getByText('The dispute is rejected').waitFor()
  },
}

test.each(Object.entries(ACTS))('%s: its main act without a mouse', async (path, act) => {
  const { job, host, batch, document } = lively.ids
  const address = path.replace('JOB', job).replace('HOST', host).replace('BATCH', batch).replace('DOCUMENT', document)
  const page = await lively.stage.open(address, { as: lively.person })
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  await act(page)
  await page.close()
})

test('one signs up, signs out and signs in again without a mouse', async () => {
  const page = await lively.stage.open('/app/')
  await press(page, link(page, 'Sign up'))
  await heading(page, 'Sign up')
  await type(page, page.getByLabel('Username'), 'keys')
  await type(page, page.getByLabel('Email'), 'keys@example.com')
  await type(page, page.getByLabel('Password'), 'correct horse')
  await page.keyboard.press('Enter')
  await heading(page, 'Overview')
  await press(page, button(page, 'Sign out'))
  await heading(page, 'Sign in')
  await type(page, page.getByLabel('Username'), 'keys')
  await type(page, page.getByLabel('Password'), 'correct horse')
  await page.keyboard.press('Enter')
  await heading(page, 'Overview')
})
