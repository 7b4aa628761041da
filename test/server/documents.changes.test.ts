import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../server/src/base/clock.ts'
import { UserChanges } from '../../server/src/market/changes/user-changes.ts'
import { Chance } from '../documents/chance.ts'
import { t4 } from '../documents/t4.generator.ts'
import { analyzed, type DocumentsService, startDocuments } from './documents-service.ts'

let service: DocumentsService
beforeAll(async () => {
  service = await startDocuments()
})
afterAll(() => service.stop())

test('who watches their lists hears of own documents that were read, marked or erased', async () => {
  const [ada, bob] = [await service.user('ada'), await service.user('bob')]
  const changes = new UserChanges({ bus: service.documents.bus, clock: systemClock, shared: false })
  const [heard, others] = [[] as string[], [] as string[]]
  const leave = changes.watch(ada.user_id, (list) => void heard.push(list))
  const leaveOther = changes.watch(bob.user_id, (list) => void others.push(list))
  const { bytes } = await t4(new Chance(3))
  const { document_id } = await analyzed(service.url, bytes, { as: ada.authorization, name: 'slip.pdf' })
  await expect.poll(() => heard).toEqual(['documents'])
  const headers = { authorization: ada.authorization, 'content-type': 'application/json' }
  const at = `${service.url}/documents/${document_id}`
  const marked = await fetch(`${at}/review`, { method: 'PATCH', headers, body: '{"label":"taxes"}' })
  expect(marked.status).toBe(200)
  await expect.poll(() => heard.length).toBe(2)
  expect((await fetch(at, { method: 'DELETE', headers })).status).toBe(204)
  await expect.poll(() => heard.length).toBe(3)
  expect((await fetch(at, { method: 'DELETE', headers })).status).toBe(404)
  expect([new Set(heard), others]).toEqual([new Set(['documents']), []])
  leave()
  leaveOther()
})
