import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { analyzed, post } from '../server/documents-service.ts'
import { madePdf } from '../server/made-pdf.ts'
import { cleanUp, runBin, start, tempFolder, until } from './bins.ts'

afterAll(cleanUp)

/** The server's own process, not one that starts it. */
async function serve() {
  const data = tempFolder()
  const args = ['serve', '--data', data, '--market-port', '0', '--documents-port', '0']
  const program = start(process.execPath, ['--conditions=mkt-source', 'server/src/main.ts', ...args], {
    env: { MKT_STRIPE_SECRET_KEY: 'sk_test_secret' },
  })
  const [line] = await program.says(/\{[^\n]*mkt-server is up[^\n]*\}/)
  const { market, documents } = JSON.parse(line) as { market: string; documents: string }
  const made = await runBin('mkt-server', ['keys', 'create', '--user', 'ada', '--data', data, '--json'])
  return { program, data, market, documents, as: `Bearer ${JSON.parse(made.stdout).key}` }
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
  const { program, data, market, documents, as } = await serve()
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
