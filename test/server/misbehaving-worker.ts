import { writeFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import type { Reported, SummaryWork, Work } from '../../server/src/documents/work.ts'

/** A worker thread that does what hostile documents make the pipeline do; the path says which. */
export default async function misbehave({ path, port, reportPath }: Work): Promise<Reported> {
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
    return { issues: [] }
  }
  if (path === 'fault') return { fault: 'the disk is full' }
  port.postMessage({ judged: { done: path, pageCount: 1, slips: [], issues: [{ stage: 'text', code: 'found' }] } })
  port.postMessage({ progress: { stage: 'annotate' } })
  if (path.startsWith('report-')) spoil(path.slice('report-'.length))
  writeFileSync(reportPath, 'drawn')
  return { issues: [] }
}

/** What the drawing of a report may come to. */
function spoil(way: string): void {
  if (way === 'loop') for (;;);
  if (way === 'exit') process.exit(3)
  throw new Error('a defect')
}

export async function summarise({ facts, reportPath }: SummaryWork): Promise<Reported> {
  if (reportPath.endsWith('fault')) return { fault: 'the disk is full' }
  if (reportPath.endsWith('defect')) throw new Error('a defect')
  writeFileSync(reportPath, `summary of ${facts.documentId}, ${facts.pageCount} page`)
  return { issues: [{ stage: 'annotate', code: 'report_without_pages' }] }
}
