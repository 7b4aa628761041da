import type { Endpoint } from '@mkt/schemas'
import fc from 'fast-check'
import { type Known, text, validFor } from './fuzz.values.ts'

/** One request before it is written down. */
export interface Plan {
  params: Record<string, unknown>
  query: [string, string][]
  headers: Record<string, string>
  /** A JSON value, or text that takes its place. */
  json?: unknown
  raw?: string
}

/** Requests that the endpoint's schemas accept. What they add (to a query that takes any, Accept) is ignored. */
export function validPlans(endpoint: Endpoint, known: Known): fc.Arbitrary<Plan> {
  const none = fc.constant({})
  const given = (part: 'params' | 'query') => (endpoint[part] ? validFor(endpoint[part], known) : none)
  return fc
    .record({
      params: given('params'),
      query: given('query'),
      body: endpoint.body ? validFor(endpoint.body, known).map((json) => ({ json })) : none,
      more: fc.array(fc.tuple(fc.constantFrom('x', 'utm_source', '_'), text(8)), {
        maxLength: isStrict(endpoint) ? 0 : 1,
      }),
      headers: validHeaders(endpoint),
    })
    .map(({ params, query, body, more, headers }) => ({
      params: params as Record<string, unknown>,
      query: [...pairs(query as object), ...more],
      headers,
      ...body,
    }))
}

/** Whether the query takes no members but its own. */
const isStrict = ({ query }: Endpoint) =>
  query?.safeParse({ utm_source: 'x' }).error?.issues.some(({ code }) => code === 'unrecognized_keys') === true

const pairs = (query: object) => Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])

function validHeaders({ name, idempotent }: Endpoint): fc.Arbitrary<Record<string, string>> {
  const accept = fc.constantFrom('*/*', 'application/json', 'text/event-stream', 'text/html;q=0.9, */*;q=0.1')
  const headers: Record<string, fc.Arbitrary<string>> = { accept }
  if (idempotent) headers['idempotency-key'] = fc.string({ minLength: 1, maxLength: 2 })
  if (name === 'streamJob') headers['last-event-id'] = fc.constantFrom('1.0', '1.1', '1.999999', '2.0', '0.0')
  return fc.record(headers, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>
}

type Mutation = (plan: Plan) => Plan

/** Requests with one to three things wrong. */
export function mutatedPlans(endpoint: Endpoint, known: Known): fc.Arbitrary<Plan> {
  const mutations = [headerMutation, queryMutation(Object.keys(endpoint.query?.shape ?? {}))]
  if (endpoint.params) mutations.push(idMutation(Object.keys(endpoint.params.shape)))
  if (endpoint.body) mutations.push(...BODY_MUTATIONS)
  else if (endpoint.method !== 'GET') mutations.push(strayBody)
  return fc
    .tuple(validPlans(endpoint, known), fc.array(fc.oneof(...mutations), { minLength: 1, maxLength: 3 }))
    .map(([plan, steps]) => steps.reduce((before, step) => step(before), plan))
}

const LONG = 'x'.repeat(70_000)
const odd = fc.constantFrom<unknown>(
  null,
  true,
  '',
  '\0',
  '\ud800',
  '\u202e\ufeff',
  '🎉'.repeat(300),
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  1e-10,
  2 ** 31,
  2 ** 53,
  2 ** 64,
  0.1 + 0.2,
  [],
  {},
  [[]],
  { length: 1, 0: 'x' },
  '__proto__',
  "' or 1=1 --",
  '<script>',
  '\u001b[31m',
  '../../etc/passwd',
  'NaN',
  ' ',
  LONG,
)
const value = fc.oneof(odd, fc.jsonValue({ maxDepth: 3 }), text(20))
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'toJSON']
const memberName = fc.oneof(fc.constantFrom(...PROTOTYPE_NAMES), text(10))

/** Own members only: `__proto__` becomes one as well. */
const withMember = (object: object, name: string, member: unknown) => ({ ...object, [name]: member })

/** Changes what is at one place anywhere in a JSON value. */
function changed(json: unknown, pick: number, change: (holder: object, key: string) => unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  const keys = Object.keys(json)
  const key = keys[pick % keys.length]
  if (key === undefined) return json
  const inner = (json as Record<string, unknown>)[key]
  const deeper = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && pick % 3 > 0
  if (!deeper) return change(json, key)
  const next = changed(inner, Math.floor(pick / 3), change)
  return Array.isArray(json) ? json.with(Number(key), next) : withMember(json, key, next)
}

const pick = fc.nat(10_000)
const onJson =
  (change: (json: unknown) => unknown): Mutation =>
  (plan) => ({ ...plan, json: change(plan.json) })
const put = (by: unknown) => (holder: object, key: string) =>
  Array.isArray(holder) ? holder.with(Number(key), by) : withMember(holder, key, by)
const removed = (holder: object, key: string) => {
  if (Array.isArray(holder)) return []
  return Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key))
}
const wrapped = (holder: object, key: string) => put([(holder as Record<string, unknown>)[key]])(holder, key)

const replaceMember = fc.tuple(pick, value).map(([at, by]) => onJson((json) => changed(json, at, put(by))))
const removeMember = pick.map((at) => onJson((json) => changed(json, at, removed)))
const wrapMember = pick.map((at) => onJson((json) => changed(json, at, wrapped)))
const addMember = fc
  .tuple(memberName, value)
  .map(([name, by]) => onJson((json) => (Array.isArray(json) ? [...json, by] : withMember(Object(json), name, by))))
const replaceBody = value.map((by) => onJson(() => by))
/** Numbers as JSON may write them and JavaScript does not. */
const oddLiteral = fc
  .tuple(pick, fc.constantFrom('1e400', '-1e400', '9007199254740993', '0.1000000000000000055', '-0', '1E+2', '1e-400'))
  .map(
    ([at, literal]): Mutation =>
      (plan) => {
        const marked = JSON.stringify(changed(plan.json, at, put('\u0001here'))) ?? literal
        return { ...plan, raw: marked.replace('"\\u0001here"', literal) }
      },
  )
const brokenText = fc
  .tuple(
    pick,
    fc.constantFrom(
      '',
      '{',
      '\u0000',
      '[1,]',
      "{'a':1}",
      '\ufeff{}',
      'NaN',
      '"',
      '[['.repeat(5000),
      '{"a":'.repeat(500),
    ),
  )
  .map(
    ([at, tail]): Mutation =>
      (plan) => {
        const whole = JSON.stringify(plan.json) ?? ''
        return { ...plan, raw: whole.slice(0, at % (whole.length + 1)) + tail }
      },
  )
const otherType = fc
  .constantFrom(
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    '',
  )
  .map(
    (type): Mutation =>
      (plan) => ({ ...plan, headers: { ...plan.headers, 'content-type': type } }),
  )
const BODY_MUTATIONS = [
  replaceMember,
  replaceMember,
  replaceMember,
  removeMember,
  removeMember,
  wrapMember,
  addMember,
  replaceBody,
  oddLiteral,
  brokenText,
  otherType,
]
const strayBody = fc
  .oneof(
    value.map((json) => JSON.stringify(json)),
    fc.constantFrom('{', 'x', '[[', '\0'),
  )
  .map(
    (raw): Mutation =>
      (plan) => ({ ...plan, raw }),
  )

const headerMutation = fc
  .oneof(
    fc.tuple(
      fc.constant('authorization'),
      fc.oneof(text(30), fc.constantFrom('Basic Og==', 'Bearer mkt_u_', 'Basic =', 'Bearer ')),
    ),
    fc.tuple(fc.constant('idempotency-key'), fc.oneof(text(300), fc.constant('x'.repeat(256)))),
    fc.tuple(fc.constant('last-event-id'), fc.oneof(text(20), fc.constantFrom('1', '-1.-1', '9'.repeat(30), '1.1.1'))),
    fc.tuple(fc.constant('accept'), text(20)),
    fc.tuple(fc.constantFrom('x-forwarded-for', 'x-request-id', 'accept-language', 'origin'), text(40)),
  )
  .map(
    ([name, by]): Mutation =>
      (plan) => ({ ...plan, headers: { ...plan.headers, [name]: by } }),
  )

const queryMutation = (names: string[]) =>
  fc
    .tuple(
      fc.oneof(fc.constantFrom('x', '', '__proto__', 'constructor', ...names, ...names), text(6)),
      fc.oneof(
        text(20),
        fc.double().map(String),
        fc.constantFrom('', '0', '-1', '1e3', '1e400', '0x10', 'null', '%', '%zz', LONG.slice(0, 3000)),
      ),
    )
    .map(
      (pair): Mutation =>
        (plan) => ({ ...plan, query: [...plan.query, pair] }),
    )

const idMutation = (names: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.oneof(
        text(20),
        fc.constantFrom(
          '..',
          '.',
          '%',
          '%00',
          '%2e%2e%2f',
          'job_',
          'usr_1',
          'job_A',
          '__proto__',
          'me',
          'x'.repeat(3000),
          "job_'or'1'='1",
        ),
      ),
    )
    // An empty id is another path.
    .map(
      ([name, by]): Mutation =>
        (plan) => ({ ...plan, params: { ...plan.params, [name]: by === '' ? 'x' : by } }),
    )
