import { around, type Box } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'

/** What says that a year is the tax year. A revision (`Rev. March 2024`, `(June 2023)`) is none. */
const PHRASES: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/(?:calendar|tax|taxation) year(?: beginning)?:? (?<year>20\d\d)\b/g, 4],
  // Britain's years end in April, Ireland's in December: `Tax year to 5 April 2031`.
  [/tax year (?:to|ended|ending)(?: on)? (?:\d{1,2} \p{L}{3,9}|\p{L}{3,9} \d{1,2},?) (?<year>20\d\d)\b/gu, 4],
  [/for the year .{0,30}?(?<year>20\d\d)\b/g, 3],
  [/\bform [a-z0-9-]{2,9} \((?<year>20\d\d)\)/g, 4],
  [/\bform [a-z0-9-]{2,9} for (?<year>20\d\d)\b/g, 4],
  [/\((?:form [a-z0-9-]{2,9})\) (?<year>20\d\d)\b/g, 4],
  [/annee (?:d'imposition|civile) (?<year>20\d\d)\b/g, 4],
  [/\b(?:year ?\/ ?)?annee:? (?<year>20\d\d)\b/g, 3],
  [/\b(?:return|declaration|general|generale|summary|sommaire) (?:for )?(?<year>20\d\d)\b/g, 3],
  [/^(?<year>20\d\d) (?:form|income tax|personal|tax return|t\d)/g, 2],
  [/\battach to (?<year>20\d\d) form\b/g, 1],
]

const YEAR = /^20[0-4]\d$/

const ENOUGH = 2.5

interface Mention {
  year: string
  words: Word[]
  page: number
  weight: number
}

/** The year that the form is for, by its phrases and its large print; undefined for a form of any year. */
export function formYear(pages: readonly PageLayout[]): Field | undefined {
  const mentions = pages
    .slice(0, 4)
    .flatMap((layout, index) => [
      ...phrases(layout),
      ...(index === 0 ? [...largeYears(layout), ...filledYears(layout)] : []),
    ])
  const weights = new Map<string, number>()
  for (const { year, weight } of mentions) weights.set(year, (weights.get(year) ?? 0) + weight)
  const best = [...weights].sort((a, b) => b[1] - a[1])[0]
  const shown = mentions.filter(({ year }) => year === best?.[0]).sort((a, b) => b.weight - a.weight)[0]
  if (!best || !shown || best[1] < ENOUGH) return undefined
  const box = around(shown.words.map((word) => word.box))
  const confidence = Math.min(0.6 + best[1] / 20, 0.97)
  return {
    value: shown.year,
    printed: shown.year,
    words: shown.words,
    page: shown.page,
    box,
    method: 'form-year',
    confidence,
  }
}

function phrases(layout: PageLayout): Mention[] {
  return layout.lines
    .flatMap(({ segments }) => segments)
    .flatMap((segment) => {
      const folded = foldWords(segment.words)
      const height = segment.box[1] / layout.page.height
      // In the body of a form, a year is an example or refers to another year's form.
      const place = height > 0.75 || height < 0.08 ? 1 : 0.3
      return PHRASES.flatMap(([pattern, weight]) =>
        Array.from(folded.text.matchAll(pattern), (match) => {
          const year = match.groups?.year as string
          const from = match.index + match[0].lastIndexOf(year)
          return { year, words: wordsBetween(folded, from, from + 4), page: layout.page.number, weight: weight * place }
        }),
      )
    })
}

const CAPTION = /(?:^|\b(?:calendar|tax) )(?:year|annee)(?: ?[/–-] ?annee)?:?$/

/** A year that stands by itself, whole or as `20 23`, beside or right beneath a caption that asks for it. */
function filledYears(layout: PageLayout): Mention[] {
  const segments = layout.lines.flatMap((line) => line.segments).filter(({ box }) => box[1] > 0.45 * layout.page.height)
  const captions = segments.flatMap(({ words, box }) => (CAPTION.test(foldWords(words).text) ? [box] : []))
  return segments.flatMap(({ words }): Mention[] => {
    const [first, ...others] = words
    const own = others.length > 0 && first !== undefined && CAPTION.test(foldWords([first]).text) ? others : words
    const year = own.map(({ text }) => text).join('')
    if (own.length > 2 || !YEAR.test(year)) return []
    const box = around(own.map((word) => word.box))
    const asked = own !== words || captions.some((caption) => belongs(caption, box))
    return asked ? [{ year, words: own, page: layout.page.number, weight: 3 }] : []
  })
}

function belongs(caption: Box, year: Box): boolean {
  const gap = year[0] - caption[2]
  const beside = gap > -2 && gap < 30 && caption[1] < year[3] + 4 && caption[3] > year[1] - 4
  const down = caption[1] - year[3]
  return beside || (down > -3 && down < 14 && year[0] < caption[2] && year[2] > caption[0])
}

/** A year in large print near the head, in one word or as `20` and `23` side by side. */
function largeYears(layout: PageLayout): Mention[] {
  const segments = layout.lines.flatMap((line) => line.segments).filter(({ box }) => box[1] > 0.7 * layout.page.height)
  const sizes = layout.page.words.map(({ size }) => size).sort((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 10
  return segments.flatMap((segment) => largeYear(segment, usual, layout.page.number))
}

function largeYear({ words, size }: Segment, usual: number, page: number): Mention[] {
  const [first, second, ...rest] = words
  if (!first || size < 1.3 * usual) return []
  const year = `${first.text}${second?.text ?? ''}`
  if (rest.length === 0 && YEAR.test(year)) return [{ year, words, page, weight: 3.5 }]
  const last = rest.at(-1)
  return last && YEAR.test(last.text) ? [{ year: last.text, words: [last], page, weight: 3 }] : []
}
