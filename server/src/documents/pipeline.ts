import type { AnalysisProgress } from '@mkt/schemas'
import { classify } from './classify/classify.ts'
import { extract } from './extract/extract.ts'
import type { OwnKind } from './extract/papers/own-kind.ts'
import { layOut } from './layout/lay-out.ts'
import type { DocumentPart, Flag } from './model/findings.ts'
import type { Page } from './model/page.ts'
import type { Reading } from './model/reading.ts'
import { pagePicture } from './ocr/page-picture.ts'
import { Paintable } from './ocr/paintable.ts'
import { paintedOver } from './ocr/painted-over.ts'
import { recognise } from './ocr/recognise.ts'
import { lookAtDoubted } from './ocr/shown/look-at-doubted.ts'
import { findFlags } from './risk/find-flags.ts'
import { inspectPictures } from './risk/pixels/inspect-pictures.ts'
import { rereadDoubted } from './risk/pixels/reread-doubted.ts'
import { openToRead } from './text/open.ts'
import type { PageBudget } from './text/operators.ts'
import { PageCut, type PageLimits } from './text/page-cut.ts'
import { readPages } from './text/read-pages.ts'
import { readActualTexts } from './text/source/actual-texts.ts'
import { readSource } from './text/source/read-source.ts'

/** What the stages up to risk find in one file. */
export interface Findings {
  reading: Reading
  parts: DocumentPart[]
  flags: Flag[]
}

/**
 * Told where the work stands. `text` comes first with the number of pages and may throw where those are too many;
 * `ocr` with `pages` and without `page` says how many pages need recognition, before it begins.
 */
export type Observe = (progress: AnalysisProgress) => void

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
      return await runStages(bytes, observe, { ocr, password, kinds, limits: { cut, budget } })
    } catch (error) {
      if (!(error instanceof PageCut) || cuts >= MOST_CUTS) throw error
      cut.set(error.number, error.page)
    }
  }
}

interface StagesOptions extends Required<Pick<PipelineOptions, 'ocr' | 'kinds'>> {
  password: string | undefined
  limits: PageLimits
}

async function runStages(
  bytes: Uint8Array,
  observe: Observe,
  { ocr, password, kinds, limits }: StagesOptions,
): Promise<Findings> {
  const pdf = await openToRead(bytes, password)
  const paintable = new Paintable(bytes, password)
  const painted = (number: number) => paintable.page(number)
  const pictures = {
    scan: async (number: number) => await pagePicture(await pdf.getPage(number)),
    shown: async (number: number) => await paintedOver(await painted(number)),
  }
  try {
    if (pdf.numPages < 1) throw new RangeError('the file has no pages')
    observe({ stage: 'text', pages: pdf.numPages })
    const told = { ...limits, onPage: () => observe({ stage: 'text', pages: pdf.numPages }) }
    const source = await readSource(bytes, pdf, told, password)
    const { issues } = source
    const read = await readPages(pdf, issues, told)
    source.actualTexts = await readActualTexts(bytes, read, password).catch(() => [])
    const whole = ocr ? await recognise(pdf, read, { observe, issues, painted, leave: limits.cut }) : read
    const pages = ocr ? await lookAtDoubted(whole, painted, issues) : whole
    observe({ stage: 'layout' })
    const reading: Reading = { source, pages: pages.map(layOut) }
    const parts = extract(reading, classify(reading), kinds)
    const pictured = ocr ? await inspectPictures(pictures, pages, parts, issues) : []
    const flags = findFlags(reading, parts, pictured)
    const again = ocr && (await rereadDoubted(pages, flags, pictures.scan, issues))
    return { reading, parts, flags: again ? findFlags(reading, parts, pictured) : flags }
  } finally {
    await Promise.all([pdf.loadingTask.destroy(), paintable.close()])
  }
}
