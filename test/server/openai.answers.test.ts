import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { chunksOf, openStage, type Stage, serve } from './openai-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

const messages = [{ role: 'user' as const, content: 'Hi' }]
const base = { model: 'm', messages }
const likely = (token: string, logprob: number, others: [string, number][] = []) => ({
  token,
  logprob,
  top_logprobs: others.map(([name, value]) => ({ token: name, logprob: value })),
})
const LIKELY = {
  tokens: ['Hé', '!'],
  notes: [
    { at: 0, logprobs: [likely('Hé', -0.5, [['Ho', -1.5]])] },
    { at: 1, logprobs: [{ ...likely('!', -0.25), bytes: [33] }] },
  ],
}
const SPELLED = [
  {
    ...{ token: 'Hé', logprob: -0.5, bytes: [72, 195, 169] },
    top_logprobs: [{ token: 'Ho', logprob: -1.5, bytes: [72, 111] }],
  },
  { token: '!', logprob: -0.25, bytes: [33], top_logprobs: [] },
]

test('likelihoods come with each token, whole and streamed', async () => {
  const asked = { ...base, logprobs: true, top_logprobs: 1 }
  const [offer, whole] = await Promise.all([stage.serve(LIKELY), stage.openai.chat.completions.create(asked)])
  expect(offer).toMatchObject({ logprobs: true, top_logprobs: 1 })
  expect(whole.choices[0]?.logprobs).toEqual({ content: SPELLED, refusal: null })
  const serving = stage.serve(LIKELY)
  const chunks = await chunksOf(await stage.openai.chat.completions.create({ ...asked, stream: true }))
  await serving
  expect(chunks.flatMap((chunk) => chunk.choices[0]?.logprobs?.content ?? [])).toEqual(SPELLED)
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('Hé!')
})

// Before: an answer without any was taken for one that has them.
test('an answer without the likelihoods that were asked for is tried elsewhere', async () => {
  const asking = stage.openai.chat.completions.create({ ...base, logprobs: true })
  const other = await stage.place.host({ capabilities: ['logprobs'] })
  const { job_id } = await stage.serve({ tokens: ['Hi'] })
  expect((await stage.serve(LIKELY, other)).job_id).toBe(job_id)
  expect((await asking).choices[0]?.logprobs?.content).toHaveLength(2)
})

test('likelihoods of a completion are in its own form', async () => {
  const asked = { model: 'm', prompt: 'Hi', logprobs: 1 }
  const [offer, answer] = await Promise.all([stage.serve(LIKELY), stage.openai.completions.create(asked)])
  expect(offer).toMatchObject({ logprobs: true, top_logprobs: 1, raw: true })
  expect(answer.choices[0]).toEqual({
    ...{ index: 0, text: 'Hé!', finish_reason: 'stop' },
    logprobs: {
      tokens: ['Hé', '!'],
      token_logprobs: [-0.5, -0.25],
      top_logprobs: [{ Ho: -1.5 }, {}],
      text_offset: [0, 2],
    },
  })
})

test('likelihoods that nobody asked for are not kept', async () => {
  const [{ job_id }, answer] = await Promise.all([stage.serve(LIKELY), stage.openai.chat.completions.create(base)])
  expect(answer.choices[0]).not.toHaveProperty('logprobs')
  const job = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
  expect(job).not.toHaveProperty('token_logprobs')
})

const THOUGHT = { tokens: ['Let me ', 'see.', 'Hello'], notes: [0, 1].map((at) => ({ at, reasoning: true as const })) }

test('what a model thinks is passed through beside its text, and billed', async () => {
  const [{ job_id }, whole] = await Promise.all([stage.serve(THOUGHT), stage.openai.chat.completions.create(base)])
  expect(whole.choices[0]?.message).toEqual({
    ...{ role: 'assistant', content: 'Hello', reasoning_content: 'Let me see.' },
  })
  expect(whole.usage?.completion_tokens).toBe(3)
  const job = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
  expect(job).toMatchObject({ output_text: 'Hello', reasoning_content: 'Let me see.', credits_used: 3_000_000n })
  const serving = stage.serve(THOUGHT)
  const chunks = await chunksOf(await stage.openai.chat.completions.create({ ...base, stream: true }))
  await serving
  const deltas = chunks.map((chunk) => chunk.choices[0]?.delta as Record<string, unknown>)
  expect(deltas.slice(0, 3)).toEqual([
    { role: 'assistant', reasoning_content: 'Let me ' },
    { reasoning_content: 'see.' },
    { content: 'Hello' },
  ])
  const { text } = await ask(stage.place.url, `GET /jobs/${job_id}/stream`, { as: stage.buyer.authorization })
  expect(text).toContain('data: {"token":"","reasoning":"Let me "}')
  expect(text).toContain('data: {"token":"Hello"}')
})

test('usage says what was cached and thought where the engine does', async () => {
  const usage = { prompt_tokens: 9, completion_tokens: 3, cached_tokens: 8, reasoning_tokens: 2 }
  const [, whole] = await Promise.all([stage.serve({ ...THOUGHT, usage }), stage.openai.chat.completions.create(base)])
  expect(whole.usage).toEqual({
    ...{ prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    prompt_tokens_details: { cached_tokens: 8 },
    completion_tokens_details: { reasoning_tokens: 2 },
  })
})

test('sampling travels to the host as it was asked for', async () => {
  const sampling = { frequency_penalty: 0.5, presence_penalty: -1, logit_bias: { 42: -100 }, top_k: 40, min_p: 0.05 }
  const [offer] = await Promise.all([
    stage.serve({ tokens: ['a'] }),
    stage.openai.chat.completions.create({ ...base, ...sampling } as typeof base),
  ])
  expect(offer).toMatchObject(sampling)
})

test('n answers are as many jobs, whole in one answer, with one seed after the other', async () => {
  const asking = stage.openai.chat.completions.create({ ...base, n: 3, seed: 7 })
  const offers = []
  for (const token of ['a', 'b', 'c']) {
    const usage = { prompt_tokens: 5, completion_tokens: 1 }
    offers.push(await stage.serve({ tokens: [token], usage }))
  }
  const answer = await asking
  expect(offers.map(({ seed }) => seed)).toEqual([7, 8, 9])
  expect(answer.choices.map(({ index, message }) => [index, message.content])).toEqual([
    [0, 'a'],
    [1, 'b'],
    [2, 'c'],
  ])
  expect(answer.usage).toEqual({ prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 })
})

test('n answers stream side by side, each by its index', async () => {
  const stream = await stage.openai.chat.completions.create({
    ...{ ...base, n: 2, stream: true as const, stream_options: { include_usage: true } },
  })
  const reading = chunksOf(stream)
  const [first, second] = [await stage.host.next(10), await stage.host.next(10)]
  const say = async (offer: typeof first, offset: number, token: string, more = {}) =>
    await stage.host.results([{ job_id: offer?.job_id, offset, tokens: [token], ...more }])
  await say(second, 0, 'B')
  await say(first, 0, 'A')
  await say(second, 1, 'b', { finish_reason: 'stop' })
  await say(first, 1, 'a', { finish_reason: 'length' })
  const chunks = await reading
  const textAt = (at: number) =>
    chunks.flatMap(({ choices }) => choices.filter(({ index }) => index === at).map((choice) => choice.delta.content))
  expect([textAt(0).join(''), textAt(1).join('')]).toEqual(['Aa', 'Bb'])
  const ends = chunks.flatMap(({ choices }) => choices.filter((choice) => choice.finish_reason))
  expect(ends.map(({ index, finish_reason }) => [index, finish_reason]).sort()).toEqual([
    [0, 'length'],
    [1, 'stop'],
  ])
  const roles = chunks.flatMap(({ choices }) => choices.filter((choice) => choice.delta.role))
  expect(roles.map(({ index }) => index).sort()).toEqual([0, 1])
  expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 4 })
})

const FAILED = { code: 'engine_error', message: 'no', retryable: false }

// Before: a 503 that clients repeat by themselves, each time for what the others cost.
test('one of n that fails takes the others away from nobody, who pays for them', async () => {
  const asking = stage.openai.chat.completions.create({ ...base, n: 3 })
  await stage.serve({ error: FAILED })
  for (const token of ['b', 'c'])
    await stage.serve({ tokens: [token], usage: { prompt_tokens: 5, completion_tokens: 1 } })
  const { choices, usage } = await asking
  expect(choices.map(({ index, message }) => [index, message.content])).toEqual([
    [0, 'b'],
    [1, 'c'],
  ])
  expect(usage?.completion_tokens).toBe(2)
})

test('n answers that all fail are an error, and free', async () => {
  const asking = stage.openai.chat.completions.create({ ...base, n: 2 }).catch((error) => error)
  await stage.serve({ error: FAILED })
  await stage.serve({ error: FAILED })
  expect(await asking).toMatchObject({ status: 503, code: 'no_host_available' })
})

test('n answers that the balance does not cover are refused with what all cost, and none is begun', async () => {
  const poor = await stage.place.user()
  const dear = await stage.place.host({ models: ['dear'], price: 30_000_000_000n })
  const json = { ...base, model: 'dear', n: 2, max_tokens: 2 }
  const { status, body } = await ask(stage.place.url, 'POST /v1/chat/completions', { as: poor.authorization, json })
  expect(status).toBe(402)
  const said = /The 2 answers of this request reserve 120 credits, 60 each, and you can spend 100; none was begun/
  expect((body as { error: { message: string } }).error.message).toMatch(said)
  const { jobs } = await poor.client.call(endpoints.listJobs, { query: {} })
  expect(jobs).toEqual([])
  expect(await dear.next(0)).toBeNull()
  expect(await poor.client.call(endpoints.me, {})).toMatchObject({ credits: 100_000_000_000n })
})

test('n answers without max_tokens are all as long as the first may be', async () => {
  const buyer = await stage.place.user()
  const host = await stage.place.host({ models: ['long'], price: 10_000_000n, max_tokens: 4096 })
  const json = { ...base, model: 'long', n: 3 }
  const asking = ask(stage.place.url, 'POST /v1/chat/completions', { as: buyer.authorization, json })
  const lengths = []
  for (const token of ['a', 'b', 'c']) lengths.push((await stage.serve({ tokens: [token] }, host)).max_tokens)
  expect(lengths).toEqual([1000, 1000, 1000])
  await asking
})

test('n answers without max_tokens are as long as balance and token cover all of them', async () => {
  const host = await stage.place.host({ models: ['dearer'], price: 100_000_000n, max_tokens: 4096 })
  const buyer = await stage.place.user()
  const { token } = await buyer.client.call(endpoints.createToken, {
    body: { name: 'few', spend_limit: 20_000_000_000n },
  })
  const lengthsOf = async (as: string, n: number) => {
    const asking = ask(stage.place.url, 'POST /v1/chat/completions', { as, json: { ...base, model: 'dearer', n } })
    const lengths = []
    for (let at = 0; at < n; at++) lengths.push((await stage.serve({ tokens: ['a'] }, host)).max_tokens)
    expect(await asking).toMatchObject({ status: 200 })
    return lengths
  }
  expect(await lengthsOf(buyer.authorization, 4)).toEqual([250, 250, 250, 250])
  expect(await lengthsOf(`Bearer ${token}`, 2)).toEqual([100, 100])
  const json = { ...base, model: 'dearer', n: 2, max_tokens: 150 }
  const short = await ask(stage.place.url, 'POST /v1/chat/completions', { as: `Bearer ${token}`, json })
  expect(short.status).toBe(402)
  expect((short.body as { error: { message: string } }).error.message).toMatch(
    /^The 2 answers of this request reserve 30 credits, 15 each, and this token may spend 19\.8; none was begun/,
  )
})

test.each([
  ['', 'a piece without text'],
  ['\u0001{"text":"x","reasoning":true}', 'text that looks like what the server keeps'],
  ['\u0001', 'its mark alone'],
])('%j, %s, comes through as it is', async (odd) => {
  const [{ job_id }, whole] = await Promise.all([
    stage.serve({ tokens: ['a', odd, 'b'] }),
    stage.openai.chat.completions.create(base),
  ])
  expect(whole.choices[0]?.message).toEqual({ role: 'assistant', content: `a${odd}b` })
  const job = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
  expect(job.output_text).toBe(`a${odd}b`)
})

test('notes of another form are refused, and nothing of the entry is taken', async () => {
  const asking = stage.openai.chat.completions.create(base)
  const offer = await stage.host.next(10)
  for (const notes of [[{ at: -1 }], [{ at: 0, tool_call: { index: 500 } }], 'x', [{ at: 0, logprobs: [{}] }]]) {
    const json = { host_id: stage.host.host_id, results: [{ job_id: offer?.job_id, tokens: ['a'], notes }] }
    const as = `Bearer ${stage.host.api_key}`
    expect((await ask(stage.place.url, 'POST /hosts/results', { as, json })).status).toBe(400)
  }
  await stage.host.results([{ job_id: offer?.job_id, offset: 0, tokens: ['ok'], finish_reason: 'stop' }])
  expect((await asking).choices[0]?.message.content).toBe('ok')
})

test('likelihoods go only to hosts that know them', async () => {
  const plain = await stage.place.host({ models: ['plain'] })
  const asked = { ...base, model: 'plain', logprobs: true }
  const refused = await stage.openai.chat.completions.create(asked).catch((error) => error)
  expect(refused).toMatchObject({ status: 400, param: 'logprobs' })
  const [, answer] = await Promise.all([
    serve(plain, { tokens: ['x'] }),
    stage.openai.chat.completions.create({ ...base, model: 'plain' }),
  ])
  expect(answer.choices[0]?.message.content).toBe('x')
})
