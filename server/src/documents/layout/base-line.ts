import type { Word } from '../model/page.ts'

/** Above a word's box the base line stands at this share of its size, in a text layer and as recognition sets words. */
const BELOW = 0.22

/** Height of the line on which a word's letters stand. */
export const baseLine = ({ box, size }: Word): number => box[1] + BELOW * size

/** Whether a word runs across the page, as nearly all do. */
export function isLevel({ turn }: Word): boolean {
  return turn === undefined
}
