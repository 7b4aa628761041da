import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { programOf } from '../programs/programs.ts'
import { analyzed, post } from '../server/documents-service.ts'
import { madePdf } from '../server/made-pdf.ts'
import { cleanUp, runBin, start, tempFolder, until } from './bins.ts'

afterAll(cleanUp)

const PASSWORD = 'one for the tests'

const FROM_SOURCE = ['--conditions=mkt-source', 'server/src/main.ts']

/** The server's own process, not one that starts it. */
async function serveOn(data: string, services: string, program = programOf('mkt-server')) {
  const args = ['serve', '--data', data, '--market-port', '0', '--documents-port', '0', '--services', services]
  const server = start(process.execPath, [...program, ...args], { env: { MKT_STRIPE_SECRET_KEY: 'sk_test_secret' } })
  const [line] = await server.says(/\{[^\n]*mkt-server is up[^\n]*\}/)
  const { market, documents } = JSON.parse(line) as { market: string; documents: string }
  return { program: server, market, documents }
}

async function serve(program?: string[]) {
  const data = tempFolder()
  return { ...(await serveOn(data, 'market,documents', program)), data, as: await keyOn(data) }
}

async function keyOn(data: string): Promise<string> {
  const { stdout } = await runBin('mkt-server', ['keys', 'create', '--user', 'ada', '--data', data, '--json'])
  return `Bearer ${JSON.parse(stdout).key}`
}

const read = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1])
const childrenOf = (parent: number) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
const isThere = (pid: number) => read(pid, 'cmdline') !== ''

const onLinux = test.runIf(process.platform === 'linux')

onLinux('what reads documents is a process of its own: its crash leaves the ledger alone', async () => {
  const { program, data, market, documents, as } = await serve(FROM_SOURCE)
  const pdf = await madePdf()
  expect(childrenOf(program.pid)).toEqual([])
  const { document_id } = await analyzed(documents, pdf, { as })
  const [reader] = childrenOf(program.pid) as [number]
  expect(childrenOf(program.pid)).toHaveLength(1)
  // Skia is in that process and not in this one, as nothing of the environment is.
  expect([/skia/.test(read(reader, 'maps')), /skia/.test(read(program.pid, 'maps'))]).toEqual([true, false])
  expect(read(reader, 'environ')).toBe('')
  process.kill(reader, 'SIGSEGV')
  await until('its end', () => !isThere(reader))
  expect((await analyzed(documents, pdf, { as })).document_id).not.toBe(document_id)
  expect((await fetch(`${market}/health`)).status).toBe(200)
  expect((await runBin('mkt-server', ['audit', '--data', data])).code).toBe(0)
  const [next] = childrenOf(program.pid) as [number]
  expect((await program.stop()).code).toBe(0)
  expect(isThere(next)).toBe(false)
})

onLinux('a server that is killed leaves no process behind', async () => {
  const { program, documents, as } = await serve()
  expect((await post(documents, await madePdf(), { as })).status).toBe(200)
  const readers = childrenOf(program.pid)
  expect(readers).toHaveLength(1)
  await program.stop('SIGKILL')
  await until('the end of what it started', () => !readers.some(isThere))
})

test('the two services run as two processes on one data directory, started at once', async () => {
  const data = tempFolder()
  const [market, documents] = await Promise.all([serveOn(data, 'market'), serveOn(data, 'documents')])
  const authorization = `Basic ${Buffer.from(`bob:${PASSWORD}`).toString('base64')}`
  const call = (method: string, path: string, body: object) =>
    fetch(`${market.market}${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization },
    })
  const form = { username: 'bob', email: 'bob@example.com', password: PASSWORD }
  expect((await call('POST', '/users', form)).status).toBe(201)
  const made = await runBin('mkt-server', ['keys', 'create', '--user', 'bob', '--data', data, '--json'])
  const claimed = await call('POST', JSON.parse(made.stdout).claim, {})
  const as = `Bearer ${((await claimed.json()) as { key: string }).key}`
  const get = (path: string) => fetch(`${documents.documents}${path}`, { headers: { authorization: as } })
  const { document_id } = await analyzed(documents.documents, await madePdf(), { as })
  expect(readdirSync(join(data, 'documents'))).toEqual([document_id])
  for (const services of ['market', 'documents', 'market,documents']) {
    const another = ['serve', '--data', data, '--market-port', '0', '--documents-port', '0', '--services', services]
    const { code, stderr } = await runBin('mkt-server', another)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`another mkt-server serves ${data}`)])
  }
  const copy = join(tempFolder(), 'copy.db')
  const saved = await runBin('mkt-server', ['backup', '--data', data, '--to', copy, '--json'])
  expect([saved.code, JSON.parse(saved.stdout).documents]).toEqual([0, 1])
  // Whoever ends the account at the one process has ended it at the other, with the documents.
  expect((await call('DELETE', '/users/me', { password: PASSWORD })).status).toBe(204)
  expect((await get('/documents')).status).toBe(401)
  expect(readdirSync(join(data, 'documents'))).toEqual([])
  expect((await market.program.stop()).code).toBe(0)
  const restore = ['restore', '--data', data, '--from', copy, '--replace']
  expect((await runBin('mkt-server', restore)).stderr).toContain('another mkt-server serves')
  expect((await documents.program.stop()).code).toBe(0)
  expect((await runBin('mkt-server', ['audit', '--data', data])).code).toBe(0)
  expect((await runBin('mkt-server', restore)).code).toBe(0)
})
