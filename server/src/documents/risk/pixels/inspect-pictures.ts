import type { DocumentPart, Flag } from '../../model/findings.ts'
import type { Page, Word } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import type { PagePicture } from '../../ocr/page-picture.ts'
import { threadMs } from '../../text/thread-time.ts'
import { WITH_CENTS } from '../../values/amount.ts'
import { targetOf } from '../policy/targets.ts'
import { findRepainted } from './find-repainted.ts'
import { findTraces } from './find-traces.ts'
import { seenWords, uprightPicture } from './on-picture.ts'
import { isPictured, pageScan } from './page-scan.ts'
import type { Trace } from './spot.ts'

/** Of this thread's processor time for one file; a page takes 0.1 to 0.4 s, most of it to decode the picture again. */
const MOST_MS = 10_000

/** Pages as pictures. */
export interface Pictures {
  /** The scans that a page may be, from the topmost; none where it is drawn. */
  scans(page: number): Promise<PagePicture[]>
  /** The page as it is shown; undefined where nothing visible was painted over its scan. */
  shown(page: number): Promise<PagePicture | undefined>
  /** The page as it is shown, whatever it paints. */
  painted(page: number): Promise<PagePicture>
}

/** The flags of recognised pages: what was changed in their pictures, at amounts and other values only. */
export async function inspectPictures(
  pictures: Pictures,
  pages: readonly Page[],
  parts: readonly DocumentPart[],
  issues: Issue[],
): Promise<Flag[]> {
  const flags: Flag[] = []
  const start = threadMs()
  const recognised = pages.filter(({ ocr }) => ocr)
  const told = fieldPages(parts)
  // Those that say something of what is returned come first: pages put before them take none of their time.
  for (const page of recognised.toSorted((a, b) => (told.get(b.number) ?? 0) - (told.get(a.number) ?? 0))) {
    if (threadMs() - start > MOST_MS) {
      issues.push({ stage: 'risk', code: 'picture_skipped', page: page.number })
      continue
    }
    try {
      flags.push(...(await inspectPage(pictures, page, parts, issues)))
    } catch {
      issues.push({ stage: 'risk', code: 'picture_not_inspected', page: page.number })
    }
  }
  return flags
}

/** How many fields stand on each page. */
function fieldPages(parts: readonly DocumentPart[]): Map<number, number> {
  const told = new Map<number, number>()
  for (const { page } of parts.flatMap(({ fields }) => Object.values(fields))) told.set(page, (told.get(page) ?? 0) + 1)
  return told
}

async function inspectPage(
  pictures: Pictures,
  page: Page,
  parts: readonly DocumentPart[],
  issues: Issue[],
): Promise<Flag[]> {
  const values = valuesAmong(page.words, parts)
  if (values.size === 0) return []
  const scans = await pictures.scans(page.number)
  const shown = scans.length > 0 ? await pictures.shown(page.number) : undefined
  const scan = pageScan(page, scans, shown)
  // Black and white has no grain, and a page of layers no print: that nothing was found there says nothing.
  if (!scan || scan.twoTones) noteUninspected(page, issues)
  if (!scan) return []
  const repainted = shown ? findRepainted(page, values, { scan, shown }, parts) : []
  return [...repainted, ...(scan.twoTones ? [] : tracesOn(page, values, scan, parts))]
}

function noteUninspected(page: Page, issues: Issue[]): void {
  if (isPictured(page)) issues.push({ stage: 'risk', code: 'picture_not_inspected', page: page.number })
}

function tracesOn(page: Page, values: Set<Word>, picture: PagePicture, parts: readonly DocumentPart[]): Flag[] {
  const words = page.words.filter(({ origin }) => origin === 'ocr')
  if (!words.some((word) => values.has(word))) return []
  const upright = uprightPicture(page, picture)
  const traces = findTraces(upright, seenWords(words, values, upright.spotOf))
  return traces.map((trace) => flagOf(trace, page.number, words[trace.at] as Word, parts))
}

/** Amounts, and the words of fields that say how much, whose, when and where to. */
function valuesAmong(words: readonly Word[], parts: readonly DocumentPart[]): Set<Word> {
  const fields = parts.flatMap((part) => Object.entries(part.fields))
  const told = fields.flatMap(([name, field]) => (targetOf(name) === 'other' ? [] : field.words))
  const shown = words.filter(({ visibility }) => visibility === 'shown')
  return new Set(shown.filter((word) => WITH_CENTS.test(word.text) || told.includes(word)))
}

function flagOf({ kind, clear, what }: Trace, page: number, word: Word, parts: readonly DocumentPart[]): Flag {
  const fields = parts.flatMap((part) => Object.entries(part.fields).filter(([, field]) => field.words.includes(word)))
  const message = kind === 'copied' ? `"${word.text}" ${what}` : `"${word.text}" is unlike the print around it: ${what}`
  return {
    code: kind === 'copied' ? 'PIXELS_COPIED' : 'PIXELS_UNLIKE_PAGE',
    family: 'typography',
    severity: clear ? 'high' : 'medium',
    proof: clear,
    message,
    fields: [...new Set(fields.map(([name]) => name))],
    evidence: [{ page, bbox: word.box }],
  }
}
