import { randomUUID } from 'node:crypto'
import { type Job, market } from '@mkt/schemas'
import { type Client, createClient } from '@mkt/schemas/client'
import { type Ended, freePort, type Program, runBin, startBin, tempFolder } from './bins.ts'

export interface Server {
  url: string
  documentsUrl: string
  data: string
  program: Program
}

export interface ServeOptions {
  data?: string
  port?: number
  env?: Record<string, string>
  group?: boolean
  launched?: boolean
}

/** A `mkt-server serve` of its own. */
export async function serve({ data = tempFolder(), port = 0, ...run }: ServeOptions = {}): Promise<Server> {
  const args = ['serve', '--data', data, '--market-port', String(port), '--documents-port', '0']
  const program = startBin('mkt-server', args, run)
  const [, url = '', documentsUrl = ''] = await program.says(/"market":"([^"]+)","documents":"([^"]+)"/)
  return { url, documentsUrl, data, program }
}

/** A server that can be killed and started again at the same address. */
export async function serveAtFixedPort(): Promise<Server & { again: () => Promise<Server> }> {
  const port = await freePort()
  const server = await serve({ port })
  return { ...server, again: () => serve({ port, data: server.data }) }
}

export interface AgentOptions {
  server: Server
  engine: string
  model: string
  backend?: readonly string[]
  state?: string
  price?: string
}

/** A `mkt-agent start` that is ready for jobs. */
export async function startAgent(options: AgentOptions): Promise<Program & { state: string }> {
  const { server, engine, model, backend = ['--backend', 'worker'], state = tempFolder(), price = '0.001' } = options
  const host = ['--endpoint-url', engine, '--model', model, '--price', price, '--gpu', 'none', '--state', state]
  const program = startBin('mkt-agent', ['start', '--server', server.url, ...backend, ...host])
  try {
    await program.says(/"ready for jobs"/)
  } catch (error) {
    // Whoever tries again needs its state.
    await program.stop('SIGKILL')
    throw error
  }
  return { ...program, state }
}

export interface User {
  username: string
  token: string
  client: Client
  submit(body: { model: string; input_text?: string; max_tokens?: number }): Promise<string>
  job(jobId: string, wait?: number): Promise<Job>
  /** Resolves when the job has ended. */
  end(jobId: string): Promise<Job>
  /** The command line as this user. */
  mkt(...args: string[]): Program
}

export async function signUp(server: Pick<Server, 'url'>, username = 'ada'): Promise<User> {
  const body = { username, email: `${username}@example.com`, password: randomUUID() }
  await createClient({ baseUrl: server.url }).call(market.createUser, { body })
  const basic = `Basic ${Buffer.from(`${username}:${body.password}`).toString('base64')}`
  const login = createClient({ baseUrl: server.url, authorization: () => basic })
  const { token } = await login.call(market.createToken, { body: { name: 'test' } })
  const client = createClient({ baseUrl: server.url, authorization: () => `Bearer ${token}`, retries: 6 })
  const job = (job_id: string, wait = 0) => client.call(market.getJob, { params: { job_id }, query: { wait } })
  return {
    username,
    token,
    client,
    job,
    async submit({ input_text = 'Say it.', ...rest }) {
      const { job_id } = await client.call(market.runModel, { body: { input_text, ...rest } })
      return job_id
    },
    async end(jobId) {
      for (;;) {
        const found = await job(jobId, 10)
        if (found.status === 'completed' || found.status === 'failed') return found
      }
    },
    mkt: (...args) => startBin('mkt', args, { env: { MKT_SERVER: server.url, MKT_TOKEN: token } }),
  }
}

/** `mkt-server audit` beside the running server. */
export async function audit(server: Pick<Server, 'data'>): Promise<Ended & { report: Record<string, unknown> }> {
  const ended = await runBin('mkt-server', ['audit', '--data', server.data, '--json'])
  return { ...ended, report: JSON.parse(ended.stdout) }
}
