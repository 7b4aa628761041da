import { afterEach, describe, expect, test } from 'vitest'
import type { EngineSettings } from '../../agent/src/config.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { discover } from '../../agent/src/engines/discover.ts'
import { longestAnswer } from '../../agent/src/engines/model-facts.ts'
import { type Answers, type ListedEngine, startListedEngine } from './listed-engine.ts'

let engine: ListedEngine | undefined
afterEach(() => engine?.close())

type Kind = Partial<Pick<EngineSettings, 'backend' | 'provider'>>

async function asked(answers: Answers, kind: Kind = {}) {
  engine = await startListedEngine(answers)
  const shared = {
    backend: 'worker',
    provider: 'openai',
    engine_key: undefined,
    endpoint_url: `${engine.url}/v1`,
  } as const
  return await discover({ ...shared, ...kind }, realEffects())
}

const list = (...data: object[]) => ({ object: 'list', data })
const model = (id: string, more: object = {}) => ({ id, object: 'model', created: 1_700_000_000, ...more })

const VLLM = { owned_by: 'vllm', root: 'Qwen/Qwen2.5-7B-Instruct', parent: null, max_model_len: 32_768, permission: [] }
const LLAMA_META = { vocab_type: 2, n_vocab: 128_256, n_ctx_train: 131_072, n_embd: 4096, n_params: 8_030_261_312 }
const SHOW = {
  parameters: 'stop                           "<|eot_id|>"',
  details: { family: 'llama' },
  model_info: { 'general.architecture': 'llama', 'llama.context_length': 8192, 'llama.embedding_length': 4096 },
}

/** Each kind of engine, in the form that its documentation shows. */
const KINDS: { name: string; answers: Answers; kind?: Kind; finds: object[] }[] = [
  {
    name: 'vLLM',
    answers: { 'GET /v1/models': list(model('qwen', VLLM)) },
    finds: [{ id: 'qwen', context: 32_768 }],
  },
  {
    name: 'llama-server, whose slots have less than the model was made for',
    answers: {
      'GET /v1/models': { models: [], ...list(model('llama.gguf', { owned_by: 'llamacpp', meta: LLAMA_META })) },
      'GET /props': {
        default_generation_settings: { id: 0, n_ctx: 4096, params: {} },
        total_slots: 4,
        model_path: 'x',
      },
    },
    finds: [{ id: 'llama.gguf', context: 4096 }],
  },
  {
    name: 'llama-server that keeps its props to itself',
    answers: { 'GET /v1/models': list(model('llama.gguf', { meta: LLAMA_META })) },
    finds: [{ id: 'llama.gguf', context: 131_072 }],
  },
  {
    name: 'TGI',
    answers: {
      'GET /v1/models': list(model('bigscience/bloom', { created: 0, owned_by: 'bigscience/bloom' })),
      'GET /info': { model_id: 'bigscience/bloom', max_input_tokens: 1024, max_total_tokens: 2048, version: '3.0.0' },
    },
    finds: [{ id: 'bigscience/bloom', context: 2048 }],
  },
  {
    name: 'Ollama: what a loaded model runs with, what its file sets, what it was made for',
    kind: { backend: 'langchain', provider: 'ollama' },
    answers: {
      'GET /api/tags': {
        models: ['llama3:latest', 'mistral:7b', 'phi:2'].map((name) => ({ name, model: name, size: 1 })),
      },
      'GET /api/ps': {
        models: [{ name: 'llama3:latest', model: 'llama3:latest', size_vram: 1, context_length: 4096 }],
      },
      'POST /api/show': ({ model }: { model?: string }) =>
        model === 'phi:2' ? { ...SHOW, parameters: 'num_ctx                        2048\ntemperature 1' } : SHOW,
    },
    finds: [
      { id: 'llama3:latest', context: 4096 },
      { id: 'mistral:7b', context: 8192 },
      { id: 'phi:2', context: 2048 },
    ],
  },
  {
    name: 'Ollama by its OpenAI-style door',
    answers: {
      'GET /v1/models': list(model('llama3:latest', { owned_by: 'library' })),
      'GET /api/tags': { models: [{ name: 'llama3:latest' }] },
      'POST /api/show': SHOW,
    },
    finds: [{ id: 'llama3:latest', context: 8192 }],
  },
  {
    name: 'LiteLLM',
    answers: {
      'GET /v1/models': list(model('gpt-4', { owned_by: 'openai' }), model('local')),
      'GET /model/info': {
        data: [
          {
            model_name: 'gpt-4',
            litellm_params: {},
            model_info: { id: 'x', max_tokens: 4096, max_input_tokens: 8192 },
          },
          { model_name: 'local', litellm_params: {}, model_info: { id: 'y', max_tokens: null } },
        ],
      },
    },
    finds: [{ id: 'gpt-4', context: 8192 }, { id: 'local' }],
  },
  {
    name: 'LM Studio and others that say it in the list',
    answers: { 'GET /v1/models': list(model('a', { max_context_length: 100 }), model('b', { context_length: 200 })) },
    finds: [
      { id: 'a', context: 100 },
      { id: 'b', context: 200 },
    ],
  },
  {
    name: 'a server that says no more than names',
    answers: { 'GET /v1/models': list({ id: 'a' }) },
    finds: [{ id: 'a' }],
  },
  {
    name: 'a server whose context is nonsense',
    answers: { 'GET /v1/models': list(model('a', { max_model_len: 'much' })) },
    finds: [{ id: 'a' }],
  },
]

describe('an engine is asked what it has', () => {
  test.each(KINDS)('$name', async ({ answers, kind, finds }) => {
    const found = await asked(answers, kind)
    expect(JSON.parse(JSON.stringify(found?.map(({ id, context }) => ({ id, context }))))).toEqual(finds)
  })

  test('and one without a list is told apart from one that is away', async () => {
    expect(await asked({})).toBeUndefined()
    await engine?.close()
    const settings = { backend: 'worker', provider: 'openai', engine_key: undefined } as const
    const gone = discover({ ...settings, endpoint_url: engine?.url }, realEffects())
    await expect(gone).rejects.toMatchObject({ code: 'engine_unreachable' })
  })
})

test.each([
  [4096, 3072],
  [131_072, 98_304],
  [10_000_000, 1_000_000],
  [1, 1],
])('of a context of %i tokens %i are offered for the answer', (context, answer) => {
  expect(longestAnswer(context)).toBe(answer)
})
