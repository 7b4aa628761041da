import { classify } from './classify/classify.ts'
import { extract } from './extract/extract.ts'
import type { OwnKind } from './extract/papers/own-kind.ts'
import { layOut } from './layout/lay-out.ts'
import type { DocumentPart, Flag } from './model/findings.ts'
import type { Page } from './model/page.ts'
import type { Reading } from './model/reading.ts'
import { holdValues } from './ocr/shown/hold-values.ts'
import { type FilePictures, type FileRead, type Observe, type ReadOptions, readFile } from './read-file.ts'
import { examinedParts } from './risk/examined-parts.ts'
import { findFlags } from './risk/find-flags.ts'
import { openValues } from './risk/open-values.ts'
import { inspectPictures } from './risk/pixels/inspect-pictures.ts'
import { rereadDoubted } from './risk/pixels/reread-doubted.ts'
import type { PageBudget } from './text/operators.ts'
import { PageCut } from './text/page-cut.ts'

export type { Observe } from './read-file.ts'

/** What the stages up to risk find in one file. */
export interface Findings {
  reading: Reading
  parts: DocumentPart[]
  flags: Flag[]
}

export interface PipelineOptions {
  /** Whether pictures of text are recognised; without it such pages have the words that their text layer has. */
  ocr?: boolean
  /** Opens the file where it is protected. */
  password?: string | undefined
  /** Kinds of papers that the owner has declared. */
  kinds?: readonly OwnKind[]
  /** Of each page; an ordinary one when not given. */
  budget?: PageBudget
}

/** Each costs a page's budget of time: a file with more such pages is made of them. */
const MOST_CUTS = 4

/**
 * The stages in order, each a function of what came before; runs in a worker thread. A page whose budget is used up is
 * cut, and the file begun anew with what was read of that page.
 */
export async function runPipeline(
  bytes: Uint8Array,
  observe: Observe = () => undefined,
  { ocr = true, budget, password, kinds = [] }: PipelineOptions = {},
): Promise<Findings> {
  const cut = new Map<number, Page | undefined>()
  for (let cuts = 0; ; cuts++) {
    try {
      const limits = { cut, budget }
      return await readFile(bytes, { ocr, password, limits, observe }, (read, pictures) =>
        judge(read, pictures, { ocr, kinds, observe }),
      )
    } catch (error) {
      if (!(error instanceof PageCut) || cuts >= MOST_CUTS) throw error
      cut.set(error.number, error.page)
    }
  }
}

interface JudgeOptions extends Pick<ReadOptions, 'ocr' | 'observe'> {
  kinds: readonly OwnKind[]
}

async function judge(
  { source, pages: read }: FileRead,
  pictures: FilePictures,
  { ocr, kinds, observe }: JudgeOptions,
): Promise<Findings> {
  observe({ stage: 'layout' })
  const { issues } = source
  const found = (pages: readonly Page[]) => {
    const reading: Reading = { source, pages: pages.map(layOut) }
    return { pages, reading, parts: extract(reading, classify(reading), kinds) }
  }
  const first = found(read)
  const held = ocr && (await holdValues(read, openValues(read, first.parts), { painted: pictures.page, issues }))
  const { pages, reading, parts } = held ? found(held) : first
  const examined = examinedParts(parts).map(({ part }) => part)
  const pictured = ocr ? await inspectPictures(pictures, pages, examined, issues) : []
  const flags = findFlags(reading, parts, pictured)
  const again = ocr && (await rereadDoubted(pages, flags, pictures, issues))
  return { reading, parts, flags: again ? findFlags(reading, parts, pictured) : flags }
}
