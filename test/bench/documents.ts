import { hold } from './documents-contest.ts'
import { drawText } from './documents-files.ts'
import { whyMissing } from './documents-native.ts'
import { scanContests } from './documents-scans.ts'
import { startDocuments } from './documents-service.ts'
import { endReaders, textContests, textContestsAgainst } from './documents-text.ts'
import { type Figure, freshFolder } from './figure.ts'
import type { BenchOptions } from './scene.ts'

const ANCHORS = [
  { program: 'pdftotext', pack: 'poppler-utils', contestsOf: textContests },
  { program: 'tesseract', pack: 'tesseract-ocr', contestsOf: scanContests },
]

/** Text documents beside another checkout's service, both alive and asked in turns. */
async function measureDocumentsAgainst(options: BenchOptions, checkout: string): Promise<Figure[]> {
  const folder = freshFolder(options.under)
  const services = [await startDocuments(options), await startDocuments(options, checkout)] as const
  try {
    const contests = textContestsAgainst(...services, await drawText(folder.path, 8), await drawText(folder.path, 1))
    const figures: Figure[] = []
    for (const contest of contests) figures.push(await hold(contest, options))
    return figures
  } finally {
    for (const { server } of services) await server.stop()
    folder.remove()
  }
}

/** Pages a second of the documents service and of the native programs that are installed. */
export async function measureDocuments(options: BenchOptions): Promise<Figure[]> {
  if (options.against) return await measureDocumentsAgainst(options, options.against)
  const folder = freshFolder(options.under)
  const service = await startDocuments(options)
  const figures: Figure[] = []
  try {
    for (const { program, pack, contestsOf } of ANCHORS) {
      const reason = await whyMissing(program, pack)
      if (reason) console.error(`not measured against ${program}: ${reason}`)
      const contests = reason ? [] : await contestsOf(service, folder.path, options)
      for (const contest of contests) figures.push(await hold(contest, options))
    }
  } finally {
    await endReaders()
    await service.server.stop()
    folder.remove()
  }
  return figures
}
