import { setTimeout as pause } from 'node:timers/promises'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { type Figure, ratioOf } from './figure.ts'
import { latencies, type Sample, timed } from './measure.ts'
import { type BenchOptions, MODEL, type Scene, SUBMISSION, startScene } from './scene.ts'
import { ask, listen } from './wire.ts'

const DOCUMENTS = 20
const PAGES = 40
const EVERY_MS = 20
const IDLE_MS = 5000
const MOST_TOKENS = 4000

/** The gaps between a stream's tokens while twenty documents are analysed, against those of the same server idle. */
export async function measureBeside(options: BenchOptions): Promise<Figure> {
  const rounds = options.full ? 5 : 3
  const scene = await startScene(options, { buyers: 1, hosts: 1 })
  const ours: Sample[] = []
  const theirs: Sample[] = []
  try {
    const upload = await uploader(scene.server.documentsUrl, await scene.server.documentsKey())
    // The first round loads the threads and is not counted.
    for (let round = -1; round < rounds; round++) {
      const busy = await during(scene, () => Promise.all(Array.from({ length: DOCUMENTS }, upload)))
      const idle = await during(scene, () => pause(IDLE_MS))
      if (round < 0) continue
      ours.push(busy)
      theirs.push(idle)
    }
  } finally {
    await scene.server.stop()
  }
  return {
    name: 'beside',
    what: `gap between a stream's tokens, one every ${EVERY_MS} ms, while ${DOCUMENTS} documents of ${PAGES} pages are analysed`,
    anchor: 'the same stream, the server idle',
    goal: 'p99 <= 3 x the anchor',
    ours,
    theirs,
    ratios: [ratioOf('p99_ms', ours, theirs, (ratio) => ratio <= 3), ratioOf('p50_ms', ours, theirs)],
  }
}

/** Runs `work` beside a stream of its own; the sample has the gaps between the stream's tokens. */
async function during({ server, buyers, hosts }: Scene, work: () => Promise<unknown>): Promise<Sample> {
  const [buyer, host] = [buyers[0] as string, hosts[0] as Scene['hosts'][number]]
  const alive = { host_id: host.host_id, gpu_utilization: 0, available_models: [MODEL] }
  await ask(server.url, '/hosts/heartbeat', host.authorization, alive)
  await ask(server.url, '/run/model', buyer, { ...SUBMISSION, max_tokens: 4096 })
  const { job_id } = await ask<{ job_id: string }>(server.url, '/hosts/next-job', host.authorization, {
    host_id: host.host_id,
  })
  const gaps: number[] = []
  let last = Number.NaN
  const close = await listen(server.url, `/jobs/${job_id}/stream`, buyer, (text) => {
    if (!text.includes('data:')) return
    const now = performance.now()
    if (!Number.isNaN(last)) gaps.push(now - last)
    last = now
  })
  let over = false
  const sending = send(server.url, host, job_id, () => over)
  const sample = await timed(server.pid, async () => {
    await work()
    return gaps.length
  })
  over = true
  await sending
  close()
  return { ...sample, ...latencies(gaps) }
}

/** A token at each beat, however long the one before took. */
async function send(url: string, host: Scene['hosts'][number], job_id: string, over: () => boolean): Promise<void> {
  const start = performance.now()
  const tell = (result: object) =>
    ask(url, '/hosts/results', host.authorization, { host_id: host.host_id, results: [{ job_id, ...result }] })
  let offset = 0
  for (; !over() && offset < MOST_TOKENS; offset++) {
    await tell({ tokens: ['x'], offset })
    await pause(Math.max(0, start + (offset + 1) * EVERY_MS - performance.now()))
  }
  await tell({ tokens: [], offset, finish_reason: 'stop' })
}

async function uploader(url: string, key: string): Promise<() => Promise<void>> {
  const lines = [...invoiceLines('NW-1', '250.00'), ...Array(30).fill('Page # goes on with what was agreed upon')]
  const file = new Blob([(await madePdf({ pages: PAGES, lines })) as Uint8Array<ArrayBuffer>])
  return async () => {
    const body = new FormData()
    body.append('file', file, 'invoice.pdf')
    const response = await fetch(`${url}/analyze-tax-slip`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}` },
    })
    if (response.status !== 200) throw new Error(`the upload was answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
}
