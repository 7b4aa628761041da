import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Marketplace, type MarketplaceOptions, startMarketplace, type TestUser } from '../server/marketplace.ts'
import { closeBrowser, openBrowser } from './browser.ts'
import { type Documents, freePort, startFront } from './front.ts'

const BUILD = fileURLToPath(new URL('../../.ci/build-pages.ts', import.meta.url))
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What a page may take on a machine that runs seven other files of tests. */
const PATIENCE_MS = 30_000

export type Theme = 'light' | 'dark'

export interface OpenOptions {
  as?: TestUser
  theme?: Theme
  width?: number
}

interface StageOptions extends MarketplaceOptions {
  /** Known to browsers as localhost and not by a number: passkeys need a name. */
  named?: boolean
}

/** The real market, the pages as they are built now, and a browser in which each fault of a page is kept. */
export async function openStage({ named = false, ...options }: StageOptions = {}, documents?: Documents) {
  await promisify(execFile)(process.execPath, [BUILD, '--if-older'])
  const at = named ? { name: 'localhost', port: await freePort() } : { name: '127.0.0.1', port: 0 }
  const place = await startMarketplace({
    ...options,
    ...(named ? { publicUrl: `http://${at.name}:${at.port}` } : {}),
  })
  const front = await startFront(place.url, documents, at)
  const browser = await openBrowser()
  const contexts: BrowserContext[] = []
  const faults: string[] = []
  return {
    place,
    front,
    /** What went wrong in any page so far: errors, violations of the content security policy, requests elsewhere. */
    faults,
    /** Opens a page in a browser of its own, signed in where a user is given. */
    async open(path: string, { as, theme = 'light', width = 1280 }: OpenOptions = {}): Promise<Page> {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: theme,
        locale: 'en-US',
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      if (as) await signIn(context, front.url, as)
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      watch(page, front.url, faults)
      await goTo(page, front.url + path)
      return page
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      await closeBrowser()
      await front.stop()
      await place.stop()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

async function signIn(context: BrowserContext, url: string, { username, password }: TestUser): Promise<void> {
  const answer = await context.request.post(`${url}/session`, {
    data: { username, password },
    headers: { origin: url },
  })
  expect(answer.status()).toBe(200)
}

// A refused answer is said in the page; the browser's own note of it is no fault.
const REFUSED = /Failed to load resource: the server responded with a status of 4/
// Somebody gave the machine another network meanwhile, which Chromium breaks requests off for; the page asks again.
const OF_THE_MACHINE = /net::ERR_NETWORK_CHANGED/

function watch(page: Page, url: string, faults: string[]): void {
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !REFUSED.test(text) && !OF_THE_MACHINE.test(text))
      faults.push(`${page.url()}: ${text}`)
  })
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(`${url}/`))
      faults.push(`asks ${request.url()}`)
  })
}

/** Loads an address, and waits for its page: before it is there nobody hears a key and nothing takes the focus. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** Loads the same page anew, and waits for it. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** What axe finds wrong with a page as it is now. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Beside the page's policy, which lets no other script in.
  await page.evaluate(axe.source)
  const found = await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`)
  return found as string[]
}

/** Whether a page is wider than its window, so that one would have to scroll sideways. */
export async function isTooWide(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')) as boolean
}

interface Serving {
  pause_ms: number
  model: string
}

/** A host that answers each job with these pieces, a pause before each, until it is stopped. */
export async function serveJobs(place: Marketplace, pieces: readonly string[], { pause_ms, model }: Serving) {
  const host = await place.host({ price: 1_000_000n, models: [model] })
  let over = false
  const work = (async () => {
    while (!over) {
      const offer = await host.next(1)
      if (!offer) continue
      for (const [offset, piece] of pieces.entries()) {
        const [answer] = await host.results([{ job_id: offer.job_id, offset, tokens: [piece] }])
        if (answer?.state !== 'running') break
        await new Promise((wake) => setTimeout(wake, pause_ms))
      }
      await host.results([{ job_id: offer.job_id, offset: pieces.length, tokens: [], finish_reason: 'stop' }])
    }
  })()
  return {
    host,
    async stop() {
      over = true
      await work
    },
  }
}
