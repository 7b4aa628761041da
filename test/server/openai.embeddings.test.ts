import { market as endpoints, writeVector } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobOutput } from '../../server/src/market/jobs/output.ts'
import { ask } from './contract/ask.ts'
import { openStage, type Reply, type Stage } from './openai-stage.ts'

let stage: Stage
const price = { price: 5_000_000_000n, input_price: 1_000_000n }
beforeAll(async () => {
  const capabilities = ['embeddings', 'rerank', 'vectors_only'] as const
  stage = await openStage({ models: ['e'], capabilities: [...capabilities], ...price })
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

const vectorsOf = (...vectors: number[][]): Reply => ({
  tokens: vectors.map(() => ''),
  notes: vectors.map((numbers, at) => ({ at, vector: writeVector(numbers) as string })),
  usage: { prompt_tokens: 5 },
})
const scoresOf = (...scores: number[]): Reply => ({
  tokens: scores.map(() => ''),
  notes: scores.map((score, at) => ({ at, score })),
  usage: { prompt_tokens: 9 },
})
const post = (path: string, json: object) =>
  ask(stage.place.url, `POST ${path}`, { as: stage.buyer.authorization, json })
const jobOf = async (job_id: string) =>
  await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
const balance = async () => (await stage.buyer.client.call(endpoints.me, {})).credits

test('vectors come in the order of the texts, and only what was read is paid', async () => {
  const before = await balance()
  const wanted = { model: 'e', input: ['one', 'two'], encoding_format: 'float' as const }
  const [offer, answer] = await Promise.all([
    stage.serve(vectorsOf([0.5, -1], [0.25, 3])),
    stage.openai.embeddings.create(wanted),
  ])
  expect(offer).toMatchObject({ embed: { inputs: ['one', 'two'] }, max_tokens: 2, temperature: 0 })
  expect(answer.data.map(({ index, embedding }) => [index, embedding])).toEqual([
    [0, [0.5, -1]],
    [1, [0.25, 3]],
  ])
  expect(answer).toMatchObject({ object: 'list', model: 'e', usage: { prompt_tokens: 5, total_tokens: 5 } })
  expect(before - (await balance())).toBe(5_000_000n)
  const job = await jobOf(offer.job_id)
  expect(job).toMatchObject({
    status: 'completed',
    tokens_generated: 0,
    credits_used: 5_000_000n,
    input_text: 'one\ntwo',
  })
})

test('the client of OpenAI asks for base64 by itself, and reads it', async () => {
  const [, answer] = await Promise.all([
    stage.serve(vectorsOf([0.5, -1])),
    stage.openai.embeddings.create({ model: 'e', input: 'one', dimensions: 2 }),
  ])
  expect(answer.data[0]?.embedding).toEqual([0.5, -1])
})

test('vectors that were delivered are not kept, those of a job are', async () => {
  const [offer] = await Promise.all([stage.serve(vectorsOf([1])), post('/v1/embeddings', { model: 'e', input: 'x' })])
  await vi.waitFor(async () => expect(await jobOutput(stage.place.database, offer.job_id)).toBeUndefined())
  const body = { model: 'e', embed: { inputs: ['x', 'y'] } }
  const { job_id } = await stage.buyer.client.call(endpoints.runModel, { body })
  await stage.serve(vectorsOf([1], [2]))
  expect(await jobOf(job_id)).toMatchObject({ output_text: '', vectors: [writeVector([1]), writeVector([2])] })
})

test('scores come best first, as many as are wanted', async () => {
  const documents = ['bread', { text: 'water' }, 'wine']
  const wanted = { model: 'e', query: 'drink', documents, top_n: 2, return_documents: true }
  const [offer, { status, body }] = await Promise.all([
    stage.serve(scoresOf(-3.5, 0.9, 0.8)),
    post('/v1/rerank', wanted),
  ])
  expect(offer).toMatchObject({ rerank: { query: 'drink', documents: ['bread', 'water', 'wine'] } })
  expect([status, body]).toMatchObject([
    200,
    {
      model: 'e',
      results: [
        { index: 1, relevance_score: 0.9, document: { text: 'water' } },
        { index: 2, relevance_score: 0.8, document: { text: 'wine' } },
      ],
      usage: { prompt_tokens: 9, total_tokens: 9 },
    },
  ])
})

const INFINITE = Buffer.from(new Float32Array([1, Number.POSITIVE_INFINITY]).buffer).toString('base64')
test.each<[string, object, Reply]>([
  ['too few', {}, vectorsOf([1, 2])],
  ['of unequal lengths', {}, vectorsOf([1, 2], [1])],
  ['of another length than was asked for', { dimensions: 3 }, vectorsOf([1, 2], [3, 4])],
  ['not finite', {}, { tokens: ['', ''], notes: [0, 1].map((at) => ({ at, vector: INFINITE })) }],
  ['no base64', {}, { tokens: ['', ''], notes: [0, 1].map((at) => ({ at, vector: '!!!!' })) }],
  ['text', {}, { tokens: ['a', 'b'] }],
])('vectors that are %s are a failed attempt, and free', async (_, more, reply) => {
  const before = await balance()
  const { job_id } = await stage.buyer.client.call(endpoints.runModel, {
    body: { model: 'e', embed: { inputs: ['x', 'y'], ...more } },
  })
  await stage.serve(reply)
  const job = await jobOf(job_id)
  expect([job.status, job.attempts]).toEqual(['queued', 1])
  await stage.buyer.client.call(endpoints.cancelJob, { params: { job_id } })
  expect(await balance()).toBe(before)
})

const refusedBy = async (path: string, json: object) => {
  const { status, body } = await post(path, json)
  return [status, (body as { error: { param: string; message: string } }).error] as const
}
test.each<[string, string, object, string, RegExp]>([
  ['numbers of tokens', '/v1/embeddings', { model: 'e', input: [1, 2] }, 'input', /numbers of tokens/],
  ['lists of them', '/v1/embeddings', { model: 'e', input: [[1, 2]] }, 'input', /numbers of tokens/],
  ['an empty text', '/v1/embeddings', { model: 'e', input: ['a', ''] }, 'input', /no empty text/],
  ['too many texts', '/v1/embeddings', { model: 'e', input: Array(2049).fill('a') }, 'input', /at most 2048/],
  ['an unknown member', '/v1/embeddings', { model: 'e', input: 'a', task: 'x' }, 'task', /not a parameter/],
  ['no documents', '/v1/rerank', { model: 'e', query: 'q', documents: [] }, 'documents', /list of texts/],
  ['a text model', '/v1/embeddings', { model: 'm', input: 'a' }, 'model', /needs embeddings/],
  [
    'a chat',
    '/v1/chat/completions',
    { model: 'e', messages: [{ role: 'user', content: 'x' }] },
    'model',
    /vectors and no/,
  ],
])('%s are refused by name', async (_, path, json, param, message) => {
  await stage.place.host({ models: ['m'] })
  const [status, error] = await refusedBy(path, json)
  expect([status, error.param]).toEqual([400, param])
  expect(error.message).toMatch(message)
})

test('a limit of the buyer holds for what is read', async () => {
  const body = { model: 'e', embed: { inputs: ['x'] }, max_price_per_input_token: 0.0005 }
  const { job_id } = await stage.buyer.client.call(endpoints.runModel, { body })
  expect(await stage.host.next()).toBeNull()
  expect((await jobOf(job_id)).waiting_for).toMatch(/price/)
  await stage.buyer.client.call(endpoints.cancelJob, { params: { job_id } })
})

test('what no text is asked of is refused beside it, and a bare poll gets no such job', async () => {
  const body = { model: 'e', embed: { inputs: ['x'] } }
  const beside = await post('/run/model', { ...body, stop: ['.'] })
  expect([beside.status, beside.body]).toMatchObject([400, { details: [{ path: 'body.stop' }] }])
  const both = await post('/run/model', { ...body, input_text: 'x' })
  expect([both.status, both.body]).toMatchObject([400, { details: [{ path: 'body.embed' }] }])
  const { job_id } = await stage.buyer.client.call(endpoints.runModel, { body })
  const { host_id, client } = stage.host
  expect(await client.call(endpoints.nextJob, { body: { host_id } })).toBeNull()
  await stage.buyer.client.call(endpoints.cancelJob, { params: { job_id } })
})

test('a caller who leaves cancels it', async () => {
  const leaving = new AbortController()
  const openai = new OpenAI({ apiKey: stage.buyer.token, baseURL: `${stage.place.url}/v1`, maxRetries: 0 })
  const asked = openai.embeddings.create({ model: 'e', input: 'x' }, { signal: leaving.signal }).catch((error) => error)
  const offer = await stage.host.next(10)
  leaving.abort()
  expect(await asked).toBeInstanceOf(OpenAI.APIUserAbortError)
  await vi.waitFor(async () => expect((await jobOf(offer?.job_id ?? '')).error).toBe('cancelled'))
})

// Before: a quarter of the texts' bytes was charged as tokens, though no engine had counted any.
test('vectors of which no engine has said what they cost are free when they are cancelled, and not shown', async () => {
  const before = await balance()
  const body = { model: 'e', embed: { inputs: ['x'.repeat(400), 'y'.repeat(400)] } }
  const { job_id } = await stage.buyer.client.call(endpoints.runModel, { body })
  const offer = await stage.host.next(10)
  const { tokens = [], notes } = vectorsOf([1, 2])
  await stage.host.results([{ job_id, attempt: offer?.attempt, offset: 0, tokens, notes }])
  await stage.buyer.client.call(endpoints.cancelJob, { params: { job_id } })
  expect(await balance()).toBe(before)
  const whole = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
  expect(whole).toMatchObject({ error: 'cancelled', credits_used: 0n })
  expect(whole.vectors).toBeUndefined()
})

test('where nothing is written nothing can be kept in part', async () => {
  const { status, body } = await post('/run/model', { model: 'e', embed: { inputs: ['x'] }, partial: 'keep' })
  const message = 'must be left out where nothing is written that could be kept'
  expect([status, body]).toMatchObject([400, { details: [{ path: 'body.partial', message }] }])
})
