import { type Box, height, shared, width } from '../model/box.ts'
import type { Fill, Page, Word } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'
import type { Rule } from './facts.ts'
import { isPrinted, pagesOf } from './lone-values.ts'
import { baseOf } from './printed-values.ts'

/** A sign at the head or the tail of an amount: minus, or the brackets of a debt. */
const [AT_HEAD, AT_TAIL] = [/^[-\u2212\u2013(](?=[^\d]{0,3}\d)/u, /\d[-\u2212\u2013)]$/u]
/** Where the ink of a sign lies, in sizes from the end of its number: hyphens are the narrowest. */
const [NEAR, FAR] = [0.06, 0.28]
/** Where it lies over the base line, in sizes. */
const [LOW, HIGH] = [0.18, 0.34]
/** A patch that reaches further, in sizes, covers digits too, and others tell of it. */
const REACH = 0.85
/** Of the sign's ink this share is hidden. */
const HIDDEN = 0.75
/** What is left of a sign is painted over in the colour of paper. */
const LIGHT = 0xd8

const isLight = ({ color }: Fill) =>
  [1, 3, 5].every((from) => Number.parseInt(color.slice(from, from + 2), 16) >= LIGHT)

/** The ink of the word's sign; undefined where it has none. */
function signOf(word: Word): Box | undefined {
  const { box, size, text } = word
  const [low, high] = [baseOf(word) + LOW * size, baseOf(word) + HIGH * size]
  if (AT_HEAD.test(text)) return [box[0] + NEAR * size, low, box[0] + FAR * size, high]
  if (AT_TAIL.test(text)) return [box[2] - FAR * size, low, box[2] - NEAR * size, high]
  return undefined
}

/** Whether a patch hides the sign and leaves the digits. */
function hides({ box, order }: Fill, word: Word, sign: Box): boolean {
  const covers = shared(box, sign) >= HIDDEN * width(sign) * height(sign)
  const within = Math.min(box[2], word.box[2]) - Math.max(box[0], word.box[0])
  return covers && order > word.order && within <= REACH * word.size && within < 0.5 * width(word.box)
}

function coveredOn(page: Page): Word[] {
  const patches = [...page.fills, ...(page.wipes ?? [])].filter(isLight)
  if (patches.length === 0) return []
  return page.words.filter((word) => {
    const sign = isPrinted(word) && WITH_CENTS.test(word.text) ? signOf(word) : undefined
    return sign !== undefined && patches.some((patch) => hides(patch, word, sign))
  })
}

/** A minus that is painted over: what was owed is read as what is there, and a program reads it as it was. */
export const coveredSigns: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = coveredOn(page)
    if (words.length === 0) return []
    const quoted = words.slice(0, 6).map(({ text }) => text)
    return [
      {
        code: 'SIGN_COVERED',
        family: 'typography' as const,
        severity: 'high' as const,
        proof: true,
        message: `the sign of "${quoted.join(' ')}" is painted over in the colour of the paper`,
        fields: [],
        evidence: words.slice(0, 20).map(({ box }) => ({ page: page.number, bbox: box })),
      },
    ]
  })
