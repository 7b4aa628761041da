import { around, type Box } from '../../model/box.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { type FoldedLine, foldLine, wordsBetween } from './folded-line.ts'
import { type Label, labelPattern, mayStandIn, type RankedLabel, rankOf } from './label.ts'

/** A label as it stands on a page. */
export interface LabelAt {
  layout: PageLayout
  line: Line
  /** Places in the line's folded text (folded-line.ts). */
  from: number
  to: number
  words: Word[]
  box: Box
  /** Which of the labels asked for it is; earlier ones are better. */
  rank: number
  /** Nothing else stands before it in its segment: it is a label and not a word of a sentence. */
  leads: boolean
  /** A colon follows. */
  colon: boolean
}

/** A label's words stand closer than this, in font sizes. */
const GAP_WITHIN_LABEL = 2.2

/**
 * Where any of `labels` stands on the pages, in reading order; where several fit one place the longest counts. Places
 * that a label of `except` covers are left out (`subtotal` and `total tax` for `total`).
 */
export function findLabels(
  pages: readonly PageLayout[],
  labels: readonly Label[],
  except: readonly Label[] = NONE,
): readonly LabelAt[] {
  return pages.flatMap((layout) => labelsOfPage(layout, labels, except))
}

const NONE: readonly Label[] = []

type Found = WeakMap<readonly Label[], WeakMap<readonly Label[], readonly LabelAt[]>>
const known = new WeakMap<PageLayout, Found>()

/** Kept while the page is, since the same labels are asked for once for each place where their value may stand. */
function labelsOfPage(layout: PageLayout, labels: readonly Label[], except: readonly Label[]): readonly LabelAt[] {
  const ofPage: Found = known.get(layout) ?? new WeakMap()
  const ofLabels = ofPage.get(labels) ?? new WeakMap()
  const found = ofLabels.get(except) ?? search(layout, labels, except)
  known.set(layout, ofPage.set(labels, ofLabels.set(except, found)))
  return found
}

// Most labels are nowhere on a page, which its text says at once.
function search(layout: PageLayout, labels: readonly Label[], except: readonly Label[]): LabelAt[] {
  const text = layout.lines.map((line) => foldLine(line).confused).join('\n')
  const asked = labels.map(rankOf).filter((label) => mayStandIn(label, text))
  if (asked.length === 0) return []
  const barred = except.filter((label) => mayStandIn(label, text))
  return layout.lines.flatMap((line) => labelsOfLine(layout, line, asked, barred))
}

function labelsOfLine(
  layout: PageLayout,
  line: Line,
  labels: readonly RankedLabel[],
  except: readonly Label[],
): LabelAt[] {
  const folded = foldLine(line)
  const asked = labels.filter((label) => mayStandIn(label, folded.confused))
  if (asked.length === 0) return []
  const barred = except
    .filter((label) => mayStandIn(label, folded.confused))
    .flatMap((label) => Array.from(folded.text.matchAll(labelPattern(label))))
    // Captions of two columns are no longer label: `Invoice` and, further right, `Date`.
    .filter(({ index, 0: match }) => !isTorn(wordsBetween(folded, index, index + match.length)))
  const found: LabelAt[] = []
  for (const { label, rank } of asked) {
    for (const match of matchesOf(label, folded)) {
      const [from, to] = [match.index, match.index + match[0].length]
      const isPart = barred.some((other) => other.index <= from && other.index + other[0].length >= to)
      const words = wordsBetween(folded, from, to)
      if (isPart || words.length === 0) continue
      const after = folded.text.slice(to)
      found.push({
        layout,
        line,
        from,
        to,
        words,
        box: around(words.map(({ box }) => box)),
        rank,
        leads: leads(line, words),
        colon: /^\s?[.)]?\s?:/.test(after),
      })
    }
  }
  return uncovered(found)
}

/** Where a label stands on a line. One that words of two columns seem to make is none, and hides none within. */
function matchesOf(label: RankedLabel['label'], folded: FoldedLine): RegExpExecArray[] {
  const pattern = labelPattern(label)
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(folded.text); match; match = pattern.exec(folded.text)) {
    const torn = isTorn(wordsBetween(folded, match.index, match.index + match[0].length))
    if (!torn) found.push(match)
    if (torn || match[0] === '') pattern.lastIndex = match.index + 1
  }
  return found
}

/** Without those that a longer one covers, or a better one of the same place; in reading order. */
function uncovered(found: readonly LabelAt[]): LabelAt[] {
  const sorted = found.toSorted((a, b) => a.from - b.from || b.to - a.to || a.rank - b.rank)
  let reached = 0
  return sorted.filter(({ to }) => {
    const covered = to <= reached
    reached = Math.max(reached, to)
    return !covered
  })
}

function isTorn(words: Word[]): boolean {
  return words.some((word, index) => {
    const before = words[index - 1]
    return before !== undefined && word.box[0] - before.box[2] > GAP_WITHIN_LABEL * Math.max(word.size, before.size)
  })
}

function leads(line: Line, words: Word[]): boolean {
  const first = words[0] as Word
  const segment = line.segments.find(({ box }) => first.box[0] >= box[0] - 0.1 && first.box[0] < box[2])
  // Sums may be printed with what is done to them, lettered or numbered: `- Total debits`, `A. Total`, `28. Date`.
  const lead = segment?.words.find(({ text }) => !/^(?:\(?[-+=–−]\)?|[A-H]\.|[IVX]{1,4}\.|\d{1,2}[A-D]?\.)$/.test(text))
  return lead === undefined || first.box[0] - lead.box[0] < 0.5
}
