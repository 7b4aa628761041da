import { foldWords } from '../extract/labels/folded-line.ts'
import type { Word } from '../model/page.ts'
import { type AmountAt, amountStyle, findAmounts } from '../values/amount-style.ts'
import { type Concept, phrases, within } from '../vocabulary/compile.ts'
import { claim } from './claim.ts'
import { type Facts, money, type Rule } from './facts.ts'

/** How a pay is said, and how often in a year it then is paid: the usual count first. */
export type Period = readonly [per: Concept, times: readonly [number, ...number[]]]

/**
 * How often a pay that is said so is paid in a year. Thirteenth and fourteenth months' pay, holiday pay of 8 % and
 * weeks of 365 days make several counts lawful.
 */
const PERIODS: readonly Period[] = [
  ['pay.per.half_month', [24]],
  ['pay.per.fortnight', [26, 26.07, 26.09, 27]],
  ['pay.per.year', [1]],
  ['pay.per.month', [12, 12.96, 13, 13.33, 13.92, 13.96, 14, 14.5, 15, 16]],
  ['pay.per.week', [52, 52.14, 52.18, 53]],
]

const OFTEN = PERIODS.map((period) => [period, new RegExp(within(period[0]).source, 'gu')] as const)
const SAID_AGAIN = new RegExp(`(?:^|[ ,;(])${phrases('pay.said_again')}(?![\\p{L}])|\\($`, 'u')
/** What is said of another sum than the whole pay. */
export const OTHER = within('letter.income.against')
/** Both are rounded, some to whole dollars. */
const SLACK = 0.004

/** A pay with the period that its words say. */
export interface Said {
  amount: AmountAt
  period: Period
}

/** The periods that a text names, in its order; a longer name counts for those within it. */
export function periodsIn(text: string): Period[] {
  const found = OFTEN.flatMap(([period, pattern]) =>
    Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({ period, index, until: index + length })),
  )
  const whole = found.filter(
    ({ index, until }, at) => !found.some((o, n) => n < at && o.index <= index && o.until >= until),
  )
  return whole.toSorted((a, b) => a.index - b.index).map(({ period }) => period)
}

/** The period that is named last before an amount, or first behind it. */
const periodIn = (text: string, end: 'first' | 'last') => periodsIn(text).at(end === 'first' ? 0 : -1)

/** `(£22,800.00 per annum)`: a bracket that the amount only opens is none of its signs. */
const OPENED = /^\([^)]*$/

/** An amount of a letter with its place in the folded text. */
interface Placed {
  amount: AmountAt
  from: number
  until: number
}

/** The amounts of a text, with their places in it. */
export function amountsIn(words: readonly Word[], starts: readonly number[]): Placed[] {
  const bare = words.map((word) => (OPENED.test(word.text) ? { ...word, text: word.text.slice(1) } : word))
  const startOf = (word: Word | undefined) => (word ? (starts[bare.indexOf(word)] ?? 0) : 0)
  return findAmounts(bare, { style: amountStyle(bare) })
    .filter(({ decimals, currency }) => decimals === 2 || currency)
    .map((amount) => {
      const last = amount.words.at(-1)
      return { amount, from: startOf(amount.words[0]), until: startOf(last) + (last?.text.length ?? 0) }
    })
}

/** How far before an amount its kind is named, and how far behind it how often it is paid. */
const [BEFORE, BEHIND] = [80, 60]

/** Two pays of one sentence, of which the second says the first again. */
function saidTwice(words: Word[]): (readonly [Said, Said])[] {
  const { text, starts } = foldWords(words)
  const all = amountsIn(words, starts)
  return all
    .slice(1)
    .flatMap((second, at) => pairOf(text, all[at - 1]?.until ?? 0, all[at] as Placed, second, all[at + 2]))
}

function pairOf(text: string, since: number, first: Placed, second: Placed, next?: Placed): (readonly [Said, Said])[] {
  const before = sentenceOf(text.slice(Math.max(since, first.from - BEFORE), first.from))
  const between = text.slice(first.until, second.from + (text[second.from] === '(' ? 1 : 0))
  const after = clauseOf(text.slice(second.until, next?.from ?? second.until + BEHIND))
  const again = SAID_AGAIN.exec(between)
  if (between.length > BEHIND || /[.!?:;] /.test(between) || !again) return []
  if ([before, between, after].some((part) => OTHER.test(part))) return []
  // How many hours a year has is seldom said.
  if (HOURLY.test(between.slice(0, again.index)) || HOURLY.test(after)) return []
  const one = periodIn(clauseOf(between.slice(0, again.index)), 'first') ?? periodIn(before, 'last')
  // `paid monthly in the amount of` is how often the second is paid, whatever else follows.
  const paid = periodIn(again[0], 'last')
  const other = paid ? inPart(paid) : (periodIn(after, 'first') ?? periodIn(between, 'last'))
  if (!one || !other || one[0] === other[0]) return []
  const [a, b] = [first.amount, second.amount]
  return [
    [
      { amount: a, period: one },
      { amount: b, period: other },
    ],
  ]
}

/** Who works while a school is open is paid a year's pay in fewer payments. */
const IN_PART: Partial<Record<Concept, readonly number[]>> = {
  'pay.per.half_month': [18, 20, 22],
  'pay.per.fortnight': [20, 21, 22],
  'pay.per.month': [9, 10, 11],
}

const inPart = ([per, times]: Period): Period => [per, [...times, ...(IN_PART[per] ?? [])]]

const HOURLY = within('pay.per.hour')

/** `(40 hours per week). Her pay is`: what the sentence before says is of something else. */
const sentenceOf = (text: string) => text.replace(/^.*[.!?]\)? (?=\p{L})/u, '')

const clauseOf = (text: string) => /^[^.,;]*/.exec(text)?.[0] ?? ''

const ofYear = ({ amount, period }: Said) => period[1].map((times) => times * amount.value)

export function agree([one, other]: readonly [Said, Said]): boolean {
  return ofYear(one).some((a) => ofYear(other).some((b) => Math.abs(a - b) <= SLACK * Math.max(a, b)))
}

/** A letter that says a salary in two ways, by the year and by the month, says the same twice. */
export const paySaid: Rule = (facts) => {
  if (facts.part.type !== 'INCOME_LETTER') return []
  const pages = facts.reading.pages.filter(({ page }) => facts.part.pages.includes(page.number))
  return pages
    .flatMap(({ lines }) => saidTwice(lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words))))
    .filter((pair) => !agree(pair))
    .slice(0, 1)
    .flatMap((pair) => toldOf(facts, pair))
}

/** What is wrong with two pays that should be one. */
export function toldOf(facts: Facts, [one, other]: readonly [Said, Said]) {
  const [times, count] = [one.period[1][0], other.period[1][0]]
  return claim(facts, {
    code: 'PAY_SAID_TWICE',
    family: 'consistency',
    severity: 'medium',
    proof: true,
    message: `${money(one.amount.value)} ${times} times a year is not ${money(other.amount.value)} ${count} times`,
    fields: ['gross_income'],
    figures: [one.amount.value * times, other.amount.value * count],
    rests: [...one.amount.words, ...other.amount.words],
  })
}
