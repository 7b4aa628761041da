import { area, type Box, shared } from '../model/box.ts'
import { isScan } from '../model/covered.ts'
import type { Flag } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { inPlaceOf } from './replacements.ts'

/** More hidden words than a few values have are a layer: of recognised text, of another language, of a template. */
const MOST = 8
/** And more figures than this no forger changes. */
const MOST_FIGURES = 60
/** What was hidden for another value to be seen is set like that, or made too small to be seen. */
const [ALIKE, TINY] = [0.6, 2]

/** The values of a page alone: layers of text have words, and their figures are those that are shown. */
const areFigures = (words: readonly Word[]) =>
  words.length <= MOST_FIGURES && words.every(({ text }) => /\d/.test(text))

const plain = ({ text }: Word) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Words that no reader sees in the place of others that are shown: in a layer that is switched off, clipped away,
 * transparent, in the colour of the paper, shrunk to nothing, under a form's field. Programs read the one value and
 * people the other.
 */
export function findHiddenValues({ pages }: Reading): Flag[] {
  return pages.flatMap(({ page }) => {
    const hidden = hiddenOn(page)
    const isLayer = hidden.length > MOST
    if (hidden.length === 0 || (isLayer && !areFigures(hidden))) return []
    const shown = page.words.filter(({ visibility, turn }) => visibility === 'shown' && !turn)
    const pairs = hidden.flatMap((word) => {
      const over = shown.filter((other) => other.origin === coverOf(word) && inPlaceOf(word.box, other.box))
      return over.some((other) => plain(other) === plain(word))
        ? []
        : over
            .filter((other) => stands(other, word))
            .slice(0, 1)
            .map((other) => [word, other] as const)
    })
    // One figure of many that meets another by chance tells nothing; a layer under all of them is the page before.
    return pairs.length === 0 || (isLayer && 2 * pairs.length < hidden.length) ? [] : [flag(page, pairs)]
  })
}

function hiddenOn({ words, unseen = [], form, width, height, ...page }: Page): Word[] {
  const sheet: Box = [0, 0, width, height]
  if (page.ocr || isScan({ words, width, height, ...page })) return []
  const few = isFewOver(form, words)
  const among = words.filter((word) => {
    const { visibility, origin } = word
    const isHidden = visibility === 'invisible' || visibility === 'faint'
    return origin === 'text' && (isHidden || (isCoveredFigure(word) && (few || !isSample(word))))
  })
  // Faint words across the page are a watermark, whose box meets what it does not stand for.
  const isOfPage = (word: Word) => !word.turn && plain(word).length > 2 && shared(word.box, sheet) > 0
  return [...among, ...unseen].filter(isOfPage)
}

/** Forms have more fields upon print than this, as samples lie under nearly all of them: those that look like it. */
const FEW_FIELDS = 3

const isCoveredFigure = ({ visibility, origin, text }: Word) =>
  visibility === 'covered' && origin === 'text' && /\d.*\d.*\d/.test(text)

/** `0.00`, `99,999.99` and `1,234.56`: what templates print where a figure goes. */
function isSample({ text }: Word): boolean {
  const digits = text.replace(/\D/g, '')
  return /^(\d)\1*$/.test(digits) || '01234567890'.includes(digits)
}

/** Whether one to three fields lie over figures of the page, however many others there are: they are to cover them. */
function isFewOver(form: Page['form'], words: readonly Word[]): boolean {
  if (form.length === 0) return false
  const covered = words.filter(isCoveredFigure)
  const over = form.filter(({ box }) => covered.some((word) => shared(box, word.box) > 0.5 * area(word.box)))
  return over.length > 0 && over.length <= FEW_FIELDS
}

/** What may hide a word: a field hides what it covers. */
const coverOf = ({ visibility }: Word) => (visibility === 'covered' ? 'form' : 'text')

/** Whether one value may stand for the other: both with figures or both without, of one size. */
function stands(shown: Word, hidden: Word): boolean {
  const alike = Math.min(shown.size, hidden.size) > ALIKE * Math.max(shown.size, hidden.size) || hidden.size < TINY
  return alike && /\d/.test(shown.text) === /\d/.test(hidden.text) && plain(shown).length > 1
}

function flag(page: Page, pairs: readonly (readonly [hidden: Word, shown: Word])[]): Flag {
  const texts = (of: 0 | 1) => [...new Set(pairs.map((pair) => pair[of].text))].slice(0, 6).join(' ')
  return {
    code: 'HIDDEN_VALUE',
    family: 'typography',
    severity: 'high',
    proof: true,
    message: `"${texts(0)}" is hidden in the place where the page shows "${texts(1)}"`,
    fields: [],
    evidence: pairs.map(([, { box }]) => ({ page: page.number, bbox: box })),
  }
}
