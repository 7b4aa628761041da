import { deflateSync, inflateSync } from 'node:zlib'
import type { Flag } from '../model/findings.ts'
import type { ReportFacts, ReportPart, SummaryFacts } from './report-facts.ts'

/** What a report is drawn from when somebody asks for it; without `pages` it can only be the summary. */
export type PackedFacts = { pages: ReportFacts } | { summary: SummaryFacts }

/** Facts of 2,000 full pages have some 30 MB. */
const MOST_BYTES = 256 * 1024 * 1024

/** As bytes that are kept beside a document. Members may be added, but none may come to mean something else. */
export function packFacts(facts: PackedFacts): Uint8Array {
  return deflateSync(JSON.stringify('pages' in facts ? { pages: bare(facts.pages) } : facts))
}

export function unpackFacts(bytes: Uint8Array): PackedFacts {
  return JSON.parse(inflateSync(bytes, { maxOutputLength: MOST_BYTES }).toString()) as PackedFacts
}

/** Without the words behind values, which are most of it, and without the password that opens the original. */
function bare({ parts, assessment, frames, password: _, ...facts }: ReportFacts): ReportFacts {
  const marked = markedPages(parts, assessment.flags)
  return {
    ...facts,
    parts: parts.map(barePart),
    assessment: { ...assessment, flags: assessment.flags.map(bareFlag) },
    // Where no label is written, none can hide text.
    frames: frames.map((frame) => (marked.has(frame.number) ? frame : { ...frame, text: [] })),
  }
}

function markedPages(parts: readonly ReportPart[], flags: readonly Flag[]): ReadonlySet<number> {
  const ofParts = parts.flatMap(({ fields, tables }) => [
    ...Object.values(fields).map(({ page }) => page),
    ...tables.flatMap(({ rows }) => rows.map(({ page }) => page)),
  ])
  return new Set([...ofParts, ...flags.flatMap(({ evidence }) => evidence.map(({ page }) => page))])
}

function barePart({ type, confidence, pages, own, fields, tables, risk }: ReportPart): ReportPart {
  return {
    type,
    confidence,
    pages,
    ...(own ? { own: { name: own.name } } : {}),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { value, confidence, page, box }]) => [
        name,
        { value, confidence, page, box },
      ]),
    ),
    tables: tables.map(({ name, page, columns, rows }) => ({
      name,
      page,
      columns,
      rows: rows.map(({ values, page, box }) => ({ values, page, box })),
    })),
    ...(risk ? { risk: { level: risk.level, score: risk.score } } : {}),
  }
}

const bareFlag = ({ doubted: _, broken: __, ...flag }: Flag): Flag => flag
