import { Refused } from '../model/refused.ts'

/** What pdf.js decodes at the most, see text/open.ts; a small file can claim a billion. */
export const MOST_PIXELS = 40_000_000

/** Of all sheets of a file together, and for each of its bytes: print in two tones has some 300, white paper 20,000. */
const [MOST_TOGETHER, MOST_OF_BYTE] = [100_000_000, 2_000]

/** Throws Refused where sheets of so many pixels are more than a file of `size` bytes holds: all may be one strip. */
export function demandTogether(pixels: number, size: number): void {
  if (pixels <= MOST_TOGETHER + MOST_OF_BYTE * size) return
  const [millions, kilobytes] = [Math.round(pixels / 1_000_000), Math.ceil(size / 1000)]
  throw new Refused(
    'unprocessable_document',
    `The sheets of the picture have ${millions} million pixels in ${kilobytes} kB, which is white paper: ` +
      'leave blank sheets out, or send it in several files.',
  )
}

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
