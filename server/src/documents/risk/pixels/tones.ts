/** Grey print on a grey ground is lost in the noise. */
const LEAST_CONTRAST = 50
/** Places among a word's pixels, from the darkest on: most are paper, a few the middle of a stroke. */
const [PAPER, INK] = [0.75, 0.03]

/** The grey of a word's paper and of its ink; undefined where the two are too near to be told apart. Pure. */
export function tonesOf(levels: Uint8Array): { paper: number; ink: number } | undefined {
  const sorted = levels.toSorted()
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] as number
  const [paper, ink] = [at(PAPER), at(INK)]
  return paper - ink < LEAST_CONTRAST ? undefined : { paper, ink }
}
