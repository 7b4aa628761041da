import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { fieldOf } from './candidate.ts'
import { nearestLabelled } from './nearest-labelled.ts'
import { textReader } from './value-reader.ts'

/** How often someone is paid, as words: folded English, French, German. */
export const FREQUENCY =
  /(?:bi-? ?weekly|semi-? ?monthly|weekly|monthly|fortnightly|annual(?:ly)?|yearly|quarterly|daily|hourly|every (?:two|2|other|four|4) weeks?|(?:twice|two times) (?:a|per) month|(?:twice|once|four times) (?:a|per) (?:month|week|year)|per (?:hour|week|month|year|annum)|bihebdomadaire|hebdomadaire|bimensuel(?:le)?|mensuel(?:le)?|annuel(?:le)?|(?:aux|toutes les) (?:deux|2) semaines|(?:deux|2) fois par mois|(?:aux )?quinzaines?|zweiwochentlich|wochentlich|halbmonatlich|monatlich|jahrlich|14-taglich|quincenal|semanal|mensual|maandelijks|mensal|mensile)/

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
  const shape = new RegExp(`^(?:[a-z]{1,3} [-:] )?(?<value>${FREQUENCY.source})\\W{0,2}$`)
  const found = nearestLabelled(pages, { labels: LABELS, read: textReader({ shape, maxWords: 5 }) })
  return found && fieldOf(found)
}
