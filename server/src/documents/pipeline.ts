import type { AnalysisProgress } from '@mkt/schemas'
import { classify } from './classify/classify.ts'
import { extract } from './extract/extract.ts'
import { layOut } from './layout/lay-out.ts'
import type { Flag, Slip } from './model/findings.ts'
import type { Reading } from './model/reading.ts'
import { recognise } from './ocr/recognise.ts'
import { findFlags } from './risk/find-flags.ts'
import { openPdf } from './text/open.ts'
import { readPages } from './text/read-pages.ts'
import { readSource } from './text/source/read-source.ts'

/** What the stages up to risk find in one file. */
export interface Findings {
  reading: Reading
  slips: Slip[]
  flags: Flag[]
}

/**
 * Told where the work stands. `text` comes first with the number of pages and may throw where those are too many;
 * `ocr` with `pages` and without `page` says how many pages need recognition, before it begins.
 */
export type Observe = (progress: AnalysisProgress) => void

/** The stages in order, each a function of what came before; runs in a worker thread. */
export async function runPipeline(bytes: Uint8Array, observe: Observe = () => undefined): Promise<Findings> {
  const pdf = await openPdf(bytes)
  try {
    if (pdf.numPages < 1) throw new RangeError('the file has no pages')
    observe({ stage: 'text', pages: pdf.numPages })
    const source = await readSource(bytes, pdf)
    const pages = await recognise(pdf, await readPages(pdf, source.issues), { observe, issues: source.issues })
    const reading: Reading = { source, pages: pages.map(layOut) }
    const slips = extract(reading, classify(reading))
    return { reading, slips, flags: findFlags(reading, slips) }
  } finally {
    await pdf.loadingTask.destroy()
  }
}
