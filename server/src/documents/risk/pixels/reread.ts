import { around, height, middle } from '../../model/box.ts'
import type { Flag } from '../../model/findings.ts'
import type { Page, Word } from '../../model/page.ts'
import { type Bitmap, blank } from '../../ocr/bitmap.ts'
import { evened } from '../../ocr/evened.ts'
import type { PagePicture } from '../../ocr/page-picture.ts'
import type { Crop } from '../../ocr/read-again.ts'
import { uprightPicture } from './on-picture.ts'
import type { Spot } from './spot.ts'

/** Of a page, the first of them: sums over more figures than this are left in doubt. */
export const MOST_REREAD = 60
/** Paper around a word, in its heights. */
const [BESIDE, ABOVE] = [0.25, 0.12]

/** Recognised figures of one page that flags are in doubt about. Pure. */
export function doubtedOn({ words }: Page, flags: readonly Flag[]): Word[] {
  const doubted = new Set(flags.flatMap((flag) => flag.doubted ?? []))
  return words.filter((word) => doubted.has(word) && word.origin === 'ocr' && word.reread === undefined)
}

/** Groups of digits parted by blanks are nearer than this, in heights. */
const GROUPED = 0.6

const isGroup = (text: string) => /^[\d.,]+$/.test(text)

/**
 * Words that are read together: groups of one number's digits, which are one word to a reader, and by themselves too
 * little to be known for sure. Pure.
 */
export function togetherOn({ words: all }: Page, doubted: readonly Word[]): Word[][] {
  const found: Word[][] = []
  for (const word of doubted.toSorted((a, b) => a.box[0] - b.box[0])) {
    const before = found.find((group) => goesOn(group.at(-1) as Word, word))
    if (before) before.push(word)
    else found.push([word])
  }
  return found.toSorted((a, b) => all.indexOf(a[0] as Word) - all.indexOf(b[0] as Word))
}

function goesOn(before: Word, word: Word): boolean {
  const level = Math.abs(middle(before.box)[1] - middle(word.box)[1]) < 0.5 * height(word.box)
  const gap = word.box[0] - before.box[2]
  return level && isGroup(before.text) && isGroup(word.text) && gap >= 0 && gap < GROUPED * height(word.box)
}

/** The groups of words as they lie on the picture, level, on white. Pure. */
export function cropsOf(page: Page, picture: PagePicture, groups: readonly (readonly Word[])[]): Crop[] {
  const { bitmap, spotOf } = uprightPicture(page, picture)
  return groups.map((words) => ({
    text: words.map(({ text }) => text).join(''),
    bitmap: cropped(bitmap, spotOf({ ...(words[0] as Word), box: around(words.map(({ box }) => box)) })),
  }))
}

function cropped({ width, height, data }: Bitmap, { x, y, wide, high, slope }: Spot): Bitmap {
  const [left, across] = [Math.round(x - wide / 2 - BESIDE * high), Math.ceil(wide + 2 * BESIDE * high)]
  const down = Math.ceil(high * (1 + 2 * ABOVE))
  const crop = blank(Math.max(1, across), Math.max(1, down))
  for (let column = 0; column < across; column++) {
    const top = Math.round(y - down / 2 + slope * (left + column - x))
    for (let row = 0; row < down; row++) {
      const inside = left + column >= 0 && left + column < width && top + row >= 0 && top + row < height
      if (inside) crop.data[row * crop.width + column] = data[(top + row) * width + left + column] as number
    }
  }
  return evened(crop)
}
