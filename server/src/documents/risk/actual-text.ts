import type { Flag } from '../model/findings.ts'
import type { MarkedText, Page } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'

/** Shorter texts stand for signs, ligatures and letters of ornament. */
const SHORTEST = 3

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const figures = (text: string) => text.replace(/\D/g, '')

/**
 * Text that programs copy in the place of what the page shows, and that the page shows nowhere. It is there for words
 * that are parted at a line's end and letters that are drawn; those say the same as the page.
 */
export function findActualTexts({ pages, source: { actualTexts = [] } }: Reading): Flag[] {
  if (actualTexts.length === 0) return []
  return pages.flatMap(({ page }) => {
    const told = actualTexts.filter((one) => one.page === page.number).map(({ text }) => text)
    const printed = plain(page.words.map(({ text }) => text).join(''))
    const lying = told.filter((text) => plain(text).length >= SHORTEST && !printed.includes(plain(text)))
    const honest = new Set(told.map(plain))
    return lying.flatMap((text) => {
      const place = (page.marks ?? []).find((mark) => !honest.has(plain(mark.text)) && isInsteadOf(text, mark))
      return place ? [flag(page, text, place)] : []
    })
  })
}

/** A value for a value: of figures another figure, about as long; of words another word, and no name of a sign. */
function isInsteadOf(text: string, mark: MarkedText): boolean {
  const [said, shown] = [plain(text), plain(mark.text)]
  const long = Math.min(said.length, shown.length) >= Math.max(SHORTEST, 0.5 * Math.max(said.length, shown.length))
  if (!long || /\d/.test(said) !== /\d/.test(shown)) return false
  return !/\d/.test(said) || figures(said) !== figures(shown)
}

function flag({ number }: Page, said: string, { text, box }: MarkedText): Flag {
  return {
    code: 'COPIES_AS_OTHER_TEXT',
    family: 'typography',
    severity: 'high',
    proof: true,
    message: `the page shows "${text.slice(0, 60)}", and "${said.slice(0, 60)}" is what programs copy`,
    fields: [],
    evidence: [{ page: number, bbox: box }],
  }
}
