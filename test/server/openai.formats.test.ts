import { market as endpoints } from '@mkt/schemas'
import type OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunksOf, openStage, type Stage } from './openai-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

type Format = NonNullable<OpenAI.ChatCompletionCreateParams['response_format']>
const schemaOf = (schema: Record<string, unknown>, strict = true): Format => ({
  type: 'json_schema',
  json_schema: { name: 'city', schema, strict },
})
const CITY = {
  type: 'object',
  properties: { name: { type: 'string' }, people: { type: 'integer', minimum: 0 } },
  required: ['name', 'people'],
  additionalProperties: false,
}
const messages = [{ role: 'user' as const, content: 'A city as JSON' }]
const create = (response_format: Format, more: object = {}) =>
  stage.openai.chat.completions.create({ model: 'm', messages, response_format, ...more })
const jobOf = async (job_id: string) =>
  await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })

test('the format travels to the host, and an answer that fits is the answer', async () => {
  const format = schemaOf(CITY)
  const [offer, answer] = await Promise.all([
    stage.serve({ tokens: ['{"name":"Rome",', '"people":3}'] }),
    create(format),
  ])
  expect(offer.response_format).toEqual(format)
  expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ name: 'Rome', people: 3 })
})

test.each<[string, Format, string, string]>([
  ['no JSON', schemaOf(CITY), 'Rome has three people.', '{"name":"Rome","people":3}'],
  ['JSON that does not fit', schemaOf(CITY, false), '{"name":"Rome","people":-1}', '{"name":"Rome","people":3}'],
  ['JSON and more', { type: 'json_object' }, '{"a":1} is it', '{"a":1}'],
  ['JSON that is no object', { type: 'json_object' }, '[1]', ' {"a":1}'],
])('an answer that is %s is a failed attempt, retried elsewhere, free', async (_what, format, wrong, right) => {
  const other = await stage.place.host({ capabilities: ['json_schema'] })
  const asking = create(format)
  const { job_id } = await stage.serve({ tokens: [wrong] })
  expect(await jobOf(job_id)).toMatchObject({ status: 'queued', credits_used: 0n })
  await stage.serve({ tokens: [right] }, other)
  expect((await asking).choices[0]?.message.content).toBe(right)
  expect(await jobOf(job_id)).toMatchObject({ attempts: 2, host_id: other.host_id, tokens_generated: 1 })
})

test('an answer that a reader saw and that does not fit ends as an error, free', async () => {
  const stream = await create(schemaOf(CITY), { stream: true })
  const reading = chunksOf(stream as unknown as AsyncIterable<object>).catch((error) => error)
  const offer = await stage.host.next(10)
  const { job_id = '' } = offer ?? {}
  await stage.host.results([{ job_id, offset: 0, tokens: ['{"na'] }])
  await expect.poll(async () => (await stage.place.market.streams.find(job_id))?.seen).toBe(true)
  await stage.host.results([{ job_id, offset: 1, tokens: ['me":1}'], finish_reason: 'stop' }])
  expect(await reading).toMatchObject({ message: expect.stringContaining('invalid_output') })
  expect(await jobOf(job_id)).toMatchObject({ error: 'invalid_output', credits_used: 0n, status: 'failed' })
})

test('text that was cut at max_tokens is not held against the schema; what stops short of them is', async () => {
  const cut = { tokens: ['{"na', 'me":'], finish_reason: 'length' }
  const [, answer] = await Promise.all([stage.serve(cut), create(schemaOf(CITY), { max_tokens: 2 })])
  expect(answer.choices[0]).toMatchObject({ message: { content: '{"name":' }, finish_reason: 'length' })
  const asking = create(schemaOf(CITY), { max_tokens: 9 })
  await stage.serve(cut)
  const other = await stage.place.host({ capabilities: ['json_schema'] })
  await stage.serve({ tokens: ['{"name":"A","people":1}'] }, other)
  expect((await asking).choices[0]?.finish_reason).toBe('stop')
})

test.each<[string, Record<string, unknown>, RegExp]>([
  ['none', { type: 'thing' }, /type/],
  ['one with a pattern that is none', { type: 'string', pattern: '(' }, /regular expression/i],
  ['one that refers to another place', { $ref: 'https://example.com/schema.json' }, /reference/],
])('a schema that is %s is refused', async (_what, schema, why) => {
  const refused = await create(schemaOf(schema)).catch((error) => error)
  expect(refused).toMatchObject({ status: 400, param: 'response_format.json_schema.schema' })
  expect(refused.message).toMatch(why)
})

test('schemas of old and new drafts are understood, with references into themselves', async () => {
  const $defs = {
    node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, additionalProperties: false },
  }
  const recursive = { $schema: 'https://json-schema.org/draft/2020-12/schema', $ref: '#/$defs/node', $defs }
  const old = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: [{ type: 'string' }] }
  for (const [schema, text] of [
    [recursive, '{"next":{"next":{}}}'],
    [old, '["a"]'],
  ] as const) {
    const [, answer] = await Promise.all([stage.serve({ tokens: [text] }), create(schemaOf(schema))])
    expect(answer.choices[0]?.message.content).toBe(text)
  }
})

test('no pattern holds up the server: an answer that cannot be judged in time is taken as it is', async () => {
  const slow = schemaOf({ type: 'string', pattern: '^(a+)+$' })
  const text = JSON.stringify(`${'a'.repeat(60)}!`)
  let turns = 0
  const turning = setInterval(() => turns++, 20)
  const [, answer] = await Promise.all([stage.serve({ tokens: [text] }), create(slow)])
  clearInterval(turning)
  expect(answer.choices[0]?.message.content).toBe(text)
  // Two seconds of the thread's time in which this one went on.
  expect(turns).toBeGreaterThan(10)
})

test('a request with a format goes only to hosts that can do it, and where there is none it is refused', async () => {
  await stage.place.host({ models: ['plain'], capabilities: ['tools'] })
  const refused = await create({ type: 'json_object' }, { model: 'plain' }).catch((error) => error)
  expect(refused).toMatchObject({ status: 400, param: 'response_format' })
  expect(refused.message).toContain('needs json_schema')
})
