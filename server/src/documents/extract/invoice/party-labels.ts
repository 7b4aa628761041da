import type { Field } from '../../model/findings.ts'
import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldCase } from '../../values/fold.ts'
import { begins, opens, phrases } from '../../vocabulary/compile.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { hasLegalForm } from '../labels/legal-form.ts'
import { isPlace, isStreet } from './address.ts'
import { columnKind } from './columns.ts'
import { mention, textOf } from './mention.ts'
import {
  companyAmong,
  isSalutation,
  isTaxNumber,
  mayBeName,
  nameWords,
  overAddress,
  readsAsName,
} from './party-name.ts'
import { PARTY } from './weights.ts'

const NAME_CAPTION = opens('party.name')

const DETAIL = new RegExp(`^${phrases('party.detail')}(?![\\p{L}\\d_])|^[\\p{L}. -]{1,28}[:.] ?\\S*\\d`, 'u')

/** What stands over or before a party's name, folded, at the start of a segment; with how sure it makes the name. */
export type PartyLabels = readonly (readonly [label: RegExp, sureness: number])[]

/** The label once more in another language, and what is said of it in brackets. */
const AGAIN = '(?: ?/ ?\\p{L}+)?'
const ASIDE = '(?: \\([\\p{L} ]+\\))?'
const END = '(?=$|[\\s:.,/(-])'

export const VENDOR_LABELS: PartyLabels = [
  [new RegExp(`^${phrases('party.vendor')}${AGAIN}${ASIDE}${END}`, 'u'), PARTY.label.named],
  [/^from(?=$|:)|^de ?:/, PARTY.label.from],
  [/^(?:please )?(?:make|all) (?:checks?|cheques?|payments?) (?:are )?(?:out )?payable to/, PARTY.label.payable],
]

export const CUSTOMER_LABELS: PartyLabels = [
  [
    new RegExp(`^${phrases('party.customer')}${AGAIN}(?: ${phrases('party.customer.facts')})?${ASIDE}${END}`, 'u'),
    PARTY.label.named,
  ],
  [new RegExp(`^${phrases('party.customer.name')}(?=$| ?:)`, 'u'), PARTY.label.customerName],
  [new RegExp(`^${phrases('party.delivery')}(?=$|[\\s:])`, 'u'), PARTY.label.delivery],
]

/** Where the goods go. */
export const DELIVERY_LABELS: PartyLabels = CUSTOMER_LABELS.slice(-1)

// The holder of the account to pay into is the sender.
function besideBank({ lines }: PageLayout, { box }: Segment): boolean {
  const near = lines.filter((line) => Math.abs(line.box[1] - box[1]) < 50)
  return near.some(({ text }) => /\b(?:iban|bic|swift|sort code|routing)\b/i.test(text))
}

/** Labels that continue with something else than a name. */
const OTHER = new RegExp(`^${phrases('party.role')}[ -]?\\p{L}{0,4}\\.?[ -]?${phrases('party.role.other')}\\b`, 'u')

/** Whether a text is one of the labels, with nothing behind it. */
export function isPartyLabel(text: string, labels: PartyLabels): boolean {
  const folded = foldCase(text)
  return labels.some(([label]) => label.test(folded) && folded.replace(label, '').replace(/[^\p{L}]/gu, '').length <= 2)
}

// Another party's label, or the caption of a column: `Item` under `Customer`.
const isAnyLabel = (text: string) =>
  isPartyLabel(text, VENDOR_LABELS) ||
  isPartyLabel(text, CUSTOMER_LABELS) ||
  (!text.includes(' ') && columnKind(text) !== undefined)

/** Names that stand to one of the labels: behind it, under it, right of it, or at `Name:` in the lines under it. */
export function findLabelledNames(pages: readonly PageLayout[], labels: PartyLabels): Field[] {
  return pages.flatMap((layout) =>
    layout.lines.flatMap((line) =>
      line.segments.flatMap((segment) => {
        const text = foldCase(segment.text)
        const known = OTHER.test(text) ? undefined : labels.find(([label]) => label.test(text))
        if (!known || (/^account holder/.test(text) && besideBank(layout, segment))) return []
        const words = namedBy(layout, line, segment, known[0])
        return words ? [mention(words, layout.page.number, 'party-label', known[1])] : []
      }),
    ),
  )
}

function namedBy(layout: PageLayout, line: Line, segment: Segment, label: RegExp): Word[] | undefined {
  const inline = behind(segment, label)
  if (inline) return inline
  if (segment.text.length > 45 || isAnswered(segment, label)) return undefined
  const under = below(layout, segment)
  const named = under.map((one) => nameRow(layout, one)).find((words) => words !== undefined)
  if (named) return named
  const lines = under.filter(({ text }) => !isSalutation(text) && !isDetail(text)).map(nameBeforeAddress)
  const [right, more] = line.segments.filter(({ box }) => box[0] > segment.box[2])
  const answer = right && /^:/.test(right.text) ? answered(right) : undefined
  if (answer) return answer
  if (right && besideCaptions(line, right, under[0]) && !isAnyLabel(right.text)) return nameWords(right.words)
  const first =
    overCareOf(lines) ??
    overTaxNumber(lines) ??
    overStreet(lines) ??
    lines.slice(0, 2).find(({ text }) => mayBeName(text) && !isAnyLabel(text)) ??
    overAddress(lines.slice(0, 3).filter(({ text }) => !isAnyLabel(text)))
  if (first) return nameWords(companyAmong(lines.slice(lines.indexOf(first))))
  // Captions in a row have their values under them, not beside them.
  return right && !more && mayBeName(right.text) && !isAnyLabel(right.text) ? nameWords(right.words) : undefined
}

const CARE_OF = begins('address.care_of')

// Over who takes the letters stands whom they are for, be there a number in the name.
function overCareOf([first, second]: readonly Segment[]): Segment | undefined {
  const named = first && second && CARE_OF.test(foldCase(second.text)) && /^\p{Lu}/u.test(first.text)
  return named && !CARE_OF.test(foldCase(first.text)) && !isAnyLabel(first.text) ? first : undefined
}

// Over a number of tax stands whose it is: `Owners of Harbour Road 18`.
function overTaxNumber([first, second]: readonly Segment[]): Segment | undefined {
  const named = first && second && isTaxNumber(second.text) && /^\p{Lu}.* /u.test(first.text)
  return named && readsAsName(first.text) && !isAnyLabel(first.text) ? first : undefined
}

// Two streets under each other: the upper one is a name with a number in it, `Club Seaside 7`.
function overStreet([first, second]: readonly Segment[]): Segment | undefined {
  const named = first && second && isStreet(first.text) && isStreet(second.text)
  return named && /^\p{Lu}/u.test(first.text) && !isPlace(first.text) ? first : undefined
}

// `VAT No.` under `Customer`: a column of captions, whose values stand beside them.
function besideCaptions({ segments }: Line, right: Segment, under: Segment | undefined): boolean {
  const caption = under !== undefined && /\p{L}{2}|\p{L}\.\p{L}/u.test(under.text) && !mayBeName(under.text)
  const others = segments.slice(segments.indexOf(right) + 1)
  return caption && mayBeName(right.text) && others.some(({ text }) => /\d/.test(text))
}

// A colon in a column of its own says that what follows it belongs to the label.
function answered(segment: Segment): Word[] | undefined {
  const words = segment.words
    .map((word) => ({ ...word, text: word.text.replace(/^:+/, '') }))
    .filter(({ text }) => text !== '')
  return mayBeName(words.map(({ text }) => text).join(' ')) ? nameWords(words) : undefined
}

/** Labels that a name follows without a colon: `Payable to`, `Receipt from`. */
const LEADS_ON = new RegExp(`${phrases('party.leads_on')}$`, 'u')

// What follows the label in its segment, behind a colon or a blank; `Customer:7` names nobody.
function behind(segment: Segment, label: RegExp): Word[] | undefined {
  const folded = foldWords(segment.words)
  const match = label.exec(folded.text)
  if (!match) return undefined
  const rest = folded.text.slice(match[0].length)
  const start = match[0].length + (/^[\s:.-]*/.exec(rest)?.[0].length ?? 0)
  const words = wordsBetween(folded, start, folded.text.length)
  const named = untilAddress(words)
  const text = textOf(named)
  const told = /^\s?:/.test(rest)
  if (!told && !LEADS_ON.test(match[0])) return undefined
  return mayBeName(text) || (told && isNumbered(text)) ? nameWords(named) : undefined
}

/** Behind a label a name may end like a town with its code: `Bill to: Owners Plan 30662`. */
const isNumbered = (text: string) => /^\p{L}[^,]*$/u.test(text) && !isStreet(text) && readsAsName(text)

// `Rheinwerk GmbH, 50667 Köln`, `Ada Byron, 12 High Street, Leeds` in one line.
function untilAddress(words: readonly Word[]): Word[] {
  const comma = words.findIndex(({ text }) => text.endsWith(','))
  if (comma < 0) return [...words]
  const head = words.slice(0, comma + 1)
  const [next = ''] = textOf(words.slice(comma + 1)).split(', ')
  return hasLegalForm(textOf(head)) || isStreet(next) || isPlace(next) ? head : [...words]
}

// A whole address in one line is known by the name that it begins with.
function nameBeforeAddress(segment: Segment): Segment {
  const words = untilAddress(segment.words)
  const text = textOf(words).replace(/,$/, '')
  return words.length < segment.words.length && hasLegalForm(text) ? { ...segment, words, text } : segment
}

// A label that has another value behind it: `Customer:7`.
function isAnswered(segment: Segment, label: RegExp): boolean {
  const text = foldCase(segment.text)
  return /\d/.test(text.slice(label.exec(text)?.[0].length ?? 0))
}

// `Name: Example Ltd`, its two halves in one segment or in two.
function nameRow(layout: PageLayout, segment: Segment): Word[] | undefined {
  const match = NAME_CAPTION.exec(foldCase(segment.text))
  if (!match) return undefined
  const folded = foldWords(segment.words)
  const inline = wordsBetween(folded, match[0].length, folded.text.length).filter(({ text }) => text.trim() !== '')
  if (inline.length > 0) return nameWords(inline)
  const line = layout.lines.find(({ segments }) => segments.includes(segment))
  const right = line?.segments.find(({ box }) => box[0] > segment.box[2])
  // `Name` may be the first caption of the table of goods as well.
  return right && !isAnyLabel(right.text) ? nameWords(right.words) : undefined
}

const isDetail = (text: string) => DETAIL.test(foldCase(text)) || /^[:=]|^[^\p{L}]+$/u.test(text)

/** The next segments under this one that start at its left edge, or under its text, top down. */
function below({ lines }: PageLayout, segment: Segment): Segment[] {
  const reach = 9 * Math.max(segment.size, 6)
  return lines
    .flatMap(({ segments }) => segments)
    .filter(({ box }) => box[3] <= segment.box[1] + 2 && box[3] > segment.box[1] - reach)
    .filter(
      ({ box }) =>
        Math.abs(box[0] - segment.box[0]) < 18 ||
        (box[0] < segment.box[2] && box[2] > segment.box[0] && box[0] > segment.box[0] - 40),
    )
    .sort((a, b) => b.box[3] - a.box[3])
    .slice(0, 6)
}
