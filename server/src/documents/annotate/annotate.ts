import { PDFDocument } from '@cantoo/pdf-lib'
import { drawMarks } from './draw-marks.ts'
import { embedLettering, type Lettering } from './fonts.ts'
import { type Mark, marksOf } from './marks.ts'
import { picturePages } from './picture-pages.ts'
import type { ReportFacts } from './report-facts.ts'
import { openForRewriting } from './rewrite.ts'
import { writeSummary } from './summary.ts'

/**
 * The annotated report: the original's pages with a box at every field, flags at their place, and summary pages.
 * Returns PDF bytes. Where the original cannot be rewritten its pages are taken as pictures; where they cannot be
 * painted either, the report is the summary alone, for an analysis is worth more than its illustration.
 */
export async function annotate(original: Uint8Array, facts: ReportFacts): Promise<Uint8Array> {
  const marks = marksOf(facts.slips, facts.assessment.flags)
  const faults: unknown[] = []
  for (const attempt of [rewritten, pictured, summaryOnly]) {
    try {
      return await attempt(original, facts, marks)
    } catch (error) {
      faults.push(error)
    }
  }
  throw new AggregateError(faults, 'no report can be made')
}

async function rewritten(original: Uint8Array, facts: ReportFacts, marks: Mark[]): Promise<Uint8Array> {
  const pdf = await openForRewriting(original, facts.frames.length)
  return await finish(pdf, facts, marks)
}

async function pictured(original: Uint8Array, facts: ReportFacts, marks: Mark[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  await picturePages(pdf, original, facts.frames)
  const frames = facts.frames.map((frame) => ({ ...frame, toFile: frame.toShown }))
  return await finish(pdf, { ...facts, frames }, marks)
}

async function summaryOnly(_original: Uint8Array, facts: ReportFacts): Promise<Uint8Array> {
  return await finish(await PDFDocument.create({ updateMetadata: false }), { ...facts, frames: [] }, [])
}

async function finish(pdf: PDFDocument, facts: ReportFacts, marks: Mark[]): Promise<Uint8Array> {
  const lettering = await embedLettering(pdf)
  markPages(pdf, facts, marks, lettering)
  writeSummary(pdf, facts, lettering)
  return await pdf.save({ updateFieldAppearances: false, useObjectStreams: false })
}

function markPages(pdf: PDFDocument, { frames }: ReportFacts, marks: Mark[], lettering: Lettering): void {
  const pages = pdf.getPages()
  for (const frame of frames) {
    const own = marks.filter(({ page }) => page === frame.number)
    const page = pages[frame.number - 1]
    if (page && own.length > 0) drawMarks(page, frame, own, lettering)
  }
}
