import { height, middle } from '../model/box.ts'
import type { DocumentPart, Flag } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { isAmongRows, isRowCutOff } from './among-rows.ts'

/** An amount with cents and nothing behind them, as dates and references have. */
const AMOUNT = /^[^\p{L}\d]*\d[\d.,' ]*[.,]\d{2}\D*$/u
const DATE = /^\d{1,2}[.]\d{1,2}[.]\d{2}$/

/** Words of a label that are compared: the last ones before the amount. */
const LABEL_WORDS = 2
/** A value stands at most this many sizes behind its label. */
const BEHIND = 60

/**
 * Amounts in the file that no reader sees, as they lie beyond the page's edge, are clipped away or belong to a layer
 * that is switched off. Cropping and printers' marks leave such words; but where one has the label of a value that the
 * page shows as another amount, a program that reads the file may take the one for the other.
 */
export function findUnseenAmounts({ pages }: Reading, parts: readonly DocumentPart[]): Flag[] {
  const beyond = pages.map(({ page }) => ({ page, amounts: (page.unseen ?? []).filter(isAmount) }))
  // Few files have any, and long ones many words.
  if (beyond.every(({ amounts }) => amounts.length === 0)) return []
  const printed = new Set(pages.flatMap(({ page }) => page.words.map(({ text }) => plain(text))))
  return beyond.flatMap(({ page, amounts }) => {
    const posing = posingOn(page, amounts, parts, printed)
    const unseen = amounts.filter(({ text }) => !printed.has(plain(text)))
    if (posing.length > 0) return [flag(page, posing, true, posedFor(page, posing, parts))]
    return unseen.length === 0 ? [] : [flag(page, unseen, false)]
  })
}

/** Those that a program may take for a value: with its label, on its line, in its column, or in a row of its table. */
function posingOn(page: Page, amounts: readonly Word[], parts: readonly DocumentPart[], printed: ReadonlySet<string>) {
  if (amounts.length === 0) return []
  const shown = page.words.filter(({ visibility }) => visibility === 'shown')
  const values = valuesOn(page, parts)
  const labelled = Map.groupBy(values, (word) => labelOf(word, shown))
  return amounts.filter((word) => {
    const label = labelOf(word, page.unseen ?? [])
    const same = label === undefined ? [] : (labelled.get(label) ?? [])
    const rest = isAmongRows(word, page, parts) || isRowCutOff(word, page, parts)
    if (!printed.has(plain(word.text)) && rest) return true
    if (same.length > 0) return same.every((value) => plain(value.text) !== plain(word.text))
    const beside = leads(word, values, page.width) || lines(word, values, page.height)
    return amounts.length <= FEW && !printed.has(plain(word.text)) && beside
  })
}

const isAmount = ({ text }: Word) => AMOUNT.test(text) && !DATE.test(text)

/** The values that they may be taken for: those with the label that they bring along. */
function posedFor(page: Page, posing: readonly Word[], parts: readonly DocumentPart[]): Word[] {
  const shown = page.words.filter(({ visibility }) => visibility === 'shown')
  const labels = new Set(posing.map((word) => labelOf(word, page.unseen ?? [])))
  labels.delete(undefined)
  return valuesOn(page, parts).filter((value) => labels.has(labelOf(value, shown)))
}

function flag(
  { number, width, height: high }: Page,
  words: readonly Word[],
  posing: boolean,
  values: readonly Word[] = [],
): Flag {
  const quoted = words.slice(0, 6).map(({ text }) => text)
  return {
    code: 'AMOUNTS_OFF_PAGE',
    family: 'typography',
    severity: posing ? 'medium' : 'low',
    proof: posing,
    message: `"${quoted.join(' ')}" can be read by programs, and lies off the page, is clipped away or switched off`,
    fields: [],
    evidence: [...words, ...values]
      .filter(({ box: [x0, y0, x1, y1] }) => x1 > 0 && y1 > 0 && x0 < width && y0 < high)
      .slice(0, 20)
      .map(({ box }) => ({ page: number, bbox: box })),
  }
}

/** A cropped column takes more amounts along. */
const FEW = 2

/** An amount beside the sheet on the line of a value: a program that reads along the line finds it first, or last. */
const leads = ({ box }: Word, values: readonly Word[], width: number) =>
  (box[2] < 0 || box[0] > width) &&
  values.some((value) => Math.abs(middle(value.box)[1] - middle(box)[1]) < 0.5 * height(value.box))

/** An amount above or below the sheet, exactly in the column of a value: it was moved there, or copied. */
const lines = ({ box }: Word, values: readonly Word[], high: number) =>
  (box[3] < 0 || box[1] > high) &&
  values.some((value) => Math.abs(value.box[0] - box[0]) < EXACT || Math.abs(value.box[2] - box[2]) < EXACT)

/** Points. */
const EXACT = 0.5

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The words that hold the amounts of the fields on a page. */
const valuesOn = ({ number }: Page, parts: readonly DocumentPart[]) =>
  parts.flatMap(({ fields }) =>
    Object.values(fields)
      .filter(({ page, value }) => page === number && typeof value === 'number')
      .flatMap(({ words }) => words),
  )

/** The last words with letters before an amount on its line; undefined where it has none. */
function labelOf(value: Word, words: readonly Word[]): string | undefined {
  const [, level] = middle(value.box)
  const before = words
    .filter(({ box }) => Math.abs(middle(box)[1] - level) < 0.5 * height(value.box) && box[2] <= value.box[0] + 1)
    .filter(({ text, box }) => /\p{L}{2}/u.test(text) && value.box[0] - box[2] < BEHIND * value.size)
    .toSorted((a, b) => b.box[0] - a.box[0])
    .slice(0, LABEL_WORDS)
  const label = before.map(({ text }) => plain(text)).join(' ')
  return label === '' ? undefined : label
}
