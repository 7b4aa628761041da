import type { AnalysisProgress } from '@mkt/schemas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from './model/page.ts'
import type { Source } from './model/source.ts'
import { type PagePicture, pagePictures } from './ocr/page-picture.ts'
import { Paintable } from './ocr/paintable.ts'
import { paintedOver, shownPage } from './ocr/painted-over.ts'
import { recognise } from './ocr/recognise.ts'
import { lookAtDoubted } from './ocr/shown/look-at-doubted.ts'
import { lookForUnseen } from './ocr/shown/look-for-unseen.ts'
import { lookForUntold } from './ocr/shown/look-for-untold.ts'
import { openToRead } from './text/open.ts'
import type { PageLimits } from './text/page-cut.ts'
import { readPages } from './text/read-pages.ts'
import { readActualTexts } from './text/source/actual-texts.ts'
import { readSource } from './text/source/read-source.ts'
import { readXfaValues } from './text/source/xfa-values.ts'
import { countingUnpacked, holdUnpacked } from './text/unpacked.ts'

/**
 * Told where the work stands. `text` comes first with the number of pages and may throw where those are too many;
 * `ocr` with `pages` and without `page` says how many pages need recognition, before it begins.
 */
export type Observe = (progress: AnalysisProgress) => void

export interface ReadOptions {
  /** Whether pictures of text are recognised; without it such pages have the words that their text layer has. */
  ocr: boolean
  password: string | undefined
  limits: PageLimits
  observe: Observe
}

/** What a file says, before anybody asks what that means. */
export interface FileRead {
  source: Source
  pages: Page[]
}

/** Its pages as pictures: what a scanner put there, and what a reader sees. */
export interface FilePictures {
  scans(number: number): Promise<PagePicture[]>
  shown(number: number): Promise<PagePicture | undefined>
  painted(number: number): Promise<PagePicture>
  /** As it can be painted. */
  page(number: number): Promise<PDFPageProxy>
}

/** Reads a file, and hands what was read to `use` while its pages can still be painted. */
export async function readFile<T>(
  bytes: Uint8Array,
  options: ReadOptions,
  use: (read: FileRead, pictures: FilePictures) => Promise<T>,
): Promise<T> {
  return await countingUnpacked(bytes.length, () => readOpened(bytes, options, use))
}

async function readOpened<T>(
  bytes: Uint8Array,
  { ocr, password, limits, observe }: ReadOptions,
  use: (read: FileRead, pictures: FilePictures) => Promise<T>,
): Promise<T> {
  const pdf = await openToRead(bytes, password)
  const paintable = new Paintable(bytes, password)
  const painted = (number: number) => paintable.page(number)
  try {
    if (pdf.numPages < 1) throw new RangeError('the file has no pages')
    observe({ stage: 'text', pages: pdf.numPages })
    const told = { ...limits, onPage: () => observe({ stage: 'text', pages: pdf.numPages }) }
    const source = await readSource(bytes, pdf, told, password)
    const { issues } = source
    const read = await readPages(pdf, issues, told)
    source.actualTexts = await readActualTexts(bytes, read, { password, issues }).catch(() => [])
    if (source.xfa) source.xfaValues = await readXfaValues(bytes, password).catch(() => [])
    holdUnpacked()
    const pages = ocr ? await asSeen(pdf, read, { observe, issues, painted, leave: limits.cut }) : read
    return await use(
      { source, pages },
      {
        scans: async (number) => await pagePictures(await pdf.getPage(number)),
        shown: async (number) => await paintedOver(await painted(number)),
        painted: async (number) => await shownPage(await painted(number)),
        page: painted,
      },
    )
  } finally {
    await Promise.all([pdf.loadingTask.destroy(), paintable.close()])
  }
}

/** The pages as somebody sees them. Hidden text is told apart first: a page on which all is hidden is recognised. */
async function asSeen(pdf: Parameters<typeof recognise>[0], read: Page[], way: Seeing): Promise<Page[]> {
  const seen = await lookForUnseen(read, way)
  const looked = await lookAtDoubted(await recognise(pdf, seen, way), way.painted, way.issues)
  return await lookForUntold(looked, way.painted, way.issues)
}

type Seeing = Parameters<typeof lookForUnseen>[1] & Pick<ReadOptions, 'observe'>
