import { Refused } from '../model/refused.ts'

/** What pdf.js decodes at the most, see text/open.ts; a small file can claim a billion. */
export const MOST_PIXELS = 40_000_000

/** Throws Refused, in words for whoever sent the picture, where it is too large to be read. */
export function demandSize(width: number, height: number): void {
  if (width * height <= MOST_PIXELS) return
  const millions = Math.round((width * height) / 1_000_000)
  throw new Refused(
    'unprocessable_document',
    `The picture has ${millions} million pixels; at most ${MOST_PIXELS / 1_000_000} million are read. ` +
      'Send it smaller: 300 dots an inch are enough.',
  )
}
