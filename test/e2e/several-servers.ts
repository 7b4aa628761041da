import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JobOffer, market, type ResultsRequest } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { heldProgramOf } from '../programs/programs.ts'
import { type Program, start, tempFolder } from './bins.ts'

export interface OneOfSeveral {
  url: string
  /** Of the documents service, where it has one. */
  documents: string
  program: Program
}

/** All servers of a marketplace have one key. */
const KEY = randomBytes(32).toString('base64')

interface SharedPlaces {
  database: string
  redis: string
  key?: string
  /** Where all keep documents; without it they are a marketplace only. */
  blobs?: string
  flags?: readonly string[]
  /** What runs it, as `ip netns exec NAME` does. */
  through?: readonly string[]
}

/** One of several servers of a marketplace, with a data directory of its own. */
export async function startOneOfSeveral(
  { database, redis, key = KEY, blobs, flags = [], through = [] }: SharedPlaces,
  more: Record<string, string> = {},
): Promise<OneOfSeveral> {
  const services = blobs === undefined ? ['market'] : ['market,documents', '--documents-port', '0', '--blobs', blobs]
  const args = ['--signup-credits', '100', '--services', ...services]
  const data = tempFolder()
  writeFileSync(join(data, 'secrets.key'), `${key}\n`, { mode: 0o600 })
  const env = { MKT_DATABASE_URL: database, MKT_REDIS_URL: redis, MKT_MARKET_PORT: '0', ...more }
  const serve = [...heldProgramOf('mkt-server'), 'serve', '--data', data, ...args, ...flags]
  const [command, ...rest] = [...through, process.execPath, ...serve] as [string, ...string[]]
  const program = start(command, rest, { env })
  const [line] = await program.says(/\{[^\n]*mkt-server is up[^\n]*\}/)
  const { market: url, documents = '' } = JSON.parse(line) as { market: string; documents?: string }
  return { url, documents, program }
}

/** A user of the marketplace, at whichever of its servers. */
export async function buyerAt(server: { url: string }, username = `user-${randomUUID().slice(0, 8)}`) {
  const password = 'correct horse'
  const body = { username, email: `${username}@example.com`, password }
  await createClient({ baseUrl: server.url }).call(market.createUser, { body })
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const owner = createClient({ baseUrl: server.url, authorization: () => basic })
  const { token } = await owner.call(market.createToken, { body: { name: 'test' } })
  const authorization = `Bearer ${token}`
  const at = ({ url }: { url: string }) => createClient({ baseUrl: url, authorization: () => authorization })
  return {
    at,
    authorization,
    basic,
    submit: async (where: { url: string }, model = 'm') =>
      (await at(where).call(market.runModel, { body: { model, input_text: 'hello', max_tokens: 100 } })).job_id,
    job: (where: { url: string }, job_id: string, wait = 0) =>
      at(where).call(market.getJob, { params: { job_id }, query: { wait } }),
    read: (where: { url: string }, job_id: string, last?: string) => read(where.url, authorization, job_id, last),
  }
}

/** A host that calls whichever server it is told to. */
export async function hostAt(server: { url: string }, models = ['m']) {
  const body = { gpu: 'GPU', models, price_per_token: 1_000_000n, backend: 'huggingface' as const, max_tokens: 4096 }
  const { host_id, api_key } = await createClient({ baseUrl: server.url }).call(market.registerHost, { body })
  const at = ({ url }: { url: string }) => createClient({ baseUrl: url, authorization: () => `Bearer ${api_key}` })
  return {
    host_id,
    next: (where: { url: string }, wait_seconds = 0): Promise<JobOffer | null> =>
      at(where).call(market.nextJob, { body: { host_id, wait_seconds } }),
    async results(where: { url: string }, result: object) {
      const results = [result] as ResultsRequest['results']
      return (await at(where).call(market.results, { body: { host_id, results } })).results[0]
    },
    rotate: (where: { url: string }) => at(where).call(market.rotateHostKey, {}),
    heartbeat: (where: { url: string }, running_jobs: string[] = []) =>
      at(where).call(market.heartbeatHost, {
        body: { host_id, gpu_utilization: 0, available_models: models, running_jobs },
      }),
  }
}

/** A reader's connection: what it was sent so far. */
export interface Reading {
  tokens: string[]
  /** The id of the last token, by which it resumes. */
  last: () => string | undefined
  /** The error that it was told. */
  error: () => string | undefined
  /** How it ended: `done`, or that it broke off. */
  end: Promise<'done' | 'broken'>
}

function read(url: string, authorization: string, jobId: string, last: string | undefined): Reading {
  const tokens: string[] = []
  let id: string | undefined = last
  let error: string | undefined
  const headers = { authorization, ...(last ? { 'last-event-id': last } : {}) }
  const follow = async () => {
    const answer = await fetch(`${url}/jobs/${jobId}/stream`, { headers })
    let rest = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${rest}${chunk}`.split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        if (event.includes('data: [DONE]')) return 'done' as const
        const token = /^data: (\{"token".*)$/m.exec(event)?.[1]
        if (token) tokens.push((JSON.parse(token) as { token: string }).token)
        error = /^data: (\{"error".*)$/m.exec(event)?.[1] ?? error
        id = /^id: (.*)$/m.exec(event)?.[1] ?? id
      }
    }
    return 'broken' as const
  }
  return { tokens, last: () => id, error: () => error, end: follow().catch(() => 'broken' as const) }
}
