import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { goTo, openStage, reload, type Stage, serveJobs } from './stage.ts'

const HOSTILE = [
  '# Title\n\n',
  '<img src="x" onerror="document.title=1"><script>document.title=2</script>\n\n',
  '[bad](javascript:alert(1)) [good](https://example.com/) ![picture](https://example.com/p.png)\n\n',
  '- one\n- two\n\n',
  '\u202Etfel ot thgir\n\n',
  'The end.',
]

const WORDS = Array.from({ length: 40 }, (_, n) => `word${n} `)

let stage: Stage
let user: TestUser
const workers: { stop(): Promise<void> }[] = []
beforeAll(async () => {
  stage = await openStage({ signupCredits: 1000 })
  user = await stage.place.user()
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  expect(stage.faults.filter((fault) => !/ERR_(CONNECTION|EMPTY|INCOMPLETE)/.test(fault))).toEqual([])
  await stage.close()
})

async function serve(pieces: readonly string[], pause_ms: number, model: string) {
  workers.push(await serveJobs(stage.place, pieces, { pause_ms, model }))
}

test('an answer streams as Markdown without harm, with what it cost', async () => {
  await serve(HOSTILE, 0, 'hostile')
  const page = await stage.open('/app/playground?model=hostile', { as: user })
  await page.getByLabel('Message').fill('Say something')
  await page.getByRole('button', { name: 'Send' }).click()
  const answer = page.getByRole('region', { name: 'hostile' })
  await answer.getByText('The end.').waitFor()
  await answer.getByRole('heading', { name: 'Title' }).waitFor()
  expect(await answer.getByRole('listitem').allInnerTexts()).toEqual(['one', 'two'])
  // Shown as it was written, and nothing else.
  await answer.getByText('<script>document.title=2</script>').waitFor()
  expect(await answer.locator('img, script').count()).toBe(0)
  const links = await answer.locator('.markdown a[href]').evaluateAll((nodes) => nodes.map((node) => node.outerHTML))
  expect(links.map((html) => /href="([^"]*)"/.exec(html)?.[1])).toEqual([
    'https://example.com/',
    'https://example.com/p.png',
  ])
  await answer.getByText('0.006 credits').waitFor()
  await answer.getByText('6 tokens', { exact: true }).waitFor()
  expect(await page.title()).toBe('Playground · mkt')
})

test('a stream that breaks is taken up where it broke, and a page that was closed goes on with it', async () => {
  await serve(WORDS, 60, 'slow')
  const page = await stage.open('/app/playground?model=slow', { as: user })
  await page.getByLabel('Message').fill('Count')
  await page.getByRole('button', { name: 'Send' }).click()
  const answer = page.getByRole('region', { name: 'slow' })
  await answer.getByText('word3').waitFor()
  stage.front.fail(true)
  await answer.getByText('The connection is broken').waitFor()
  stage.front.fail(false)
  await answer.getByText('word12').waitFor()
  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  await page.goBack()
  await answer.getByText('word16').waitFor()
  await reload(page)
  await answer.getByRole('link', { name: 'Job' }).waitFor()
  expect((await answer.locator('.markdown').innerText()).split(/\s+/)).toEqual(WORDS.map((word) => word.trim()))
  // What comes next knows what was said.
  await page.getByLabel('Message').fill('Again')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('word1 ').nth(1).waitFor()
  const [job] = new URL(page.url()).searchParams.getAll('jobs')
  await goTo(page, `${stage.front.url}/app/jobs/${job}`)
  await page.getByText('User: Count').waitFor()
})

test('Stop ends an answer; what came stays, and is what is charged', async () => {
  await serve(WORDS, 250, 'stopped')
  const page = await stage.open('/app/playground?model=stopped', { as: user })
  await page.getByLabel('Message').fill('Count')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('region', { name: 'stopped' })
  await answer.getByText('word5').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await answer.getByText('Stopped').waitFor()
  const said = await answer.locator('.markdown').innerText()
  expect(said).toContain('word5')
  expect(said).not.toContain('word39')
  await page.getByRole('button', { name: 'Send' }).waitFor()
})

test('two models answer the same message side by side', async () => {
  await serve(['left'], 0, 'first-model')
  await serve(['right'], 0, 'second-model')
  const page = await stage.open('/app/playground?model=first-model', { as: user })
  await page.getByLabel('Second model').selectOption('second-model')
  await page.getByLabel('Message').fill('Who are you?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('region', { name: 'first-model' }).getByText('left').waitFor()
  await page.getByRole('region', { name: 'second-model' }).getByText('right').waitFor()
})
