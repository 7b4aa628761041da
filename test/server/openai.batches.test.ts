import { market as endpoints, writeVector } from '@mkt/schemas'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileParts } from '../../server/src/market/files/file-store.ts'
import { ask } from './contract/ask.ts'
import { openStage, type Stage } from './openai-stage.ts'
import { requestLine, upload } from './upload.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ models: ['m', 'e'], capabilities: ['tools', 'logprobs', 'embeddings'] })
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

type Batches = OpenAI.Batches
type Door = Parameters<Batches['create']>[0]['endpoint']
const chat = (content: string, more: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  max_tokens: 5,
  ...more,
})
const send = (lines: readonly string[], client = stage.openai) =>
  toFile(Buffer.from(`${lines.join('\n')}\n`), 'requests.jsonl').then((file) =>
    client.files.create({ file, purpose: 'batch' }),
  )
async function begin(lines: readonly string[], endpoint: Door = '/v1/chat/completions', more: object = {}) {
  const { id } = await send(lines)
  return await stage.openai.batches.create({ input_file_id: id, endpoint, completion_window: '24h', ...more })
}
const statusOf = async (id: string) => (await stage.openai.batches.retrieve(id)).status
const LONG = { timeout: 30_000 }
const became = (id: string, status: string) => expect.poll(() => statusOf(id), LONG).toBe(status)
const linesIn = async (file_id: string | null | undefined) => {
  const text = await (await stage.openai.files.content(file_id ?? '')).text()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('the openai client uploads requests, polls their batch and reads answers and errors, each once', async () => {
  const batch = await begin(
    [
      requestLine('a', chat('one')),
      requestLine('b', chat('two', { logprobs: true })),
      requestLine('c', chat('three', { max_tokens: 1_000_000 })),
    ],
    undefined,
    { metadata: { of: 'the test' } },
  )
  expect(batch).toMatchObject({
    object: 'batch',
    status: 'validating',
    output_file_id: null,
    metadata: { of: 'the test' },
  })
  for (const token of ['A', 'B']) {
    const logprobs = [{ token, logprob: -1, top_logprobs: [] }]
    await stage.serve({ tokens: [token], notes: [{ at: 0, logprobs }] })
  }
  await became(batch.id, 'completed')
  const done = await stage.openai.batches.retrieve(batch.id)
  expect(done).toMatchObject({ request_counts: { total: 3, completed: 2, failed: 1 }, errors: null })
  expect(done.completed_at).toBeGreaterThanOrEqual(done.in_progress_at ?? 0)
  const [one, two, ...others] = await linesIn(done.output_file_id)
  expect(others).toEqual([])
  expect(one).toMatchObject({ custom_id: 'a', error: null, response: { status_code: 200 } })
  expect(one.response.body).toMatchObject({
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'A' }, finish_reason: 'stop' }],
    usage: { completion_tokens: 1 },
  })
  expect(two).toMatchObject({
    custom_id: 'b',
    response: { body: { choices: [{ logprobs: { content: [{ token: 'B', logprob: -1 }] } }] } },
  })
  const [refused] = await linesIn(done.error_file_id)
  expect(refused).toMatchObject({ custom_id: 'c', response: null, error: { code: 'invalid_request' } })
  expect(refused.error.message).toContain('max_tokens')
  const file = await stage.openai.files.retrieve(done.output_file_id ?? '')
  const { bytes, purpose } = file
  expect({ bytes, purpose }).toEqual({
    bytes: Buffer.byteLength(await (await stage.openai.files.content(file.id)).text()),
    purpose: 'batch_output',
  })
  // Our own view of it, and the jobs of it.
  const { batches } = await stage.buyer.client.call(endpoints.listBatches, {})
  expect(batches[0]).toMatchObject({ batch_id: batch.id, state: 'completed', completed: 2, failed: 1 })
})

test('vectors are written as each line asks for them', async () => {
  const line = (id: string, more: object) => requestLine(id, { model: 'e', input: ['x'], ...more }, '/v1/embeddings')
  const batch = await begin([line('n', {}), line('b', { encoding_format: 'base64' })], '/v1/embeddings')
  const vector = writeVector([0.5, -1]) as string
  for (let at = 0; at < 2; at++) await stage.serve({ tokens: [''], notes: [{ at: 0, vector }] as never })
  await became(batch.id, 'completed')
  const lines = await linesIn((await stage.openai.batches.retrieve(batch.id)).output_file_id)
  expect(lines.map(({ response }) => response.body.data[0].embedding)).toEqual([[0.5, -1], vector])
})

test('a file with bad lines is refused whole, each with its number and why', async () => {
  const before = (await stage.buyer.client.call(endpoints.me, {})).total_jobs
  const batch = await begin([
    requestLine('a', chat('fine')),
    'no json',
    '',
    requestLine('a', chat('again')),
    requestLine('b', chat('x', { n: 2 })),
    requestLine('c', { ...chat('x'), model: 'other' }),
    requestLine('d', chat('x'), '/v1/embeddings'),
    requestLine('e', { ...chat('x'), temperature: 9 }),
  ])
  await became(batch.id, 'failed')
  const { errors, output_file_id } = await stage.openai.batches.retrieve(batch.id)
  expect(output_file_id).toBeNull()
  expect(errors?.data?.map(({ line, code, param }) => [line, code, param])).toEqual([
    [2, 'invalid_json_line', null],
    [4, 'duplicate_custom_id', 'custom_id'],
    [5, 'invalid_request', 'body.n'],
    [6, 'mismatched_model', 'body.model'],
    [7, 'invalid_url', 'url'],
    [8, 'invalid_request', 'body.temperature'],
  ])
  expect((await stage.buyer.client.call(endpoints.me, {})).total_jobs).toBe(before)
})

test('one that is cancelled keeps what was answered; the rest is an error, and its jobs are over', async () => {
  const batch = await begin([requestLine('a', chat('one')), requestLine('b', chat('two'))])
  await stage.serve({ tokens: ['A'] })
  await expect.poll(async () => (await stage.openai.batches.retrieve(batch.id)).request_counts?.completed, LONG).toBe(1)
  await stage.openai.batches.cancel(batch.id)
  await became(batch.id, 'cancelled')
  const { output_file_id, error_file_id } = await stage.openai.batches.retrieve(batch.id)
  expect((await linesIn(output_file_id)).map(({ custom_id }) => custom_id)).toEqual(['a'])
  expect(await linesIn(error_file_id)).toMatchObject([{ custom_id: 'b', error: { code: 'batch_cancelled' } }])
})

test('a price that the buyer names holds for all lines, and a line may name its own', async () => {
  const batch = await begin(
    [requestLine('a', chat('x')), requestLine('b', chat('x', { max_price_per_token: 0.5 }))],
    undefined,
    {
      max_price_per_token: 0.25,
    },
  )
  const limits = async () => {
    const { jobs } = await stage.buyer.client.call(endpoints.listJobs, { query: { status: 'queued', limit: 2 } })
    return await Promise.all(
      jobs.map(
        async ({ job_id }) =>
          (await stage.buyer.client.call(endpoints.getJob, { params: { job_id } })).credits_reserved,
      ),
    )
  }
  await expect.poll(async () => (await limits()).length, LONG).toBe(2)
  // At 0.001 a token, which is below both.
  expect(await limits()).toEqual([5_000_000n, 5_000_000n])
  await stage.openai.batches.cancel(batch.id)
})

test('files and batches are listed in pages, deleted, and nobody else has them', async () => {
  const other = await stage.place.user()
  const theirs = new OpenAI({ apiKey: other.token, baseURL: `${stage.place.url}/v1`, maxRetries: 0 })
  const ids = []
  for (const name of ['a', 'b', 'c']) ids.push((await send([requestLine(name, chat('x'))], theirs)).id)
  const listed: string[] = []
  for await (const { id } of theirs.files.list({ limit: 2, order: 'asc' })) listed.push(id)
  expect(listed).toEqual(ids)
  expect((await theirs.files.list({ purpose: 'batch_output' })).data).toEqual([])
  const [input = ''] = ids
  for (let at = 0; at < 3; at++)
    await theirs.batches.create({ input_file_id: input, endpoint: '/v1/chat/completions', completion_window: '24h' })
  const batches: string[] = []
  for await (const { id } of theirs.batches.list({ limit: 2 })) batches.push(id)
  expect(batches).toHaveLength(3)
  expect(batches).toEqual(batches.toSorted().reverse())
  for (const call of [
    () => stage.openai.files.retrieve(input),
    () => stage.openai.files.content(input),
    () => stage.openai.files.delete(input),
    () => stage.openai.batches.retrieve(batches[0] ?? ''),
    () => stage.openai.batches.cancel(batches[0] ?? ''),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect(await theirs.files.delete(input)).toEqual({ id: input, object: 'file', deleted: true })
  await expect(theirs.files.retrieve(input)).rejects.toMatchObject({ status: 404 })
  for (const id of batches) await theirs.batches.cancel(id)
})

const BODY = { model: 'm', messages: [{ role: 'user', content: 'x' }] }
test.each([
  ['another purpose', upload(requestLine('a', BODY), { purpose: 'fine-tune' }), 'purpose'],
  ['no purpose', upload(requestLine('a', BODY), {}), 'purpose'],
  ['an empty file', upload(''), 'file'],
  ['bytes that are no text', { ...upload('x'), raw: upload('x').raw.replace('x', 'x\0') }, 'file'],
  [
    'an expiry beyond a month',
    upload('{}', { purpose: 'batch', 'expires_after[seconds]': '99999999' }),
    'expires_after[seconds]',
  ],
  ['no form', { raw: '{}', type: 'application/json' }, 'body'],
])('an upload with %s is refused, and nothing of it is left', async (_what, sent, param) => {
  // Batches of other tests write their results meanwhile.
  const uploads = async () => (await stage.openai.files.list()).data.filter(({ purpose }) => purpose === 'batch').length
  const before = await uploads()
  const answer = await ask(stage.place.url, 'POST /v1/files', { as: stage.buyer.authorization, ...sent })
  expect([answer.status, answer.body]).toMatchObject([400, { error: { type: 'invalid_request_error', param } }])
  expect(await uploads()).toBe(before)
})

test('what a person has sent is in their export, and goes with their account', async () => {
  const user = await stage.place.user()
  const as = user.authorization
  const { body } = await ask(stage.place.url, 'POST /v1/files', { as, ...upload(requestLine('mine', BODY)) })
  const { id } = body as { id: string }
  const exported = await ask(stage.place.url, 'GET /users/me/export', { as })
  expect(exported.text).toContain('\\"custom_id\\":\\"mine\\"')
  await user.client.call(endpoints.closeAccount, { body: { password: user.password } })
  const left = await fileParts(stage.place.database, { file_id: id, from: 0, limit: 9 })
  expect(left).toEqual([])
})
