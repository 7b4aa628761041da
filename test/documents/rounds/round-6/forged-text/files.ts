import { PDFDocument } from '@cantoo/pdf-lib'
import type { Job, Way } from '../../round-4/forged-text/job.ts'
import { shown, splicedIn } from './glyphs.ts'
import { signed } from './sign.ts'

/** A revision behind the first one, in the paper's own fonts. */
const appended = async (job: Job): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(job.bytes, { updateMetadata: false, forIncrementalUpdate: true })
  splicedIn(pdf, job, ({ next }) => shown(next))
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/** The issuer's seal is on the file, and the change comes after it. */
const afterSigning: Way = async (job) => {
  const bytes = await signed(job.bytes, 'Document Services', job.paper.made)
  return appended({ ...job, bytes })
}

/** A copy of the page is changed and takes the place of the old one, which nothing shows and nobody deletes. */
const oldPageLeft: Way = async (job) => {
  const pdf = await PDFDocument.load(job.bytes, { updateMetadata: false })
  for (const at of new Set(job.changes.map(({ spot }) => spot.page - 1))) {
    const [copy] = await pdf.copyPages(pdf, [at])
    if (!copy) continue
    pdf.removePage(at)
    pdf.insertPage(at, copy)
  }
  splicedIn(pdf, job, ({ next }) => shown(next))
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

export const FILES: Record<string, Way> = {
  'stream-appended': appended,
  'changed-after-signing': afterSigning,
  'old-page-left-behind': oldPageLeft,
}
