import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, runBin, startBin, tempFolder, until } from '../e2e/bins.ts'
import { audit, serve } from '../e2e/market.ts'
import { Chance } from '../load/chance.ts'
import { documentsKey } from '../server/documents-key.ts'
import { leftoverFaults, lostFaults } from './checks.ts'
import { analyseDocuments, documentFaults } from './document-owner.ts'
import { Place } from './place.ts'
import { startGroup } from './process-group.ts'
import { nothingTold } from './told.ts'
import { buy, earn, type Trade } from './traders.ts'

afterAll(cleanUp)

/** Puts a copy where a server finds it. */
function restored(to: string): string {
  const data = tempFolder()
  cpSync(to, join(data, 'mkt.db'))
  if (existsSync(`${to}-documents`)) cpSync(`${to}-documents`, join(data, 'documents'), { recursive: true })
  return data
}

test('a backup under load has all that was told before it began, and is served when restored', {
  timeout: 300_000,
}, async () => {
  const place = await Place.open(new Chance('backup', process.pid))
  const admin = await place.admin('operator')
  const owner = await place.signUp('owner')
  const ada = await place.signUp('ada')
  await place.startAgents(owner)
  const [host] = place.hosts()
  const key = await documentsKey(admin.client, ada.client, ada.user_id)
  const trade: Trade = { seed: 'backup', place, told: nothingTold(), over: false }
  const { told } = trade
  const trading = Promise.all([
    buy(trade, ada),
    host && earn(trade, host, owner.client, true),
    analyseDocuments(trade, `Bearer ${key}`, () => undefined),
  ])
  await until('there is something to lose', () => told.jobs.length > 10 && told.documents.size > 0)
  const before = structuredClone(told)
  const to = join(tempFolder(), 'copy.db')
  const saved = await runBin('mkt-server', ['backup', '--data', place.data, '--to', to, '--json'])
  expect(saved).toMatchObject({ code: 0, stderr: '' })
  // What its owner erased while the copy was made may be in it or not.
  for (const [id, state] of before.documents) if (told.documents.get(id) !== state) before.documents.delete(id)
  expect(told.jobs.length).toBeGreaterThan(before.jobs.length)
  trade.over = true
  await trading
  await place.close()

  const data = restored(to)
  const second = await serve({ data })
  expect(await audit(second)).toMatchObject({ code: 0, report: { ok: true, sum: 0 } })
  for (const [id, state] of before.documents)
    if (state === 'kept') expect(await documentFaults(second.documentsUrl, `Bearer ${key}`, id)).toEqual([])
  await second.program.stop()
  expect(lostFaults(before, data)).toEqual([])
  expect(leftoverFaults(data)).toEqual([])
})

const DOCUMENTS = 40
const COLUMNS =
  'document_id, user_id, document_type, created_at, risk_level, risk_score, sha256, pages, file_name, ' +
  'fields_json, analysis_json, detail_json'
const BYTES = 2_000_000

/** A data directory with many megabytes of documents, so that a copy of them takes a moment. */
async function heavy(): Promise<string> {
  const data = tempFolder()
  expect((await runBin('mkt-server', ['keys', 'create', '--user', 'ada', '--data', data])).code).toBe(0)
  const database = new DatabaseSync(join(data, 'mkt.db'))
  for (let at = 0; at < DOCUMENTS; at++) {
    const id = `doc_${String(at).padStart(26, '0')}`
    database.exec(
      `insert into documents (${COLUMNS})
        select '${id}', user_id, 'UNKNOWN', 0, 'LOW', 0, '', 1, '', '{}', '{}', '{}' from users`,
    )
    mkdirSync(join(data, 'documents', id), { recursive: true })
    for (const name of ['original.pdf', 'annotated.pdf'])
      writeFileSync(join(data, 'documents', id, name), Buffer.alloc(BYTES, at))
  }
  database.close()
  return data
}

/** A backup that has its name must have everything that belongs to it. */
function expectWholeOrNone(to: string): void {
  if (!existsSync(to)) return
  const folders = readdirSync(`${to}-documents`)
  expect(folders).toHaveLength(DOCUMENTS)
  for (const id of folders)
    for (const name of ['original.pdf', 'annotated.pdf'])
      expect(statSync(join(`${to}-documents`, id, name)).size).toBe(BYTES)
}

test('a backup that is killed at any moment leaves none that looks whole, and the next one succeeds', {
  timeout: 300_000,
}, async () => {
  const data = await heavy()
  const to = join(tempFolder(), 'copy.db')
  const args = ['backup', '--data', data, '--to', to]
  let cut = 0
  for (const sign of [
    `${to}.partial`,
    `${to}-documents.partial`,
    join(`${to}-documents.partial`, 'doc_00000000000000000000000007'),
  ]) {
    const backup = startGroup('mkt-server', args)
    const over = backup.ended.then(() => true)
    while (!existsSync(sign) && !(await Promise.race([over, new Promise((wake) => setTimeout(wake, 1, false))])));
    await backup.slay()
    expectWholeOrNone(to)
    // On a fast machine it may have been over before.
    if (existsSync(to)) break
    cut++
  }
  expect(cut).toBeGreaterThan(0)
  if (!existsSync(to)) expect(await startBin('mkt-server', args).ended).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(to)).toBe(true)
  expectWholeOrNone(to)
  expect(readdirSync(join(to, '..')).sort()).toEqual(['copy.db', 'copy.db-documents'])
})
