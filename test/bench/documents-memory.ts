import { setTimeout as pause } from 'node:timers/promises'
import { MAX_FILE_BYTES } from '../../schemas/src/documents/endpoints.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { drawInTurn } from './documents-files.ts'
import { inLanes } from './documents-native.ts'
import { type DocumentsService, startDocuments } from './documents-service.ts'
import { type Figure, ratioOf } from './figure.ts'
import { residentMb, type Sample } from './measure.ts'
import type { BenchOptions } from './scene.ts'

const SETTLE_MS = 3000
const LOOK_MS = 20
const UPLOADS = 5
const LANES = 2
const SAMPLE_EVERY = 50
const MOST_GROWTH = 1.2

/** What the server holds, its threads included: while large files come, and after many documents. */
export async function measureDocumentsMemory(options: BenchOptions): Promise<Figure[]> {
  return [...(await measureUploads(options)), await measureGrowth(options)]
}

async function measureUploads(options: BenchOptions): Promise<Figure[]> {
  const bytes = await madePdf({ pages: 40, lines: invoiceLines('NW-1', '250.00'), bytes: MAX_FILE_BYTES })
  const file = new Blob([bytes as Uint8Array<ArrayBuffer>])
  const [idle, peak, after]: [Sample[], Sample[], Sample[]] = [[], [], []]
  for (let round = 0; round < (options.full ? 5 : 2); round++) {
    await served(options, async (service) => {
      idle.push(await settled(service))
      peak.push(
        await peakWhile(service, () => Promise.all(Array.from({ length: UPLOADS }, () => service.analyse(file)))),
      )
      after.push(await settled(service))
    })
  }
  const load = `${UPLOADS} uploads of ${MAX_FILE_BYTES / 2 ** 20} MB at once`
  const figure = { anchor: 'the same server before', goal: 'to know', theirs: idle }
  return [
    { ...figure, name: 'documents-memory-peak', what: `most resident memory during ${load}`, ours: peak },
    {
      ...figure,
      name: 'documents-memory-after',
      what: `resident memory ${SETTLE_MS / 1000} s after ${load}`,
      ours: after,
    },
  ].map((made) => ({ ...made, ratios: [ratioOf('mb', made.ours, idle)] }))
}

/** Resident memory as documents follow each other, none like another: the samples are in order. */
async function measureGrowth(options: BenchOptions): Promise<Figure> {
  const [count, warm] = options.full ? [1000, 100] : [200, 50]
  const samples: Sample[] = []
  await served(options, async (service) => {
    let done = 0
    await inLanes(LANES, drawInTurn(count), async (drawing) => {
      await service.analyse(await drawing)
      if (++done % SAMPLE_EVERY === 0 && done >= warm) samples.push({ mb: residentMb(service.server.pid) })
    })
  })
  const [first, last] = [samples.slice(0, 1), samples.slice(-1)]
  return {
    name: 'documents-memory-growth',
    what: `resident memory after the ${count}th document, ${LANES} in work at a time`,
    anchor: `after the ${warm}th`,
    goal: `<= ${MOST_GROWTH} x the anchor`,
    ours: samples,
    theirs: first,
    ratios: [ratioOf('mb', last, first, (ratio) => ratio <= MOST_GROWTH)],
  }
}

async function served(options: BenchOptions, work: (service: DocumentsService) => Promise<void>): Promise<void> {
  const service = await startDocuments(options)
  try {
    await work(service)
  } finally {
    await service.server.stop()
  }
}

async function settled({ server }: DocumentsService): Promise<Sample> {
  await pause(SETTLE_MS)
  return { mb: residentMb(server.pid) }
}

async function peakWhile({ server }: DocumentsService, work: () => Promise<unknown>): Promise<Sample> {
  let mb = 0
  const looking = setInterval(() => (mb = Math.max(mb, residentMb(server.pid))), LOOK_MS)
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return { mb }
}
