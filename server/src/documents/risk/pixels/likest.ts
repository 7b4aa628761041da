import { alikeGrain, grainAt, hasGrain } from './alike-grain.ts'
import type { BlankAround } from './blank-around.ts'
import { isBlank, type Residue } from './residue.ts'
import { signsThatDiffer } from './signs.ts'

/** Who copies blank paper takes it from above, below or beside, or from near by: so far in pixels. */
const [STRAIGHT, NEAR] = [20, 160]
/** Nearer places share pixels with the value's own. */
const OWN = 8
/** Coarse compression makes papers alike that lie whole blocks apart both ways, unless little of them is still. */
const [BLOCK, FINE] = [8, 0.05]
/** Of the places whose signs agree best so many are compared pixel by pixel. */
const COMPARED = 200
/** A place that is as near to the likest is the same. */
const SAME = 2
/** Chance alone is this alike where no other place was worth comparing. */
const BY_CHANCE = 0.1

/** A place, and how alike its grain is. */
interface Likeness {
  x: number
  y: number
  alike: number
}

/** How alike the likest blank place is to a value's paper, 1 the same and 0 by chance, and the next likest. Pure. */
export function likestOf(residue: Residue, blank: BlankAround): { alike: number; next: number } {
  const places = likenesses(residue, blank).toSorted((a, b) => b.alike - a.alike)
  const [first] = places
  if (!first || !isEvidence(residue, blank, first)) return { alike: 0, next: 0 }
  const next = places.find(({ x, y }) => Math.abs(x - first.x) > SAME || Math.abs(y - first.y) > SAME)
  return { alike: first.alike, next: Math.max(BY_CHANCE, next?.alike ?? 0) }
}

function isEvidence(residue: Residue, blank: BlankAround, { x, y }: Likeness): boolean {
  const grain = grainAt(residue, blank.paper, y * residue.width + x)
  return hasGrain(grain) && (!wholeBlocks({ x, y }, blank) || grain.still <= FINE)
}

const wholeBlocks = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  (a.x - b.x) % BLOCK === 0 && (a.y - b.y) % BLOCK === 0

function likenesses(residue: Residue, blank: BlankAround): Likeness[] {
  const { width } = residue
  const found: Likeness[] = []
  for (const at of agreeing(residue, blank).flat()) {
    if (found.length === COMPARED) break
    const [x, y] = [at % width, Math.floor(at / width)]
    if (isBlank(residue, x, y, blank.wide, blank.high)) found.push({ x, y, alike: alikeGrain(residue, blank, at) })
  }
  return found
}

/** Places by the number of their signs that differ. */
function agreeing(residue: Residue, blank: BlankAround): number[][] {
  const { width, height } = residue
  const { x, y, wide, high, runs } = blank
  const differing = signsThatDiffer(residue, blank)
  const found: number[][] = Array.from({ length: 32 * runs.length + 1 }, () => [])
  for (let top = OWN; top + high < height - OWN; top++) {
    const down = Math.abs(top - y)
    const reach = reachOf(down, width)
    const [from, to] = [Math.max(OWN, x - reach), Math.min(width - wide - OWN, x + reach)]
    for (let left = from; left < to; left++) {
      if (down < OWN && Math.abs(left - x) < OWN) continue
      const count = differing(top * width + left)
      if (count >= 0) found[count]?.push(top * width + left)
    }
  }
  return found
}

const reachOf = (down: number, width: number) => (down <= STRAIGHT ? width : down <= NEAR ? NEAR : STRAIGHT)
