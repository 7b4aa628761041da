import { PDFDocument } from '@cantoo/pdf-lib'
import { bent } from '../model/bend.ts'
import type { Issue } from '../model/source.ts'
import { drawMarks } from './draw-marks.ts'
import { embedLettering, type Lettering } from './fonts.ts'
import { type Mark, marksOf, unreadMarks } from './marks.ts'
import { picturePages } from './picture-pages.ts'
import { type ReportFacts, type SummaryFacts, summaryOf, WITHOUT_PAGES } from './report-facts.ts'
import { openForRewriting } from './rewrite.ts'
import { save } from './save.ts'
import { writeSummary } from './summary.ts'

/**
 * The annotated report: the original's pages with a box at every field, flags at their place, and summary pages.
 * Returns PDF bytes. Where the original cannot be rewritten its pages are taken as pictures; where they cannot be
 * painted either, the report is the summary alone, for an analysis is worth more than its illustration; `issues` says
 * so then.
 */
export async function annotate(original: Uint8Array, facts: ReportFacts, issues: Issue[] = []): Promise<Uint8Array> {
  const marks = marksOf(facts.parts, facts.assessment.flags)
  for (const attempt of [rewritten, pictured]) {
    try {
      return await attempt(original, facts, marks)
    } catch {
      // The next attempt asks less of the file.
    }
  }
  issues.push(WITHOUT_PAGES)
  return await summaryReport(summaryOf(facts))
}

/** The report without the original's pages: nothing of the file can harm who writes it. */
export async function summaryReport(facts: SummaryFacts): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  return await finish(pdf, { ...facts, frames: [] })
}

async function rewritten(original: Uint8Array, facts: ReportFacts, marks: Mark[]): Promise<Uint8Array> {
  const pdf = await openForRewriting(original, facts.frames.length, facts.password)
  return await finish(pdf, summaryOf(facts), (lettering) => markPages(pdf, facts, marks, lettering))
}

async function pictured(original: Uint8Array, facts: ReportFacts, marks: Mark[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  await picturePages(pdf, original, facts)
  const frames = facts.frames.map((frame) => ({ ...frame, toFile: frame.toShown }))
  return await finish(pdf, summaryOf(facts), (lettering) => markPages(pdf, { ...facts, frames }, marks, lettering))
}

async function finish(
  pdf: PDFDocument,
  facts: SummaryFacts,
  draw: (lettering: Lettering) => void = () => undefined,
): Promise<Uint8Array> {
  const lettering = await embedLettering(pdf)
  draw(lettering)
  writeSummary(pdf, facts, lettering)
  return await save(pdf)
}

function markPages(pdf: PDFDocument, { frames }: ReportFacts, marks: Mark[], lettering: Lettering): void {
  const pages = pdf.getPages()
  for (const frame of frames) {
    const { bend } = frame
    const flat = [...unreadMarks(frame), ...marks.filter(({ page }) => page === frame.number)]
    const own = bend ? flat.map((mark) => ({ ...mark, box: bent(bend, mark.box) })) : flat
    const page = pages[frame.number - 1]
    if (page && own.length > 0) drawMarks(page, frame, own, lettering)
  }
}
