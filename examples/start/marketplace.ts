import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeReciter } from '../llama-worker/tiny-model/reciter.ts'
import { Child } from './child.ts'
import { choosePorts } from './ports.ts'

export const MODEL = 'tiny-llama'
export const PRICE = '0.001'

// What the tiny model answers. No word may make it forget where it is, which makeReciter takes care of.
const RECITAL = `These words come out of llama.cpp, one token after another. A tiny model recites them; it was made on
this machine a moment ago, so nothing had to be downloaded. The server reserved credits for your prompt, looked for the
cheapest host able to run it and handed the job over. That host asked its engine, sent back each piece as soon as there
was one, and has just been paid for exactly the tokens you see. Put a real model in my place, and start selling.`

// A tiny model makes a thousand tokens a second; a large one on a good GPU makes about so many.
const TOKENS_PER_SECOND = 40

const START_MS = 60_000

/** Everything that `npm start` runs, in the order in which it is to end. */
export interface Running {
  children: Child[]
}

export interface Folders {
  data: string
  logs: string
}

/** The folders of the demo: `data` itself is readable by its owner only. */
export function makeFolders(data: string): Folders {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const logs = join(data, 'logs')
  mkdirSync(logs, { recursive: true })
  return { data, logs }
}

/** Has the pages built where there are none yet, or where their sources are younger. */
export async function buildPages(running: Running, { logs }: Folders): Promise<void> {
  const command = ['.ci/build-pages.ts', '--if-older'] as const
  const child = new Child({ name: 'build of the pages', command, log: join(logs, 'pages.log') })
  running.children.push(child)
  await child.succeeds(START_MS)
  running.children.splice(running.children.indexOf(child), 1)
}

export interface Server {
  url: string
  documentsUrl: string
  taken: number[]
}

/** Starts the server program, as `mkt-server serve` does. */
export async function startServer(running: Running, { data, logs }: Folders, env = process.env): Promise<Server> {
  const ports = await choosePorts(Number(env.MKT_MARKET_PORT || 8080), Number(env.MKT_DOCUMENTS_PORT || 8081))
  const child = new Child({
    name: 'server',
    command: [
      'server/bin/mkt-server.js',
      'serve',
      ...['--data', join(data, 'server')],
      ...['--market-port', String(ports.market), '--documents-port', String(ports.documents)],
      // The demo user operates it with nothing but a password.
      ...['--admin-second-factor', 'off'],
    ],
    log: join(logs, 'server.log'),
  })
  running.children.push(child)
  const [, url = '', documentsUrl = ''] = await child.says(/"market":"([^"]+)","documents":"([^"]+)"/, START_MS)
  return { url, documentsUrl, taken: ports.taken }
}

/** Makes the tiny model and serves it through llama.cpp; the answer is the engine's URL. */
export async function startEngine(running: Running, { data, logs }: Folders): Promise<string> {
  const { file } = await makeReciter(join(data, `${MODEL}.gguf`), { text: RECITAL.replaceAll('\n', ' '), name: MODEL })
  const child = new Child({
    name: 'engine',
    command: [
      'examples/llama-worker/main.ts',
      ...['--model', file, '--name', MODEL],
      ...['--pace', String(TOKENS_PER_SECOND)],
    ],
    log: join(logs, 'engine.log'),
  })
  running.children.push(child)
  const [, url = ''] = await child.says(/^listening on (\S+)$/, START_MS)
  return url
}

export interface Host {
  id: string
  child: Child
}

export interface Sale {
  server: string
  engine: string
  /** The token of the user whose host it is. */
  owner: string
}

/** Starts a host that sells the engine's work, as `mkt-agent start` does. */
export async function startHost(
  running: Running,
  { data, logs }: Folders,
  { server, engine, owner }: Sale,
): Promise<Host> {
  const child = new Child({
    name: 'agent',
    command: [
      'agent/bin/mkt-agent.js',
      'start',
      ...['--server', server, '--backend', 'worker', '--endpoint-url', engine],
      ...['--model', MODEL, '--price', PRICE, '--gpu', 'none (llama.cpp on the CPU)'],
      ...['--concurrency', '4', '--state', join(data, 'agent')],
    ],
    log: join(logs, 'agent.log'),
    env: { MKT_TOKEN: owner },
  })
  // Before the others: it has work to finish or to hand back, for which it needs them.
  running.children.unshift(child)
  const [, id = ''] = await child.says(/"host_id":"(host_\w+)".*"ready for jobs"/, START_MS)
  return { id, child }
}
