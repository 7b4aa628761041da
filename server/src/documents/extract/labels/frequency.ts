import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { amountStyle, findAmounts } from '../../values/amount-style.ts'
import { holds, phrases } from '../../vocabulary/compile.ts'
import { fieldOf, recognised } from './candidate.ts'
import type { LabelAt } from './find-labels.ts'
import { foldWords, wordsBetween } from './folded-line.ts'
import { nearestLabelled } from './nearest-labelled.ts'
import { textReader } from './value-reader.ts'

/** A month or a week that a caption asks for, which anywhere else is only a length of time. */
const BARE = phrases('pay.frequency.bare')

/** How often someone is paid, as words: folded English, French, German. */
export const FREQUENCY = holds('pay.frequency')

const LABELS = [
  'pay frequency',
  'payment frequency',
  'payment period',
  'pay schedule',
  'pay cycle',
  'pay period type',
  'pay basis',
  'pay type',
  'frequency',
  'freq',
  'paid',
  'pay period',
  'pay group',
  'frequence de paie',
  'frequence de paiement',
  'frequence',
  'periodicite',
  'periodicidad',
  'abrechnungsrhythmus',
  'zahlweise',
  'loontijdvak',
  'verloning',
  'verloningsperiode',
  'frecuencia de pago',
]

/** The frequency where a label calls it so; a value that is more than a frequency is refused. */
export function findFrequency(pages: readonly PageLayout[]): Field | undefined {
  // `Bi-weekly (26)`: how many of them a year has.
  const shape = new RegExp(
    `^(?:[a-z]{1,3} [-:] )?(?<value>${FREQUENCY.source}|${BARE})(?: ?\\(\\d{1,2}\\))?\\W{0,2}$`,
    'u',
  )
  const found = nearestLabelled(pages, { labels: LABELS, read: textReader({ shape, maxWords: 5 }) })
  return found && fieldOf(found)
}

/** `37.5 weekly hours` says how long someone works. */
const COUNTED = phrases('pay.column.quantity')

/** `(Weekly)`, `Employee 10442 Bi-weekly`, a word by itself: less sure than behind a caption. */
const STANDING = new RegExp(
  `(?:^|\\(|\\d )(?<value>${FREQUENCY.source})(?:\\)|$)|^(?<value>${FREQUENCY.source})(?= pay(?:roll)?$)|` +
    `(?:^|period )(?<value>${FREQUENCY.source})(?= \\d{1,2}$)|` +
    `\\d{4,} (?<value>${FREQUENCY.source})(?= (?!${COUNTED})\\p{L})`,
  'u',
)
/** A stub says so at its head; a line of a table below it speaks of one item. */
const [HEAD_LINES, UNLABELLED] = [8, 0.75]

/** The frequency that stands at the head of a stub without a caption. */
export function standingFrequency([first]: readonly PageLayout[]): Field | undefined {
  const head = first?.lines.slice(0, HEAD_LINES).flatMap(({ segments }) => segments) ?? []
  for (const { words: all, page } of head) {
    const folded = foldWords(all)
    const found = STANDING.exec(folded.text)
    const name = found?.groups?.value
    if (!found || !name || findAmounts(all, { style: amountStyle(all) }).some(({ decimals }) => decimals === 2))
      continue
    const from = found.index + found[0].indexOf(name)
    const words = wordsBetween(folded, from, from + name.length)
    const value = words
      .map(({ text }) => text)
      .join(' ')
      .replace(/^\(|\)$/g, '')
    const box = around(words.map((word) => word.box))
    return { value, printed: value, confidence: UNLABELLED * recognised(words), page, box, words, method: 'head' }
  }
  return undefined
}

/** What the caption of an amount says: `Gross monthly salary`. Surer than none, less than a caption of its own. */
const IN_CAPTION = 0.8

/** How often an amount is paid, where its caption says it. */
export function frequencyNamed({ words: caption, layout }: LabelAt): Field | undefined {
  const folded = foldWords([...caption])
  const often = FREQUENCY.exec(folded.text)
  if (!often) return undefined
  const words = wordsBetween(folded, often.index, often.index + often[0].length)
  const value = words.map(({ text }) => text).join(' ')
  const confidence = IN_CAPTION * recognised(words)
  const box = around(words.map((word) => word.box))
  return { value, printed: value, confidence, page: layout.page.number, box, words, method: 'caption' }
}
