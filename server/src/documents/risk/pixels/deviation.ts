import type { Spot } from './spot.ts'
import type { Aspect, Texture } from './texture.ts'
import { away, median, type Usual, usualOf } from './usual.ts'

/** How far one texture lies from what is usual around it, aspect by aspect. */
export type Deviation = Record<Aspect, number>

/** A page whose words differ less than this in an aspect is even in it. */
const SLACK: Deviation = { grain: 0.1, spread: 0.1, smooth: 0.03, edge: 0.05, paper: 2 }
const ASPECTS = Object.keys(SLACK) as Aspect[]

/** Fewer say nothing about a page, or about the figures on it. */
const [LEAST, LEAST_FIGURES] = [12, 6]
/** So many nearest by: light and focus change over a photograph. */
const NEAREST = 15

/** Something whose texture was measured: a word, or one letter. */
export interface Measured {
  spot: Pick<Spot, 'x' | 'y'>
  texture: Texture
  /** A number: those of a form that was scanned may all have been typed into it. */
  figures: boolean
}

/** What is usual on one page, from all that was measured on it. */
export class Surroundings {
  readonly #all: readonly Measured[]
  readonly #page: Record<Aspect, Usual>
  readonly #figures: Record<Aspect, Usual> | undefined

  private constructor(all: readonly Measured[]) {
    const figures = all.filter((one) => one.figures)
    this.#all = all
    this.#page = usualTextures(all)
    this.#figures = figures.length >= LEAST_FIGURES ? usualTextures(figures) : undefined
  }

  /** Undefined where too little was measured. */
  static of(all: readonly Measured[]): Surroundings | undefined {
    return all.length < LEAST ? undefined : new Surroundings(all)
  }

  /** From the page as a whole. */
  fromPage({ texture }: Measured): Deviation {
    return record((aspect) => away(this.#page[aspect], texture[aspect]))
  }

  /** From the page, from its numbers and from what stands nearest: the least of the three, 0 where they disagree. */
  fromAll(one: Measured): Deviation {
    const near = this.#nearest(one)
    return record((aspect) => {
      const around = { ...this.#page[aspect], middle: median(near.map(({ texture }) => texture[aspect])) }
      const groups = [this.#page[aspect], around, ...(this.#figures ? [this.#figures[aspect]] : [])]
      return groups.map((usual) => away(usual, one.texture[aspect])).reduce(lesser)
    })
  }

  // A line's neighbours stand nearer than those above and below it.
  #nearest(one: Measured): Measured[] {
    const others = this.#all.filter((other) => other !== one)
    const apart = ({ spot }: Measured) => Math.hypot(spot.x - one.spot.x, 2 * (spot.y - one.spot.y))
    const limit = others.map(apart).sort((a, b) => a - b)[NEAREST - 1] ?? Infinity
    return others.filter((other) => apart(other) <= limit)
  }
}

const lesser = (a: number, b: number) => (Math.sign(a) !== Math.sign(b) ? 0 : Math.abs(a) < Math.abs(b) ? a : b)

const record = <T>(of: (aspect: Aspect) => T) =>
  Object.fromEntries(ASPECTS.map((aspect) => [aspect, of(aspect)])) as Record<Aspect, T>

const usualTextures = (all: readonly Measured[]) =>
  record((aspect) => {
    const numbers = all.map(({ texture }) => texture[aspect])
    return usualOf(numbers, SLACK[aspect])
  })
