import { Agent, request } from 'node:http'
import {
  anthropicError,
  type Endpoint,
  market as endpoints,
  errorBody,
  errorEvent,
  isSchema,
  openAiError,
  tokenEvent,
} from '@mkt/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gateOrWide } from '../../gate-or-wide.ts'
import { anyPayments } from '../fake-payments.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'
import { mutatedPlans, type Plan, validPlans } from './fuzz.requests.ts'
import { type Name, type Part, startStage } from './fuzz.stage.ts'

/** Of each kind and endpoint; `npm run test:long` sends 300 (fuzz.schema.long.test.ts). */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? gateOrWide(10, 30))
/** The stage counts on so many for what it says must succeed. */
const STAGED = 300
const LANES = 12
/** FUZZ_SEED=n replays what a failure names, or tries others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)

let place: Marketplace
let parts: Record<Name, Part>
let statuses: Record<string, Set<number>>
const agent = new Agent({ keepAlive: true, maxSockets: LANES })

beforeAll(async () => {
  // Few signups and logins reach argon2; see the stage.
  const own = {
    purchases_unpaid: 100_000,
    purchases_per_hour: 100_000,
    webhook_sends_per_hour: 1_000_000,
    statement_exports: 100,
  }
  const limits = {
    signups_per_hour: 60,
    registrations_per_hour: 100_000,
    withdrawals_per_hour: 100_000,
    login_failures: 3,
    ...own,
  }
  place = await startMarketplace({ limits, payments: anyPayments, signupCredits: 0, paidCredits: 100 })
  parts = await startStage(place)
  statuses = declared(await (await fetch(`${place.url}/openapi.json`)).json())
})
afterAll(async () => {
  agent.destroy()
  // Whatever was sent, the books are right.
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
})

/** The statuses that the server's own OpenAPI document has for each operation. */
function declared(document: unknown): Record<string, Set<number>> {
  const { paths } = document as { paths: Record<string, Record<string, { operationId: string; responses: object }>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return Object.fromEntries(
    operations.map(({ operationId, responses }) => [operationId, new Set(Object.keys(responses).map(Number))]),
  )
}

interface Sent {
  line: string
  headers: Record<string, string>
  body: string | undefined
}
interface Got {
  status: number
  type: string
  text: string
}

/** Nothing may wait: every wait that the server would grant becomes 0. */
function impatient(plan: Plan, { name: asked }: Endpoint): Plan {
  const waits = (value: unknown) => Number(value) > 0 && Number(value) <= 60
  const query = plan.query.map(([name, value]): [string, string] =>
    name === 'wait' && waits(value) ? [name, '0'] : [name, value],
  )
  // A stream of changes goes on for as long as its query says, ten minutes where that says nothing.
  if (asked === 'changes')
    return { ...plan, query: [...query.filter(([name]) => name !== 'seconds'), ['seconds', '0']] }
  const { json } = plan
  if (typeof json !== 'object' || json === null || !('wait_seconds' in json)) return { ...plan, query }
  return { ...plan, query, json: waits(json.wait_seconds) ? { ...json, wait_seconds: 0 } : json }
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function written(endpoint: Endpoint, plan: Plan, authorization: string | undefined): Sent {
  const { params, query, headers, json, raw } = impatient(plan, endpoint)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name) => encoded(String(params[name])))
  // A lone percent sign stays one.
  const search = query.map(([name, value]) => `${encoded(name)}=${/^%\w*$/.test(value) ? value : encoded(value)}`)
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json))
  const all: Record<string, string> = {
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }),
    ...(authorization === undefined ? {} : { authorization }),
    ...headers,
  }
  // What no client can put on the wire as a header's value.
  const sendable = Object.entries(all).map(([name, value]) => [name, value.replace(/[^\x20-\x7e\x80-\xff]/g, '?')])
  const line = `${endpoint.method} ${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
  return { line: line.replace(/[^\x20-\x7e]/g, encoded), headers: Object.fromEntries(sendable), body }
}

function send({ line, headers, body }: Sent): Promise<Got> {
  const space = line.indexOf(' ')
  const [method, path] = [line.slice(0, space), line.slice(space + 1)]
  return new Promise((resolve, reject) => {
    const outgoing = request(place.url + path, { method, headers, agent, path }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.setTimeout(10_000, () => outgoing.destroy(new Error('no answer within 10 s')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** What is wrong with an answer, or undefined. */
function faultOf(endpoint: Endpoint, { status, type, text }: Got): string | undefined {
  if (!statuses[endpoint.name]?.has(status)) return `the document does not declare ${status}`
  const openAi = endpoint.path.startsWith('/v1/')
  if (status >= 400) {
    const anthropic = endpoint.path === '/v1/messages'
    const body = anthropic ? anthropicError : openAi ? openAiError : errorBody.strict()
    const parsed = body.safeParse(parse(text))
    if (!parsed.success) return `not an error body: ${parsed.error.message}`
    // A job that no host completed is the marketplace's own state, told to clients of the OpenAI door.
    const mayRetry = status === 503 && /no_host_available|overloaded_error/.test(text)
    return status >= 500 && !mayRetry ? 'a fault of the server' : undefined
  }
  if (type.startsWith('text/event-stream')) {
    if (endpoint.name === 'changes') return hintFault(text)
    const named = endpoint.path === '/v1/messages' || endpoint.path === '/v1/responses'
    return named ? namedFault(text) : streamFault(text, openAi)
  }
  const answer = endpoint.answers[status]
  if (answer === null) return text === '' ? undefined : 'a body where none is declared'
  if (answer === undefined) return `the contract does not declare ${status}`
  // The exposition format, CSV.
  if (endpoint.alternatives?.some(({ contentType }) => type.startsWith(contentType))) return undefined
  if (!isSchema(answer)) return type.startsWith(answer.contentType) ? undefined : `of the type ${type}`
  const parsed = answer.safeParse(parse(text))
  return parsed.success ? undefined : parsed.error.message
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const DONE = 'data: [DONE]'

function streamFault(text: string, openAi: boolean): string | undefined {
  const events = text.split('\n\n').filter((event) => event !== '')
  const last = events.pop()
  const known = (data: unknown) =>
    openAi
      ? (data as { object?: unknown })?.object !== undefined
      : tokenEvent.strict().safeParse(data).success || errorEvent.strict().safeParse(data).success
  const wrong = events.find((event) => !known(parse(event.replace(/^(id|event): .*\n/gm, '').replace(/^data: /, ''))))
  if (wrong !== undefined) return `an event of no schema: ${wrong}`
  if (last === DONE) return undefined
  // The OpenAI door ends a failed stream with the error.
  const failed = openAi && openAiError.safeParse(parse(last?.replace(/^data: /, '') ?? '')).success
  return failed ? undefined : `a stream that ends with ${last}`
}

const ENDS = /^(message_stop|error|response\.(completed|incomplete|failed))$/

/** Of streams whose events have names: each says its name twice, and the last is an end. */
function namedFault(text: string): string | undefined {
  const events = text.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'))
  const names = events.map((event) => {
    const [, name, data] = /^event: (\S+)\ndata: (.*)$/.exec(event) ?? []
    return (parse(data ?? '') as { type?: unknown } | undefined)?.type === name ? name : undefined
  })
  if (names.includes(undefined)) return `an event without a name: ${events[names.indexOf(undefined)]}`
  return ENDS.test(names.at(-1) ?? '') ? undefined : `a stream that ends with ${events.at(-1)}`
}

/** Of hints that something changed: it says that it watches, then which list it was. */
function hintFault(text: string): string | undefined {
  const [first, ...others] = text.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'))
  if (first !== 'event: watching\ndata: {}') return `a stream that begins with ${first}`
  const wrong = others.find((event) => !/^event: changed\ndata: \{"list":"\w+"\}$/.test(event))
  return wrong === undefined ? undefined : `an event of no schema: ${wrong}`
}

async function fuzz(endpoint: Endpoint, plans: Plan[], valid: boolean): Promise<Map<number, number>> {
  const { as = () => undefined, lanes = LANES, seen } = parts[endpoint.name as Name]
  const counts = new Map<number, number>()
  const faults: string[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < plans.length && faults.length < 3; index = next++) {
      const sent = written(endpoint, plans[index] as Plan, as(valid))
      const got = await send(sent).catch((error: Error) => ({ status: 0, type: '', text: error.message }))
      counts.set(got.status, (counts.get(got.status) ?? 0) + 1)
      const fault = faultOf(endpoint, got)
      if (fault) faults.push(describeFault({ fault, index, sent, got }))
      else if (got.status < 300) seen?.(parse(got.text))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (faults.length > 0) throw new Error(`FUZZ_SEED=${SEED} ${endpoint.name}\n${faults.join('\n\n')}`)
  return counts
}

function describeFault(of: { fault: string; index: number; sent: Sent; got: Got }): string {
  const { fault, index, sent, got } = of
  const body = sent.body?.slice(0, 1000)
  return `request ${index}: ${fault}\n${sent.line}\n${JSON.stringify(sent.headers)}\n${body}\n-> ${got.status} ${got.text.slice(0, 1000)}`
}

const successes = (counts: Map<number, number>) =>
  [...counts].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0)
const total = (counts: Map<number, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

describe.each(Object.values(endpoints) as Endpoint[])('$name', (endpoint) => {
  const leastOf = () => parts[endpoint.name as Name].least ?? STAGED / 3
  // Where few of the stage's requests must succeed, a part of them might be none.
  const mayMiss = () => leastOf() > 0 && leastOf() < 30
  const sample = (make: typeof validPlans, numRuns: number) =>
    fc.sample(make(endpoint, parts[endpoint.name as Name].known ?? {}), { seed: SEED, numRuns })

  test('requests of its schemas are answered as it declares', async () => {
    const requests = mayMiss() ? gateOrWide(100, STAGED) : REQUESTS
    const counts = await fuzz(endpoint, sample(validPlans, requests), true)
    expect(total(counts)).toBe(requests)
    expect([...counts], `FUZZ_SEED=${SEED}`).not.toContainEqual([400, requests])
    expect(successes(counts), JSON.stringify([...counts])).toBeGreaterThanOrEqual(
      Math.floor((leastOf() * Math.min(requests, STAGED)) / STAGED),
    )
  })

  test('requests with something wrong are answered as it declares', async () => {
    const counts = await fuzz(endpoint, sample(mutatedPlans, REQUESTS), false)
    expect(total(counts)).toBe(REQUESTS)
    // Some mutations meet what the endpoint ignores; where it reads anything, as many are refused.
    if (endpoint.body || endpoint.params) expect(successes(counts)).toBeLessThanOrEqual(REQUESTS / 2)
  })
})
