import { createHash } from 'node:crypto'
import { classify } from './classify/classify.ts'
import { extract } from './extract/extract.ts'
import { layOut } from './layout/lay-out.ts'
import type { Flag, Slip } from './model/findings.ts'
import type { Reading } from './model/reading.ts'
import type { Source } from './model/source.ts'
import { findFlags } from './risk/find-flags.ts'
import { openPdf } from './text/open.ts'
import { readPages } from './text/read-pages.ts'

/** What the stages up to risk find in one file. */
export interface Findings {
  reading: Reading
  slips: Slip[]
  flags: Flag[]
}

/** The stages in order, each a function of what came before; runs in a worker thread. */
export async function runPipeline(bytes: Uint8Array): Promise<Findings> {
  const pdf = await openPdf(bytes)
  try {
    const source = describe(bytes, pdf.numPages)
    const pages = await readPages(pdf)
    const reading: Reading = { source, pages: pages.map(layOut) }
    const slips = extract(reading, classify(reading))
    return { reading, slips, flags: findFlags(reading, slips) }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function describe(bytes: Uint8Array, pageCount: number): Source {
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    version: '',
    pageCount,
    info: { title: '', author: '', creator: '', producer: '', created: '', modified: '' },
    encrypted: false,
    revisions: [],
    signatures: [],
    attachments: [],
    xfa: false,
    hasForm: false,
    hasScripts: false,
    issues: [],
  }
}
