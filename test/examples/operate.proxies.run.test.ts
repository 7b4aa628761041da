import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUp, freePort, REPOSITORY, runBin, start, startBin, tempFolder, until } from '../e2e/bins.ts'
import { madePdf } from '../server/made-pdf.ts'

afterAll(cleanUp)

const NAMES = ['market.example.com', 'documents.example.com']
const page = (name: string) => readFileSync(join(REPOSITORY, 'examples/operate', `${name}.md`), 'utf8')

/** The configuration that the page shows, to be changed in nothing but ports and files. */
function shown(name: string, language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page(name))?.[1]
  if (!found) throw new Error(`${name}.md shows no ${language}`)
  return found
}

function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((before, [from, to]) => {
    const after = before.replace(from, to)
    if (after === before) throw new Error(`the page has no ${from}`)
    return after
  }, text)
}

interface Place {
  folder: string
  port: number
  marketPort: number
  documentsPort: number
  certificate: string
  key: string
}

/** How each program is started with what its page shows. */
const PROXIES: Record<string, (place: Place) => string[]> = {
  nginx({ folder, port, marketPort, documentsPort, certificate, key }) {
    const config = replaced(shown('nginx', 'nginx'), [
      [/127\.0\.0\.1:8080/, `127.0.0.1:${marketPort}`],
      [/127\.0\.0\.1:8081/, `127.0.0.1:${documentsPort}`],
      [/listen 443 ssl/g, `listen 127.0.0.1:${port} ssl`],
      [/ssl_certificate \S+;/g, `ssl_certificate ${certificate};`],
      [/ssl_certificate_key \S+;/g, `ssl_certificate_key ${key};`],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const main = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${config}}`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
  },
  caddy({ folder, port, marketPort, documentsPort, certificate, key }) {
    const config = replaced(shown('caddy', 'Caddyfile'), [
      [/127\.0\.0\.1:8080/, `127.0.0.1:${marketPort}`],
      [/127\.0\.0\.1:8081/, `127.0.0.1:${documentsPort}`],
      [/^(\w+\.example\.com) \{/gm, `$1 {\n\ttls ${certificate} ${key}\n\tbind 127.0.0.1`],
    ])
    const global = `{\n\tadmin off\n\thttps_port ${port}\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n`
    writeFileSync(join(folder, 'Caddyfile'), global + config)
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

const certified = (folder: string): { certificate: string; key: string } => {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = [
    '-subj',
    `/CN=${NAMES[0]}`,
    '-addext',
    `subjectAltName=${NAMES.map((name) => `DNS:${name}`).join(',')}`,
  ]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    ...curve,
    ...subject,
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`)
  return { certificate, key }
}

/** A server with the proxy in front of it. */
async function behind(proxy: string) {
  const folder = tempFolder()
  const [port, marketPort, documentsPort] = await Promise.all([freePort(), freePort(), freePort()])
  const place = { folder, port, marketPort, documentsPort, ...certified(folder) }
  const data = tempFolder()
  const ports = ['--market-port', String(marketPort), '--documents-port', String(documentsPort)]
  const urls = ['--market-url', `https://${NAMES[0]}`, '--documents-url', `https://${NAMES[1]}`]
  const reached = [...urls, '--trusted-proxies', '1', '--signup-credits', '100']
  const server = startBin('mkt-server', ['serve', '--data', data, ...ports, ...reached])
  await server.says(/"mkt-server is up"/)
  const program = start(proxy, PROXIES[proxy]?.(place) ?? [], { env: { HOME: folder, XDG_DATA_HOME: folder } })
  const ca = readFileSync(place.certificate)
  const ask = (name: string, path: string, options: Asked = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { body, headers = {}, ...rest } = options
      const to = { host: '127.0.0.1', port, servername: name, ca, path, agent: false as const }
      request({ ...to, ...rest, headers: { host: name, ...headers } }, resolve)
        .on('error', reject)
        .end(body)
    })
  await until(`${proxy} answers`, async () => {
    if (program.process.exitCode !== null) throw new Error(`${proxy} ended: ${program.stderr()}`)
    return await ask(NAMES[0] as string, '/health').then(
      ({ statusCode }) => statusCode === 200,
      () => false,
    )
  })
  // Told to end, and not killed: its workers would stay.
  return { server, data, ask, direct: `http://127.0.0.1:${marketPort}`, stop: () => program.stop() }
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
  localAddress?: string
}

/** What has come of a stream so far. */
function reading(answer: IncomingMessage): { text(): string } {
  let text = ''
  answer.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return { text: () => text }
}

async function whole(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return text
}

const missing = (program: string) => spawnSync(program, ['version']).error !== undefined

describe.each(Object.keys(PROXIES))('as the page for %s shows it', (proxy) => {
  test('streams pass token by token and resume, 50 MB pass, and callers keep their addresses', async (context) => {
    if (missing(proxy)) return context.skip(`${proxy} is not installed on this machine`)
    if (missing('openssl')) return context.skip('openssl is not installed on this machine')
    const place = await behind(proxy)
    try {
      await passThrough(place)
    } finally {
      await place.stop()
    }
  })
})

async function passThrough({ server, data, ask, direct }: Awaited<ReturnType<typeof behind>>) {
  const [market_, documents] = NAMES as [string, string]

  const body = { username: 'ada', email: 'ada@example.com', password: randomUUID() }
  const open = createClient({ baseUrl: direct })
  await open.call(market.createUser, { body })
  const basic = `Basic ${Buffer.from(`ada:${body.password}`).toString('base64')}`
  const buyer = createClient({ baseUrl: direct, authorization: () => basic })
  const terms = { gpu: 'g', models: ['m'], price_per_token: 1_000_000n, backend: 'huggingface' as const }
  const { host_id, api_key } = await open.call(market.registerHost, { body: terms })
  const host = createClient({ baseUrl: direct, authorization: () => `Bearer ${api_key}` })
  const { job_id } = await buyer.call(market.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 5 } })
  await host.call(market.nextJob, { body: { host_id } })
  const headers = { authorization: basic }
  const stream = reading(await ask(market_, `/jobs/${job_id}/stream`, { headers }))
  // Each token is read before the next one is generated: nothing on the way may wait for more.
  for (const [offset, token] of ['one', 'two', 'three'].entries()) {
    await host.call(market.results, { body: { host_id, results: [{ job_id, offset, tokens: [token] }] } })
    await until(`"${token}" is read`, () => stream.text().includes(`{"token":"${token}"}`))
  }
  const [, second] = [...stream.text().matchAll(/^id: *(\S+)$/gm)].map(([, id]) => id)
  const resumed = reading(
    await ask(market_, `/jobs/${job_id}/stream`, { headers: { ...headers, 'last-event-id': second as string } }),
  )
  await host.call(market.results, {
    body: { host_id, results: [{ job_id, offset: 3, tokens: [], finish_reason: 'stop' as const }] },
  })
  await until('the stream ends', () => resumed.text().includes('[DONE]'))
  expect(resumed.text().match(/"token":"\w+"/g)).toEqual(['"token":"three"'])

  // Who has an account fetches what an operator has made for it.
  const made = await runBin('mkt-server', ['keys', 'create', '--data', data, '--user', 'ada', '--json'])
  const { key_id } = JSON.parse(made.stdout) as { key_id: string }
  const { key } = await buyer.call(market.claimDocumentsKey, { params: { key_id } })
  const form = new FormData()
  form.set('file', new Blob([await madePdf({ bytes: 50_000_000 })]), 'large.pdf')
  const upload = new Response(form)
  const uploaded = await ask(documents, '/analyze-tax-slip', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': upload.headers.get('content-type') as string,
    },
    body: new Uint8Array(await upload.arrayBuffer()),
  })
  const analysis = await whole(uploaded)
  expect([uploaded.statusCode, analysis.slice(0, 300)]).toEqual([200, expect.stringContaining('document_id')])
  expect(analysis).toContain(`https://${documents}/documents/`)

  const spoofed = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-host': 'evil.example.com' }
  await whole(await ask(market_, '/models', { headers: spoofed, localAddress: '127.0.0.2' }))
  await until('the request is logged', () => server.stderr().includes('"route":"/models"'))
  const line = server
    .stderr()
    .split('\n')
    .find((text) => text.includes('"route":"/models"')) as string
  expect(JSON.parse(line).address).toBe('127.0.0.2')
}

test('the page for Traefik names both services, long streams and no buffering', async (context) => {
  const [config, dynamic] = [...page('traefik').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text as string)
  expect(config).toMatch(/readTimeout: 600s\n +writeTimeout: 0s/)
  for (const [name, port] of [
    ['market', 8080],
    ['documents', 8081],
  ] as const) {
    expect(dynamic).toContain(`rule: Host(\`${name}.example.com\`)`)
    expect(dynamic).toMatch(new RegExp(`    ${name}:\n      loadBalancer:\n[\\s\\S]*?127\\.0\\.0\\.1:${port}`))
  }
  expect(dynamic?.match(/flushInterval: 1ms/g)).toHaveLength(2)
  expect(dynamic).not.toContain('buffering')
  if (missing('traefik')) context.skip('traefik is not installed on this machine: its page was read, but not run')
})
