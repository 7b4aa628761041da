import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { type Client, createClient } from '@mkt/schemas/client'
import { runBin, tempFolder } from '../e2e/bins.ts'
import type { Chance } from '../load/chance.ts'
import { persist } from './persist.ts'
import { type ProcessGroup, startGroup, steadyPort } from './process-group.ts'
import { type ScriptedEngine, startScriptedEngine } from './scripted-engine.ts'

export const MODEL = 'script'
/** What each user is given as paid for: credits of a signup could not be withdrawn. */
export const FIRST_CREDITS = 1000n
const PASSWORD = 'correct horse battery'
const PACE_MS = 4
/** The payees ask far more often than people do. */
export const UNHURRIED = { MKT_LIMIT_WITHDRAWALS_PER_HOUR: '1000000' }

/** Price of each agent's host, as its flag and in nano-credits. */
const PRICES = [
  { flag: '0.001', nano: 1_000_000n },
  { flag: '0.0013', nano: 1_300_000n },
] as const

export interface Person {
  user_id: string
  username: string
  token: string
  client: Client
}

export interface PlaceHost {
  host_id: string
  nano: bigint
  /** As the host itself. */
  client: Client
}

/** A marketplace of real processes at fixed addresses, each of which can be slain and started again. */
export class Place {
  readonly data = tempFolder()
  readonly url: string
  readonly documentsUrl: string
  readonly #ports: [market: number, documents: number]
  readonly #engine: ScriptedEngine
  readonly #states = PRICES.map(() => tempFolder())
  #ownerToken = ''
  server: ProcessGroup | undefined
  readonly agents: (ProcessGroup | undefined)[] = []
  /** What programs that are over have written. */
  readonly logs: { who: string; text: string }[] = []

  private constructor(ports: [number, number], engine: ScriptedEngine) {
    this.#ports = ports
    this.#engine = engine
    this.url = `http://127.0.0.1:${ports[0]}`
    this.documentsUrl = `http://127.0.0.1:${ports[1]}`
  }

  static async open(chance: Chance): Promise<Place> {
    const ports: [number, number] = [await steadyPort(chance), await steadyPort(chance)]
    const place = new Place(ports, await startScriptedEngine(PACE_MS))
    await place.startServer().ready
    return place
  }

  /** Starts the server; `ready` resolves when it says that it is up. */
  startServer(): { ready: Promise<unknown> } {
    const [market, documents] = this.#ports.map(String) as [string, string]
    const ports = ['--market-port', market, '--documents-port', documents]
    const flags = ['--signup-credits', '0', '--documents-threads', '1']
    const env = UNHURRIED
    const server = startGroup('mkt-server', ['serve', '--data', this.data, ...ports, ...flags], { env })
    this.server = server
    return { ready: server.says(/"mkt-server is up"/) }
  }

  /** Starts one of the agents; the first one's host is owned by the user whose token `own` gave. */
  startAgent(at: number): { ready: Promise<unknown> } {
    const price = PRICES[at]?.flag ?? ''
    const host = ['--backend', 'worker', '--endpoint-url', this.#engine.url, '--model', MODEL, '--price', price]
    const rest = ['--gpu', 'none', '--concurrency', '4', '--state', this.#states[at] as string]
    const env: Record<string, string> = at === 0 ? { MKT_TOKEN: this.#ownerToken } : {}
    const agent = startGroup('mkt-agent', ['start', '--server', this.url, ...host, ...rest], { env })
    this.agents[at] = agent
    return { ready: agent.says(/"ready for jobs"/) }
  }

  async slayServer(): Promise<void> {
    await this.server?.slay()
    this.#keep('server', this.server)
    this.server = undefined
  }

  async slayAgent(at: number): Promise<void> {
    await this.agents[at]?.slay()
    this.#keep(`agent ${at}`, this.agents[at])
    this.agents[at] = undefined
  }

  /** Starts all agents, the first one's host as `owner`'s. */
  async startAgents(owner: Person): Promise<void> {
    this.#ownerToken = owner.token
    await Promise.all(PRICES.map((_, at) => this.startAgent(at).ready))
  }

  async close(): Promise<void> {
    await Promise.all([this.slayServer(), ...PRICES.map((_, at) => this.slayAgent(at))])
    await this.#engine.close()
  }

  #keep(who: string, program: ProcessGroup | undefined): void {
    if (program) this.logs.push({ who, text: program.stderr() })
  }

  hosts(): PlaceHost[] {
    return this.#states.map((state, at) => {
      const [name = ''] = readdirSync(state).filter((file) => /^host-[0-9a-f]{12}\.json$/.test(file))
      const { host_id, api_key } = JSON.parse(readFileSync(join(state, name), 'utf8'))
      return { host_id, nano: PRICES[at]?.nano ?? 0n, client: this.#client(() => `Bearer ${api_key}`) }
    })
  }

  async signUp(username: string): Promise<Person> {
    const body = { username, email: `${username}@example.com`, password: PASSWORD }
    await persist(() => this.#client(() => undefined).call(market.createUser, { body }))
    const grant = ['--user', username, '--amount', String(FIRST_CREDITS), '--reason', 'the first ones']
    const { code, stderr } = await runBin('mkt-server', ['credits', 'grant', '--data', this.data, ...grant])
    if (code !== 0) throw new Error(stderr)
    return await this.logIn(username)
  }

  /** An account that the operator's command makes. */
  async admin(username: string): Promise<Person> {
    const who = ['--username', username, '--email', `${username}@example.com`, '--password', PASSWORD]
    const { code, stderr } = await runBin('mkt-server', ['admin', 'create', '--data', this.data, ...who])
    if (code !== 0) throw new Error(stderr)
    return await this.logIn(username)
  }

  async logIn(username: string): Promise<Person> {
    const basic = this.#client(() => `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`)
    const { token } = await basic.call(market.createToken, { body: { name: 'faults' } })
    const client = this.#client(() => `Bearer ${token}`)
    const { user_id } = await client.call(market.me, {})
    return { user_id, username, token, client }
  }

  #client(authorization: () => string | undefined): Client {
    return createClient({ baseUrl: this.url, authorization, timeoutMs: 60_000 })
  }
}
