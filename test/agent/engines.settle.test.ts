import { afterEach, describe, expect, test } from 'vitest'
import type { Asker } from '../../agent/src/ask.ts'
import { type Config, type EngineSettings, readConfig } from '../../agent/src/config.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { settleModels } from '../../agent/src/engines/settle-models.ts'
import { Failure } from '../../agent/src/failure.ts'
import { type Answers, type ListedEngine, startListedEngine } from './listed-engine.ts'

const engines: ListedEngine[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close()
})

const listing = (...models: [id: string, context?: number][]): Answers => ({
  'GET /v1/models': {
    data: models.map(([id, max_model_len]) => ({ id, ...(max_model_len ? { max_model_len } : {}) })),
  },
})

async function start(answers: Answers): Promise<string> {
  const engine = await startListedEngine(answers)
  engines.push(engine)
  return engine.url
}

interface Settled {
  config: Config
  lines: string[]
  offered: string[]
}

async function settle(given: Config, ask?: Partial<Asker>): Promise<Settled> {
  const lines: string[] = []
  const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(text) }
  const signal = AbortSignal.timeout(20_000)
  // Waiting takes no time here.
  const effects = { ...realEffects(), timer: quick }
  const config = await settleModels(given, { effects, log, ask: ask as Asker | undefined, signal } as never)
  return { config, lines, offered: config.models.map(({ name }) => name) }
}

const real = realEffects()
const quick = (ms: number, callback: () => void) => real.timer(ms === 5000 ? 5 : ms, callback)

const settings = (endpoint_url: string, more: object = {}) =>
  readConfig({ flags: { server: 'http://m', price: '1', endpoint_url, ...more }, env: {} })

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it settled'),
    (error) => (error instanceof Failure ? [error.message, ...error.hints].join(' | ') : String(error)),
  )

describe('without --model', () => {
  test('a terminal asks which of the engine’s models are offered', async () => {
    const url = await start(listing(['a', 8192], ['b'], ['c']))
    let shown: readonly { name: string; value: string }[] = []
    const choose = async (_message: string, choices: typeof shown) => {
      shown = choices
      return ['a', 'c']
    }
    const { config, offered } = await settle(settings(url), { choose })
    expect(shown.map(({ name }) => name)).toEqual(['a  (context of 8192 tokens)', 'b', 'c'])
    expect(offered).toEqual(['a', 'c'])
    expect(config.model_max_tokens).toEqual({ a: 6144 })
    expect(config.model_context_lengths).toEqual({ a: 8192 })
    expect(config.backend).toBe('worker')
  })

  test('of a single one nobody is asked', async () => {
    const choose = () => Promise.reject(new Error('asked'))
    expect((await settle(settings(await start(listing(['a']))), { choose })).offered).toEqual(['a'])
  })

  test('a script is told what there is, and how to say it', async () => {
    const said = await failure(settle(settings(await start(listing(['a'], ['b'])))))
    expect(said).toMatch(/--model is missing: the engine lists a, b \| .*--model a, .*--model all/)
  })

  test('a script whose engine is away, or has no list, is told so', async () => {
    const url = await start({})
    expect(await failure(settle(settings(url)))).toMatch(/has no list of models to choose from \| .*--model NAME/)
    await engines[0]?.close()
    expect(await failure(settle(settings(url)))).toMatch(/--model is missing, and .*cannot reach the engine.* \| /)
  })
})

describe('--model all', () => {
  test('offers what the engine lists, under its names, as soon as it lists something', async () => {
    const url = await start(listing())
    const settling = settle(settings(url, { model: ['all'] }))
    await expect.poll(() => engines[0]?.asked.length ?? 0).toBeGreaterThan(1)
    if (engines[0]) engines[0].answers = listing(['Qwen/Qwen2.5-7B-Instruct', 32_768], ['x'.repeat(300)])
    const { offered, lines, config } = await settling
    expect(offered).toEqual(['Qwen/Qwen2.5-7B-Instruct'])
    expect(config.model_max_tokens).toEqual({ 'Qwen/Qwen2.5-7B-Instruct': 24_576 })
    expect(lines.filter((line) => line.includes('lists no model yet; it is tried again'))).toHaveLength(1)
  })

  test('leaves a name out that the server takes from nobody, and says so', async () => {
    const url = await start(listing(['good'], ['b\u200bad'], ['ｂｉｇ']))
    const { offered, lines } = await settle(settings(url, { model: ['all'] }))
    expect(offered).toEqual(['good'])
    expect(lines.filter((line) => line.includes('is not offered'))).toEqual([
      expect.stringContaining('must not contain U+200B (character 2), which cannot be seen; --model NAME=ENGINE_NAME'),
      expect.stringMatching(/^"ｂｉｇ" of the engine is not offered, since a model's name must be written plainly/),
    ])
  })

  test('of two engines offers a model that both have from the first one', async () => {
    const engine = settings(await start(listing(['a'], ['b']))).engines[0] as EngineSettings
    const other = settings(await start(listing(['b'], ['c']))).engines[0] as EngineSettings
    const both = [engine, other].map((one, at) => ({ ...one, name: `e${at}`, choice: 'all' as const }))
    const { config, lines } = await settle({ ...settings('http://x'), engines: both })
    expect(config.engines.map(({ models }) => models.map(({ name }) => name))).toEqual([['a', 'b'], ['c']])
    expect(lines).toContain('b is offered by another engine than the engine e1: jobs of it go there')
  })
})

describe('--provider of another protocol than the engine speaks', () => {
  test.each([
    ['ollama', listing(['a']), 'openai'],
    ['openai', { 'GET /api/tags': { models: [{ name: 'a' }] } }, 'ollama'],
  ])('%s: a start with --model all says which one it is, and ends', async (provider, answers, right) => {
    const url = await start(answers)
    const said = await failure(settle(settings(url, { backend: 'langchain', provider, model: ['all'] })))
    expect(said).toMatch(new RegExp(`^the server at ${url} speaks .*; use --provider ${right}$`))
  })

  test('is no fault where the backend finds out by itself', async () => {
    const url = await start({ 'GET /api/tags': { models: [{ name: 'a' }] } })
    expect((await settle(settings(url, { model: ['all'] }))).offered).toEqual(['a'])
  })
})

describe('a model that is named', () => {
  test('is its engine’s, also where an engine before it offers all that it lists', async () => {
    const all = settings(await start(listing(['a'], ['b'])), { model: ['all'] }).engines[0] as EngineSettings
    const named = settings(await start(listing(['b'])), { model: ['b'] }).engines[0] as EngineSettings
    const { config, lines } = await settle({ ...settings('http://x'), engines: [all, named] })
    expect(config.engines.map(({ models }) => models.map(({ name }) => name))).toEqual([['a'], ['b']])
    expect(lines).toContain('b is offered by another engine than the engine: jobs of it go there')
  })
})

describe('the longest answer', () => {
  test('of a named model comes from its context, where the owner does not say it', async () => {
    const url = await start(listing(['org/Big-7B', 8192], ['a', 4096]))
    const model = ['big=org/Big-7B', 'a', 'unlisted']
    const { config } = await settle(settings(url, { model }))
    expect(config.model_max_tokens).toEqual({ big: 6144, a: 3072 })
    const own = await settle(settings(url, { model, max_tokens: '5000' }))
    expect(own.config.model_max_tokens).toEqual({})
    expect(own.lines).toEqual(['a is offered with answers of 5000 tokens, but its context at the engine is 4096'])
  })

  test('does not keep a start from an engine that is away', async () => {
    const url = await start({})
    await engines[0]?.close()
    expect((await settle(settings(url, { model: ['a'] }))).offered).toEqual(['a'])
  })
})
