import { around, height, width } from '../../model/box.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldBlanks } from '../../values/fold.ts'
import type { Candidate } from './candidate.ts'
import { isLegalForm } from './legal-form.ts'

/** Lines of one cell follow each other closer than this, in heights; what stands further below is another cell's. */
const WITHIN_CELL = 0.55
const APART = 1.4
const EDGE = 3

/** A word or two of a name, and nothing that could be a caption or a value. */
const PART_OF_NAME = /^\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+)?$/u

/**
 * The value of a caption in a narrow cell goes on under it: `Employee: Maria del Carmen` over `Lopez`. The line under
 * it is its own where it stands closer to it than what follows, as in the cells of a table.
 */
export function withWrapped(found: Candidate): Candidate {
  const tail = found.method === 'label-inline' || found.method === 'label-right' ? tailOf(found) : undefined
  if (!tail) return found
  const words = [...found.words, ...tail.words]
  const value = foldBlanks(`${found.value} ${tail.text}`)
  return { ...found, value, words, box: around(words.map(({ box }) => box)) }
}

function tailOf({ label, box }: Candidate): Segment | undefined {
  const edges = [label.box[0], box[0]]
  const column = segmentsIn(label.layout).filter((each) => edges.some((edge) => Math.abs(each.box[0] - edge) < EDGE))
  const [under, next] = column
    .filter((each) => each.box[3] <= box[1] + 0.4 * height(box))
    .toSorted((a, b) => b.box[3] - a.box[3])
  if (!under || !(PART_OF_NAME.test(under.text) || isLegalForm(under.text))) return undefined
  const tall = height(box)
  const gap = box[1] - under.box[3]
  const after = next ? under.box[1] - next.box[3] : Number.POSITIVE_INFINITY
  const isCells = gap < WITHIN_CELL * tall && after > Math.max(APART * gap, gap + 0.2 * tall)
  return isCells && hadNoRoom(label, box, under) ? under : undefined
}

/** A cell's inner edges, in points. */
const PADDING = 12

/** Whether the next word would have run into what stands beside the value: that is why it stands under it. */
function hadNoRoom({ line }: Candidate['label'], box: Candidate['box'], under: Segment): boolean {
  const beside = line.segments.find((each) => each.box[0] > box[2])
  const word = under.words[0]
  return beside !== undefined && word !== undefined && box[2] + width(word.box) + PADDING > beside.box[0]
}

const segmentsIn = ({ lines }: PageLayout): Segment[] => lines.flatMap(({ segments }) => segments)
