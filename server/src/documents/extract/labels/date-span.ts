import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { type DateAt, type DateOrder, findDates } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { phrases } from '../../vocabulary/compile.ts'
import { type FoldedLine, foldLine, foldWords, wordsBetween } from './folded-line.ts'

const DAY_ALONE = new RegExp(
  `(?<=(?:^|[\\s:])(?:du|from|vom|del|dal|van|de|od) )(\\d{1,2})${phrases('date.ordinal')}?$`,
  'u',
)

/** What parts the first day from the last. */
const BETWEEN = new RegExp(`(?<=[\\s\\d.,])${phrases('span.between')}(?=[\\p{L}\\d])`, 'gu')

/** Two days further apart the wrong way round are no span. */
const MOST_REVERSED = 62

export interface DateSpan {
  start: Field
  end: Field
}

/** Two dates with `to` between them, the surest first. `named` are words that say what they span. */
export function findDateSpans(pages: readonly PageLayout[], order: DateOrder | undefined, named: RegExp): DateSpan[] {
  const spans = pages.flatMap(({ lines }) =>
    lines.flatMap((line) => [
      ...line.segments.flatMap(({ words }) => spansOf(line.page, foldWords(words), order, named)),
      ...spansOf(line.page, foldLine(line), order, named),
      ...broken(line, lines).flatMap((words) => spansOf(line.page, foldWords(words), order, named)),
    ]),
  )
  return spans.toSorted((a, b) => b.start.confidence - a.start.confidence)
}

/** What breaks a span at the end of its column. */
const OPEN_END = new RegExp(`\\d ?${phrases('span.between').replace(/\\s\*/g, '')}$|\\d ?[-–] $`, 'u')

/** What goes on with a span whose first day ended the line above. */
const GOES_ON = new RegExp(`^${phrases('span.between')}[\\p{L}\\d]`, 'u')

/** A segment that ends within a span, or with its first day, with what goes on under it in its column. */
function broken(line: Line, lines: readonly Line[]): Word[][] {
  const after = lines.slice(lines.indexOf(line) + 1, lines.indexOf(line) + 3).flatMap(({ segments }) => segments)
  return line.segments.flatMap(({ words, box, text }) => {
    const under = after.find((each) => Math.abs(each.box[0] - box[0]) < 6)
    // The blank that goes before the second day is the end of the line.
    const open = OPEN_END.test(`${foldCase(text)} `) || (/\d$/.test(text) && GOES_ON.test(foldCase(under?.text ?? '')))
    return under && open ? [[...words, ...under.words]] : []
  })
}

function spansOf(page: number, folded: FoldedLine, order: DateOrder | undefined, names: RegExp): DateSpan[] {
  const { text } = folded
  return Array.from(text.matchAll(BETWEEN)).flatMap((between) => {
    const [lead, from] = [text.slice(0, between.index).trimEnd(), between.index + between[0].length]
    const [after] = findDates(text.slice(from), { order })
    if (!after || after.index > 0) return []
    const end = { ...after, index: from }
    const start =
      lastOf(findDates(lead, { order }), lead) ?? firstWithoutYear(lead, end, order) ?? dayAlone(lead, end, names)
    const days = start ? (Date.parse(end.value) - Date.parse(start.value)) / 86_400_000 : 0
    const named = names.test(text.slice(0, start?.index))
    if (!start || days === 0 || days > 400) return []
    // Printed the wrong way round it is what the page says, where both days are whole and are named as a span.
    const reversed = days < 0
    const whole = named && start.certain && end.certain && !start.completed
    if (reversed && (!whole || days < -MOST_REVERSED)) return []
    const certain = start.certain && end.certain ? 1 : 0.75
    const confidence =
      (named ? 0.95 : 0.8) * (days > 100 ? 0.7 : 1) * (reversed ? 0.7 : 1) * (start.index > 60 ? 0.6 : 1) * certain
    return [{ start: fieldOf(page, folded, start, confidence), end: fieldOf(page, folded, end, confidence) }]
  })
}

/** The date that the text ends with. */
function lastOf(dates: DateAt[], text: string): DateAt | undefined {
  const last = dates.at(-1)
  return last && /^[\s,.]*$/.test(text.slice(last.index + last.printed.length)) ? last : undefined
}

/** `1 January to 31 January 2025`: the first date has the year of the second, or the one before. */
function firstWithoutYear(text: string, end: DateAt, order: DateOrder | undefined): DateAt | undefined {
  const start = `${Number(end.value.slice(0, 4)) - 1}${end.value.slice(4)}`
  const found = lastOf(findDates(text, { order, period: { start, end: end.value } }), text)
  return found?.completed ? found : undefined
}

/** A day behind nothing, or behind the word that names what it begins. */
const LED_DAY = new RegExp(`^(?<lead>[^\\d]{0,40}(?:^|[\\s:]))(\\d{1,2})${phrases('date.ordinal')}?$`, 'u')

/** `du 1er au 31 janvier 2025`, `Statement 1 to 31 January 2025`: the first day has the month of the last. */
function dayAlone(text: string, end: DateAt, names: RegExp): DateAt | undefined {
  if (!end.named) return undefined
  const led = LED_DAY.exec(text)
  const isLed = led && (led.groups?.lead === '' || names.test(led.groups?.lead ?? ''))
  const lone = DAY_ALONE.exec(text) ?? (isLed ? afterLead(led) : undefined)
  if (!lone) return undefined
  const value = `${end.value.slice(0, 8)}${lone[1]?.padStart(2, '0')}`
  return value < end.value ? { ...end, value, index: lone.index, printed: lone[0], completed: true } : undefined
}

/** The match without what leads to it. */
function afterLead({ 0: whole, 2: day, groups, index }: RegExpExecArray) {
  const lead = groups?.lead ?? ''
  return { 0: whole.slice(lead.length), 1: day, index: index + lead.length }
}

function fieldOf(
  page: number,
  folded: FoldedLine,
  { value, printed, index, completed }: DateAt,
  confidence: number,
): Field {
  const end = index + printed.length
  // Of `1-31 JUL 24` the first day is no word by itself.
  const [from, to] = completed ? wordsAround(folded.text, index, end) : [index, end]
  const words = wordsBetween(folded, from, to)
  const box = around(words.map((word) => word.box))
  const shown = words.map(({ text }) => text).join(' ')
  return { value, printed: shown, confidence, page, box, words, method: 'span' }
}

/** From where the word begins in which a place lies to where that of its end does. */
function wordsAround(text: string, from: number, to: number): readonly [number, number] {
  const next = text.indexOf(' ', to)
  return [text.lastIndexOf(' ', from) + 1, next < 0 ? text.length : next]
}
