import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentsService, post } from '../../server/documents-service.ts'
import { rawPdf } from '../raw-pdf.ts'

/** What a service answered to hostile files, and what was wrong with it. */
export interface Attack {
  statuses: Record<string, number>
  wrongs: string[]
}

const GOOD = rawPdf({ content: 'BT /F1 12 Tf 50 700 Td (Invoice number: G-1) Tj ET' })
const ALLOWED = [200, 400, 422]

/**
 * Posts files, so many at a time, and sees that the service answers each as it should, stays well and keeps nothing but
 * what it answered for.
 */
export async function attack(
  service: DocumentsService,
  files: Iterable<readonly [name: string, bytes: Uint8Array]>,
  abreast = 2,
): Promise<Attack> {
  const { authorization: as } = await service.user('mallory')
  const { statuses, wrongs }: Attack = { statuses: {}, wrongs: [] }
  const before = await countDocuments(service, as)
  const rest = files[Symbol.iterator]()
  const send = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      const [name, bytes] = next.value
      const response = await post(service.url, bytes, { as })
      const text = await response.text()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      if (!ALLOWED.includes(response.status)) wrongs.push(`${name}: ${response.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: abreast }, send))
  wrongs.push(...(await leftWrong(service, as, before + (statuses[200] ?? 0))))
  return { statuses, wrongs }
}

async function countDocuments({ url }: DocumentsService, as: string): Promise<number> {
  const list = await fetch(`${url}/documents`, { headers: { authorization: as } })
  const { pagination } = (await list.json()) as { pagination: { total: number } }
  return pagination.total
}

/** What is not as it should be when the last answer has gone out. */
async function leftWrong(service: DocumentsService, as: string, kept: number): Promise<string[]> {
  const wrongs: string[] = []
  const health = await fetch(`${service.url}/health`)
  if (health.status !== 200) wrongs.push(`health: ${health.status}`)
  const good = await post(service.url, GOOD, { as })
  if (good.status !== 200) wrongs.push(`a good document: ${good.status} ${await good.text()}`)
  if (service.uploads().length > 0) wrongs.push(`left behind: ${service.uploads().join(' ')}`)
  const documents = await countDocuments(service, as)
  if (documents !== kept + 1) wrongs.push(`${documents} documents kept of ${kept + 1} answered`)
  const stored = readdirSync(join(service.data, 'documents'), { recursive: true, withFileTypes: true })
  const blobs = stored.filter((entry) => entry.isFile()).length
  if (blobs !== 2 * (kept + 1)) wrongs.push(`${blobs} blobs for ${kept + 1} documents`)
  return wrongs
}
