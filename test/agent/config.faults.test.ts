import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, type ConfigSources, readConfig } from '../../agent/src/config.ts'
import { exampleConfig } from '../../agent/src/example-config.ts'
import { SETTINGS } from '../../agent/src/settings.ts'

const sound = {
  server: 'http://127.0.0.1:8080/',
  backend: 'worker',
  model: ['tiny', 'big=org/Big-7B'],
  endpoint_url: 'http://127.0.0.1:9000/v1',
  price: '0.001',
}

function read(flags: ConfigSources['flags'], env: ConfigSources['env'] = {}) {
  return readConfig({ flags, env })
}

function faults(flags: ConfigSources['flags'], env: ConfigSources['env'] = {}): readonly string[] {
  try {
    read(flags, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'mkt-agent-config-')), 'agent.json')
  writeFileSync(path, text)
  return path
}

describe('a configuration', () => {
  test('of flags has the documented defaults', () => {
    expect(read(sound)).toMatchObject({
      server: 'http://127.0.0.1:8080',
      models: [
        { name: 'tiny', engineModel: undefined },
        { name: 'big', engineModel: 'org/Big-7B' },
      ],
      price_nano: 1_000_000n,
      concurrency: 1,
      max_tokens: 4096,
      mode: 'chat',
      first_token_timeout_ms: 120_000,
      idle_timeout_ms: 60_000,
    })
  })

  test('takes a flag over a variable over the file over the default', () => {
    const config = file(`{
      // what this machine does
      "concurrency": 2, "max_tokens": 100, /* up to */ "mode": "completion", "gpu": "a // b",
    "price": 1e-7 }`)
    const env = {
      MKT_AGENT_CONCURRENCY: '3',
      MKT_AGENT_MAX_TOKENS: '200',
      MKT_AGENT_MODEL: 'x, y=z',
      MKT_AGENT_CONFIG: config,
    }
    const { price: _, ...flags } = sound
    expect(read({ ...flags, concurrency: '4' }, env)).toMatchObject({
      ...{ concurrency: 4, max_tokens: 200, mode: 'completion', gpu: 'a // b', price_nano: 100n },
    })
    const { model: __, ...rest } = sound
    expect(read(rest, env).models).toEqual([
      { name: 'x', engineModel: undefined },
      { name: 'y', engineModel: 'z' },
    ])
  })

  test('reports all its faults at once, each with what to do', () => {
    const found = faults({
      backend: 'llama',
      model: ['a', 'a'],
      price: '-1',
      concurrency: 'two',
      endpoint_url: 'here',
      max_tokens: '0',
    })
    for (const flag of [
      '--server',
      '--backend',
      '--model',
      '--price',
      '--concurrency',
      '--endpoint-url',
      '--max-tokens',
    ]) {
      expect(found.filter((fault) => fault.startsWith(flag))).toHaveLength(1)
    }
    for (const fault of found) expect(fault).toMatch(/give|must be/)
  })

  test.each([
    [{ ...sound, endpoint_url: undefined as never }, 'worker backend needs --endpoint-url'],
    [{ ...sound, backend: 'huggingface', endpoint_url: undefined as never }, 'HF_TOKEN'],
    [{ ...sound, backend: 'langchain', endpoint_url: undefined as never }, '--provider ollama'],
    [{ ...sound, backend: 'langchain', provider: 'openai', endpoint_url: undefined as never }, 'MKT_AGENT_ENGINE_KEY'],
    [{ ...sound, backend: 'langchain', mode: 'completion' }, '--mode completion'],
    [{ ...sound, provider: 'ollama' }, '--provider is for --backend langchain'],
    [{ ...sound, price: '0.0000000001' }, '9 decimals'],
    [{ ...sound, price: '' }, '--price is missing'],
    [{ ...sound, model: ['=x'] }, 'NAME=ENGINE_MODEL'],
    [{ ...sound, model: ['x='] }, 'NAME=ENGINE_MODEL'],
    [{ ...sound, config: '/no/such/file' }, 'there is no such file or folder'],
  ])('%o has one fault: %s', (flags, says) => {
    const found = faults(flags)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(says)
  })

  test.each([
    ['[]', 'one JSON object'],
    ['{"sever": "x"}', 'there is no setting "sever"'],
    ['{"price": [1]}', 'takes one value'],
    ['{"price": true}', 'must be a text or a number'],
    ['{"price": ', 'not JSON'],
  ])('in a file such as %s says %s', (text, says) => {
    expect(faults({ ...sound, config: file(text) }).join()).toContain(says)
  })
})

describe('the example of mkt-agent config', () => {
  test('is a sound configuration', () => {
    expect(read({ config: file(exampleConfig()) })).toMatchObject({
      ...{ server: 'https://market.example.com', backend: 'worker', price_nano: 1_000_000n, concurrency: 1 },
      models: [{ name: 'llama-3.1-8b' }, { name: 'qwen-2.5-7b', engineModel: 'Qwen/Qwen2.5-7B-Instruct' }],
    })
  })

  test('has every setting, and those in comments are sound as well', () => {
    const all = exampleConfig().replaceAll('  // "', '  "').replace('"worker"', '"langchain"')
    for (const { key } of SETTINGS) expect(all).toContain(`\n  "${key}": `)
    // Prices that stand in each other's place.
    const oneWay = all.replace(/\n {2}"price_(factor|file)": .*/g, '')
    expect(read({ config: file(oneWay) })).toMatchObject({
      ...{ backend: 'langchain', provider: 'ollama', state: '/var/lib/mkt-agent', gpu: 'NVIDIA RTX 4090' },
    })
  })

  test('may keep commas at the ends of lists, and a text keeps its own', () => {
    const text = '{"model": ["a", "b",], "gpu": "x,]", // the end\n}'
    expect(read({ ...sound, model: undefined as never, config: file(text) })).toMatchObject({
      ...{ models: [{ name: 'a' }, { name: 'b' }], gpu: 'x,]' },
    })
  })
})

describe('the engine key', () => {
  const hf = { ...sound, backend: 'huggingface' }
  test.each([
    [hf, { HF_TOKEN: 'hf_secret' }, undefined],
    [{ ...hf, endpoint_url: 'https://abc.endpoints.huggingface.cloud' }, { HF_TOKEN: 'hf_secret' }, 'hf_secret'],
    [{ ...hf, endpoint_url: 'https://evilhuggingface.co' }, { HF_TOKEN: 'hf_secret' }, undefined],
    [{ ...hf, endpoint_url: undefined as never }, { HF_TOKEN: 'hf_secret' }, 'hf_secret'],
    [hf, { HF_TOKEN: 'hf_secret', MKT_AGENT_ENGINE_KEY: 'k' }, 'k'],
    [sound, { HF_TOKEN: 'hf_secret' }, undefined],
  ])('of %o with %o', (flags, env, key) => {
    expect(read(flags, env).engine_key).toBe(key)
  })
})
