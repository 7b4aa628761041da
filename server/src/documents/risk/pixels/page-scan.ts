import { area, shared } from '../../model/box.ts'
import type { Page, Word } from '../../model/page.ts'
import type { PagePicture } from '../../ocr/page-picture.ts'
import { beneath, inkTakenAway } from './repainted.ts'

/** A smaller share of the page under pictures is no scan. */
const LEAST_SHARE = 0.6
/** So many words tell whose print a page is. */
const MOST_WORDS = 200
/** Words of a scan that other pictures may lie over: stamps, checks, a signature. */
const OWN_SHARE = 0.9
/** A stroke of a digit, in parts of the square of the word's height. */
const STROKE = 0.02

/** Whether pictures cover so much of a page that it may be a scan. Pure. */
export function isPictured({ width, height, pictures }: Page): boolean {
  const covered = pictures.reduce((sum, { box }) => sum + shared([0, 0, width, height], box), 0)
  return covered >= LEAST_SHARE * area([0, 0, width, height])
}

/**
 * The picture whose print the words of its page are. Where a page paints several, a mask of a pixel does not make it a
 * page of layers, nor a clear sheet over it another: what is shown says which picture was read. Undefined where the
 * print is of none, as on pages that are a background under masks. Pure.
 */
export function pageScan(
  page: Page,
  pictures: readonly PagePicture[],
  shown: PagePicture | undefined,
): PagePicture | undefined {
  const [first] = pictures
  if (!shown || !first?.amongOthers) return first
  const read = page.words.filter(({ origin }) => origin === 'ocr')
  const step = Math.ceil(read.length / MOST_WORDS)
  const words = read.filter((_, at) => at % step === 0)
  const shares = pictures.map((picture) => ownShare(page, picture, shown, words))
  const best = Math.max(...shares)
  return best >= OWN_SHARE ? pictures[shares.indexOf(best)] : undefined
}

/** The share of words whose ink the picture has. */
function ownShare(page: Page, scan: PagePicture, shown: PagePicture, words: readonly Word[]): number {
  const swapped = beneath(page, shown, scan)
  return words.filter(({ box }) => inkTakenAway(swapped, box) < STROKE).length / Math.max(1, words.length)
}
