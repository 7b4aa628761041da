import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, type ConfigSources, readConfig } from '../../agent/src/config.ts'
import {
  configDeclaration,
  configSchemaText,
  ENGINE_MEMBERS,
  MODEL_MEMBERS,
} from '../../agent/src/config-declaration.ts'
import { exampleConfig } from '../../agent/src/example-config.ts'
import { ENGINE_KEYS, SETTINGS } from '../../agent/src/settings.ts'

const VLLM = {
  name: 'vllm',
  backend: 'huggingface',
  endpoint_url: 'http://127.0.0.1:8000',
  concurrency: 8,
  first_token_timeout: 300,
  models: ['qwen-2.5-7b=Qwen/Qwen2.5-7B-Instruct', { name: 'x', engine_model: 'y', max_tokens: 8192 }],
}
const OLLAMA = { name: 'ollama', backend: 'langchain', provider: 'ollama', models: 'all' }
const HOST = { server: 'http://127.0.0.1:8080', price: 'auto', gpu: 'two cards', state: '/var/lib/here' }

function file(content: object | string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'mkt-agent-file-')), 'mkt-agent.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const read = (content: object, flags: ConfigSources['flags'] = {}, env: ConfigSources['env'] = {}) =>
  readConfig({ flags: { ...flags, config: file(content) }, env })

function faults(content: object, flags: ConfigSources['flags'] = {}, env: ConfigSources['env'] = {}): string[] {
  try {
    read(content, flags, env)
  } catch (error) {
    if (error instanceof ConfigError) return [...error.faults]
    throw error
  }
  return []
}

describe('a file of two engines', () => {
  test('gives each its own, and the host what is the first one’s and what is all of them', () => {
    const config = read({ $schema: 'x', ...HOST, engines: [VLLM, OLLAMA] })
    expect(config).toMatchObject({ backend: 'huggingface', endpoint_url: 'http://127.0.0.1:8000', concurrency: 9 })
    expect(config).toMatchObject({ price: { kind: 'auto' }, model_max_tokens: { x: 8192 }, max_tokens: 4096 })
    expect(config.engines).toMatchObject([
      {
        ...{ name: 'vllm', concurrency: 8, first_token_timeout_ms: 300_000, choice: 'named' },
        models: [
          { name: 'qwen-2.5-7b', engineModel: 'Qwen/Qwen2.5-7B-Instruct' },
          { name: 'x', engineModel: 'y' },
        ],
      },
      {
        name: 'ollama',
        provider: 'ollama',
        concurrency: 1,
        first_token_timeout_ms: 120_000,
        choice: 'all',
        models: [],
      },
    ])
  })

  test('is not overridden by a flag or a variable that does not say which engine is meant', () => {
    const content = { ...HOST, engines: [VLLM, OLLAMA] }
    const said = /must be given in the file: it has 2 engines, vllm and ollama,/
    expect(faults(content, { concurrency: '2' })).toEqual([expect.stringMatching(said)])
    expect(faults(content, {}, { MKT_AGENT_ENDPOINT_URL: 'http://x' })).toEqual([expect.stringMatching(said)])
    expect(read(content, { price: '0.5', gpu: 'one' })).toMatchObject({ price_nano: 500_000_000n, gpu: 'one' })
  })

  test('with one engine is overridden by flags', () => {
    const config = read({ ...HOST, engines: [VLLM] }, { concurrency: '2', model: ['z'] })
    expect(config.engines).toMatchObject([{ name: 'vllm', concurrency: 2, models: [{ name: 'z' }] }])
    expect(config.backend).toBe('huggingface')
  })
})

/** What is wrong, and what is said of it. The shipped schema refuses each of these as well. */
const WRONG: [what: object, says: string][] = [
  [{ ...HOST, engines: [] }, 'engines must be a list of 1 to 20 objects'],
  [{ ...HOST, engines: 'vllm' }, 'engines must be a list of 1 to 20 objects'],
  [{ ...HOST, engines: [{ ...VLLM, name: undefined }] }, 'engines[0]: name is missing'],
  [{ ...HOST, engines: [{ ...VLLM, nmae: 'x' }] }, 'engines[0]: there is no setting "nmae"'],
  [{ ...HOST, engines: [{ ...VLLM, models: undefined }] }, 'engines[0]: models must be "all" or a list of names'],
  [{ ...HOST, engines: [{ ...VLLM, models: [{ name: 'x', size: 1 }] }] }, 'engines[0]: models must be'],
  [{ ...HOST, engines: [{ ...VLLM, models: [{ name: 'x', max_tokens: 0 }] }] }, 'engines[0]: models must be'],
  [{ ...HOST, engines: [{ ...VLLM, models: ['=x'] }] }, 'engines[0] (vllm): model must be NAME or NAME=ENGINE_MODEL'],
  [{ ...HOST, engines: [{ ...VLLM, backend: 'llama' }] }, 'engines[0] (vllm): backend must be huggingface'],
  [{ ...HOST, engines: [{ ...VLLM, concurrency: 0 }] }, 'engines[0] (vllm): concurrency must be a whole number'],
  [{ ...HOST, engines: [{ ...VLLM, price: 1 }] }, 'engines[0]: there is no setting "price"'],
  [{ ...HOST, price: 'cheap', engines: [VLLM] }, '--price must be credits per token'],
  [{ ...HOST, enginse: [VLLM] }, 'there is no setting "enginse"'],
]

test.each(WRONG)('of %j says %s', (content, says) => {
  expect(faults(content).join('\n')).toContain(says)
  expect(configDeclaration.safeParse(JSON.parse(JSON.stringify(content))).success).toBe(false)
})

test.each([
  [{ ...HOST, engines: [VLLM, { ...OLLAMA, name: 'vllm' }] }, 'two engines have the same name'],
  [{ ...HOST, backend: 'worker', engines: [VLLM] }, 'backend beside "engines" must stand in the engine that is meant'],
  [{ ...HOST, engines: [VLLM, { ...OLLAMA, models: ['x'] }] }, 'names the same model twice'],
  [{ ...HOST, engines: [{ ...OLLAMA, provider: undefined }] }, 'engines[0] (ollama): the langchain backend needs'],
  [{ ...HOST, engines: [VLLM], price_min: 2, price_max: 1 }, '--price-min must be at most --price-max'],
  [{ ...HOST, engines: [VLLM], price: 0.5, price_max: 0.1 }, '--price is outside of --price-min and --price-max'],
])('of %j, which its schema cannot tell, says %s', (content, says) => {
  expect(faults(content).join('\n')).toContain(says)
})

describe('the state directory of a file', () => {
  test('is not given up in silence', () => {
    const content = { ...HOST, engines: [VLLM] }
    expect(read(content).notices).toEqual([])
    expect(read(content, { state: '/var/lib/../lib/here' }).notices).toEqual([])
    const { state, notices } = read(content, { state: '/elsewhere' })
    expect(state).toBe('/elsewhere')
    expect(notices).toEqual([
      expect.stringMatching(/--state \/elsewhere wins over \/var\/lib\/here of .*not this one's/),
    ])
    expect(read(content, {}, { MKT_AGENT_STATE: '/elsewhere' }).notices).toHaveLength(1)
  })
})

describe('MKT_SERVER', () => {
  const engine = { backend: 'worker', endpoint_url: 'http://e', model: ['a'], price: '1' }
  const server = (flags: ConfigSources['flags'], env: Record<string, string>) =>
    readConfig({ flags: { ...engine, ...flags }, env }).server
  const shared = { MKT_SERVER: 'http://shared' }
  test('names the server where nothing of the agent’s own does', () => {
    expect(server({}, shared)).toBe('http://shared')
    expect(server({}, { ...shared, MKT_AGENT_SERVER: 'http://own' })).toBe('http://own')
    expect(server({ server: 'http://flag' }, shared)).toBe('http://flag')
    expect(server({ config: file({ server: 'http://file' }) }, shared)).toBe('http://file')
  })
})

describe('the schema that is shipped', () => {
  test('is the one of the declaration', () => {
    const shipped = readFileSync(new URL('../../agent/mkt-agent.schema.json', import.meta.url), 'utf8')
    // `mkt-agent config --schema > agent/mkt-agent.schema.json` makes it anew.
    expect(shipped).toBe(configSchemaText())
  })

  test('has every setting, in the host or in an engine', () => {
    expect(Object.keys(configDeclaration.shape)).toEqual(['$schema', ...SETTINGS.map(({ key }) => key), 'engines'])
    const ofEngines = ['name', 'models', ...ENGINE_KEYS.filter((key) => key !== 'model')]
    expect(ENGINE_MEMBERS.toSorted()).toEqual(ofEngines.toSorted())
    expect(MODEL_MEMBERS).toEqual(['name', 'engine_model', 'max_tokens'])
  })

  test('takes the example, and so does the agent, with its list of engines as well', () => {
    const engines = exampleConfig()
      .split('\n')
      .filter((line) => /^ {2}\/\/ {3}/.test(line))
      .map((line) => line.slice(7))
      .join('\n')
    const content = JSON.parse(`{${engines}}`.replace(/,(?=\s*[}\]])/g, ''))
    expect(content.engines).toHaveLength(2)
    for (const sound of [content, { ...HOST, engines: [VLLM, OLLAMA] }]) {
      expect(configDeclaration.safeParse(sound).error).toBeUndefined()
      expect(faults({ ...HOST, ...sound })).toEqual([])
    }
  })
})
