import { type Endpoint, market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { ask, expectError } from '../contract/ask.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'

/** As they stand in the text of a request: JSON has them, whatever a program makes of them. */
const NEVER = ['-1', '-0.5', '1e400', '-1e400', '1e308', '1e-10', '"1"', 'null', 'true', '[1]', '{}', '0.1234567891']
/** Those that JSON does not have. */
const NO_JSON = ['NaN', 'Infinity', '-Infinity', '01', '+1', '.5', '1.', '0x10', '1_000', '1e', '--1']
const WHOLE_NEVER = ['0.5', '1.5', '1e-9', '9007199254740993', '1e21']

let place: Marketplace
const keys: Record<string, string> = {}
const ids: Record<string, string> = {}
beforeAll(async () => {
  place = await startMarketplace()
  const [user, admin, host] = [await place.user('buyer'), await place.user('chief'), await place.host()]
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
  const { batch_id } = await user.client.call(endpoints.createBatch, { body: { name: 'b', model: 'm' } })
  Object.assign(keys, { user: user.authorization, admin: admin.authorization, 'optional-user': user.authorization })
  Object.assign(keys, { host: `Bearer ${host.api_key}`, 'user-or-host': `Bearer ${host.api_key}` })
  Object.assign(ids, {
    user_id: user.user_id,
    host_id: host.host_id,
    job_id,
    batch_id,
    withdrawal_id: 'wdr_1',
    token_id: 'tok_1',
    webhook_id: 'whk_1',
  })
})
afterAll(async () => {
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
})

/** A member of a body that is a number, by the members that lead to it. */
interface NumberMember {
  path: string[]
  whole: boolean
}

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

/** Every number that a schema has anywhere; elements of arrays are called 0, members of records x. */
function numbersOf(schema: JsonSchema, path: string[] = [], defs = schema.$defs ?? {}): NumberMember[] {
  const named = defs[schema.$ref?.split('/').at(-1) ?? '']
  if (named) return numbersOf(named, path, defs)
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => numbersOf(one, path, defs))
  const own = schema.type === 'integer' || schema.type === 'number' ? [{ path, whole: schema.type === 'integer' }] : []
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    numbersOf(one, [...path, name], defs),
  )
  const elements = schema.items ? numbersOf(schema.items, [...path, '0'], defs) : []
  const record = schema.additionalProperties
  return [
    ...own,
    ...inner,
    ...members,
    ...elements,
    ...(typeof record === 'object' ? numbersOf(record, [...path, 'x'], defs) : []),
  ]
}

/** A body of nothing but the one number, as text: of the members that are missing nothing counts. */
function bodyWith(path: string[], number: string): string {
  const [name, ...rest] = path
  if (name === undefined) return number
  return name === '0' ? `[${bodyWith(rest, number)}]` : `{${JSON.stringify(name)}:${bodyWith(rest, number)}}`
}

const all = (Object.values(endpoints) as Endpoint[])
  .filter(({ body }) => body)
  .flatMap((endpoint) => {
    const schema = z.toJSONSchema(endpoint.body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    return numbersOf(schema).map((member) => [`${endpoint.name} ${member.path.join('.')}`, endpoint, member] as const)
  })

test('there are numbers to try', () => {
  const names = all.map(([name]) => name)
  expect(names).toEqual(
    expect.arrayContaining(['runModel max_tokens', 'results results.0.offset', 'nextJob wait_seconds']),
  )
  expect(names).toEqual(expect.arrayContaining(['createWithdrawal amount', 'registerHost price_per_token']))
})

/** The OpenAI door names one fault only, so all else must be right; no host has the model, and nothing runs. */
const CHAT = '"model":"nobody-has-it","prompt":"x","messages":[{"role":"user","content":"x"}]'
const REQUIRED: Record<string, string> = {
  '/v1/responses': '"model":"nobody-has-it","input":"x"',
  '/v1/embeddings': '"model":"nobody-has-it","input":"x"',
  '/v1/rerank': '"model":"nobody-has-it","query":"x","documents":["x"]',
  '/v1/batches': '"input_file_id":"file_1","endpoint":"/v1/embeddings","completion_window":"24h"',
  '/v1/messages': '"model":"nobody-has-it","max_tokens":9,"messages":[{"role":"user","content":"x"}]',
}

const send = (endpoint: Endpoint, text: string) => {
  const raw = endpoint.path.startsWith('/v1/') ? text.replace('{', `{${REQUIRED[endpoint.path] ?? CHAT},`) : text
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '')
  return ask(place.url, `${endpoint.method} ${path}`, { as: keys[endpoint.credential], raw })
}

/** Members that a number may be null or negative in, by the contract. */
const NULLABLE = /usage|temperature|top_p|max_tokens|max_completion_tokens|^n$|penalty|seed|stop|stream/
const SIGNED = /seed|penalty/

describe.each(all)('%s', (_name, endpoint, { path, whole }) => {
  const detail = `body.${path.join('.')}`
  const name = path.at(-1) ?? ''

  test('refuses what no such number is, and says which member is wrong', async () => {
    for (const number of [...NEVER, ...(whole ? WHOLE_NEVER : [])]) {
      if (number === 'null' && NULLABLE.test(detail)) continue
      if (number.startsWith('-') && SIGNED.test(name)) continue
      const answer = await send(endpoint, bodyWith(path, number))
      // A number may be within the bounds of one member and not of another; it is never a fault of ours.
      expect([number, answer.status < 500]).toEqual([number, true])
      if (['1e400', '-1e400', '"1"', 'true', '[1]', '{}'].includes(number)) {
        expect([number, answer.status]).toEqual([number, 400])
        expect(answer.text).toContain(endpoint.path.startsWith('/v1/') ? name : detail)
      }
    }
  })

  test('is read from JSON only', async () => {
    for (const number of NO_JSON) {
      const answer = await send(endpoint, bodyWith(path, number))
      expect([number, answer.status]).toEqual([number, 400])
      if (!endpoint.path.startsWith('/v1/')) expectError(answer, 400, 'invalid_request')
    }
  })
})

describe.each(['limit', 'offset'])('?%s', (name) => {
  const lists = (Object.values(endpoints) as Endpoint[]).filter(({ query }) => query && name in query.shape)
  test.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))('of %s', async (_name, endpoint) => {
    for (const value of ['-1', '0.5', '1e9999', 'NaN', 'Infinity', '99999999999999999999', '1,2', '١', '1\0']) {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, id) => ids[id] as string)
      const line = `GET ${path}?${name}=${encodeURIComponent(value)}`
      const answer = await ask(place.url, line, { as: keys[endpoint.credential] })
      // Doors of another form say it in theirs.
      if (!path.startsWith('/v1/')) expectError(answer, 400, 'invalid_request')
      else expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'invalid_request' } }])
    }
  })
})
