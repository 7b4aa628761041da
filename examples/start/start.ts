import { isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatCredits, type Job, market, parseCredits } from '@mkt/schemas'
import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { Child, ChildError } from './child.ts'
import { type DemoUser, demoAccount, demoUser } from './demo-user.ts'
import {
  buildPages,
  type Folders,
  type Host,
  MODEL,
  makeFolders,
  PRICE,
  type Running,
  startEngine,
  startHost,
  startServer,
} from './marketplace.ts'
import { Paragraph, print, printStep } from './screen.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const PROMPT = 'What happens when I submit a job?'
const JOB_MS = 60_000
const COMMAND_MS = 30_000
const STOP_MS = 5_000

/** A server, an engine, a host and a user, and one job through them; then everything stays up until Ctrl-C. */
async function start(running: Running, folders: Folders): Promise<void> {
  print('', 'A marketplace for model inference, on this machine:', '')
  await buildPages(running, folders)
  const [server, engine] = await Promise.all([startServer(running, folders), startEngine(running, folders)])
  for (const port of server.taken) printStep('port', `${port} is taken by another program, so a free one is used`)
  printStep('server', `${server.url}, documents service ${server.documentsUrl}`)
  printStep('engine', `llama.cpp with ${MODEL}, a model made just now, ${engine}/v1`)
  await makeOperator(folders)
  const user = await demoUser(server.url, folders.data)
  const host = await startHost(running, folders, { server: server.url, engine, owner: user.token })
  printStep('host', `${host.id} sells ${MODEL} for ${PRICE} credits a token`)
  const credits = await topUp(user, folders)
  printStep('user', `${user.username} with ${formatCredits(credits)} credits to spend`)
  const job = await runJob(server.url, user, folders)
  await showMoney(job, user, host, folders)
  showNext(server.url, user, folders)
}

/**
 * So that all there is can be tried, the demo user operates this market of one's own, too. Made this way it has no
 * credits of a signup: those it is granted are paid ones, which its host's earnings can be withdrawn as.
 */
async function makeOperator(folders: Folders): Promise<void> {
  const { username, email, password } = demoAccount(folders.data)
  await operate(folders, ['admin', 'create', '--username', username, '--email', email], password)
}

const LOW = 10_000_000_000n

async function topUp(user: DemoUser, folders: Folders): Promise<bigint> {
  if (user.credits >= LOW) return user.credits
  await operate(folders, ['credits', 'grant', '--user', user.username, '--amount', '100', '--reason', 'npm start'])
  return (await user.client.call(market.me, {})).credits
}

/** One job through the command line, its text shown as it comes. */
async function runJob(server: string, user: DemoUser, { logs }: Folders): Promise<Job> {
  print('', `$ mkt submit --model ${MODEL} "${PROMPT}"`, '')
  const mkt = new Child({
    name: 'command mkt submit',
    command: ['cli/bin/mkt.js', 'submit', '--model', MODEL, PROMPT],
    log: join(logs, 'submit.log'),
    env: { MKT_SERVER: server, MKT_TOKEN: user.token },
  })
  const paragraph = new Paragraph()
  mkt.onOutput((text) => paragraph.write(text))
  const [[, job_id = '']] = await Promise.all([mkt.says(/job (job_\w+) queued/, JOB_MS), mkt.succeeds(JOB_MS)])
  paragraph.end()
  return await user.client.call(market.getJob, { params: { job_id }, query: { wait: 10 } })
}

async function showMoney(job: Job, user: DemoUser, host: Host, folders: Folders): Promise<void> {
  const earned = new RegExp(`"job_id":"${job.job_id}".*"earned":"([\\d.]+)"`)
  const [, host_part = ''] = await host.child.says(earned, COMMAND_MS)
  const fee = job.credits_used - (parseCredits(host_part) ?? 0n)
  const audit = JSON.parse(await operate(folders, ['audit', '--json'])) as { transactions: number; sum: number }
  print('')
  printStep('paid', `${formatCredits(job.credits_used)} credits by ${user.username} for ${job.tokens_generated} tokens`)
  printStep('earned', `${host_part} by the host (88 %), ${formatCredits(fee)} by the marketplace (12 %)`)
  printStep('audit', `the books are right: ${audit.transactions} transactions, sum ${audit.sum}`)
}

/** Runs `mkt-server` as an operator does, beside the running server; the answer is its standard output. */
async function operate({ data, logs }: Folders, args: readonly string[], stdin = ''): Promise<string> {
  const child = new Child({
    name: `command mkt-server ${args[0]}`,
    command: ['server/bin/mkt-server.js', ...args, '--data', join(data, 'server')],
    log: join(logs, 'commands.log'),
    stdin,
  })
  let output = ''
  child.onOutput((text) => {
    output += text
  })
  await child.succeeds(COMMAND_MS)
  return output
}

function showNext(server: string, user: DemoUser, { data, logs }: Folders): void {
  print(
    '',
    'All of it stays up. In another terminal, in this folder:',
    '',
    `  export MKT_SERVER=${server} MKT_TOKEN=$(cat ${shown(user.tokenFile)})`,
    `  npx mkt submit --model ${MODEL} "Tell me more"`,
    '  npx mkt jobs',
    `  npx mkt-server audit --data ${shown(join(data, 'server'))}`,
    '  curl -H "Authorization: Bearer $MKT_TOKEN" $MKT_SERVER/jobs',
    '',
    '  To sell what a real model makes on your GPU, see README.md.',
    '',
  )
  printStep('API', `${server}/docs`)
  printStep('logs', shown(logs))
  printStep('login', `${user.username}, who owns the host and is an operator; password in ${shown(user.passwordFile)}`)
  printStep('pages', `${server}/app/`)
  print('', 'Ctrl-C stops everything; accounts and jobs are kept for the next start.')
}

/** A path as a person in the repository's folder writes it. */
function shown(path: string): string {
  const short = relative(process.cwd(), path)
  const plain = short.startsWith('..') || isAbsolute(short) ? path : short
  return /^[\w./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`
}

/** Ends the host first, which hands back what it runs; then the others side by side. */
async function stop({ children }: Running): Promise<void> {
  const [first, ...others] = children
  await first?.stop(STOP_MS)
  await Promise.all(others.map((child) => child.stop(STOP_MS)))
}

async function main(): Promise<void> {
  const running: Running = { children: [] }
  const asked = Promise.withResolvers<'asked'>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    let count = 0
    process.on(signal, () => {
      // Impatience is heard: a second Ctrl-C ends this program, and with it all others.
      if (++count > 1) process.exit(1)
      asked.resolve('asked')
    })
  }
  process.stdout.on('error', () => undefined)
  try {
    const folders = makeFolders(resolve(process.env.MKT_DATA || join(REPOSITORY, '.data/start')))
    const up = start(running, folders).then(() => Promise.race(running.children.map(endOf)))
    if ((await Promise.race([asked.promise, up])) === 'asked') print('', 'Stopping.')
  } catch (error) {
    process.stderr.write(`\nnpm start failed: ${explain(error)}\n`)
    process.exitCode = 1
  }
  await stop(running)
  process.exit()
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (/another mkt-server serves/.test(error.message)) return 'it runs already from this folder; end that one first'
  const told = error instanceof ChildError || error instanceof ApiError || error instanceof UnreachableError
  // Of what else may happen, errors of the system explain themselves; the rest would be a defect here.
  return told || 'code' in error ? error.message : (error.stack ?? error.message)
}

/** A child that ends by itself takes the demo with it. */
async function endOf(child: Child): Promise<never> {
  const code = await child.ended
  throw child.failure(`ended with exit code ${code}`)
}

await main()
