import { area, shared } from '../model/box.ts'
import type { Flag } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { WITH_CENTS } from '../values/amount.ts'

/** Recognised words this sure show what the picture shows. */
const SURE = 0.9
/** Shorter ones are labels and places; one digit may be another program's misreading, two in one number are not. */
const [LEAST_DIGITS, LEAST_OTHER] = [4, 2]
/** A layer with more such numbers, of fewer comparable ones each, was read badly or lies beside its picture. */
const [MOST, SHARE] = [4, 0.2]

/** A number of the text layer, and what the picture shows in its place. */
interface Pair {
  said: Word
  seen: Word
}

/**
 * Numbers other than amounts, such as accounts and dates, that the layer under a scan says in other digits than the
 * picture shows. Evidence once the picture was read again as the same; until then only in doubt. Pure.
 */
export function findLayerNumbers({ pages }: Reading): Flag[] {
  return pages.flatMap(({ page }) => {
    const pairs = comparable(page)
    const other = pairs.filter(({ said, seen }) => differing(said.text, seen.text) >= LEAST_OTHER)
    return other.length === 0 || other.length > Math.max(MOST, SHARE * pairs.length) ? [] : [flagOf(page, other)]
  })
}

function comparable({ words }: Page): Pair[] {
  const layer = words.filter(
    ({ visibility, origin }) => (visibility === 'invisible' || visibility === 'covered') && origin === 'text',
  )
  const picture = words.filter(({ origin, confidence }) => origin === 'ocr' && confidence >= SURE)
  return layer
    .filter((word) => isNumber(word, layer))
    .flatMap((said) => {
      const seen = picture.find(({ box }) => shared(box, said.box) > 0.5 * Math.max(area(box), area(said.box)))
      return seen && shape(seen.text) === shape(said.text) ? [{ said, seen }] : []
    })
}

const digitsIn = ({ text }: Word) => text.replace(/\D/g, '').length

const isNumber = (word: Word, layer: readonly Word[]) =>
  !WITH_CENTS.test(word.text) &&
  (digitsIn(word) >= LEAST_DIGITS ||
    (digitsIn(word) >= LEAST_OTHER && layer.some((other) => isGroupBeside(word, other))))

/** Whether another group of digits goes before it: account numbers are set in groups. */
function isGroupBeside({ box, size, text }: Word, other: Word): boolean {
  const gap = box[0] - other.box[2]
  const level = Math.abs(box[1] - other.box[1]) < 0.3 * size
  return level && gap > 0 && gap < 0.6 * size && /^\d{2,}$/.test(text) && /^\w*\d{2,}$/.test(other.text)
}

const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
const shape = (text: string) => bare(text).replace(/\d/g, '0')

function differing(one: string, other: string): number {
  const [a, b] = [bare(one), bare(other)]
  return [...a].filter((letter, at) => letter !== b[at]).length
}

function flagOf({ number }: Page, pairs: readonly Pair[]): Flag {
  const proof = pairs.some(({ seen }) => seen.reread === true)
  const told = proof ? pairs.filter(({ seen }) => seen.reread === true) : pairs
  const quoted = told.slice(0, 4).map(({ said, seen }) => `"${said.text}" where the picture shows "${seen.text}"`)
  return {
    code: 'TEXT_LAYER_DISAGREES',
    family: 'typography',
    severity: proof ? 'medium' : 'low',
    proof,
    message: `the text layer says ${quoted.join(', ')}`,
    fields: [],
    evidence: told.slice(0, 20).map(({ said }) => ({ page: number, bbox: said.box })),
    ...(proof ? {} : { doubted: pairs.map(({ seen }) => seen) }),
  }
}
