import { type Box, holds, middle } from '../model/box.ts'
import type { Fill, Page, Word } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'
import { type Facts, type Rule, rowsNamed } from './facts.ts'
import { pagesOf } from './lone-values.ts'

/** More lines than this, and it is how the page was made: a template below its print. */
const MOST_ROWS = 6
/** Paper is at least this light, of 255 in each colour: what is blacked out says that something was there. */
const LIGHTEST = 235

const isPaper = ({ color }: Fill) => /^#[0-9a-f]{6}$/i.test(color) && channels(color).every((each) => each >= LIGHTEST)

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const isLevel = (a: Word, b: Word) => Math.abs(middle(a.box)[1] - middle(b.box)[1]) < 0.5 * a.size

/** Lines of words that something in the colour of the paper hides, with an amount and nothing else on them. */
function paintedOver(page: Page): Word[][] {
  const paper = page.fills.filter(isPaper)
  const hidden = page.words.filter(
    (word) =>
      word.visibility === 'covered' &&
      word.origin === 'text' &&
      paper.some(({ box, order }) => order > word.order && holds(box, word.box, 1)),
  )
  const seen = page.words.filter(({ visibility }) => visibility === 'shown')
  return hidden
    .filter(({ text }) => WITH_CENTS.test(text))
    .filter((amount) => !seen.some((word) => isLevel(word, amount)))
    .map((amount) => hidden.filter((word) => isLevel(word, amount)))
    .filter((line) => line.length > 1)
}

/** Where the rows of a page's table stand: from the first to the last, left to right. */
function tableOn({ part }: Pick<Facts, 'part'>, page: Page): Box | undefined {
  const boxes = rowsNamed({ part }, 'transactions')
    .filter((row) => row.page === page.number)
    .map(({ box }) => box)
  if (boxes.length < 2) return undefined
  const edge = (at: 0 | 1 | 2 | 3, of: 'min' | 'max') => Math[of](...boxes.map((box) => box[at]))
  return [edge(0, 'min'), edge(1, 'min'), edge(2, 'max'), edge(3, 'max')]
}

/** A payment that was not to be seen: a row of a statement under a patch of paper, which leaves a blank. */
export const rowsPaintedOver: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const table = tableOn(facts, page)
    const lines = table ? paintedOver(page).filter(([first]) => first && isWithin(first, table)) : []
    if (lines.length === 0 || lines.length > MOST_ROWS) return []
    const said = lines[0]?.map(({ text }) => text).join(' ')
    return [
      {
        code: 'ROW_PAINTED_OVER',
        family: 'typography' as const,
        severity: 'high' as const,
        proof: true,
        message: `a row of the table is painted over in the colour of the paper: "${said?.slice(0, 80)}"`,
        fields: [],
        evidence: lines
          .flat()
          .slice(0, 20)
          .map(({ box }) => ({ page: page.number, bbox: box })),
      },
    ]
  })

/** The first and the last row may be the one that is hidden. */
function isWithin({ box, size }: Word, [left, foot, right, head]: Box): boolean {
  const [x, y] = middle(box)
  return x > left - size && x < right + size && y > foot - 3 * size && y < head + 3 * size
}
