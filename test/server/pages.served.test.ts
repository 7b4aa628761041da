import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '../../server/src/http/pages.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

const SCRIPT = `console.log(${JSON.stringify('words '.repeat(500))})\n`
const folder = mkdtempSync(join(tmpdir(), 'mkt-pages-'))
let place: Marketplace
let served: { server: Server; url: string }
beforeAll(async () => {
  place = await startMarketplace()
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>pages</title>')
  writeFileSync(join(folder, 'dist/assets/app-1.js'), SCRIPT)
  writeFileSync(join(folder, 'dist/assets/font-1.woff2'), 'font')
  served = await serve(join(folder, 'dist'))
})
afterAll(async () => {
  served.server.close()
  await place.stop()
  rmSync(folder, { recursive: true })
})

async function serve(dist: string) {
  const app = new Koa()
  app.use(pages(dist))
  const server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

interface Got {
  status: number | undefined
  headers: IncomingHttpHeaders
  text: string
}

/** As a browser asks: fetch would tidy the address, and never take a 304. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET', url = served.url) =>
  new Promise<Got>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const asked = request({ hostname, port, path, method, headers }, async (answer) => {
      const bytes = Buffer.concat(await Array.fromAsync(answer))
      const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      resolve({ status: answer.statusCode, headers: answer.headers, text })
    })
    asked.on('error', reject).end()
  })

test('a browser is led from / to the pages, and everybody else told in JSON what this is', async () => {
  const root = async (accept: string) => await fetch(`${place.url}/`, { headers: { accept }, redirect: 'manual' })
  for (const accept of ['text/html', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8']) {
    const led = await root(accept)
    expect([led.status, led.headers.get('location')]).toEqual([302, '/app/'])
  }
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
    expect(await (await root(accept)).json()).toMatchObject({ name: 'mkt' })
  const slash = await get('/app')
  expect([slash.status, slash.headers.location]).toEqual([302, '/app/'])
})

test('pages load nothing but files of this server, and nobody may frame them', async () => {
  for (const path of ['/app/', '/app/jobs/job_1', '/app/missing.js']) {
    const { headers } = await get(path, {}, 'GET', place.url)
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]),
    )
    expect(policy).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]))
    expect(policy.join()).not.toMatch(/unsafe|https?:|\*/)
    expect([headers['x-content-type-options'], headers['referrer-policy']]).toEqual(['nosniff', 'same-origin'])
  }
})

test('files with a name of their content last, addresses of pages are looked at again', async () => {
  const script = await get('/app/assets/app-1.js')
  expect([script.status, script.text]).toEqual([200, SCRIPT])
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  const page = await get('/app/jobs/job_1')
  expect([page.headers['cache-control'], page.text]).toEqual(['no-cache', expect.stringContaining('pages')])
  const again = await get('/app/jobs/job_2', { 'if-none-match': page.headers.etag ?? '' })
  expect([again.status, again.text]).toEqual([304, ''])
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>built anew</title>')
  const anew = await get('/app/', { 'if-none-match': page.headers.etag ?? '' })
  expect([anew.status, anew.text]).toEqual([200, expect.stringContaining('built anew')])
})

test.each(['/app/models/llama-3.1-8b', '/app/models/org%2Fname.gguf'])('%s is a page, and no file', async (path) => {
  const page = await get(path)
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})

test('texts go out compressed to whoever takes that, and a HEAD has no body', async () => {
  const packed = await get('/app/assets/app-1.js', { 'accept-encoding': 'gzip, br' })
  expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
  expect(Number(packed.headers['content-length'])).toBeLessThan(SCRIPT.length / 10)
  expect(packed.text).toBe(SCRIPT)
  const font = await get('/app/assets/font-1.woff2', { 'accept-encoding': 'gzip' })
  expect([font.headers['content-encoding'], font.headers['content-type']]).toEqual([undefined, 'font/woff2'])
  const head = await get('/app/assets/app-1.js', {}, 'HEAD')
  expect([head.headers['content-length'], head.text]).toEqual([String(SCRIPT.length), ''])
})

test.each([
  '/app/../secret.txt',
  '/app/%2e%2e/secret.txt',
  '/app/..%2fsecret.txt',
  '/app/assets/..%2f..%2fsecret.txt',
  '/app/%00.js',
  '/app/%ff.js',
  '/app/missing.js',
  '/app/assets/',
])('nothing beside the built files is given out: %s', async (path) => {
  const answer = await get(path)
  expect(answer.text).not.toContain('secret')
  if (!path.endsWith('/')) expect(answer.status).toBe(404)
})

test('without built pages one page says how to build them', async () => {
  const bare = await serve(join(folder, 'nothing'))
  const answer = await get('/app/jobs', {}, 'GET', bare.url)
  bare.server.close()
  expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(answer.text).toContain('npm run pages')
})
