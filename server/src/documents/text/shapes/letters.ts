import letters from './letters.json' with { type: 'json' }
import { comparable, distance, isAsSaid, type Shape, shapesIn } from './likeness.ts'

/**
 * How the letters of the Latin alphabet are drawn: the middles of clusters (distance 0.06) of those of 198 faces of 56
 * families; what one face alone draws is among them only of those that every printer has. Of 10,296 letters 99 in 100
 * are seen to be as they are said, and of half a million that are said to be others 1 in 400, nearly all I for l.
 */
const SHAPES = shapesIn(letters)

/** This near to a shape it may be that letter, where it is so many times nearer to it than to what it is said to be. */
const [MAY_BE, TIMES] = [0.08, 2]

/** Letters that some faces draw alike but for a tail, a point or a foot. */
const ALIKE: Readonly<Record<string, string>> = { Q: 'o', q: 'g', i: 'l', I: 'l' }

/** Small letters and capitals of one shape are one, since a raster tells no size; and letters drawn alike are. */
const isOne = (a: string, b: string) => plain(a) === plain(b)
const plain = (letter: string) => ALIKE[letter] ?? letter.toLowerCase()

const shapeOf = (said: string): Shape | undefined => SHAPES.find(({ character }) => character === said)
const othersThan = (said: string) => SHAPES.filter(({ character }) => !isOne(character, said))

export const isLatin = (said: string): boolean => shapeOf(said) !== undefined

/** Whether a raster shows the letter that it is said to be. */
export const isLetter = (raster: Float32Array, said: string): boolean =>
  isAsSaid(comparable(raster), shapeOf(said), othersThan(said))

/** The letter that a raster may show in place of what it is said to be. */
export function otherLetter(raster: Float32Array, said: string): string | undefined {
  const cells = comparable(raster)
  const [first] = othersThan(said)
    .map((shape) => ({ letter: shape.character, far: distance(shape, cells) }))
    .toSorted((a, b) => a.far - b.far)
  const may = first && first.far <= MAY_BE && distance(shapeOf(said), cells) > TIMES * first.far
  return may ? first.letter : undefined
}
