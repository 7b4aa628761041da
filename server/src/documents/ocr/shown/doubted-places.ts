import { area, around, type Box, height, middle, shared, width } from '../../model/box.ts'
import type { Page, Word } from '../../model/page.ts'
import { shapeRows } from '../../model/shape-rows.ts'
import { WITH_CENTS } from '../../values/amount.ts'

/** Where it is open whether the page shows what its text says. */
export interface Place {
  box: Box
  /** Of the text layer, whoever sees them; none where the page shows what no text says. */
  words: Word[]
}

/** Places of one page that are looked at: what lies over all others of a table hides no change. */
const MOST = 40
/** Rows of outlines on one page; a page with more is drawn that way. */
const MOST_ROWS = 8
/** A page with more of them is drawn that way (a map, a pattern), and those beyond are not even told apart. */
const MOST_BOXES = 400
/** Share of the smaller one that words have in common when they are printed on one another. */
const ON_ANOTHER = 0.4
/** Share of a word that later paint covers when it covers a character. */
const A_CHARACTER = 0.08
/** Patches, pictures and rows of outlines in the place of words are no higher than this, in their sizes. */
const LINE = 2.2
/** How far a value stands behind its label at most, in sizes. */
const BEHIND = 40

/**
 * Places at which something else than text lies on text or in its place, or text on other text. Nothing on scans. Pure.
 */
export function doubtedPlaces(page: Page): Place[] {
  if (page.ocr) return []
  const words = page.words.filter(({ origin, turn, text }) => origin === 'text' && !turn && /[\p{L}\p{N}]/u.test(text))
  if (words.length === 0) return []
  const boxes = [
    ...pilesOf(words),
    ...patchesOn(page, words),
    ...strangersOn(page, words),
    ...underPictures(page, words),
  ]
  const kept = boxes.slice(0, MOST_BOXES)
  return joined(kept).map((box) => ({ box, words: words.filter((word) => liesIn(word, box)) }))
}

/**
 * Those of them that are looked at: all where they are few. A page with more is drawn that way, or somebody put the
 * others there; then those that hold amounts and nothing else of which it were drawn, spread over the page.
 */
export function lookedAt(places: readonly Place[]): readonly Place[] {
  if (places.length <= MOST) return places
  const amounts = places.filter(({ words }) => words.some(({ text }) => WITH_CENTS.test(text)))
  const every = Math.ceil(amounts.length / MOST)
  return amounts.filter((_, at) => at % every === 0)
}

const liesIn = ({ box }: Word, place: Box) => shared(box, place) > 0.3 * Math.min(area(box), area(place))

const isShown = ({ visibility }: Word) => visibility === 'shown'

/** Words of one size that stand on one another and say different things. */
function pilesOf(words: readonly Word[]): Box[] {
  const sorted = words.filter(isShown).toSorted((a, b) => a.box[0] - b.box[0])
  return sorted.flatMap((word, index) => {
    const found: Box[] = []
    for (let k = index + 1; k < sorted.length && (sorted[k] as Word).box[0] < word.box[2]; k++) {
      const other = sorted[k] as Word
      const common = shared(word.box, other.box) > ON_ANOTHER * Math.min(area(word.box), area(other.box))
      if (common && other.text !== word.text && isOfSize(other.size, word.size))
        found.push(around([word.box, other.box]))
    }
    return found
  })
}

const isOfSize = (a: number, b: number) => Math.min(a, b) > 0.7 * Math.max(a, b)

/**
 * Words of which something as high as a line was painted over a character at least: a fill, a pattern, a shading, or
 * text in the colour of the paper.
 */
function patchesOn({ fills, veils = [] }: Page, words: readonly Word[]): Box[] {
  const signs = words.filter(({ visibility }) => visibility === 'faint')
  const paints = [...fills, ...veils, ...signs]
  if (paints.length === 0) return []
  const shown = words.filter(isShown)
  return shown.flatMap((word) => {
    const over = paints.some(
      ({ box, order }) =>
        order > word.order &&
        height(box) <= LINE * word.size &&
        height(box) >= 0.35 * word.size &&
        shared(box, lettersOf(word)) > Math.max(A_CHARACTER * area(lettersOf(word)), 0.15 * word.size ** 2),
    )
    return over ? [word.box] : []
  })
}

/** Where its characters have ink, but for what hangs below the line. */
const lettersOf = ({ box: [x0, y0, x1, y1] }: Word): Box => [x0, y0 + 0.2 * (y1 - y0), x1, y1 - 0.15 * (y1 - y0)]

/** Pictures, patterns and rows of outlines that are as high as a line and stand in the place of words. */
function strangersOn({ pictures, veils = [], shapes = [] }: Page, words: readonly Word[]): Box[] {
  const rows = shapeRows(shapes)
  const drawn = rows.length > MOST_ROWS ? [] : rows.map((row) => widened(row, words))
  const print = veils.filter(({ box, order }) => !words.some((word) => word.order > order && liesIn(word, box)))
  const strangers = [...[...pictures, ...print].map(({ box }) => box), ...drawn]
  return strangers.filter((box) => {
    const over = words.filter((word) => liesIn(word, box))
    if (over.length > 0) return over.every(({ size }) => height(box) < LINE * size) && width(box) > 0.3 * height(box)
    return width(box) > 1.5 * height(box) && words.some((word) => isShown(word) && leadsTo(word, box))
  })
}

/** A picture of more of the page is a scan, and the text under it its layer. */
const SCAN = 0.5

/**
 * Amounts under a picture of several lines, as a cutting of another print is laid over a table: each is a place of its
 * own. Of more than can be looked at, those spread over it.
 */
function underPictures({ pictures, width: wide, height: high }: Page, words: readonly Word[]): Box[] {
  const hidden = words.filter(
    ({ visibility, box, size, text, order }) =>
      visibility === 'covered' &&
      WITH_CENTS.test(text) &&
      pictures.some(
        (picture) =>
          picture.order > order &&
          height(picture.box) >= LINE * size &&
          area(picture.box) < SCAN * wide * high &&
          shared(picture.box, box) > 0.9 * area(box),
      ),
  )
  const every = Math.ceil(hidden.length / MOST)
  return hidden.filter((_, at) => at % every === 0).map(({ box }) => box)
}

/** A row of outlines with room for one more at each end: a T or an l is two bars, and bars are taken for rules. */
function widened([x0, y0, x1, y1]: Box, words: readonly Word[]): Box {
  const beside = words.filter(({ box }) => isShownBeside(box, [x0, y0, x1, y1]))
  const before = beside.filter(({ box }) => box[2] <= x0 + 1).map(({ box }) => box[2])
  const behind = beside.filter(({ box }) => box[0] >= x1 - 1).map(({ box }) => box[0])
  return [Math.max(x0 - (y1 - y0), ...before), y0, Math.min(x1 + (y1 - y0), ...behind), y1]
}

const isShownBeside = (box: Box, [, y0, , y1]: Box) => box[1] < y1 && box[3] > y0

/** A label, or what a label would be, on the line of a box and in front of it. */
const leadsTo = ({ box, size, text }: Word, place: Box) =>
  /\p{L}{2}/u.test(text) &&
  middle(place)[1] > box[1] &&
  middle(place)[1] < box[3] &&
  height(place) < LINE * size &&
  height(place) > 0.5 * size &&
  box[2] <= place[0] + 1 &&
  place[0] - box[2] < BEHIND * size

function joined(boxes: readonly Box[]): Box[] {
  const done: Box[] = []
  for (const box of boxes) {
    const at = done.findIndex((other) => shared(box, other) > 0)
    if (at < 0) done.push(box)
    else done[at] = around([done[at] as Box, box])
  }
  return done
}
