import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, type Ended, runBin, tempFolder } from '../e2e/bins.ts'
import { audit, serve, signUp } from '../e2e/market.ts'

let whole: string

// A data directory that a server has left in order: a user, a host, a job that was paid for and one that waits.
beforeAll(async () => {
  const server = await serve()
  const ada = await signUp(server)
  const body = { gpu: 'none', models: ['m'], price_per_token: 1_000_000n, backend: 'huggingface' as const }
  const { host_id, api_key } = await createClient({ baseUrl: server.url }).call(market.registerHost, { body })
  const host = createClient({ baseUrl: server.url, authorization: () => `Bearer ${api_key}` })
  const job_id = await ada.submit({ model: 'm' })
  await host.call(market.nextJob, { body: { host_id, wait_seconds: 0 } })
  const result = { job_id, attempt: 1, offset: 0, tokens: ['a'], finish_reason: 'stop' as const }
  await host.call(market.results, { body: { host_id, results: [result] } })
  await ada.submit({ model: 'm' })
  expect((await server.program.stop()).code).toBe(0)
  whole = server.data
})
afterAll(cleanUp)

function copy(): { data: string; file: string } {
  const data = join(tempFolder(), 'data')
  cpSync(whole, data, { recursive: true })
  return { data, file: join(data, 'mkt.db') }
}

const tryToServe = (data: string, ...more: string[]) =>
  runBin('mkt-server', ['serve', '--data', data, '--market-port', '0', '--documents-port', '0', ...more])

/** Exit code 1 and one line that a person can act on. */
function expectOneLine({ code, stdout, stderr }: Ended, ...says: string[]) {
  for (const part of says) expect(stderr).toContain(part)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(/^mkt-server: /)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
}

/** Every file with its content, but for the lock and for SQLite's own notes beside the database. */
function contentOf(data: string): Record<string, string> {
  const names = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(-shm|serve\.lock)$/.test(path))
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  return Object.fromEntries(paths.sort().map((path) => [path, hash(path)]))
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
}

/** Where the first page of a table lies. */
function pageOf(file: string, table: string): { at: number; size: number } {
  const database = new DatabaseSync(file, { readOnly: true })
  const { rootpage } = database.prepare('select rootpage from sqlite_master where name = ?').get(table) as {
    rootpage: number
  }
  const { page_size } = database.prepare('pragma page_size').get() as { page_size: number }
  database.close()
  return { at: (rootpage - 1) * page_size, size: page_size }
}

const sizeOf = (file: string) => readFileSync(file).length

describe('a start is refused in one line, and changes nothing:', () => {
  const damages: [name: string, says: string, damage: (file: string, data: string) => void][] = [
    [
      'the header of the database is overwritten',
      'no database; restore a backup',
      (file) => overwrite(file, 0, randomBytes(100)),
    ],
    [
      'the database is cut off in the middle',
      'damaged; restore a backup',
      (file) => truncateSync(file, Math.floor(sizeOf(file) / 8192) * 4096),
    ],
    [
      'everything behind the first page is overwritten',
      'damaged; restore a backup',
      (file) => overwrite(file, 4096, randomBytes(sizeOf(file) - 4096)),
    ],
    ['the database is of a newer version', 'newer mkt-server', (file) => later(file)],
    [
      'the lock is not a lock',
      'it holds no data',
      (_file, data) => writeFileSync(join(data, 'serve.lock'), 'x'.repeat(200)),
    ],
  ]

  test.for(damages)('%s', async ([, says, damage]) => {
    const { data, file } = copy()
    damage(file, data)
    const before = contentOf(data)
    expectOneLine(await tryToServe(data), says)
    expect(contentOf(data)).toEqual(before)
  })

  test('a port is taken, and the database of an older version stays one', async () => {
    const { data, file } = copy()
    older(file)
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const port = String((taken.address() as AddressInfo).port)
    const before = contentOf(data)
    expectOneLine(await tryToServe(data, '--market-port', port), port, 'another program listens there')
    expect(contentOf(data)).toEqual(before)
    taken.close()
  })

  test('a file stands where a folder must be', async () => {
    const { data } = copy()
    rmSync(join(data, 'uploads'), { recursive: true, force: true })
    writeFileSync(join(data, 'uploads'), 'mine')
    expectOneLine(await tryToServe(data), join(data, 'uploads'), 'move it away')
    expect(readFileSync(join(data, 'uploads'), 'utf8')).toBe('mine')
  })

  test('the database is a file that this user may only read', async (context) => {
    const { data, file } = copy()
    chmodSync(file, 0o444)
    // Root may write everywhere, so the server runs as somebody else then.
    const uid = process.getuid?.() === 0 ? 65_534 : undefined
    if (uid !== undefined) {
      chmodSync(join(data, '..'), 0o755)
      for (const name of readdirSync(data).filter((name) => name.endsWith('.lock')))
        chownSync(join(data, name), uid, uid)
      chownSync(data, uid, uid)
    }
    const args = ['serve', '--data', data, '--market-port', '0', '--documents-port', '0']
    const before = contentOf(data)
    const ended = await runBin('mkt-server', args, uid === undefined ? {} : { uid }).catch((error) => error)
    if (ended instanceof Error || /Cannot find module|EACCES.*node_modules/i.test(ended.stderr))
      context.skip('the user nobody may not run programs of this checkout')
    expectOneLine(ended, file, 'EACCES', 'let this user write it')
    expect(contentOf(data)).toMatchObject(before)
  })

  test('the disk is read-only, or full', async (context) => {
    const data = join(tempFolder(), 'disk')
    mkdirSync(data)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', data], { stdio: 'pipe' })
    } catch {
      context.skip('this user may not mount a tmpfs')
    }
    try {
      cpSync(whole, data, { recursive: true })
      expect(() => writeFileSync(join(data, 'filler'), Buffer.alloc(4_000_000))).toThrow('ENOSPC')
      const before = contentOf(data)
      expectOneLine(await tryToServe(data), 'the disk is full', 'free some space')
      expect(contentOf(data)).toMatchObject(before)
      execFileSync('mount', ['-o', 'remount,ro', data])
      expectOneLine(await tryToServe(data), data, 'EROFS', '--data')
    } finally {
      execFileSync('umount', ['--lazy', data])
    }
  })
})

function later(file: string): void {
  const database = new DatabaseSync(file)
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`)
  database.close()
}

/** Takes the newest migration back, as far as its name goes. */
function older(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)')
  database.close()
}

test('a log of writes that is not its own is no part of the database: everything that was written is there', async () => {
  const { data, file } = copy()
  writeFileSync(`${file}-wal`, randomBytes(100_000))
  const server = await serve({ data })
  expect(await audit(server)).toMatchObject({ code: 0, report: { ok: true, sum: 0 } })
  expect(await createClient({ baseUrl: server.url }).call(market.health, {})).toMatchObject({ queued_jobs: 1 })
  expect((await server.program.stop()).code).toBe(0)
})

test('a page of the users is lost: the server answers 500 and says degraded; audit and backup tell why', async () => {
  const { data, file } = copy()
  const { at, size } = pageOf(file, 'users')
  overwrite(file, at, randomBytes(size))
  const server = await serve({ data })
  const client = createClient({ baseUrl: server.url })
  const body = { username: 'bell', email: 'bell@example.com', password: 'correct horse' }
  await expect(client.call(market.createUser, { body })).rejects.toMatchObject({ status: 500, code: 'internal_error' })
  expect(await client.call(market.health, {})).toMatchObject({ status: 'degraded' })
  expect(server.program.stderr()).toContain('database disk image is malformed')
  const proof = await runBin('mkt-server', ['audit', '--data', data])
  expect(proof.code).toBe(1)
  expect(proof.stdout + proof.stderr).toMatch(/the database(?: file)? is damaged.*restore a backup/)
  const to = join(tempFolder(), 'copy.db')
  const saved = await runBin('mkt-server', ['backup', '--data', data, '--to', to])
  expect(saved.code).toBe(1)
  expect(saved.stderr).toMatch(/^mkt-server: (the copy is not sound|.*damaged)/)
  expect(readdirSync(join(to, '..')).filter((name) => name === 'copy.db')).toEqual([])
  await server.program.stop()
})
