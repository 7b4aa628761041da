import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { hasLegalForm } from '../labels/legal-form.ts'
import { isPlace, isStreet, isStreetName } from './address.ts'
import { mention, segmentsOf } from './mention.ts'
import { mayBeName, nameWords } from './party-name.ts'
import { pieceOf } from './pieces.ts'
import { HEIGHT, LARGE, PARTY } from './weights.ts'

/** Segments as they are, and those that bullets join. */
function joinedLines(layout: PageLayout): { layout: PageLayout; segment: Pick<Segment, 'words' | 'text' | 'box'> }[] {
  return layout.lines.flatMap(({ segments }) => {
    const runs: Segment[][] = []
    for (const segment of segments) {
      const last = runs.at(-1)?.at(-1)
      if (last && (/[|●•·∙▪]$/.test(last.text) || /^[|●•·∙▪]/.test(segment.text))) runs.at(-1)?.push(segment)
      else runs.push([segment])
    }
    return runs.map((run) => ({ layout, segment: pieceOf(run.flatMap(({ words }) => words)) }))
  })
}

const SEPARATOR = /\s*[|●•·∙▪*]\s*|\s+[-–—]\s+|,\s+/

/** The sender in one small line over the address window: `Acme Ltd | 1 High Street | 12345 Town`. */
export function findSenderLines(pages: readonly PageLayout[]): Field[] {
  return pages.flatMap(joinedLines).flatMap(({ layout, segment }) => {
    if (segment.box[1] < layout.page.height * HEIGHT.senderLine) return []
    const parts = segment.text.split(SEPARATOR).filter((part) => part !== '')
    const placed = parts.findIndex((part, index) => index > 0 && isPlace(part))
    const name = parts[0] ?? ''
    // `Corso Garibaldi, 88` is a street.
    if (/^\d{1,4}\p{L}?$/u.test(parts[1] ?? '') || (isStreetName(name) && !hasLegalForm(name))) return []
    // What begins small goes on from the line above: `Studio Example` over `di Ada Byron`.
    const street = placed === 1 && /\d{1,4}\p{L}? .*\d{4,}/u.test(parts[1] ?? '')
    if ((parts.length < 3 && !street) || placed < 1 || !mayBeName(name) || /\d|^\p{Ll}/u.test(name)) return []
    const folded = foldWords(segment.words)
    const words = wordsBetween(folded, 0, name.length)
    // `Plumbing · Heating · 3 High Street · Town`: trades before the address are no name.
    const trades = placed > 1 && !name.includes(' ') && !isStreet(parts[1] ?? '') && !hasLegalForm(name)
    return words.length > 0 && !trades && (hasLegalForm(name) || !isUnderName(layout, segment))
      ? [mention(nameWords(words), layout.page.number, 'sender-line', PARTY.senderLine)]
      : []
  })
}

/** Whether a name set larger or bolder stands right over a line: the line is the address under it. */
function isUnderName(layout: PageLayout, { box, words }: Pick<Segment, 'box' | 'words'>): boolean {
  const size = Math.max(...words.map((word) => word.size))
  return segmentsOf([layout]).some(({ segment }) => {
    const gap = segment.box[1] - box[3]
    const straight = Math.abs(segment.box[0] - box[0]) < 6 || Math.abs(segment.box[2] - box[2]) < 6
    const stands = segment.size > LARGE * size || (segment.bold && !words.some(({ bold }) => bold))
    return (
      gap > -0.3 * size && gap < 1.5 * size && straight && stands && mayBeName(segment.text) && !isPlace(segment.text)
    )
  })
}
