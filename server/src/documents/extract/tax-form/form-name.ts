import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldBlanks } from '../../values/fold.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'

/** IRS form numbers: 1040, 1040-SR, 4506-T, W-9, W-8BEN-E, SS-4, 1099-K, 940 (PR). */
const NUMBER = '(?:\\d{3,4}(?:-[a-z]{1,4})?|(?:w|ss|ct|rrb|ssa)-?\\d{1,4}[a-z]{0,4}(?:-[a-z]{1,4})?)'

/** CRA and Revenu Québec forms: T1, TD1, T2200, T4RSP, RC66, GST34, RL-2, TP-1. */
const CANADIAN =
  '(?:td?\\d{1,4}[a-z]{0,4}(?:\\((?:p|oas)\\))?|rc\\d{2,4}|gst\\d{2,4}|nr\\d{2,4}|rl-?\\d{1,2}|tp-?\\d[\\d.-]*)'

/** HMRC's certificates and returns. */
const BRITISH = '(?:p(?:45|60|11d)|sa\\d{3})'

interface Shape {
  pattern: RegExp
  weight: number
}

const SHAPES: readonly Shape[] = [
  {
    pattern: new RegExp(`\\bschedules? [a-z0-9]{1,3}(?:-\\d)? ?\\(form ${NUMBER}(?:[ ,a-z0-9-]{0,20})\\)`, 'g'),
    weight: 4,
  },
  { pattern: new RegExp(`\\bform ${NUMBER}(?= ?\\((?:rev|20\\d\\d))`, 'g'), weight: 4 },
  { pattern: new RegExp(`\\bform ${NUMBER}(?![a-z0-9])`, 'g'), weight: 2 },
  { pattern: /\bt4a?(?:rsp|rif|rca)? (?:summary|sommaire)|\bt1 (?:general|generale)\b/g, weight: 4 },
  { pattern: new RegExp(`(?<![a-z0-9-])${CANADIAN}(?= [ef](?![a-z])| ?(?:\\(\\d\\d\\)|rev))`, 'g'), weight: 3 },
  { pattern: new RegExp(`(?<![a-z0-9-])${CANADIAN}(?![a-z0-9])`, 'g'), weight: 1.5 },
  { pattern: new RegExp(`(?<![a-z0-9-])${BRITISH}(?![a-z0-9])`, 'g'), weight: 1.5 },
]

interface Mention {
  name: string
  words: Word[]
  page: number
  weight: number
}

/**
 * The form's own name among all that it mentions: what heads and foots every page, what stands large beside the word
 * `Form`, and what comes first outweigh the forms that a text refers to.
 */
export function formName(pages: readonly PageLayout[]): Field | undefined {
  const mentions = pages.slice(0, 6).flatMap((layout) => [...besideForm(layout), ...inSegments(layout)])
  const names = new Set(mentions.map(({ name }) => plain(name)))
  const same = (name: string) => withoutLanguage(plain(name), names)
  const weights = new Map<string, number>()
  for (const { name, weight } of mentions) weights.set(same(name), (weights.get(same(name)) ?? 0) + weight)
  const best = [...weights].sort((a, b) => b[1] - a[1])[0]
  // `T1` at the foot is the `T1 General` of the title: the longer name says more.
  const shown = mentions
    .filter(({ name }) => best && (plain(name) === best[0] || name.toLowerCase().startsWith(`${best[0]} `)))
    .sort((a, b) => b.name.length - a.name.length || b.weight - a.weight)[0]
  if (!best || !shown) return titleAsName(pages[0])
  return fieldOf(shown.name, shown.words, shown.page, 'form-number', Math.min(0.6 + best[1] / 20, 0.97))
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/^form /, '')
    .replace(/[^a-z0-9]/g, '')

/** `T1E` is the English `T1` where the page prints that too; T4E is a form of its own. */
function withoutLanguage(name: string, names: ReadonlySet<string>): string {
  const base = name.replace(/[ef]$/, '')
  return names.has(base) ? base : name
}

function inSegments(layout: PageLayout): Mention[] {
  const first = layout.lines[0]?.page === 1 ? 1.3 : 1
  return layout.lines
    .flatMap(({ segments }) => segments)
    .flatMap((segment) => {
      const folded = foldWords(segment.words)
      const taken: [number, number][] = []
      return SHAPES.flatMap(({ pattern, weight }) =>
        Array.from(folded.text.matchAll(pattern)).flatMap((match): Mention[] => {
          const [from, to] = [match.index, match.index + match[0].length]
          if (taken.some(([start, end]) => from < end && start < to)) return []
          taken.push([from, to])
          const words = wordsBetween(folded, from, to)
          const name = foldBlanks(words.map(({ text }) => text).join(' '))
          return [{ name, words, page: layout.page.number, weight: weight * first * prominence(layout, segment, from) }]
        }),
      )
    })
}

/** At the head or foot of the page and leading its segment; deep in a text it is a reference to another form. */
function prominence({ page }: PageLayout, segment: Segment, from: number): number {
  const y = segment.box[1] / page.height
  const edge = y > 0.9 || y < 0.08
  if (from > 0) return edge && segment.words.length < 8 ? 0.6 : 0.1
  return edge ? 1.5 : segment.words.length < 8 ? 0.5 : 0.2
}

/** A small `Form` with the number large beside it, as the IRS heads its forms. */
function besideForm({ page, lines }: PageLayout): Mention[] {
  const words = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words))
  const whole = new RegExp(`^${NUMBER}$`, 'i')
  return words
    .filter(({ text }) => /^form$/i.test(text))
    .flatMap((form) => {
      const number = words.find((word) => whole.test(word.text) && word.size > 1.5 * form.size && isBeside(form, word))
      return number
        ? [{ name: `${form.text} ${number.text}`, words: [form, number], page: page.number, weight: 8 }]
        : []
    })
}

function isBeside(form: Word, word: Word): boolean {
  const gap = word.box[0] - form.box[2]
  return gap > -2 && gap < 40 && word.box[1] < form.box[3] && word.box[3] > form.box[1]
}

/** A form without a number that is known is called by its largest line. */
function titleAsName(layout: PageLayout | undefined): Field | undefined {
  const segments = layout?.lines.flatMap((line) => line.segments).filter(({ text }) => /\p{L}{4}/u.test(text)) ?? []
  const largest = segments.reduce<Segment | undefined>(
    (best, next) => (best && best.size >= next.size ? best : next),
    undefined,
  )
  return layout && largest ? fieldOf(largest.text, largest.words, layout.page.number, 'title', 0.4) : undefined
}

function fieldOf(name: string, words: Word[], page: number, method: string, confidence: number): Field {
  const value = foldBlanks(name)
  return { value, printed: value, words, page, method, confidence, box: around(words.map(({ box }) => box)) }
}
