import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Analysis } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Databases, onPostgres } from '../conformance/databases.ts'
import { startRedis } from '../conformance/redis-servers.ts'
import { post } from '../server/documents-service.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { cleanUp, runBin, tempFolder, until } from './bins.ts'
import { type OneOfSeveral, startOneOfSeveral } from './several-servers.ts'

const own = await startRedis()

if ('reason' in own) {
  test('documents of two servers', (context) => {
    if (process.env.CI === 'true') throw new Error(own.reason)
    context.skip(own.reason)
  })
} else await onPostgres((databases) => describe('documents of two servers', () => suite(databases, own.url)))

interface Scene {
  a: OneOfSeveral
  b: OneOfSeveral
  as: string
  folder: string
}

function suite(databases: Databases, redis: string): void {
  const on = {} as Scene
  beforeAll(async () => {
    const location = await databases.empty()
    const database = 'postgres' in location ? location.postgres : ''
    const folder = mkdtempSync(join(tmpdir(), 'mkt-shared-'))
    const place = { database, redis, blobs: pathToFileURL(folder).href }
    const [a, b] = [await startOneOfSeveral(place), await startOneOfSeveral(place)]
    Object.assign(on, { a, b, folder, as: await keyOn(database) })
  })
  afterAll(async () => {
    await cleanUp()
    if (!('reason' in own)) await own.stop()
  })
  reports(on)
}

async function keyOn(database: string): Promise<string> {
  const data = tempFolder()
  writeFileSync(join(data, 'secrets.key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  const flags = ['--user', 'ada', '--data', data, '--database-url', database, '--json']
  const { stdout, stderr } = await runBin('mkt-server', ['keys', 'create', ...flags])
  if (stdout === '') throw new Error(stderr)
  return `Bearer ${(JSON.parse(stdout) as { key: string }).key}`
}

/** An invoice that the first server reads, which says to come again where its readers start too slowly. */
async function analyse({ a, as }: Scene, number: string): Promise<string> {
  const file = await madePdf({ lines: invoiceLines(number, '10.00') })
  let id: string | undefined
  await until('it is analysed', async () => {
    const answer = await post(a.documents, file, { as })
    if (answer.status === 429) return false
    expect(answer.status).toBe(200)
    id = ((await answer.json()) as Analysis).document_id
    return true
  })
  return id as string
}

function reports(on: Scene): void {
  const get = (where: OneOfSeveral, path: string) =>
    fetch(`${where.documents}${path}`, { headers: { authorization: on.as } })
  const reportAt = async (where: OneOfSeveral, id: string) => {
    const path = `/documents/${id}/annotated.pdf`
    let answer = await get(where, path)
    for (let tries = 0; answer.status === 429 && tries < 60; tries++) {
      await pause(1000)
      answer = await get(where, path)
    }
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  test('what one analysed the other draws the report of, the same to the byte, also both at once', async () => {
    const { a, b, folder } = on
    const id = await analyse(on, 'NW-7')
    const all = await Promise.all([a, b, a, b].map((where) => reportAt(where, id)))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [first] = all as [(typeof all)[number]]
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(all.every(({ bytes }) => bytes.equals(first.bytes))).toBe(true)
    // Neither leaves a file of what it drew.
    expect(readdirSync(join(folder, id))).toEqual(['original.pdf'])
  })

  test('what is erased at one has no report at the other, nor has it where its server was killed', async () => {
    const { a, b, as, folder } = on
    const [erased, kept] = [await analyse(on, 'NW-8'), await analyse(on, 'NW-9')]
    const headers = { authorization: as }
    const gone = await fetch(`${b.documents}/documents/${erased}`, { method: 'DELETE', headers })
    expect(gone.status).toBe(204)
    expect((await reportAt(a, erased)).status).toBe(404)
    expect(readdirSync(folder)).not.toContain(erased)
    await a.program.stop('SIGKILL')
    const report = await reportAt(b, kept)
    expect([report.status, report.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })
}
