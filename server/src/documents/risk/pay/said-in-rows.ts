import { foldWords } from '../../extract/labels/folded-line.ts'
import type { Line } from '../../model/layout.ts'
import { holds, phrasesOf, sourceOf, within } from '../../vocabulary/compile.ts'
import type { Facts, Rule } from '../facts.ts'
import { agree, amountsIn, OTHER, type Period, periodsIn, type Said, toldOf } from '../pay-said.ts'

/** What kind of pay a row says: gross, basic, with everything. */
const KINDS = phrasesOf('pay.kind').map((phrase) => new RegExp(sourceOf(phrase), 'u'))
const NAMED = holds('pay.kind', 'letter.income.for')
const PAY = phrasesOf('letter.income.for').map((phrase) => new RegExp(`(?<!\\p{L})${sourceOf(phrase)}(?!\\p{L})`, 'u'))
const OFTEN = within('pay.per.year', 'pay.per.month', 'pay.per.half_month', 'pay.per.fortnight', 'pay.per.week')
/** A pay of another year, or since a day. */
const DATED = /(?<!\d)(?:19|20)\d\d(?!\d)/
/** A row is a caption with its value; what is longer is running text. */
const MOST_WORDS = 12
/** Rows of one list stand so near, in lines. */
const NEAR = 4

/** A row of a list: one pay or, in columns, several of them, and how often it is paid. */
interface Row {
  line: number
  text: string
  said: Said[]
}

function rowOf({ segments, text: whole }: Line, at: number): Row[] {
  const words = segments.flatMap((segment) => segment.words)
  const isRow = segments.length > 1 || /^[^:]{2,50}: /.test(whole)
  if (!isRow || words.length > MOST_WORDS) return []
  const { text, starts } = foldWords(words)
  const [periods, amounts] = [periodsIn(text), amountsIn(words, starts)]
  const [period] = periods
  const isOther = OTHER.test(text) || DATED.test(text) || !NAMED.test(text)
  if (!period || new Set<Period>(periods).size > 1 || amounts.length === 0 || isOther) return []
  return [{ line: at, text, said: amounts.map(({ amount }) => ({ amount, period })) }]
}

const namesIn = (patterns: readonly RegExp[], text: string) =>
  new Set(patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []))

/** Of one kind by their words: what is left after tax, or without a bonus, is another pay than the gross one. */
function areOfOneKind(one: Row, other: Row): boolean {
  const [a, b] = [namesIn(KINDS, one.text), namesIn(KINDS, other.text)]
  if (a.size !== b.size || [...a].some((kind) => !b.has(kind))) return false
  const [mine, its] = [one, other].map(({ text }) => namesIn(PAY, text.replace(OFTEN, ' ')))
  return a.size > 0 || [...(mine ?? [])].some((name) => its?.has(name))
}

function pairsOf(rows: readonly Row[]): (readonly [Said, Said])[] {
  return rows.slice(1).flatMap((second, at) => {
    const first = rows[at] as Row
    const isNear = second.line - first.line <= NEAR && first.said.length === second.said.length
    if (!isNear || !areOfOneKind(first, second)) return []
    return first.said.flatMap((one, column) => {
      const other = second.said[column]
      return other && other.period !== one.period ? [[one, other] as const] : []
    })
  })
}

/** A letter whose list gives a pay by the year in one row and by the month in another says the same twice. */
export const saidInRows: Rule = (facts: Facts) => {
  if (facts.part.type !== 'INCOME_LETTER') return []
  return facts.reading.pages
    .filter(({ page }) => facts.part.pages.includes(page.number))
    .flatMap(({ lines }) => pairsOf(lines.flatMap(rowOf)))
    .filter((pair) => !agree(pair))
    .slice(0, 1)
    .flatMap((pair) => toldOf(facts, pair))
}
