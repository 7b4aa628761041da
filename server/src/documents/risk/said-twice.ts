import type { DocumentType } from '@mkt/schemas'
import type { Field } from '../model/findings.ts'
import type { Line } from '../model/layout.ts'
import type { Word } from '../model/page.ts'
import { amountStyle, findAmounts } from '../values/amount-style.ts'
import { parseDate } from '../values/date.ts'
import { foldCase } from '../values/fold.ts'
import { certaintyOfWords, claim } from './claim.ts'
import type { Facts, Rule } from './facts.ts'
import { targetOf } from './policy/targets.ts'

const TYPES: ReadonlySet<DocumentType> = new Set(['INVOICE', 'RECEIPT', 'PAY_STUB', 'INCOME_LETTER'])
/** `Total` and `Date` are captions of many things. */
const TELLING = /\p{L}{2,}\W+\p{L}{2,}/u

const wordsOf = ({ segments }: Line) => segments.flatMap(({ words }) => words)
const hasFigures = ({ text }: Word) => /\d/.test(text)
const plain = (words: readonly Word[]) =>
  foldCase(words.map(({ text }) => text).join(' ')).replace(/[\s:.#*$€£-]+$/, '')

/** The words before a value on its line, from the value before it. */
function captionBefore(words: readonly Word[], first: number): Word[] {
  const from = words.slice(0, first).findLastIndex(hasFigures) + 1
  return words.slice(from, first)
}

/** A caption's value: what follows in its segment, or the segment beside it where no other figure follows. */
function valueBehind({ segments }: Line, at: number, length: number): readonly Word[] {
  const own = segments[at]?.words.slice(length) ?? []
  const [next, after] = [segments[at + 1]?.words ?? [], segments[at + 2]?.words ?? []]
  if (own.length > 0) return next.some(hasFigures) && !next.some(isWord) ? [] : own
  return after.some(hasFigures) && !after.some(isWord) ? [] : next
}

const isWord = ({ text }: Word) => /\p{L}{3}/u.test(text)

/** What stands behind the caption wherever else it leads a segment. */
function saidBehind(facts: Facts, caption: string): (readonly Word[])[] {
  const length = caption.split(' ').length
  const pages = facts.reading.pages.filter(({ page }) => facts.part.pages.includes(page.number))
  return pages
    .flatMap(({ lines }) => lines)
    .flatMap((line) =>
      line.segments.flatMap(({ words }, at) =>
        plain(words.slice(0, length)) === caption ? [valueBehind(line, at, length)] : [],
      ),
    )
}

/** What words say, of the kind that the field has; undefined where it is another kind, or more than one value. */
function valueIn(words: readonly Word[], field: Field, kind: string): string | undefined {
  const printed = words.map(({ text }) => text).join(' ')
  if (kind === 'date') return parseDate(printed)?.value
  if (kind === 'amount') {
    const amounts = findAmounts(words, { style: amountStyle([...words, ...field.words]) })
    const [amount, ...more] = amounts
    return amount?.decimals === 2 && more.length === 0 && amount.words.length === words.length
      ? Math.abs(amount.value).toFixed(2)
      : undefined
  }
  return undefined
}

/** The same caption heads the year so far in another part of a stub: twice this pay or more. */
const isOfYear = ({ part }: Facts, own: string, other = '') =>
  part.type === 'PAY_STUB' && Number(other) > YEAR_FROM * Number(own)

const YEAR_FROM = 1.8

/** A field whose caption the paper prints again, with another value behind it: one of the two was changed. */
export const saidTwice: Rule = (facts) => {
  if (!TYPES.has(facts.part.type)) return []
  const known = new Set(Object.values(facts.part.fields).flatMap(({ words }) => words))
  return Object.entries(facts.part.fields).flatMap(([name, field]) => {
    const kind = targetOf(name)
    const line = facts.reading.pages
      .filter(({ page }) => page.number === field.page)
      .flatMap(({ lines }) => lines)
      .find((one) => field.words[0] !== undefined && wordsOf(one).includes(field.words[0]))
    if (!line || (kind !== 'amount' && kind !== 'date')) return []
    const caption = plain(captionBefore(wordsOf(line), wordsOf(line).indexOf(field.words[0] as Word)))
    const own = valueIn(field.words, field, kind)
    if (!TELLING.test(caption) || own === undefined) return []
    const others = saidBehind(facts, caption).filter((words) => !words.some((word) => known.has(word)))
    const [other] = others.filter((words) => valueIn(words, field, kind) !== undefined)
    const value = other && valueIn(other, field, kind)
    if (
      !other ||
      value === own ||
      isOfYear(facts, own, value) ||
      certaintyOfWords([...field.words, ...other]) !== 'sure'
    )
      return []
    return claim(facts, {
      code: 'SAID_TWICE',
      family: 'consistency',
      severity: 'medium',
      proof: true,
      message: `"${caption}" says ${own}, and in another place ${value}`,
      fields: [name],
      rests: other,
    })
  })
}
