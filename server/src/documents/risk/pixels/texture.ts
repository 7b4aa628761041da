import type { Patch } from './patch.ts'

/** What paper and print of one word look like; each number is to be compared with those of the same page only. */
export interface Texture {
  /** Mean roughness of the paper between the letters, as a logarithm: its grain. */
  grain: number
  /** Deviation of the paper's brightness, as a logarithm. */
  spread: number
  /** Share of the paper without any grain. */
  smooth: number
  /** The steepest edges, as a share of the way from paper to ink in one pixel, as a logarithm. */
  edge: number
  /** Mean brightness of the paper. */
  paper: number
}

export type Aspect = keyof Texture

/** Fewer pixels tell nothing. */
const [LEAST_PAPER, LEAST_EDGES] = [30, 15]
/** A speck of dust is no grain. */
const MOST_ROUGH = 60
/** A smaller step from pixel to pixel is none of a letter's edges. */
const LEAST_STEP = 0.15

/** Undefined where too little of the paper or of the edges is seen. Pure. */
export function textureOf(patch: Patch): Texture | undefined {
  const [paper, edges] = [paperOf(patch), stepsOf(patch)]
  if (paper.count < LEAST_PAPER || edges.length < LEAST_EDGES) return undefined
  const mean = paper.sum / paper.count
  const deviation = Math.sqrt(Math.max(0, paper.squares / paper.count - mean * mean))
  return {
    grain: Math.log(paper.rough / paper.count + 0.5),
    spread: Math.log(deviation + 0.5),
    smooth: paper.smooth / paper.count,
    edge: Math.log(edges[Math.floor(0.85 * edges.length)] as number),
    paper: mean,
  }
}

function paperOf({ levels, rough, inked }: Patch) {
  const found = { count: 0, sum: 0, squares: 0, rough: 0, smooth: 0 }
  for (let at = 0; at < levels.length; at++) {
    if (inked[at] !== 0) continue
    const [level, roughness] = [levels[at] as number, Math.abs(rough[at] as number)]
    found.count++
    found.sum += level
    found.squares += level * level
    found.rough += Math.min(roughness, MOST_ROUGH)
    if (roughness === 0) found.smooth++
  }
  return found
}

/** The steps of brightness at ink's edges, the steepest last. */
function stepsOf({ wide, levels, inked, paper, ink }: Patch): Float32Array {
  const steps: number[] = []
  for (let at = 0; at < levels.length - wide; at++) {
    if (inked[at] === 0 || at % wide === wide - 1) continue
    const level = levels[at] as number
    const across = Math.abs((levels[at + 1] as number) - level)
    const step = Math.max(across, Math.abs((levels[at + wide] as number) - level)) / (paper - ink)
    if (step > LEAST_STEP) steps.push(step)
  }
  return Float32Array.from(steps).sort()
}
