import { height, middle } from '../model/box.ts'
import type { DocumentPart, Flag } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { isPrinted } from './lone-values.ts'

/** Tables that are broader than their sheet go on beside it for more lines than this. */
const MOST_LINES = 2
/** Base lines nearer than this, in sizes, are one. */
const LEVEL = 0.1

const plain = ({ text }: Word) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const isBeside = ({ box }: Word, { width }: Page) => box[0] > width || box[2] < 0

const isLevel = (a: Word, b: Word) =>
  a.program === b.program &&
  Math.abs(a.size - b.size) < 0.01 &&
  Math.abs(middle(a.box)[1] - middle(b.box)[1]) < LEVEL * height(a.box)

/**
 * Words beside the sheet on the very line of a name, a date or a number, set as that is, which the pages say nowhere:
 * what stood there was pushed off the page, and programs that read along the line still find it.
 */
export function findBesideSheet({ pages }: Reading, parts: readonly DocumentPart[]): Flag[] {
  return pages.flatMap(({ page }) => {
    const printed = new Set(page.words.map(plain))
    const beside = (page.unseen ?? []).filter((word) => isBeside(word, page) && plain(word).length > 1)
    const lines = new Set(beside.map(({ box }) => Math.round(middle(box)[1])))
    if (lines.size === 0 || lines.size > MOST_LINES || beside.every((word) => printed.has(plain(word)))) return []
    return parts.flatMap((part) => toldOf(part, page, beside))
  })
}

function toldOf({ fields }: DocumentPart, page: Page, beside: readonly Word[]): Flag[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const words = field.words.filter(isPrinted)
    const pushed = beside.filter((word) => words.some((own) => isLevel(own, word)))
    if (field.page !== page.number || typeof field.value === 'number' || pushed.length === 0) return []
    return [
      {
        code: 'VALUE_OFF_PAGE',
        family: 'typography' as const,
        severity: 'medium' as const,
        proof: true,
        message: `"${pushed.map(({ text }) => text).join(' ')}" lies beside the page on the line of "${field.printed}"`,
        fields: [name],
        evidence: [{ page: page.number, bbox: field.box }],
      },
    ]
  })
}
