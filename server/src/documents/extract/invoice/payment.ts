import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldCase } from '../../values/fold.ts'
import { findIbans, IBAN_LENGTHS } from '../../values/ids.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import { bestOf, fieldOf } from '../labels/candidate.ts'
import { findLabelled } from '../labels/find-labelled.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { textReader } from '../labels/value-reader.ts'
import { mention, surest } from './mention.ts'

const TERMS_VALUE = new RegExp(`\\d+ ?${phrases('payment.days')}|\\d+ ?%|\\b${phrases('payment.days.word')}\\b`, 'u')

/** A number of days alone is terms; what else the paper says beside them may not be. */
const DAYS = new RegExp(`\\d+ ?${phrases('payment.days')}(?!\\p{L})`, 'u')

/** Where to pay: a whole IBAN whose check digits hold, else what is labelled so. A masked one is the payer's. */
export function findIban(pages: readonly PageLayout[]): Field | undefined {
  const formed = pages.flatMap((layout) =>
    layout.lines.flatMap((line) => {
      const words = line.segments.flatMap((segment) => segment.words)
      const folded = foldWords(words)
      const text = words.map((word) => word.text).join(' ')
      return findIbans(text).flatMap((iban) => {
        const held = wordsBetween(folded, iban.index, iban.index + iban.printed.length)
        return iban.masked || held.length === 0 ? [] : [mention(held, layout.page.number, 'iban-form', 0.97)]
      })
    }),
  )
  return surest(formed) ?? labelledIban(pages) ?? unchecked(pages)
}

// Samples and misprints: the form without the check.
function labelledIban(pages: readonly PageLayout[]): Field | undefined {
  const read = textReader({ shape: /^[\s:]*(?<value>[a-z]{2} ?\d{2}(?: ?[a-z\d]{2,4}){3,8})(?![*x])/u, maxWords: 10 })
  const best = bestOf(
    findLabelled(pages, { labels: ['iban'], read, places: ['label-inline', 'label-right', 'label-below'] }),
  )
  return best && { ...wholeIban(fieldOf(best)), confidence: best.confidence * 0.75 }
}

/** Words behind an IBAN that is as long as its country's are of the sentence that it stands in. */
function wholeIban(field: Field): Field {
  const plain = (count: number) =>
    field.words
      .slice(0, count)
      .map(({ text }) => text.replace(/[^A-Za-z\d]/g, ''))
      .join('')
  const length = IBAN_LENGTHS[plain(field.words.length).slice(0, 2).toUpperCase()]
  const count = field.words.findIndex((_, at) => plain(at + 1).length === length) + 1
  const words = field.words.slice(0, count)
  if (count === 0 || count === field.words.length) return field
  const printed = words.map(({ text }) => text).join(' ')
  return { ...field, value: printed, printed, words, box: around(words.map(({ box }) => box)) }
}

// A word of an IBAN's form beside a BIC, or under the word.
function unchecked(pages: readonly PageLayout[]): Field | undefined {
  for (const { lines, page } of pages)
    for (const [index, line] of lines.entries()) {
      const word = line.segments
        .flatMap(({ words }) => words)
        .find(({ text }) => /^[A-Z]{2}\d{13,28}[,.;]?$/.test(text))
      if (word && /\b(?:IBAN|BIC|SWIFT)\b/i.test(`${lines[index - 1]?.text} ${line.text}`))
        return mention([{ ...word, text: word.text.replace(/[,.;]$/, '') }], page.number, 'iban-unchecked', 0.6)
    }
  return undefined
}

const TERMS_LABELS = [new RegExp(`(?<!\\p{L})${phrases('payment.terms')}(?=$|[ :])`, 'u')]

/** Sentences that say by themselves when and how to pay, folded. */
const TERMS_SENTENCE = within('payment.terms.sentence')

/** Where values are written in boxes, the next caption follows in the same box. */
const CAPTIONS = [
  / ?[·•|–-] ?(?=iban\b)/,
  /(?<=.)\b(?:due date|invoice date|date|p\.?o\.?(?: number)?|amount due|place of supply) ?:/,
  new RegExp(` ?[-–|] ?${phrases('payment.date_caption')}\\b`, 'u'),
  new RegExp(`(?<=.)(?<!\\p{L})${phrases('payment.terms')} ?:`, 'u'),
  // The day on which it is due, in a caption of its own behind wide blanks.
  new RegExp(` ?(?=(?<!\\p{L})${phrases('invoice.due_date', 'invoice.date')} ?: ?\\d)`, 'u'),
]

/** How it is to be paid, in the document's own words. */
export function findPaymentTerms(pages: readonly PageLayout[]): Field | undefined {
  const read = textReader({ shape: /^[:=\s]*(?<value>.+?)$/u, until: CAPTIONS, maxWords: 22 })
  const labelled = findLabelled(pages, {
    labels: TERMS_LABELS,
    except: [/terms (?:and|&) conditions/, /in terms/],
    read,
  }).filter(
    ({ value, label, words, method }) =>
      // A caption at the end of a sentence goes on in the next line, and not in the column beside it.
      (label.leads || (label.colon && method !== 'label-right')) && isTerms(String(value)) && words.length > 0,
  )
  const best = bestOf(labelled)
  return best ? saidFirst(fieldOf(best)) : sentence(pages)
}

/** What follows the sentence that says the terms is about something else: where to pay, what lateness costs. */
function saidFirst(field: Field): Field {
  const said = saidOf(field.words, DAYS)
  if (said.length === field.words.length || said[0] !== field.words[0]) return field
  return mention(said, field.page, field.method, field.confidence)
}

// Terms say a number of days, a share, or a word of paying.
function isTerms(value: string): boolean {
  const folded = foldCase(value)
  return TERMS_VALUE.test(folded)
}

function sentence(pages: readonly PageLayout[]): Field | undefined {
  for (const { lines, page } of pages)
    for (const [index, line] of lines.entries())
      for (const segment of line.segments) {
        if (!TERMS_SENTENCE.test(foldCase(segment.text)) || segment.words.length < 2) continue
        const next = lines[index + 1]?.segments.find(({ box }) => Math.abs(box[0] - segment.box[0]) < 4)
        const goesOn =
          (next && segment.words.length > 5 && /^\p{Ll}|^Skonto|,$/u.test(next.text)) ||
          (next && /,$|\d%$/.test(segment.text))
        const whole = goesOn && next ? [...segment.words, ...next.words] : segment.words
        const words = withoutCaption(saidOf(whole, TERMS_SENTENCE))
        return mention(words, page.number, 'terms-sentence', 0.6)
      }
  return undefined
}

/** A caption that no list has, before what it captions: `Konditionen: 30 days net`. */
function withoutCaption(words: Word[]): Word[] {
  const caption = words.findIndex(({ text }) => text.endsWith(':'))
  return caption >= 0 && caption < 3 && words.length > caption + 2 ? words.slice(caption + 1) : words
}

// Of several sentences the one that says the terms, without its full stop.
function saidOf(words: Word[], says: RegExp): Word[] {
  const ends = words.flatMap(({ text }, index) =>
    /[\p{L}\d)%]{3}\.$/u.test(text) && /^\p{Lu}/u.test(words[index + 1]?.text ?? '') ? [index + 1] : [],
  )
  const parts = [0, ...ends].map((from, at) => words.slice(from, ends[at]))
  const said = parts.find((part) => says.test(foldCase(part.map(({ text }) => text).join(' '))))
  if (!said || parts.length === 1) return words
  return said.map((word, at) => (at === said.length - 1 ? { ...word, text: word.text.replace(/\.$/, '') } : word))
}
