import { join } from 'node:path'
import { grammarOfSchema } from '@mkt/examples/llama-worker/schema-grammar.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, tempFolder } from '../e2e/bins.ts'
import { DEFAULT_TEXT, makeReciter } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { ask } from './ask.ts'

let engine: EngineChild

beforeAll(async () => {
  engine = await startEngine({ context: 1024 })
})

afterAll(async () => {
  await engine?.stop()
  await cleanUp()
})

const messages = [{ role: 'user', content: 'Hello' }]

async function answerTo(schema: object, more: object = {}): Promise<unknown> {
  const response_format = { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } }
  const { status, text, reason, body } = await ask(engine.url, '/v1/chat/completions', {
    messages,
    response_format,
    max_tokens: 400,
    ...more,
  })
  expect({ status, reason }, JSON.stringify(body.error)).toEqual({ status: 200, reason: 'stop' })
  return JSON.parse(text)
}

const closed = { additionalProperties: false }

test('any object', async () => {
  const response_format = { type: 'json_object' }
  const { text } = await ask(engine.url, '/v1/chat/completions', { messages, response_format })
  expect(JSON.parse(text)).toEqual({ [DEFAULT_TEXT]: DEFAULT_TEXT })
})

test.each<[string, object, unknown]>([
  ['a string', { type: 'string' }, DEFAULT_TEXT],
  ['a short string', { type: 'string', maxLength: 4 }, 'Tiny'],
  ['a constant', { const: { 'a "b"': ['\n'] } }, { 'a "b"': ['\n'] }],
  ['one of few', { enum: ['only this'] }, 'only this'],
  ['nothing', { type: 'null' }, null],
  ['an empty object', { type: 'object', ...closed }, {}],
  [
    'properties in their order',
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'null' }, c: { const: 1 } },
      required: ['c', 'a'],
      ...closed,
    },
    { a: DEFAULT_TEXT, b: null, c: 1 },
  ],
  ['a list of a length', { type: 'array', items: { const: 0 }, minItems: 3, maxItems: 3 }, [0, 0, 0]],
  ['a list that may be empty', { type: 'array', items: { const: 1 }, maxItems: 0 }, []],
  ['a pair', { type: 'array', prefixItems: [{ const: 'x' }, { const: 2 }], items: false }, ['x', 2]],
  ['one of two', { anyOf: [{ const: [1] }, { const: [1, 2] }] }, [1]],
  [
    'a list of itself',
    {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { next: { type: 'array', items: { $ref: '#/$defs/node' } } },
          required: ['next'],
          ...closed,
        },
      },
    },
    { next: [] },
  ],
  [
    'all of several',
    {
      allOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: { const: 2 } }, required: ['b'] },
      ],
      type: 'object',
      ...closed,
    },
    { a: 1, b: 2 },
  ],
])('%s', async (_, schema, expected) => {
  expect(await answerTo(schema, { temperature: 0 })).toEqual(expected)
})

test('what fits is written as the model writes it, and what need not be there is left out', async () => {
  const text = '{"b": [[]], "z": {"more": 1.5e3}}'
  const { file } = await makeReciter(join(tempFolder(), 'fitting.gguf'), { text })
  const fitting = await startEngine({ model: file })
  const optional = { type: 'array', items: {} }
  const schema = {
    type: 'object',
    properties: { a: optional, b: optional, c: { type: 'string' }, z: {} },
    required: ['z'],
    ...closed,
  }
  const response_format = { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } }
  const said = await ask(fitting.url, '/v1/chat/completions', { messages, response_format })
  await fitting.stop()
  expect(said.text).toBe(text)
})

test.each([0, 1, 2])('what is written by chance has the form too (temperature %i)', async (temperature) => {
  const schema = {
    type: 'object',
    properties: {
      yes: { type: 'boolean' },
      many: { type: 'array', items: { type: 'number' }, minItems: 2 },
      day: { type: 'string', format: 'date' },
      id: { type: 'string', format: 'uuid' },
      any: {},
    },
    required: ['yes', 'many', 'day', 'id', 'any'],
    ...closed,
  }
  const answer = (await answerTo(schema, { temperature, seed: 7 })) as Record<string, unknown>
  expect(answer).toEqual({
    yes: expect.any(Boolean),
    many: expect.any(Array),
    day: expect.stringMatching(/^\d{4}-[01]\d-[0-3]\d$/),
    id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    any: expect.anything(),
  })
  expect((answer.many as number[]).every(Number.isFinite)).toBe(true)
})

test('a strict schema that cannot be held to is refused by its word, as advice it is taken', async () => {
  const schema = { type: 'integer', minimum: 3 }
  expect(() => grammarOfSchema(schema, true, 'schema')).toThrow(/"minimum".*leave it out, or leave out "strict"/)
  expect(grammarOfSchema(schema, false, 'schema')).toMatch(/^root ::= answer\nanswer ::= integer$/m)
})

test.each<[string, object]>([
  ['no type of JSON', { type: 'date' }],
  ['a reference to nothing', { $ref: '#/$defs/x' }],
  ['properties that are none', { type: 'object', properties: 5 }],
  ['more levels than are read', JSON.parse(`${'{"items":'.repeat(70)}{}${'}'.repeat(70)}`)],
])('refused: %s', async (_, schema) => {
  const response_format = { type: 'json_schema', json_schema: { name: 'answer', schema } }
  const { status, body } = await ask(engine.url, '/v1/chat/completions', { messages, response_format })
  expect({ status, param: body.error?.param }).toEqual({ status: 400, param: 'response_format.json_schema.schema' })
})
