import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAdmin, removeAdmin } from '../../../server/src/commands/admin.ts'
import { runAudit } from '../../../server/src/commands/audit.ts'
import { runBackup } from '../../../server/src/commands/backup.ts'
import { grantCredits } from '../../../server/src/commands/credits.ts'
import { setUserDisabled } from '../../../server/src/commands/disable.ts'
import { createKey, listKeys, revokeKey } from '../../../server/src/commands/keys.ts'
import { listActs } from '../../../server/src/commands/log.ts'
import { runRestore } from '../../../server/src/commands/restore-backup.ts'

let data: string
let printed = ''
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'mkt-acts-'))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(data, { recursive: true, force: true })
})

async function json(work: Promise<void>): Promise<Record<string, unknown>> {
  printed = ''
  await work
  return JSON.parse(printed)
}

test('a backup and its restoring leave an entry, with where the log ended that was replaced', async () => {
  const to = join(data, 'copy.db')
  await createKey({ data, user: 'ada' })
  await json(runBackup({ data, to, json: true, blobsRegion: '' }))
  await setUserDisabled('ada', true, { data })
  await json(runRestore({ data, from: to, replace: true, json: true, blobsRegion: '' }))
  const { acts } = (await json(listActs({ data, json: true, limit: '10', offset: '0' }))) as {
    acts: Record<string, unknown>[]
  }
  expect(acts.map(({ act }) => act)).toEqual(['database.restore', 'database.backup', 'documents-key.create'])
  // The third act was in the database that is kept aside, and no longer in this one.
  expect(acts[0]?.before).toMatchObject({ last_act: { entry: 3, hash: expect.any(String) } })
  expect(await json(runAudit({ data, json: true }))).toMatchObject({ ok: true })
})

test('every command that changes something leaves an entry with who gave it, and audit finds the chain whole', async () => {
  const olga = { username: 'olga', email: 'olga@example.com', password: 'a secret word' }
  await createKey({ data, user: 'ada' })
  await createAdmin({ data, ...olga })
  await removeAdmin('olga', { data })
  await createAdmin({ data, ...olga })
  await grantCredits({ data, user: 'ada', amount: '2.5', reason: 'a gift' })
  await setUserDisabled('ada', true, { data })
  await setUserDisabled('ada', false, { data })
  const { keys } = await json(listKeys({ data, user: 'ada', json: true }))
  await revokeKey((keys as { key_id: string }[])[0]?.key_id ?? '', { data, user: 'ada' })
  const { acts, total } = await json(listActs({ data, limit: '100', offset: '0', json: true }))
  const found = (acts as { act: string; actor: string; via: string; from: string }[]).toReversed()
  expect(found.map(({ act }) => act)).toEqual([
    ...['documents-key.create', 'admin.create', 'admin.remove', 'admin.create'],
    ...['credits.grant', 'user.disable', 'user.enable', 'documents-key.revoke'],
  ])
  for (const one of found)
    expect(one).toMatchObject({ actor: userInfo().username, via: 'command line', from: hostname() })
  expect(total).toBe(8)
  expect(await json(runAudit({ data, json: true }))).toMatchObject({ ok: true })
  const ofOlga = await json(listActs({ data, limit: '100', offset: '0', on: 'olga', json: true }))
  expect(ofOlga.total).toBe(3)
  await expect(removeAdmin('ada', { data })).rejects.toMatchObject({ code: 'conflict' })
})
