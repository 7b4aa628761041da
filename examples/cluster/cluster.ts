import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Child } from '../start/child.ts'
import { demoUser } from '../start/demo-user.ts'
import { type Folders, MODEL, makeFolders, type Running, startEngine, startHost } from '../start/marketplace.ts'
import { choosePorts } from '../start/ports.ts'
import { print, printStep } from '../start/screen.ts'
import { MissingError, reachPostgres, reachRedis } from './engines.ts'
import { startNginx } from './nginx.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const SERVERS = 3
const START_MS = 60_000
const STOP_MS = 15_000

/** What is to be stopped, the last first. */
type Stops = (() => Promise<unknown>)[]

async function start(folders: Folders, running: Running, stops: Stops): Promise<void> {
  print('', 'One marketplace of three servers, on this machine:', '')
  const { data, logs } = folders
  const ports = await freePorts(2 + 1 + SERVERS)
  const postgres = await reachPostgres(data, ports[0] as number)
  stops.push(postgres.stop)
  printStep('Postgres', postgres.how)
  const redis = await reachRedis(data, logs, ports[1] as number)
  stops.push(redis.stop)
  printStep('Redis', redis.how)
  const urls: string[] = []
  for (const port of ports.slice(3)) urls.push(await startOne(folders, running, port, [postgres.url, redis.url]))
  printStep('servers', urls.join(', '))
  const front = ports[2] as number
  const nginx = await startNginx(urls, front, folders)
  if (nginx) stops.push(nginx.stop)
  const url = nginx ? `http://127.0.0.1:${front}` : (urls[0] as string)
  printStep('nginx', nginx ? `${url}, in front of all of them` : MISSING)
  const user = await demoUser(url, data)
  const engine = await startEngine(running, folders)
  const host = await startHost(running, folders, { server: url, engine, owner: user.token })
  printStep('host', `${host.id} sells ${MODEL}`)
  printStep('user', `${user.username}, with the password in ${user.passwordFile}`)
  print('', 'In another terminal, in this folder:', '')
  print(`  export MKT_SERVER=${url} MKT_TOKEN=$(cat ${user.tokenFile})`)
  print(`  npx mkt submit --model ${MODEL} "What happens when a server is killed?"`)
  print(`  kill -9 $(pgrep -f -- "--market-port ${new URL(urls[1] as string).port} " | head -1)    # and again`)
  print('', 'Ctrl-C stops everything; accounts and jobs are kept for the next start.')
}

const MISSING = 'not installed (apt-get install nginx): the first server is used by itself, kill another one'

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let from = 8200; ports.length < count; from++) {
    const { market } = await choosePorts(from, 0)
    if (market === from) ports.push(from)
  }
  return ports
}

/** One of the servers, with a data directory of its own and the key of all. */
async function startOne(
  { data, logs }: Folders,
  running: Running,
  port: number,
  [database, redis]: readonly [string, string],
): Promise<string> {
  const [name, folder] = [`server ${port}`, join(data, `server-${port}`)]
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'secrets.key'), keyOf(data), { mode: 0o600 })
  const flags = ['--data', folder, '--services', 'market', '--market-port', String(port), '--trusted-proxies', '1']
  const child = new Child({
    name,
    command: ['server/bin/mkt-server.js', 'serve', ...flags, '--trust', 'own', '--signup-credits', '100'],
    log: join(logs, `${name.replace(' ', '-')}.log`),
    env: { MKT_DATABASE_URL: database, MKT_REDIS_URL: redis },
  })
  running.children.push(child)
  const [, url = ''] = await child.says(/"market":"([^"]+)"/, START_MS)
  return url
}

/** With it the secrets of authenticator apps are encrypted. */
function keyOf(data: string): string {
  const file = join(data, 'secrets.key')
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

async function main(): Promise<void> {
  const running: Running = { children: [] }
  const stops: Stops = []
  const asked = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    let count = 0
    process.on(signal, () => (++count > 1 ? process.exit(1) : asked.resolve()))
  }
  try {
    const folders = makeFolders(resolve(process.env.MKT_DATA || join(REPOSITORY, '.data/cluster')))
    await Promise.race([asked.promise, start(folders, running, stops).then(() => asked.promise)])
    print('', 'Stopping.')
  } catch (error) {
    const plain = error instanceof MissingError || error instanceof Error ? error.message : String(error)
    process.stderr.write(`\nthe cluster did not start: ${plain}\n`)
    process.exitCode = 1
  }
  for (const child of running.children) await child.stop(STOP_MS)
  for (const stop of stops.reverse()) await stop()
  process.exit()
}

await main()
