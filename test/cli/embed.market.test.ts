import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeVector } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portionsOf } from '../../cli/src/embed/texts.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../server/marketplace.ts'
import { runMkt } from './run-mkt.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-embed-'))
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

let place: Marketplace
let host: TestHost
let user: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  const capabilities = ['embeddings', 'vectors_only'] as const
  host = await place.host({ models: ['e'], capabilities: [...capabilities], input_price: 1_000_000n })
  await place.host({ models: ['chatty'] })
  user = await place.user()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
  rmSync(folder, { recursive: true })
})

const mkt = (args: string[], stdin = '') =>
  runMkt(['embed', ...args], {
    stdin,
    env: { MKT_SERVER: place.url, MKT_TOKEN: user.token, MKT_CONFIG_DIR: folder },
  })

/** Each text's vector is its length and a half. */
async function serve() {
  const offer = await host.next(30)
  if (!offer?.embed) throw new Error('no texts came')
  const { inputs } = offer.embed
  const notes = inputs.map((text, at) => ({ at, vector: writeVector([text.length, 0.5]) }))
  const usage = { prompt_tokens: 3 * inputs.length }
  await host.results([
    { job_id: offer.job_id, offset: 0, tokens: inputs.map(() => ''), notes, usage, finish_reason: 'stop' },
  ])
  return offer
}
const served = async (args: string[], stdin = '') => {
  const [offer, ended] = await Promise.all([serve(), mkt(args, stdin)])
  return { offer, ...ended }
}

test('texts come as arguments, from a file and on standard input, a text a line', async () => {
  const typed = await served(['--model', 'e', 'one', 'a fox'])
  expect(typed).toMatchObject({ code: 0, stdout: '[3,0.5]\n[5,0.5]\n' })
  expect(typed.offer.embed).toEqual({ inputs: ['one', 'a fox'] })
  expect(typed.stderr).toMatch(
    /^job job_\w+ queued, 0\.0\d+ credits reserved\n2 vectors · 6 tokens read · 0\.006 credits\n$/,
  )
  const path = file('texts.txt', '\ufeffone\r\ntwo words\n')
  expect((await served(['--model', 'e', '--file', path])).offer.embed).toEqual({ inputs: ['one', 'two words'] })
  const piped = await served(['--model', 'e', '--max-price', '0.5'], 'one\ntwo')
  expect(piped.offer.embed).toEqual({ inputs: ['one', 'two'] })
  expect((await served(['--model', 'e', '-', '--whole'], 'one\n\ntwo\n')).offer.embed).toEqual({
    inputs: ['one\n\ntwo\n'],
  })
})

test('vectors are printed as numbers, with commas, as base64, with their texts, or as the job', async () => {
  const shown = async (...args: string[]) => (await served(['--model', 'e', ...args, 'one'])).stdout
  expect(await shown('--format', 'csv')).toBe('3,0.5\n')
  expect(await shown('--format', 'base64')).toBe(`${writeVector([3, 0.5])}\n`)
  expect(await shown('--format', 'jsonl')).toBe('{"text":"one","embedding":[3,0.5]}\n')
  const job = JSON.parse(await shown('--json', '--dimensions', '2'))
  expect(job).toMatchObject({ status: 'completed', embed: { dimensions: 2 }, vectors: [writeVector([3, 0.5])] })
  expect(job.usage.prompt_tokens).toBe(3)
})

test('many texts become several jobs, whose vectors stay in order and whose costs are told together', async () => {
  const texts = Array.from({ length: 300 }, (_, at) => 'x'.repeat(1 + (at % 9)))
  const path = file('many.txt', texts.join('\n'))
  const [first, second, ended] = await Promise.all([
    serve(),
    serve(),
    mkt(['--model', 'none', '--model', 'e', '--file', path]),
  ])
  expect([first.embed?.inputs.length, second.embed?.inputs.length]).toEqual([256, 44])
  expect(
    ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)[0]),
  ).toEqual(texts.map(({ length }) => length))
  expect(ended.stderr).toContain('\ne answers\n')
  expect(ended.stderr).toContain('\n300 vectors · 900 tokens read · 0.9 credits\n')
})

test('no portion is larger than a job may be, and none is lost', () => {
  const long = 'y'.repeat(200_000)
  expect(portionsOf([long, long, 'z']).map(({ length }) => length)).toEqual([1, 2])
  expect(portionsOf([])).toEqual([])
  expect(portionsOf(Array(513).fill('a')).map(({ length }) => length)).toEqual([256, 256, 1])
})

test('where nobody embeds with a model, it is said who does', async () => {
  const ended = await mkt(['--model', 'chatty', 'one'])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toBe('error: no host makes embeddings with "chatty"\nThese make embeddings: e.\n')
  const unknown = await mkt(['--model', 'nobody', 'one'])
  expect(unknown).toMatchObject({ code: 4, stderr: expect.stringContaining('no host offers a model "nobody"') })
})

test('a job that fails says so, and how far the texts before it came', async () => {
  const path = file('more.txt', Array(257).fill('x').join('\n'))
  const failing = async () => {
    await serve()
    const offer = await host.next(30)
    await host.results([{ job_id: offer?.job_id, error: { code: 'engine_error', message: 'out of memory' } }])
  }
  const [, ended] = await Promise.all([failing(), mkt(['--model', 'e', '--file', path])])
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain('out of memory')
  expect(ended.stderr).toContain('\nThe vectors of the first 256 texts are printed.\n')
})

test('what can have no vector is refused before anything is sent', async () => {
  const gap = file('gap.txt', 'one\n\ntwo\n')
  const cases = [
    [[''], 'text 1 is empty'],
    [['--file', gap], `line 2 of ${gap} is empty\nThere is no vector of nothing.`],
    [['--file', file('bytes.txt', Buffer.from([0xff]))], 'is not UTF-8 text'],
    [['--file', gap, 'x'], 'the texts are given twice'],
    [['--whole', 'x'], '--whole is for a file or standard input'],
    [['--dimensions', '0', 'x'], 'a whole number'],
    [[], 'standard input holds no text'],
    [['--format', 'xml', 'x'], 'vectors, csv, base64, jsonl'],
    [['--file', join(folder, 'none')], 'cannot read'],
  ] as const
  for (const [args, text] of cases) {
    const ended = await mkt(['--model', 'e', ...args])
    expect(ended, text).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(text)
  }
})
