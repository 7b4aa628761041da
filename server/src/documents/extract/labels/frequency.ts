import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { holds } from '../../vocabulary/compile.ts'
import { fieldOf, recognised } from './candidate.ts'
import type { LabelAt } from './find-labels.ts'
import { foldWords, wordsBetween } from './folded-line.ts'
import { nearestLabelled } from './nearest-labelled.ts'
import { textReader } from './value-reader.ts'

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
]

/** The frequency where a label calls it so; a value that is more than a frequency is refused. */
export function findFrequency(pages: readonly PageLayout[]): Field | undefined {
  const shape = new RegExp(`^(?:[a-z]{1,3} [-:] )?(?<value>${FREQUENCY.source})\\W{0,2}$`, 'u')
  const found = nearestLabelled(pages, { labels: LABELS, read: textReader({ shape, maxWords: 5 }) })
  return found && fieldOf(found)
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
