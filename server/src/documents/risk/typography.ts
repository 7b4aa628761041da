import { height, middle } from '../model/box.ts'
import type { Field, Flag, Severity } from '../model/findings.ts'
import type { Word, WordPiece } from '../model/page.ts'
import { type Facts, percent, type Rule } from './facts.ts'

/** Sizes within a value that differ by more than this share were not set together. */
const SIZE_SLACK = 0.04
/** Base lines within a value that differ by more than this share of the size. */
const RISE_SLACK = 0.04
/** Raised cents and ordinals are this much smaller: a design, not an edit. */
const SUPERSCRIPT = 0.8

/** As with sizes, of what is laid on of a colour; and programs that fill a line make words narrower, not characters. */
const [ALPHA_SLACK, NARROWER] = [0.04, 0.8]

interface Look {
  font: string
  size: number
  color: string
  alpha: number
  stretch: number
  /** Height of the base line, points. */
  base: number
}

/** How two looks differ, for a person; undefined where they do not. */
function differenceOf(a: Look, b: Look): string | undefined {
  const size = Math.max(a.size, b.size)
  if (Math.min(a.size, b.size) < SUPERSCRIPT * size) return undefined
  if (a.font !== b.font && a.font !== '' && b.font !== '') return `fonts ${a.font} and ${b.font}`
  if (size - Math.min(a.size, b.size) > SIZE_SLACK * size) return `sizes ${a.size.toFixed(1)} and ${b.size.toFixed(1)}`
  if (a.color !== b.color) return `colours ${a.color} and ${b.color}`
  if (Math.abs(a.alpha - b.alpha) > ALPHA_SLACK) return `${percent(a.alpha)} and ${percent(b.alpha)} of its colour`
  if (Math.min(a.stretch, b.stretch) < NARROWER * Math.max(a.stretch, b.stretch))
    return `widths of ${percent(a.stretch)} and ${percent(b.stretch)}`
  if (Math.abs(a.base - b.base) > RISE_SLACK * size)
    return `base lines ${Math.abs(a.base - b.base).toFixed(1)} points apart`
  return undefined
}

/** The first difference among looks, each against the first. */
function firstDifference(looks: readonly Look[]): string | undefined {
  const [first, ...others] = looks
  return first && others.map((look) => differenceOf(first, look)).find((difference) => difference !== undefined)
}

const pieceLook = ({ font, size, color, rise, alpha = 1, stretch = 1 }: WordPiece): Look => {
  return { font, size, color, alpha, stretch, base: rise }
}

const wordLook = (word: Word): Look => ({
  font: word.pieces?.[0]?.font ?? word.font,
  size: word.pieces?.[0]?.size ?? word.size,
  color: word.pieces?.[0]?.color ?? word.color,
  alpha: word.pieces?.[0]?.alpha ?? word.alpha ?? 1,
  stretch: 1,
  base: word.box[1] + 0.22 * word.size,
})

function flag(
  facts: Facts,
  page: number,
  words: readonly Word[],
  made: Pick<Flag, 'code' | 'message' | 'severity' | 'proof'>,
): Flag {
  const touched = Object.entries(facts.part.fields).filter(([, field]) =>
    field.words.some((word) => words.includes(word)),
  )
  return {
    ...made,
    family: 'typography',
    fields: touched.map(([name]) => name),
    evidence: words.slice(0, 10).map(({ box }) => ({ page, bbox: box })),
  }
}

const pagesOf = ({ reading, part }: Facts) =>
  reading.pages.map(({ page }) => page).filter(({ number }) => part.pages.includes(number))

/** A number with at least three digits: an amount, a date, an id. Codes and footnotes are shorter. */
const VALUE = /^[^\p{L}]*\d(?:[^\p{L}]*\d){2,}[^\p{L}]*$/u

/**
 * Digits of one printed number in several fonts, sizes, colours or base lines. Signs and currencies come from other
 * fonts where a font lacks them, so that only the runs that hold digits are compared.
 */
const mixedWithinNumber: Rule = (facts) =>
  pagesOf(facts).flatMap(({ number, words }) =>
    words.flatMap((word) => {
      if (word.visibility !== 'shown' || word.origin !== 'text' || !word.pieces || !VALUE.test(word.text)) return []
      const runs = word.pieces.filter(({ text }) => /\d/.test(text))
      const looks = runs.map(pieceLook)
      const difference = firstDifference(looks)
      if (difference === undefined) return []
      // Years are printed in two weights of a font, and the parts of a number in two fonts; an amount never is.
      const designed = looks.every((look) => isOtherWeight(looks[0] as Look, look)) || runs.every(endsAtSeparator)
      return flag(facts, number, [word], {
        code: 'MIXED_TYPE_WITHIN_NUMBER',
        severity: designed ? 'low' : telling(facts, word) ? 'high' : 'medium',
        proof: !designed && telling(facts, word),
        message: `"${word.text}" is set in ${difference}`,
      })
    }),
  )

/** Amounts, and what was read as a field; programs put reference numbers together in whatever fonts they have. */
const telling = ({ part }: Facts, word: Word) =>
  /\d[.,]\d{2}\D*$/.test(word.text) || Object.values(part.fields).some(({ words }) => words.includes(word))

const endsAtSeparator = ({ text }: WordPiece, index: number, all: WordPiece[]) =>
  index === all.length - 1 || /[^\d.,]$/.test(text) || /^[^\d.,]/.test(all[index + 1]?.text ?? '')

/** Digits of one number that is printed as several words: groups parted by blanks. */
const mixedAmongGroups: Rule = (facts) =>
  facts.split.flatMap(({ page, words }) => {
    const groups = words.filter(({ text, origin }) => /\d/.test(text) && origin === 'text')
    const looks = groups.map(wordLook)
    const difference = firstDifference(looks)
    if (difference === undefined || looks.every((look) => isOtherWeight(looks[0] as Look, look))) return []
    const printed = words.map(({ text }) => text).join(' ')
    return flag(facts, page, groups, {
      code: 'MIXED_TYPE_WITHIN_NUMBER',
      severity: /\d[.,]\d{2}\D*$/.test(printed) ? 'high' : 'low',
      proof: /\d[.,]\d{2}\D*$/.test(printed),
      message: `"${printed}" is set in ${difference}`,
    })
  })

/** Forms print the century and leave the year's last digits to be filled in. */
const FILLED_IN_PART = 'tax_year'

/** Words of one value on one line. Names are set with more variety than numbers, so that they are no proof. */
const mixedWithinValue: Rule = (facts) =>
  Object.entries(facts.part.fields).flatMap(([name, field]) => {
    const words = onFirstLine(field).filter(({ origin }) => origin === 'text')
    const difference = firstDifference(words.map(wordLook))
    if (words.length < 2 || difference === undefined || name === FILLED_IN_PART) return []
    const numeric = words.every(({ text }) => /\d/.test(text))
    return [
      {
        ...flag(facts, field.page, words, {
          code: 'MIXED_TYPE_WITHIN_VALUE',
          severity: numeric ? 'medium' : 'low',
          proof: numeric,
          message: `"${field.printed}" is set in ${difference}`,
        }),
        fields: [name],
      },
    ]
  })

function onFirstLine({ words }: Field): Word[] {
  const first = words[0]
  return first
    ? words.filter(({ box }) => Math.abs(middle(box)[1] - middle(first.box)[1]) < 0.5 * height(first.box))
    : []
}

/** A column must have this many cells alike before one that is not stands out. */
const ALIKE_CELLS = 4

/** One amount of a column in another type than all others, in a row that is otherwise set like the rest. */
const columnOutlier: Rule = (facts) =>
  facts.part.tables.flatMap(({ rows, columns }) =>
    columns.flatMap((column) => {
      const cells = rows.flatMap((row) => {
        const words = row.words[column]?.filter(({ origin, text }) => origin === 'text' && /\d/.test(text)) ?? []
        const figure = figureOf(words)
        return figure && typeof row.values[column] === 'number'
          ? [{ row, words, look: { ...wordLook(figure), base: 0 } }]
          : []
      })
      const outlier = onlyOutlier(cells.map(({ look }) => look))
      const cell = outlier && cells[outlier.index]
      if (!cell || isStyledRow(cell.row.words, column, cell.look)) return []
      const said = `"${cell.words.map(({ text }) => text).join(' ')}"`
      const severity = isSetForItsPlace(outlier.index, cells) ? 'low' : outlier.severity
      return flag(facts, cell.row.page, cell.words, {
        code: 'COLUMN_TYPE_OUTLIER',
        severity,
        proof: severity === 'high',
        message: `${said} is set in ${outlier.difference}, unlike the other ${cells.length - 1} of its column`,
      })
    }),
  )

/** The word with most digits: what goes with an amount, a mark of a footnote or a code, is set smaller. */
const figureOf = (words: readonly Word[]): Word | undefined =>
  words.toSorted((a, b) => digitsIn(b.text) - digitsIn(a.text))[0]

const digitsIn = (text: string) => text.match(/\d/g)?.length ?? 0

interface Cell {
  words: readonly Word[]
  look: Look
}

/**
 * Whether an amount is set in another size of the column's face because of where it stands: the last one of a column
 * larger, as totals are; one that is longer than all others smaller, as programs do for it to fit.
 */
function isSetForItsPlace(index: number, cells: readonly Cell[]): boolean {
  const cell = cells[index]
  const others = cells.filter((other) => other !== cell)
  const [usual] = others
  if (!cell || !usual || family(cell.look.font) !== family(usual.look.font)) return false
  if (cell.look.size > usual.look.size) return index === cells.length - 1
  const longest = Math.max(...others.map(({ words }) => lengthOf(words)))
  return cell.look.size < usual.look.size && lengthOf(cell.words) > longest
}

const lengthOf = (words: readonly Word[]) => words.reduce((sum, { text }) => sum + text.length, 0)

function onlyOutlier(looks: readonly Look[]): { index: number; difference: string; severity: Severity } | undefined {
  for (const [index, look] of looks.entries()) {
    const others = looks.filter((_, other) => other !== index)
    const usual = others[0]
    if (!usual || others.length < ALIKE_CELLS || firstDifference(others) !== undefined) continue
    const difference = differenceOf(usual, look)
    // Colours and bold type tell debits, totals and warnings apart.
    if (difference) return { index, difference, severity: severityOf(usual, look) }
  }
  return undefined
}

/** Another size of the same face is a sign, and no proof: editors and typesetters both choose sizes. */
function severityOf(usual: Look, look: Look): Severity {
  if (isEmphasis(usual, look)) return 'low'
  return usual.font === look.font && usual.color === look.color ? 'medium' : 'high'
}

/** A font's name up to its weight and style: `HelveticaNeueLTStd-BdOu`, `Arial,Bold`, `TimesNewRomanPS-BoldMT`. */
const family = (font: string) =>
  font
    .split(/[-,]/, 1)[0]
    ?.replace(/(PS|MT|Bold|Italic|Oblique)+$/, '')
    .toLowerCase()
const isEmphasis = (a: Look, b: Look) =>
  family(a.font) === family(b.font) && Math.abs(a.size - b.size) <= SIZE_SLACK * a.size

const isOtherWeight = (a: Look, b: Look) =>
  family(a.font) === family(b.font) && differenceOf({ ...a, font: '' }, { ...b, font: '' }) === undefined

function isStyledRow(words: Record<string, Word[]>, column: string, look: Look): boolean {
  return Object.entries(words).some(
    ([name, [word]]) => name !== column && word && differenceOf({ ...wordLook(word), base: 0 }, look) === undefined,
  )
}

export const TYPOGRAPHY: readonly Rule[] = [mixedWithinNumber, mixedAmongGroups, mixedWithinValue, columnOutlier]
