import { area, type Box, height, shared } from '../../model/box.ts'
import type { DocumentPart, Flag } from '../../model/findings.ts'
import type { Page, Word } from '../../model/page.ts'
import type { PagePicture } from '../../ocr/page-picture.ts'
import { type Beneath, beneath, hasPrint, inkTakenAway } from './repainted.ts'

/** A stroke of one digit, in parts of the square of the word's height; untouched scans have nothing of it. */
const TAKEN = 0.003
/** A picture of a line or two, in heights of the word on it; what is larger is a stamp or a signature. */
const LINES = 2.5
/** The share of the picture, or of the word, that lies upon the other. */
const [ON_WORD, UNDER_PICTURE] = [0.6, 0.3]
/** A file made to hurt is looked at so far. */
const MOST_WORDS = 500

/**
 * Values that a page shows where its scan has print of another kind: text on a box in the paper's colour, or a small
 * picture, laid over the scan. Pure.
 */
export function findRepainted(
  page: Page,
  values: ReadonlySet<Word>,
  pictures: { scan: PagePicture; shown: PagePicture },
  parts: readonly DocumentPart[],
): Flag[] {
  const pair = beneath(page, pictures.scan, pictures.shown)
  const patches = patchesOf(page)
  const replaced = [...values].slice(0, MOST_WORDS).filter((word) => isReplaced(pair, word, patches))
  return replaced.length === 0 ? [] : [flagOf(page, replaced, parts)]
}

function flagOf({ number }: Page, replaced: readonly Word[], parts: readonly DocumentPart[]): Flag {
  const fields = parts.flatMap((part) => Object.entries(part.fields))
  const named = fields.filter(([, field]) => field.words.some((word) => replaced.includes(word)))
  const texts = replaced.slice(0, 6).map(({ text }) => text)
  return {
    code: 'SCAN_PAINTED_OVER',
    family: 'typography',
    severity: 'high',
    proof: true,
    message: `the scan was painted over, and "${texts.join(' ')}" is shown where it has other print`,
    fields: [...new Set(named.map(([name]) => name))],
    evidence: replaced.slice(0, 20).map(({ box }) => ({ page: number, bbox: box })),
  }
}

function isReplaced(pair: Beneath, word: Word, patches: readonly Box[]): boolean {
  if (inkTakenAway(pair, word.box) >= TAKEN) return true
  return patches.some((box) => liesOn(box, word.box)) && hasPrint(pair, word.box)
}

function liesOn(patch: Box, word: Box): boolean {
  if (height(patch) > LINES * height(word)) return false
  const both = shared(patch, word)
  return both > ON_WORD * area(patch) || both > UNDER_PICTURE * area(word)
}

/** Pictures painted after the one that is the page. */
function patchesOf({ pictures }: Page): Box[] {
  const scan = pictures.toSorted((a, b) => area(b.box) - area(a.box))[0]
  return scan ? pictures.filter(({ order }) => order > scan.order).map(({ box }) => box) : []
}
