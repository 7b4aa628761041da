import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type AmountAt, findAmounts } from '../../values/amount-style.ts'
import { phrases, phrasesByLanguage, within } from '../../vocabulary/compile.ts'
import { type Candidate, fieldOf, recognised } from '../labels/candidate.ts'
import { type FoldedLine, foldWords, wordsBetween } from '../labels/folded-line.ts'
import { FREQUENCY, frequencyNamed } from '../labels/frequency.ts'
import { isWhole, nearestCandidates } from '../labels/nearest-labelled.ts'
import { spoken } from '../labels/spoken.ts'
import { amountReader } from '../labels/value-reader.ts'
import { SURENESS } from './sureness.ts'

const LABELS = spoken('letter.income.label', 'letter.income.part_label')

/** Names from here on may be those of a part. */
const NAMED = Math.max(...phrasesByLanguage('letter.income.label').map((names) => names.length))

export interface Income {
  amount: Field
  /** How often it is paid, where the sentence says so. */
  frequency: Field | undefined
}

/** What is paid, by a label or by the sentence that states it. */
export function findIncome(pages: readonly PageLayout[], style: AmountStyle): Income | undefined {
  const labelled = nearestCandidates(pages, { labels: LABELS, read: amountReader({ style }) })
    .filter(({ label, printed }) => label.leads && /[.,]\d\d(?!\d)|[$€£]/.test(printed))
    .toSorted(
      (a, b) => Number(isWholeOf(b, pages, style)) - Number(isWholeOf(a, pages, style)) || b.confidence - a.confidence,
    )[0]
  const [stated] = pages.flatMap((page) => statements(page, style)).toSorted(surest)
  const named = labelled && isWhole(labelled) && labelled.label.rank < NAMED
  const called = named || (labelled && isWholeOf(labelled, pages, style))
  if (labelled && (called || !stated || stated.score < 3 || labelled.value === stated.amount.value))
    return { amount: fieldOf(labelled), frequency: frequencyNamed(labelled.label) }
  return stated && stated.score >= 2 ? statedIncome(stated) : undefined
}

/** Right ends of figures of one column, in points. */
const ALIGNED = 3
/** Rows of parts at least. */
const FEWEST_PARTS = 2

/** What the rows right over it, from the lowest up, come to: where parts are listed, their sum is paid. */
function isWholeOf({ page, box, value }: Candidate, pages: readonly PageLayout[], style: AmountStyle): boolean {
  const lines = pages.filter((each) => each.page.number === page).flatMap((each) => each.lines)
  const above = lines.filter((line) => line.box[1] > box[1] + 1).toSorted((a, b) => a.box[1] - b.box[1])
  let rest = Math.round(Number(value) * 100)
  for (const [count, line] of above.entries()) {
    const words = line.segments.flatMap((segment) => segment.words)
    const part = findAmounts(words, { style }).find(
      (each) => Math.abs((each.words.at(-1)?.box[2] ?? 0) - box[2]) < ALIGNED,
    )
    if (!part) return false
    rest -= Math.round(part.value * 100)
    if (rest <= 0) return rest === 0 && count + 1 >= FEWEST_PARTS
  }
  return false
}

interface Statement {
  page: number
  text: FoldedLine
  amount: AmountAt
  /** The sentence in the text. */
  from: number
  to: number
  score: number
  /** What an hour brings. */
  hourly: boolean
}

/** `26.50 per hour, which is a salary of 55,120.00`: of what one sentence states the hour's pay is not the income. */
const surest = (a: Statement, b: Statement) => b.score - a.score || Number(a.hourly) - Number(b.hourly)

const FOR = new RegExp(`(?<![\\p{L}\\d_])${phrases('letter.income.for')}(?![\\p{L}\\d_])`, 'gu')

const AGAINST = new RegExp(`(?<![\\p{L}\\d_])${phrases('letter.income.against')}(?![\\p{L}\\d_])`, 'gu')

/** `before taxes and other deductions`: what the amount is counted before is no part of it. */
const COUNTED_BEFORE = new RegExp(`(?<!\\p{L})${phrases('letter.income.against.before')} [^,.;]*`, 'gu')

function statements({ page, lines }: PageLayout, style: AmountStyle): Statement[] {
  const words = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words))
  const text = foldWords(words)
  return amountsOf(words, style)
    .filter(({ decimals, currency }) => decimals === 2 || currency)
    .map((amount) => {
      const at = text.starts[words.indexOf(amount.words[0] as Word)] ?? 0
      const [from, to] = sentence(text.text, at)
      const stated = text.text.slice(from, to)
      const others = clause(stated, at - from).replace(COUNTED_BEFORE, '')
      const told = 2 * distinct(stated, FOR) - 2 * distinct(others, AGAINST) + (amount.currency ? 1 : 0)
      const period = PERIOD.exec(behind(text.text, amount, words, text.starts))?.groups ?? {}
      // Beside what a year brings, a pay of each period is only how it is paid out.
      const score = told + (told >= 2 && period.year ? A_YEAR : 0)
      return { page: page.number, text, amount, from, to, score, hourly: period.hour !== undefined }
    })
}

/** In a sentence a comma may follow the currency at once: `7.418 lei, iar ...`. */
function amountsOf(words: readonly Word[], style: AmountStyle): AmountAt[] {
  const bare = words.map((word) => ({ ...word, text: word.text.replace(/(?<=[\p{L}\p{Sc}])[,;.]$/u, '') }))
  const printed = (word: Word) => words[bare.indexOf(word)] ?? word
  return findAmounts(bare, { style }).map((amount) => ({ ...amount, words: amount.words.map(printed) }))
}

/** How far behind its amount a year may be named: `$52,840.00 (fifty-two thousand ... dollars) annually`. */
const BEHIND = 90
const A_YEAR = 3
/** The first period that is named behind an amount is its own: the year's counts unless the hour stands before it. */
const PERIOD = new RegExp(
  `^[^.;]*?(?:(?<year>${phrases('pay.per.year')})|(?<!\\p{L})(?<hour>${phrases('pay.per.hour')}))(?!\\p{L})`,
  'u',
)

function behind(text: string, { words }: AmountAt, all: readonly Word[], starts: readonly number[]): string {
  const last = words.at(-1) as Word
  const end = (starts[all.indexOf(last)] ?? 0) + last.text.length
  return text.slice(end, end + BEHIND).replace(/^[^(]{0,3}\([^)]*\)/, '')
}

function distinct(text: string, pattern: RegExp): number {
  return Math.min(new Set(Array.from(text.matchAll(pattern), ([word]) => word)).size, 3)
}

/** From the end of the sentence before, or the sign of its item in a list, to its end; at most a few lines. */
function sentence(text: string, at: number): readonly [from: number, to: number] {
  const before = Array.from(text.slice(Math.max(0, at - 240), at).matchAll(/(?:[.!?:]| [*•·▪]) (?=\p{L})/gu)).at(-1)
  const after = /[.!?](?= [\p{L}*•·▪]|$)(?!\d)| [*•·▪] /u.exec(text.slice(at, at + 200))
  const from = before ? Math.max(0, at - 240) + before.index + before[0].length : Math.max(0, at - 240)
  return [from, at + (after?.index ?? 160)]
}

/** The part of the sentence that the amount stands in: a bonus in the next one says nothing of it. */
function clause(sentence: string, at: number): string {
  const before = Array.from(sentence.slice(0, at).matchAll(/[,;] /g)).at(-1)
  const after = /[,;] /.exec(sentence.slice(at))
  return sentence.slice(before ? before.index + 2 : 0, after ? at + after.index : sentence.length)
}

const OFTEN = new RegExp(`(?<![\\p{L}-])(?:${FREQUENCY.source}|monatliche[sn]?|annuelle)(?![\\p{L}])`, 'gu')
/** Before how often it is paid, and behind it. */
const PAID = /\b(?:paid|verse[e]?s?|frequency|schedule|payable|pay periods?)\b/
const BASIS = /^.{0,14}?\b(?:basis|schedule|pay periods?)\b/

const HOURLY = within('pay.per.hour')

function statedIncome({ page, text, amount, from, to, score, hourly }: Statement): Income {
  const confidence = (score > 5 ? SURENESS.stated : SURENESS.hinted) * recognised(amount.words)
  const field = (words: Word[], value: string | number, method: string): Field => ({
    value,
    printed: words.map((word) => word.text).join(' '),
    confidence,
    page,
    box: around(words.map(({ box }) => box)),
    words,
    method,
  })
  const found = Array.from(text.text.slice(from, to).matchAll(OFTEN)).filter(([word]) => hourly || !HOURLY.test(word))
  // `annual salary, paid biweekly`: what follows `paid` or stands before `basis` says how often.
  const near = found.find(
    ({ index, 0: word }) =>
      PAID.test(text.text.slice(Math.max(from, from + index - 12), from + index)) ||
      BASIS.test(text.text.slice(from + index + word.length)),
  )
  const often = near ?? found[0]
  const words = often ? wordsBetween(text, from + often.index, from + often.index + often[0].length) : []
  return {
    amount: field(amount.words, amount.value, 'sentence'),
    frequency: often && field(words, words.map((word) => word.text).join(' '), 'sentence'),
  }
}
