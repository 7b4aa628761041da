import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import { type Addressee, climb, couldBeName, findAddressees } from '../labels/addressee.ts'
import { bestOf, fieldOf, recognised } from '../labels/candidate.ts'
import type { Label } from '../labels/label.ts'
import { nearestCandidates } from '../labels/nearest-labelled.ts'
import { spoken } from '../labels/spoken.ts'
import { textReader } from '../labels/value-reader.ts'

const ACCOUNT_LABEL = within('account.label')

const LABELS = spoken('account.holder', 'account.holder.bare')

/** What banks call their accounts. */
const PRODUCT = within('account.product')

/** What a name is called, in whatever language, stands before it with a colon. */
const CAPTION = /^\p{L}[\p{L} ]{1,24} ?: /u

/** How a letter speaks to its reader before the name. */
const ADDRESSED = new RegExp(`^${phrases('account.holder.addressed')}`, 'iu')

const BANKS = new RegExp(`\\b${phrases('bank.holder_none')}\\b|\\p{L}{3}bank\\b|\\bn\\.?a\\.?$`, 'u')

/** Above this share of the first page's height a statement speaks of its holder. */
const HEAD = 0.8

/** The name that stands before the account's or card's number on its line. */
export function holderBeside(pages: readonly PageLayout[], number: Field | undefined): Field | undefined {
  const [first] = pages
  // Further down stand transactions, which speak of other people and other numbers.
  const line = first?.lines
    .filter(({ box }) => box[1] > HEAD * first.page.height)
    .find(({ segments }) => segments.some(({ words }) => words.some((word) => number?.words.includes(word))))
  const place = line?.segments.findIndex(({ words }) => words.some((word) => number?.words.includes(word))) ?? -1
  const own = line?.segments[place]
  const lead =
    own?.words.slice(
      0,
      own.words.findIndex((word) => number?.words.includes(word)),
    ) ?? []
  const before = own && lead.length > 0 ? segmentOf(own, lead) : line?.segments[place - 1]
  if (!before || !couldBeName(before.text) || BANKS.test(foldCase(before.text)) || isLabelled(before.text))
    return undefined
  const { words, box, page, text } = before
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.75 * recognised(words), page, box, words, method: 'beside-number' }
}

/** The name that heads the block of lines in which the number stands. */
export function holderAbove([first]: readonly PageLayout[], number: Field | undefined): Field | undefined {
  const segments = first?.lines.flatMap((line) => line.segments) ?? []
  const own = segments.find(({ words }) => words.some((word) => number?.words.includes(word)))
  const name = own && climb(own, segments).find(({ text }) => couldBeName(text))
  if (!name || BANKS.test(foldCase(name.text)) || isLabelled(name.text)) return undefined
  const { words, box, page, text } = name
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.65 * recognised(words), page, box, words, method: 'above-number' }
}

/** Two to four words in capitals, as banks print names for envelopes. */
const IN_CAPITALS = /^\p{Lu}[\p{Lu}.'’-]*(?: \p{Lu}[\p{Lu}.'’-]*){1,3}$/u
/** Words of a name are set no larger than the text, in shares of its usual size. */
const TEXT_SIZE = 1.25

/** The one name in capitals at the head of the page, where nothing else says whose account it is. */
export function holderInCapitals([first]: readonly PageLayout[]): Field | undefined {
  const segments = first?.lines.flatMap((line) => line.segments) ?? []
  const sizes = segments.map(({ size }) => size).toSorted((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 9
  const names = segments.filter(
    ({ text, box, size, bold }) =>
      box[1] > HEAD * (first?.page.height ?? 0) && IN_CAPITALS.test(text) && size < TEXT_SIZE * usual && !bold,
  )
  const held = names.filter(
    ({ text }) =>
      couldBeName(text) && !BANKS.test(foldCase(text)) && !isLabelled(text) && !PRODUCT.test(foldCase(text)),
  )
  const [name, ...more] = held
  if (!name || more.length > 0) return undefined
  const { words, box, page, text } = name
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.55 * recognised(words), page, box, words, method: 'capitals' }
}

const segmentOf = (whole: Segment, words: Word[]): Segment => ({
  ...whole,
  words,
  text: words.map(({ text }) => text).join(' '),
  box: around(words.map(({ box }) => box)),
})

const isLabelled = (text: string) => ACCOUNT_LABEL.test(foldCase(text))

/**
 * The bank's own address bears its name, be it over a branch's. Below, a street may be called after a bank; above, the
 * bank may stand with its whole address in the one line that the window of an envelope shows.
 */
function isBanks({ name, lines }: Addressee): boolean {
  return lines
    .slice(0, lines.indexOf(name) + 1)
    .some((line) => BANKS.test(foldCase(line.text)) && (line === name || !isSenderLine(line.text)))
}

/** `Bank · Street 1 · 12345 Town`. */
const isSenderLine = (text: string) => /^[^·•|*]+ [·•|*] .*\d.* [·•|*] .*\d/u.test(text)

/** A letterhead is set this much larger than the address under it, or more. */
const LARGER = 1.2

/** Without the bank's letterhead and its product's name, which may stand right over the address. */
function underLetterhead({ name, lines }: Addressee): Addressee {
  const town = lines.at(-1)
  const heads = lines.findLastIndex((line, at) => at < lines.length - 2 && town && isLetterhead(line, town))
  const rest = lines.slice(heads + 1)
  const own = rest.slice(0, -1).find(({ text }) => couldBeName(text) && !PRODUCT.test(foldCase(text)))
  return heads >= 0 && own && rest.length > 2 ? { name: own, lines: rest } : { name, lines }
}

function isLetterhead({ text, size, bold }: Segment, town: Segment): boolean {
  return size > LARGER * town.size || (bold && !town.bold && BANKS.test(foldCase(text)))
}

/** What follows a name on its line: a number of that person's, of their taxes too, or the days of the statement. */
const AFTER: readonly Label[] = [
  new RegExp(`\\b${phrases('pay.person_caption')}\\b[\\s.:#]*[:#\\d*]`, 'u'),
  new RegExp(`\\b${phrases('statement.from', 'statement.period.named')}\\b[\\s.:]*\\d`, 'u'),
  new RegExp(`\\b${phrases('tax_id.short', 'tax_id.label')}\\b[\\s.:]*[a-z]{0,2}\\d`, 'u'),
]

const TITLED = new RegExp(`^${phrases('person.honorific', 'address.honorific')} \\p{L}`, 'u')

/** `To: Mr Selvakumar Duraisamy`: the name without what it is called. */
function withoutCaption(segment: Segment): Segment {
  const words = CAPTION.exec(segment.text)?.[0].trim().split(' ').length ?? 0
  return words > 0 && words < segment.words.length ? segmentOf(segment, segment.words.slice(words)) : segment
}

/** A person whom the head of a statement speaks to by title: `Mr Selvakumar Duraisamy`. */
function titled([first]: readonly PageLayout[]): Field | undefined {
  const named = first?.lines
    .filter(({ box }) => box[1] > TOP * first.page.height)
    .flatMap(({ segments }) => segments)
    .map(withoutCaption)
    .filter(({ text }) => TITLED.test(foldCase(text)) && couldBeName(text) && !BANKS.test(foldCase(text)))
  const [name, ...others] = named ?? []
  if (!name || others.length > 0) return undefined
  const { words, box, page, text } = name
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.7 * recognised(words), page, box, words, method: 'titled' }
}

/** Above this share of the height stands to whom a statement is sent. */
const TOP = 0.7

/** Who holds the account: by label, else the name over the address that the statement is sent to. */
export function findHolder(pages: readonly PageLayout[]): Field | undefined {
  const read = textReader({ until: AFTER, maxWords: 7 })
  const labelled = nearestCandidates(pages.slice(0, 1), {
    labels: LABELS,
    except: ['bank name', 'branch name', 'product name', 'business name'],
    read: (words, at) => {
      const found = read(words)
      const value = String(found?.value)
      return couldBeName(value, at) && !PRODUCT.test(foldCase(value)) ? found : undefined
    },
  })
  const best = bestOf(labelled.filter(({ label }) => label.leads))
  if (best && best.confidence > 0.5) return fieldOf(best)
  const [addressee] = findAddressees(pages.slice(0, 1))
    .map(underLetterhead)
    .filter((each) => !isBanks(each))
  if (!addressee) return (best && fieldOf(best)) ?? titled(pages)
  const { words, box, page, text } = addressee.name
  const value = foldBlanks(text).replace(CAPTION, '').replace(ADDRESSED, '')
  return { value, printed: value, confidence: 0.88 * recognised(words), page, box, words, method: 'address' }
}
