import { setTimeout as pause } from 'node:timers/promises'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { type Figure, ratioOf } from './figure.ts'
import { latencies, type Sample, timed } from './measure.ts'
import { type BenchOptions, type Scene, SUBMISSION, startScene } from './scene.ts'
import { ask, listen } from './wire.ts'

const DOCUMENTS = 20
const PAGES = 40
const EVERY_MS = 20

/** The gaps between a stream's tokens while twenty documents are analysed, against those of the same server idle. */
export async function measureBeside(options: BenchOptions): Promise<Figure> {
  const rounds = options.full ? 5 : 3
  const { server, buyers, hosts } = await startScene(options, { buyers: 1, hosts: 1 })
  const [ours, theirs]: Sample[][] = [[], []]
  const gaps: number[] = []
  const stream = await startStream(server.url, buyers[0] as string, hosts[0] as Scene['hosts'][number])
  let last = Number.NaN
  const close = await listen(server.url, `/jobs/${stream.job_id}/stream`, buyers[0] as string, (text) => {
    if (!text.includes('data:')) return
    const now = performance.now()
    if (!Number.isNaN(last)) gaps.push(now - last)
    last = now
  })
  const sending = stream.send()
  try {
    const upload = await uploader(server.documentsUrl, await server.documentsKey())
    // The first round loads the threads and is not counted.
    for (let round = -1; round < rounds; round++) {
      const during = async (work: () => Promise<unknown>) => {
        gaps.length = 0
        const sample = await timed(server.pid, async () => {
          await work()
          return gaps.length
        })
        return { ...sample, ...latencies(gaps) }
      }
      const start = performance.now()
      const busy = await during(() => Promise.all(Array.from({ length: DOCUMENTS }, upload)))
      const took = performance.now() - start
      await pause(500)
      const idle = await during(() => pause(Math.max(3000, took)))
      if (round >= 0) {
        ours?.push(busy)
        theirs?.push(idle)
      }
    }
  } finally {
    stream.stop()
    await sending
    close()
    await server.stop()
  }
  return {
    name: 'beside',
    what: `gap between a stream's tokens, one every ${EVERY_MS} ms, while ${DOCUMENTS} documents of ${PAGES} pages are analysed`,
    anchor: 'the same stream, the server idle',
    goal: 'p99 <= 3 x the anchor',
    ours: ours ?? [],
    theirs: theirs ?? [],
    ratios: [
      ratioOf('p99_ms', ours ?? [], theirs ?? [], (ratio) => ratio <= 3),
      ratioOf('p50_ms', ours ?? [], theirs ?? []),
    ],
  }
}

async function startStream(url: string, buyer: string, host: Scene['hosts'][number]) {
  await ask(url, '/run/model', buyer, { ...SUBMISSION, max_tokens: 4096 })
  const { job_id } = await ask<{ job_id: string }>(url, '/hosts/next-job', host.authorization, {
    host_id: host.host_id,
  })
  let stopped = false
  return {
    job_id,
    stop: () => {
      stopped = true
    },
    /** A token at each beat, however long the one before took. */
    async send() {
      const start = performance.now()
      for (let sent = 0; !stopped && sent < 4000; sent++) {
        const body = { host_id: host.host_id, results: [{ job_id, tokens: ['x'], offset: sent }] }
        await ask(url, '/hosts/results', host.authorization, body)
        await pause(Math.max(0, start + (sent + 1) * EVERY_MS - performance.now()))
      }
    },
  }
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
