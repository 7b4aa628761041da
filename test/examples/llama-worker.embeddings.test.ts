import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, tempFolder } from '../e2e/bins.ts'
import { makeRambler } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'

let able: EngineChild
let unable: EngineChild

beforeAll(async () => {
  const model = join(tempFolder(), 'rambler.gguf')
  await makeRambler(model)
  able = await startEngine({ model, name: 'rambler', context: 256, embeddings: true })
  unable = await startEngine({ model, context: 256 })
})

afterAll(async () => {
  await able?.stop()
  await unable?.stop()
  await cleanUp()
})

async function embed(body: object, url = able.url) {
  const response = await fetch(`${url}/v1/embeddings`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as { error?: { param: string; message: string } } }
}

test("OpenAI's client, which asks for base64, reads a vector of length 1 of each text", async () => {
  const openai = new OpenAI({ apiKey: 'none', baseURL: `${able.url}/v1`, maxRetries: 0 })
  const { data, usage, model } = await openai.embeddings.create({ model: 'any', input: ['a cat', 'a dog', 'a cat'] })
  expect(model).toBe('rambler')
  expect(data.map(({ index }) => index)).toEqual([0, 1, 2])
  for (const { embedding } of data) {
    expect(embedding).toHaveLength(64)
    expect(Math.hypot(...embedding)).toBeCloseTo(1, 5)
  }
  expect(data[0]?.embedding).toEqual(data[2]?.embedding)
  expect(data[0]?.embedding).not.toEqual(data[1]?.embedding)
  expect(usage.prompt_tokens).toBeGreaterThan(9)
  const floats = await openai.embeddings.create({
    model: 'any',
    input: 'a cat',
    encoding_format: 'float',
    dimensions: 64,
  })
  expect(floats.data[0]?.embedding[5]).toBeCloseTo(data[0]?.embedding[5] ?? 0, 6)
})

test('many at once are each answered with their own', async () => {
  const alone = await embed({ input: 'b' })
  const all = await Promise.all(['a', 'b', 'c', 'b'].map((input) => embed({ input })))
  expect(all[1]?.body).toMatchObject({ data: (alone.body as unknown as { data: unknown }).data })
  expect(all[3]?.body).toMatchObject({ data: (alone.body as unknown as { data: unknown }).data })
})

test('only who serves them says so', async () => {
  const capabilities = async (url: string) =>
    ((await (await fetch(`${url}/v1/models`)).json()) as { data: { capabilities: string[] }[] }).data[0]
  expect(await capabilities(able.url)).toMatchObject({ max_model_len: 256, embedding_dimensions: 64 })
  expect((await capabilities(able.url))?.capabilities).toContain('embeddings')
  expect((await capabilities(unable.url))?.capabilities).not.toContain('embeddings')
  const { status, body } = await embed({ input: 'x' }, unable.url)
  expect({ status, message: body.error?.message }).toEqual({
    status: 400,
    message: expect.stringContaining('--embeddings'),
  })
})

test.each<[string, object, string]>([
  ['no input', {}, 'input'],
  ['an empty text', { input: ['a', ''] }, 'input'],
  ['numbers', { input: [1, 2] }, 'input'],
  ['no texts', { input: [] }, 'input'],
  ['a size that it does not make', { input: 'x', dimensions: 32 }, 'dimensions'],
  ['a format that is none', { input: 'x', encoding_format: 'hex' }, 'encoding_format'],
  ['a text longer than the context', { input: 'x'.repeat(400) }, 'input'],
])('refused: %s', async (_, asked, param) => {
  const { status, body } = await embed(asked)
  expect({ status, param: body.error?.param }).toEqual({ status: 400, param })
})
