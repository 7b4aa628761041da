import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { closeBrowser, openBrowser } from '../pages/browser.ts'
import { startFront } from '../pages/front.ts'
import { insertJobs } from '../pages/many-jobs.ts'
import { type Marketplace, startMarketplace } from '../server/marketplace.ts'
import { type Figure, ratioOf } from './figure.ts'
import { median, type Sample } from './measure.ts'
import type { BenchOptions } from './scene.ts'

const BUILD = fileURLToPath(new URL('../../.ci/build-pages.ts', import.meta.url))
const BUILT = new URL('../../server/web/dist/', import.meta.url)
const SLOWER = 4
const JOBS = 10_000
const TOKENS_PER_SECOND = 200
const STREAM_S = 5
const SCROLLS = 60
/** Letters that are typed, each after the one before was drawn. */
const KEYS = 40

/** What the pages promise: their goals stand as anchors, so that a ratio below 1 meets its goal. */
export async function measurePages({ full }: BenchOptions): Promise<Figure[]> {
  execFileSync(process.execPath, [BUILD, '--if-older'])
  const place = await startMarketplace({ signupCredits: 1000 })
  const front = await startFront(place.url, undefined, { name: '127.0.0.1', port: 0 })
  const user = await place.user()
  const context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 } })
  const { username, password } = user
  await context.request.post(`${front.url}/session`, { data: { username, password }, headers: { origin: front.url } })
  try {
    const rounds = full ? 7 : 3
    await insertJobs(place, user, await modelOf(place), JOBS)
    const interactive = await times(rounds, () => openSlowly(context, front.url))
    const scroll = await times(rounds, () => scrollJobs(context, front.url))
    const keys = await times(rounds, () => typeMessage(context, front.url))
    const stream = await times(full ? 3 : 1, () => watchStream(context, front.url, place))
    return [
      figure('pages-first-js', 'JavaScript of the first page, gzipped', [{ mb: firstScript() / 1e6 }], { mb: 0.12 }),
      figure('pages-interactive', `until the overview is there, ${SLOWER} x slower`, interactive, { mean_ms: 1000 }),
      figure('pages-keystroke', 'a letter until it is drawn', keys, { p99_ms: 50 }),
      figure('pages-scroll', `frames while ${JOBS} jobs are scrolled`, scroll, { p99_ms: 50 }),
      figure('pages-stream', `a page that watches ${TOKENS_PER_SECOND} tokens a second`, stream, { busy: 0.2 }),
    ]
  } finally {
    await context.close()
    await closeBrowser()
    await front.stop()
    await place.stop()
  }
}

function figure(name: string, what: string, ours: Sample[], goal: Sample): Figure {
  const [member] = Object.keys(goal) as [keyof Sample]
  const ratios = [
    ratioOf(
      member,
      ours,
      ours.map(() => goal),
      (ratio) => ratio <= 1,
    ),
  ]
  return { name, what, anchor: 'the goal', goal: 'at most the goal', ours, theirs: [goal], ratios }
}

async function times(count: number, measure: () => Promise<Sample>): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let round = 0; round < count; round++) samples.push(await measure())
  return samples
}

const textOf = (name: string) => readFileSync(new URL(name, BUILT), 'utf8')

/** Bytes of the scripts that index.html loads, and of what those import at once. */
function firstScript(): number {
  const [, entry = ''] = /<script type="module"[^>]* src="\/app\/assets\/([\w.-]+)"/.exec(textOf('index.html')) ?? []
  const known = new Set<string>()
  const take = (name: string) => {
    if (known.has(name)) return
    known.add(name)
    for (const [, next = ''] of textOf(`assets/${name}`).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) take(next)
  }
  take(entry)
  return [...known].reduce((sum, name) => sum + gzipSync(textOf(`assets/${name}`)).length, 0)
}

async function modelOf(place: Marketplace): Promise<string> {
  await place.host({ models: ['fast'] })
  return 'fast'
}

/** A page that is closed after its measure. */
async function on<T>(context: BrowserContext, measure: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage()
  try {
    return await measure(page)
  } finally {
    await page.close()
  }
}

/** The page notes it itself: whoever looks from outside all the time looks with the page's own slow processor. */
const NOTED = `new MutationObserver((_, watch) => {
  if (!document.querySelector('.figures')) return
  watch.disconnect()
  requestAnimationFrame(() => setTimeout(() => { window.thereAt = performance.now() }))
}).observe(document, { childList: true, subtree: true })`
const LOOK_MS = 500

const openSlowly = (context: BrowserContext, url: string) =>
  on(context, async (page): Promise<Sample> => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(NOTED)
    await page.goto(`${url}/app/`, { waitUntil: 'commit' })
    let there: number | undefined
    while (there === undefined) {
      await page.waitForTimeout(LOOK_MS)
      there = (await page.evaluate('window.thereAt')) as number | undefined
    }
    return { mean_ms: there }
  })

const FRAMES = `window.gaps = []; let before = performance.now(); requestAnimationFrame(function look(now) {
  window.gaps.push(now - before); before = now; requestAnimationFrame(look) })`

const scrollJobs = (context: BrowserContext, url: string) =>
  on(context, async (page): Promise<Sample> => {
    await page.goto(`${url}/app/jobs`)
    await page.locator('tbody tr.linked').first().waitFor()
    await page.mouse.move(600, 500)
    await page.evaluate(FRAMES)
    for (let step = 0; step < SCROLLS; step++) await page.mouse.wheel(0, 900)
    const gaps = ((await page.evaluate('window.gaps')) as number[]).sort((a, b) => a - b)
    return { p50_ms: median(gaps), p99_ms: gaps[Math.floor(gaps.length * 0.99)] ?? Number.NaN }
  })

// What is drawn sooner than that the browser does not tell.
const KEPT = `window.keys = []; new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.keys.push(duration)
}).observe({ type: 'event', durationThreshold: 16 })`

const typeMessage = (context: BrowserContext, url: string) =>
  on(context, async (page): Promise<Sample> => {
    await page.goto(`${url}/app/playground`)
    await page.getByLabel('Message').click()
    await page.evaluate(KEPT)
    for (let letter = 0; letter < KEYS; letter++) await page.keyboard.press('a', { delay: 30 })
    await page.waitForTimeout(500)
    const told = (await page.evaluate('window.keys')) as number[]
    const all = [...Array<number>(Math.max(0, KEYS - told.length)).fill(16), ...told].sort((a, b) => a - b)
    return { p50_ms: median(all), p99_ms: all[Math.floor(all.length * 0.99)] ?? Number.NaN }
  })

/** The worst for Markdown: one list that grows, since it is a single block. */
const WORDS = ['lorem ', 'ipsum ', '**dolor** ', 'sit ', 'amet.\n\n', '- item\n', '`code` ', 'word ']

const watchStream = (context: BrowserContext, url: string, place: Marketplace) =>
  on(context, async (page): Promise<Sample> => {
    const host = await place.host({ models: ['streamed'] })
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    const busy = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
    }
    await page.goto(`${url}/app/playground?model=streamed`)
    await page.getByLabel('Max tokens').fill('4096')
    await page.getByLabel('Message').fill('Go')
    await page.getByRole('button', { name: 'Send' }).click()
    const offer = await host.next(10)
    if (!offer) throw new Error('no job came')
    const [before, start] = [await busy(), performance.now()]
    const all = STREAM_S * TOKENS_PER_SECOND
    for (let sent = 0; sent < all; ) {
      const due = Math.min(all, Math.floor(((performance.now() - start) / 1000) * TOKENS_PER_SECOND))
      const tokens = Array.from({ length: due - sent }, (_, n) => WORDS[(sent + n) % WORDS.length] ?? '')
      if (tokens.length > 0) await host.results([{ job_id: offer.job_id, offset: sent, tokens }])
      sent = due
      await new Promise((wake) => setTimeout(wake, 25))
    }
    const share = ((await busy()) - before) / ((performance.now() - start) / 1000)
    await host.results([{ job_id: offer.job_id, offset: all, tokens: [], finish_reason: 'stop' }])
    return { busy: share }
  })
