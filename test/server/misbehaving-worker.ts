import { threadId } from 'node:worker_threads'
import type { DrawWork, Reported, SummaryWork, Work } from '../../server/src/documents/threads/work.ts'

const report = (text: string) => new TextEncoder().encode(text)

/** A worker thread that does what hostile documents make the pipeline do; the file says which. */
export default async function misbehave({ bytes, port }: Work): Promise<Reported> {
  const path = new TextDecoder().decode(bytes)
  if (path === 'unborn') process.exit(3)
  if (path !== 'mute') port.postMessage({ thread: threadId })
  if (path !== 'mute') port.postMessage({ progress: { stage: 'text' } })
  if (path === 'loop' || path === 'mute') for (;;);
  if (path === 'memory') {
    const kept: object[] = []
    for (;;) kept.push(Array.from({ length: 1000 }, (_, index) => ({ index })))
  }
  if (path === 'buffers') {
    const kept = Array.from({ length: 20 }, () => new Uint8Array(16 * 2 ** 20).fill(1))
    while (kept.length > 0);
  }
  if (path === 'exit') process.exit(3)
  if (path === 'throw') throw new Error('a defect')
  if (path === 'recognition') {
    port.postMessage({ progress: { stage: 'ocr', pages: 2 } })
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  if (path === 'ask') {
    port.postMessage({ subjects: ['person:ada'] })
    const answer = await new Promise<object>((resolve) => port.once('message', resolve))
    port.postMessage({ judged: { ...answer, pageCount: 1, issues: [] } })
    return { report: report('drawn'), issues: [] }
  }
  port.postMessage({ judged: { done: path, pageCount: 1, parts: [], issues: [{ stage: 'text', code: 'found' }] } })
  port.postMessage({ progress: { stage: 'annotate' } })
  if (path.startsWith('report-')) spoil(path.slice('report-'.length))
  return { report: report('drawn'), issues: [] }
}

/** What the drawing of a report may come to. */
function spoil(way: string): void {
  if (way === 'loop') for (;;);
  if (way === 'exit') process.exit(3)
  throw new Error('a defect')
}

export async function draw({ bytes }: DrawWork): Promise<Reported> {
  const way = new TextDecoder().decode(bytes)
  if (way.startsWith('report-')) spoil(way.slice('report-'.length))
  return { report: report('drawn'), issues: [] }
}

export async function summarise(work: SummaryWork): Promise<Reported> {
  if ('packed' in work) return { report: report(`summary of ${new TextDecoder().decode(work.packed)}`), issues: [] }
  const { facts } = work
  if (facts.documentId === 'doc_defect') throw new Error('a defect')
  const text = `summary of ${facts.documentId}, ${facts.pageCount} page`
  return { report: report(text), issues: [{ stage: 'annotate', code: 'report_without_pages' }] }
}
