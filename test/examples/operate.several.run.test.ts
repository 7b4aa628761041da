import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, type TestContext, test } from 'vitest'
import { type Databases, onPostgres } from '../conformance/databases.ts'
import { startRedis } from '../conformance/redis-servers.ts'
import { cleanUp, freePort, REPOSITORY, start, tempFolder, until } from '../e2e/bins.ts'
import { buyerAt, hostAt, startOneOfSeveral } from '../e2e/several-servers.ts'

afterAll(cleanUp)

/** What the page shows of nginx, with the addresses of these servers. */
function configOf(servers: readonly string[], port: number, folder: string): string {
  const page = readFileSync(join(REPOSITORY, 'examples/operate/several-servers.md'), 'utf8')
  const [upstream = '', location = ''] = [...page.matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, text]) => text ?? '')
  const named = servers.reduce((text, url, at) => text.replace(`10.0.0.1${at + 1}:8080`, new URL(url).host), upstream)
  expect(named).not.toContain('10.0.0.')
  const upgrades =
    "map $http_upgrade $mkt_connection { default upgrade; '' ''; } proxy_set_header Upgrade $http_upgrade;"
  const kept = `${upgrades} proxy_set_header Connection $mkt_connection;`
  const passed = `proxy_http_version 1.1; ${kept} proxy_set_header Host $host;`
  const proxied = `${passed} proxy_set_header X-Forwarded-For $remote_addr; proxy_buffering off;`
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((n) => `${n}_temp_path ${folder}/${n};`)
  const server = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://mkt_market;\n${location} } }`
  const http = `access_log off; ${folders.join(' ')}\n${named}\n${proxied}\n${server}`
  return `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http} }`
}

await onPostgres((databases) => {
  test('two servers behind nginx, one of which is killed', (context) => behindNginx(databases, context))
})

async function behindNginx(databases: Databases, context: TestContext): Promise<void> {
  if (spawnSync('nginx', ['-v']).error) return context.skip('nginx is not installed on this machine')
  const redis = await startRedis()
  if ('reason' in redis) return context.skip(redis.reason)
  const location = await databases.empty()
  const place = { database: 'postgres' in location ? location.postgres : '', redis: redis.url }
  const proxied = { MKT_TRUSTED_PROXIES: '1' }
  const [a, b] = [await startOneOfSeveral(place, proxied), await startOneOfSeveral(place, proxied)]
  const [folder, port] = [tempFolder(), await freePort()]
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configOf([a.url, b.url], port, folder))
  const nginx = start('nginx', ['-e', 'stderr', '-p', folder, '-c', file])
  const front = { url: `http://127.0.0.1:${port}` }
  const answers = async () => (await fetch(`${front.url}/ready`)).status === 200
  try {
    await until('nginx answers', () => answers().catch(() => false))
    const [buyer, host] = [await buyerAt(front), await hostAt(front)]
    const job_id = await buyer.submit(front)
    await until('the host has it', async () => (await host.next(front, 1))?.job_id === job_id)
    const readers = [buyer.read(front, job_id), buyer.read(front, job_id)]
    await host.results(front, { job_id, tokens: ['one ', 'two '] })
    await until('both have read', () => readers.every(({ tokens }) => tokens.length === 2))
    await a.program.stop('SIGKILL')
    const rest = { job_id, offset: 2, tokens: ['three'], finish_reason: 'stop' }
    await until('the end is taken', async () => (await host.results(front, rest).catch(() => undefined)) !== undefined)
    for (const reader of readers) {
      const resumed = (await reader.end) === 'broken' ? buyer.read(front, job_id, reader.last()) : undefined
      if (resumed) expect(await resumed.end).toBe('done')
      expect([...reader.tokens, ...(resumed?.tokens ?? [])].join('')).toBe('one two three')
    }
  } finally {
    // Told to end, and not killed: its workers would stay.
    await nginx.stop()
    await redis.stop()
  }
}
