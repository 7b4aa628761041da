import { area, middle, shared } from '../model/box.ts'
import { isScan } from '../model/covered.ts'
import type { Flag } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { WITH_CENTS } from '../values/amount.ts'
import { inPlaceOf } from './replacements.ts'

type PageRule = (page: Page) => Flag[]

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const digitsOf = ({ text }: Word) => text.replace(/\P{N}/gu, '')
const hasDigits = ({ text }: Word) => /\d/.test(text)

function flag(page: Page, words: readonly Word[], made: Pick<Flag, 'code' | 'message' | 'severity' | 'proof'>): Flag {
  return {
    ...made,
    family: 'typography',
    fields: [],
    evidence: words.slice(0, 20).map(({ box }) => ({ page: page.number, bbox: box })),
  }
}

const quoted = (words: readonly Word[]) =>
  words
    .slice(0, 6)
    .map(({ text }) => text)
    .join(' ')

/** Watermarks are larger than the text over them, or turned. */
const isSetAlike = (a: Word, b: Word) => a.turn === b.turn && Math.min(a.size, b.size) > 0.7 * Math.max(a.size, b.size)

/** Values that were painted over, with another value painted in their place. Form fields cover what they replace. */
const coveredAndReplaced: PageRule = (page) => {
  const covered = page.words.filter(({ visibility, origin }) => visibility === 'covered' && origin === 'text')
  const shown = page.words.filter(({ visibility, origin }) => visibility === 'shown' && origin === 'text')
  const pairs = covered.flatMap((old) => {
    const now = shown.find((word) => word.order > old.order && inPlaceOf(old.box, word.box) && isSetAlike(old, word))
    return now && hasDigits(now) === hasDigits(old) && plain(now.text) !== plain(old.text) ? [[old, now] as const] : []
  })
  if (pairs.length === 0) return []
  const [before, after] = [pairs.map(([old]) => old), pairs.map(([, now]) => now)]
  return [
    flag(page, after, {
      code: 'COVERED_AND_REPLACED',
      severity: 'high',
      proof: true,
      message: `"${quoted(before)}" was painted over and "${quoted(after)}" put in its place`,
    }),
  ]
}

/** Hidden words above this share of a page are its text layer: recognised, or for letters drawn as shapes. */
const TEXT_LAYER = 0.3

/** A program that reads from left to right takes a hidden amount this near for the visible one, in font sizes. */
const BESIDE = 12

/** A visible amount in the place of a hidden one, or behind it on its line: the hidden one is read first. */
function standsAt(hidden: Word, shown: readonly Word[]): boolean {
  const size = Math.max(hidden.size, 1)
  return shown.some(({ text, box }) => {
    const level = Math.abs(middle(box)[1] - middle(hidden.box)[1]) < size
    const gap = box[0] - hidden.box[2]
    return (
      level &&
      WITH_CENTS.test(text) &&
      plain(text) !== plain(hidden.text) &&
      gap > -BESIDE * size &&
      gap < BESIDE * size
    )
  })
}

/** `12 200,00` is one amount, whatever its words: the groups of its thousands stand in the last one's text. */
function joinGroups(words: readonly Word[]): Word[] {
  return words.map((word) => {
    if (!/^\d{3}[.,]\d{2}\D*$/.test(word.text)) return word
    const before = words.find(
      ({ text, box, size }) =>
        /^\D?\d{1,3}$/.test(text) &&
        Math.abs(box[1] - word.box[1]) < 0.2 * size &&
        Math.abs(word.box[0] - box[2]) < 0.5 * size,
    )
    return before ? { ...word, text: `${before.text} ${word.text}`, box: [before.box[0], ...rest(word)] } : word
  })
}

const rest = ({ box: [, foot, end, head] }: Word) => [foot, end, head] as const

/** Text this small, in points, is a line to the eye. */
const TINY = 2

const isHidden = ({ visibility, size }: Word) =>
  visibility === 'invisible' || visibility === 'faint' || (visibility === 'shown' && size < TINY)

/** Hidden words that are no layer: programs that recognise pictures set none in the pictures' own colours. */
function hiddenOn(page: Page): Word[] {
  const hidden = page.words.filter(isHidden)
  const isLayer = hidden.length > TEXT_LAYER * page.words.length || isScan(page)
  return isLayer ? hidden.filter(({ unsure }) => unsure) : hidden
}

/**
 * Amounts that a program reads and a person does not see: that the page shows nowhere, or that stand where it shows
 * another one.
 */
const hiddenAmounts: PageRule = (page) => {
  const hidden = hiddenOn(page)
  if (hidden.length === 0) return []
  const shown = joinGroups(page.words.filter((word) => word.visibility === 'shown' && !isHidden(word)))
  const texts = new Set(shown.map(({ text }) => plain(text)))
  const secret = joinGroups(hidden).filter(
    (word) =>
      word.origin === 'text' && WITH_CENTS.test(word.text) && (!texts.has(plain(word.text)) || standsAt(word, shown)),
  )
  if (secret.length === 0) return []
  return [
    flag(page, secret, {
      code: 'HIDDEN_AMOUNTS',
      severity: 'medium',
      proof: true,
      message: `"${quoted(secret)}" can be read by programs and is not visible`,
    }),
  ]
}

/** Recognised words this sure show what the picture shows. */
const SURE_WORD = 0.9
/** More amounts that recognition doubts, and the picture is bad: most of them must be read again as the same. */
const MOST_DOUBTED = 3

/** What stands before the gap of `48 200,00`, and what behind it. */
const [THOUSANDS, REST] = [/^\d{1,3}$/, /^\d{3}(?:[.,]\d{2})?$/]

/** The first digits of an amount whose groups are set apart by spaces. */
const leadsAmount = ({ text, box, size }: Word, words: readonly Word[]) =>
  THOUSANDS.test(text) &&
  words.some(
    (next) =>
      REST.test(next.text) &&
      Math.abs(next.box[1] - box[1]) < 0.3 * size &&
      next.box[0] > box[0] &&
      next.box[0] - box[2] < 0.6 * size,
  )

/** What the layer says and what the picture shows in its place. */
interface Pair {
  said: Word
  seen: Word
}

/** Amounts of the layer that the picture shows otherwise. A picture of the whole page makes a layer of all under it. */
function amountsShownOtherwise({ words }: Page): Pair[] {
  const layer = words.filter(
    ({ visibility, origin }) => (visibility === 'invisible' || visibility === 'covered') && origin === 'text',
  )
  const picture = words.filter(({ origin }) => origin === 'ocr')
  return layer.flatMap((said) => {
    const whole = WITH_CENTS.test(said.text)
    if (!whole && !leadsAmount(said, layer)) return []
    const seen = picture.find(({ box }) => shared(box, said.box) > 0.5 * Math.min(area(box), area(said.box)))
    // Letters and rules beside a figure are often read into its word; its digits are what it says.
    if (!seen || digitsOf(seen) === digitsOf(said)) return []
    const alike = whole
      ? WITH_CENTS.test(seen.text)
      : THOUSANDS.test(seen.text) && seen.text.length === said.text.length
    return alike ? [{ said, seen }] : []
  })
}

/** Rule 4: an OCR layer is innocent; one that says other amounts than its picture is not. */
const layerAgainstPicture: PageRule = (page) => {
  const pairs = amountsShownOtherwise(page)
  if (pairs.length === 0) return []
  const sure = pairs.filter(({ seen }) => seen.confidence >= SURE_WORD)
  const again = pairs.filter(({ seen }) => seen.reread === true)
  const isLegible = pairs.length <= MOST_DOUBTED || 2 * again.length > pairs.length
  const lying = sure.length > 0 || isLegible ? [...new Set([...sure, ...again])] : []
  // One digit before a gap is seldom read for sure at first: it is looked at again.
  const doubted = lying.length > 0 ? [] : pairs
  const told = (lying.length > 0 ? lying : doubted).map(({ said }) => said)
  return [
    {
      ...flag(page, told, {
        code: 'TEXT_LAYER_DISAGREES',
        severity: lying.length > 0 ? 'medium' : 'low',
        proof: false,
        message: `the text layer says "${quoted(told)}" where the picture shows something else`,
      }),
      ...(doubted.length > 0 ? { doubted: doubted.map(({ seen }) => seen) } : {}),
    },
  ]
}

/** Words of different text, each with the first that covers half of it, lower one first. */
function pairsInOnePlace(words: readonly Word[]): Word[] {
  const sorted = words.toSorted((a, b) => a.box[0] - b.box[0])
  return sorted.flatMap((word, index) => {
    // From left to right only those that begin before the word ends can lie on it.
    for (let k = index + 1; k < sorted.length; k++) {
      const other = sorted[k] as Word
      if (other.box[0] >= word.box[2]) break
      const half = 0.5 * Math.min(area(other.box), area(word.box))
      if (other.text !== word.text && shared(other.box, word.box) > half) {
        return word.order <= other.order ? [word, other] : [other, word]
      }
    }
    return []
  })
}

/** Visible numbers on top of one another: a value typed over another one without covering it. */
const overprinted: PageRule = (page) => {
  const numbers = page.words.filter(
    ({ visibility, origin, text, turn }) =>
      visibility === 'shown' && origin === 'text' && turn === undefined && /\d.*\d/.test(text),
  )
  const pairs = pairsInOnePlace(numbers)
  if (pairs.length === 0) return []
  return [
    flag(page, pairs, {
      code: 'OVERPRINTED_NUMBERS',
      severity: 'medium',
      proof: false,
      message: `"${quoted(pairs)}" stand on top of one another`,
    }),
  ]
}

/** Shares of a page's words: fewer with letters side by side, and more with signs that no value has, are no text. */
const [LETTERED, GARBLED] = [0.1, 0.2]

/** Whether a page's text says anything: a program that lost the maps of its fonts says signs for all letters. */
function saysWords({ words }: Page): boolean {
  const own = words.filter(({ origin }) => origin === 'text')
  const share = (what: RegExp) => own.filter(({ text }) => what.test(text)).length / Math.max(1, own.length)
  return share(/\p{L}{2}/u) >= LETTERED || share(/[^\p{L}\p{N}\p{Sc}.,:;/%()+-]/u) < GARBLED
}

/**
 * The digit that a map gives is none where it stands among letters and no other digit does: a program that lost a
 * letter's code when it wrote the page anew numbered it (`Aral2k` for a word with a dotless i).
 */
const isAmongLetters = ({ said = '' }: Word) =>
  /\d/.test(said) && /^(?:\P{N}*\p{L}\d(?!\d)|\P{N}*\d(?=\p{L}))+\P{N}*$/u.test(said) && /\p{L}{2}/u.test(said)
const isLone = ({ said = '' }: Word) => /^\P{N}*\d\P{N}*$/u.test(said)
const glyphOf = ({ font, said = '' }: Word) => `${font} ${/\d/.exec(said)?.[0]}`

/** Digits that a font draws as others than it says: a person reads one figure, a program another. */
const drawnOtherwise: PageRule = (page) => {
  const told = page.words.filter(({ visibility, said }) => visibility === 'shown' && said !== undefined)
  const letters = new Set(told.filter(isAmongLetters).map(glyphOf))
  const lying = told.filter((word) => !isAmongLetters(word) && !(isLone(word) && letters.has(glyphOf(word))))
  if (lying.length === 0 || !saysWords(page)) return []
  const said = lying.slice(0, 6).map((word) => word.said)
  return [
    flag(page, lying, {
      code: 'FONT_MAP_LIES',
      severity: 'high',
      proof: true,
      message: `the page shows "${quoted(lying)}" where its text says "${said.join(' ')}"`,
    }),
  ]
}

/** Places that were painted and recognised, and show something else than the text there, or what no text says. */
const shownOtherwise: PageRule = ({ number, otherwise = [] }) =>
  otherwise.map(({ box, said, shown }) => ({
    code: said === '' ? 'FIGURE_WITHOUT_TEXT' : 'SHOWN_OTHERWISE',
    family: 'typography',
    severity: said === '' ? 'medium' : 'high',
    proof: true,
    message:
      said === '' ? `"${shown}" is drawn, and no text` : `the page shows "${shown}" where its text says "${said}"`,
    fields: [],
    evidence: [{ page: number, bbox: box }],
  }))

const RULES: readonly PageRule[] = [
  drawnOtherwise,
  shownOtherwise,
  coveredAndReplaced,
  hiddenAmounts,
  layerAgainstPicture,
  overprinted,
]

/** Text that a reader cannot see, or sees in place of other text, page by page. */
export function findHiddenText({ pages }: Reading): Flag[] {
  return pages.flatMap(({ page }) => RULES.flatMap((rule) => rule(page)))
}
