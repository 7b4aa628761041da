import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { analysed, type Contest, LANES, processed } from './documents-contest.ts'
import { type Drawn, drawText, pagesOf } from './documents-files.ts'
import { inLanes, ownSeconds, timedBy } from './documents-native.ts'
import type { DocumentsService } from './documents-service.ts'
import type { Sample } from './measure.ts'

const READER = new URL('./documents-reader.ts', import.meta.url)
const PER_FILE = 8

/** Against `pdftotext`, which reads the text and judges nothing. */
export async function textContests(service: DocumentsService, folder: string): Promise<Contest[]> {
  const [bound, single] = [await drawText(folder, PER_FILE), await drawText(folder, 1)]
  const contest = (name: string, drawn: readonly Drawn[], done: string) => ({
    name,
    what: `${drawn.length} text PDFs of ${pagesOf(drawn)} pages, ${done}`,
    anchor: `pdftotext -layout, a process a file, ${LANES} at a time`,
    goal: 'to know',
    warmUps: 5,
    theirs: () => processed('pdftotext', drawn, ({ path }) => ['-layout', path, '/dev/null']),
  })
  return [
    {
      ...contest('documents-text', bound, 'analysed'),
      ...{ goal: '>= 0.3 x the anchor', least: 0.3 },
      ours: () => analysed(service, bound),
    },
    { ...contest('documents-text-single', single, 'analysed'), ours: () => analysed(service, single) },
    { ...contest('documents-text-stage', bound, 'only read and laid out'), ours: () => readInThreads(bound) },
  ]
}

/** The whole analysis, against that of another service. */
export function textContestsAgainst(
  ours: DocumentsService,
  theirs: DocumentsService,
  bound: readonly Drawn[],
  single: readonly Drawn[],
): Contest[] {
  const contest = (name: string, drawn: readonly Drawn[]) => ({
    name,
    what: `${drawn.length} text PDFs of ${pagesOf(drawn)} pages, analysed`,
    anchor: 'the other checkout',
    goal: 'to know',
    warmUps: 5,
    ours: () => analysed(ours, drawn),
    theirs: () => analysed(theirs, drawn),
  })
  return [contest('documents-text-single-against', single), contest('documents-text-against', bound)]
}

const readers: Worker[] = []

/** The text stage alone, in threads of this process that stay warm between the rounds. */
async function readInThreads(drawn: readonly Drawn[]): Promise<Sample> {
  while (readers.length < LANES) readers.push(new Worker(READER))
  return await timedBy(ownSeconds, async () => {
    await inLanes(LANES, drawn, async ({ path }, lane) => {
      const reader = readers[lane] as Worker
      reader.postMessage(path)
      await once(reader, 'message')
    })
    return pagesOf(drawn)
  })
}

export async function endReaders(): Promise<void> {
  for (const reader of readers.splice(0)) await reader.terminate()
}
