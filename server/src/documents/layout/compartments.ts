import { area, type Box, holds } from '../model/box.ts'
import type { Compartment } from '../model/layout.ts'
import type { RuledLine, Word } from '../model/page.ts'

/** Ends of rules may miss each other by so many points. */
const SLACK = 3
const SMALLEST = 4
/** Beyond these the page is a drawing, no form. */
const MOST_CROSSINGS = 120_000
const MOST_TRIES = 60
const MOST_ENCLOSURES = 8000

/** A rectangle between four rules, by their places in the lists of rules. */
export interface Enclosure {
  box: Box
  top: number
  bottom: number
  left: number
  right: number
}

/** The smallest rectangles that rules enclose. Corners may be crossings, T-junctions or ends that nearly meet. */
export function findEnclosures(rules: readonly RuledLine[]): Enclosure[] {
  const levels = rules.filter(({ direction }) => direction === 'across').sort((a, b) => yOf(b) - yOf(a))
  const posts = rules.filter(({ direction }) => direction === 'up').sort((a, b) => xOf(a) - xOf(b))
  const { byLevel, byPost, crossed } = cross(levels, posts)
  const found: Enclosure[] = []
  for (const [top, lefts] of byLevel.entries()) {
    for (const [place, left] of lefts.entries()) {
      const enclosure = smallest(top, left, place)
      if (enclosure) found.push(enclosure)
      if (found.length >= MOST_ENCLOSURES) return found
    }
  }
  return found

  function smallest(top: number, left: number, place: number): Enclosure | undefined {
    const [high, start] = [yOf(levels[top] as RuledLine), xOf(posts[left] as RuledLine)]
    const rights = byLevel[top] as number[]
    const bottoms = byPost[left] as number[]
    let tries = 0
    for (const bottom of bottoms) {
      const low = yOf(levels[bottom] as RuledLine)
      if (bottom <= top || high - low < SMALLEST) continue
      for (let k = place + 1; k < rights.length && tries < MOST_TRIES; k++, tries++) {
        const right = rights[k] as number
        const end = xOf(posts[right] as RuledLine)
        if (end - start < SMALLEST || !crossed.has(bottom * posts.length + right)) continue
        return { box: [start, low, end, high], top, bottom, left, right }
      }
    }
    return undefined
  }
}

interface Crossings {
  /** For each level its posts, left to right. */
  byLevel: number[][]
  /** For each post its levels, top down. */
  byPost: number[][]
  crossed: ReadonlySet<number>
}

function cross(levels: readonly RuledLine[], posts: readonly RuledLine[]): Crossings {
  const byLevel: number[][] = levels.map(() => [])
  const byPost: number[][] = posts.map(() => [])
  const crossed = new Set<number>()
  for (const [k, level] of levels.entries()) {
    const y = yOf(level)
    for (let n = firstPost(posts, level.box[0] - SLACK); n < posts.length && crossed.size < MOST_CROSSINGS; n++) {
      const { box } = posts[n] as RuledLine
      if (xOf(posts[n] as RuledLine) > level.box[2] + SLACK) break
      if (y < box[1] - SLACK || y > box[3] + SLACK) continue
      crossed.add(k * posts.length + n)
      byLevel[k]?.push(n)
      byPost[n]?.push(k)
    }
  }
  return { byLevel, byPost, crossed }
}

function firstPost(posts: readonly RuledLine[], x: number): number {
  let [low, high] = [0, posts.length]
  while (low < high) {
    const k = (low + high) >> 1
    if (xOf(posts[k] as RuledLine) < x) low = k + 1
    else high = k
  }
  return low
}

function xOf({ box }: RuledLine): number {
  return (box[0] + box[2]) / 2
}

function yOf({ box }: RuledLine): number {
  return (box[1] + box[3]) / 2
}

/** Puts each word into the smallest compartment around its middle. */
export function fillCompartments(boxes: readonly Box[], words: readonly Word[]): Compartment[] {
  const compartments = boxes.map((box): Compartment => ({ box, words: [] })).sort((a, b) => area(a.box) - area(b.box))
  const strips = new Map<number, Compartment[]>()
  for (const compartment of compartments) {
    for (let k = strip(compartment.box[1]); k <= strip(compartment.box[3]); k++) {
      const list = strips.get(k)
      if (list) list.push(compartment)
      else strips.set(k, [compartment])
    }
  }
  for (const word of words) {
    const near = strips.get(strip((word.box[1] + word.box[3]) / 2))
    near?.find(({ box }) => holds(box, word.box))?.words.push(word)
  }
  return compartments.sort((a, b) => b.box[3] - a.box[3] || a.box[0] - b.box[0])
}

function strip(y: number): number {
  return Math.floor(y / 16)
}
