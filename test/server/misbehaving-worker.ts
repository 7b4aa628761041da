import type { Work } from '../../server/src/documents/work.ts'

/** A worker thread that does what hostile documents make the pipeline do; the path says which. */
export default async function misbehave({ path, port }: Work): Promise<unknown> {
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
    const answer = await new Promise((resolve) => port.once('message', resolve))
    return answer
  }
  return { done: path }
}
