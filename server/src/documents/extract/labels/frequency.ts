import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { holds } from '../../vocabulary/compile.ts'
import { fieldOf } from './candidate.ts'
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
