import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { post } from '../../server/documents-service.ts'
import { rawPdf } from '../raw-pdf.ts'
import { Tally, type Tried } from './tally.ts'

/** A documents service in this process or in one of its own. */
export interface Attacked {
  url: string
  data: string
  /** Files that uploads have left, at this moment. */
  uploads(): string[]
  user(name: string): Promise<{ authorization: string }>
}

/** What a service answered to hostile files, by status, and what was wrong with it. */
export interface Attack {
  tally: Tally
  wrongs: string[]
}

export interface AttackOptions {
  /** Files in flight. */
  abreast?: number
  /** Whether nobody else sends documents meanwhile, so that every file must be one of these. */
  alone?: boolean
  progress?: (tally: Tally, last: Tried) => void
}

const GOOD = rawPdf({ content: 'BT /F1 12 Tf 50 700 Td (Invoice number: G-1) Tj ET' })
const ALLOWED = [200, 400, 422]

/**
 * Posts files, so many at a time, and sees that the service answers each as it should, stays well and keeps nothing but
 * what it answered for.
 */
export async function attack(
  service: Attacked,
  files: Iterable<readonly [name: string, bytes: Uint8Array]>,
  { abreast = 2, alone = true, progress = () => undefined }: AttackOptions = {},
): Promise<Attack> {
  const { authorization: as } = await service.user('mallory')
  const { tally, wrongs }: Attack = { tally: new Tally(), wrongs: [] }
  const before = await countDocuments(service, as)
  const rest = files[Symbol.iterator]()
  const send = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      const [name, bytes] = next.value
      const start = performance.now()
      const { status, text } = await answerTo(service.url, bytes, as)
      const tried = { name, kind: String(status), ms: Math.round(performance.now() - start) }
      tally.add(tried)
      if (!ALLOWED.includes(status)) wrongs.push(`${name}: ${status} ${text}`)
      progress(tally, tried)
    }
  }
  await Promise.all(Array.from({ length: abreast }, send))
  wrongs.push(...(await leftWrong(service, as, { kept: before + tally.of('200'), alone })))
  return { tally, wrongs }
}

/** Status 0 where there was no answer. */
async function answerTo(url: string, bytes: Uint8Array, as: string): Promise<{ status: number; text: string }> {
  try {
    const response = await post(url, bytes, { as })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: String((error as Error).cause ?? error) }
  }
}

async function countDocuments({ url }: Attacked, as: string): Promise<number> {
  const list = await fetch(`${url}/documents`, { headers: { authorization: as } })
  const { pagination } = (await list.json()) as { pagination: { total: number } }
  return pagination.total
}

/** Files in the blob store. */
export function countBlobs({ data }: Attacked): number {
  const stored = readdirSync(join(data, 'documents'), { recursive: true, withFileTypes: true })
  return stored.filter((entry) => entry.isFile()).length
}

/** What is not as it should be when the last answer has gone out. */
async function leftWrong(
  service: Attacked,
  as: string,
  { kept, alone }: { kept: number; alone: boolean },
): Promise<string[]> {
  const wrongs: string[] = []
  const health = await fetch(`${service.url}/health`)
  if (health.status !== 200) wrongs.push(`health: ${health.status}`)
  const good = await post(service.url, GOOD, { as })
  if (good.status !== 200) wrongs.push(`a good document: ${good.status} ${await good.text()}`)
  if (alone && service.uploads().length > 0) wrongs.push(`left behind: ${service.uploads().join(' ')}`)
  const documents = await countDocuments(service, as)
  if (documents !== kept + 1) wrongs.push(`${documents} documents kept of ${kept + 1} answered`)
  const blobs = countBlobs(service)
  if (alone && blobs !== kept + 1) wrongs.push(`${blobs} blobs for ${kept + 1} documents`)
  return wrongs
}
