import { height } from '../../model/box.ts'
import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import { foldCase } from '../../values/fold.ts'
import { exactly, phrases } from '../../vocabulary/compile.ts'
import { isCaptioned, speaksAgainst } from './firm-name.ts'
import { endsInLegalForm } from './legal-form.ts'
import type { Standing } from './standing.ts'

/** An address as letters carry it: a name, a street, a town with its postal code. Top down. */
export interface Addressee {
  name: Segment
  lines: Segment[]
}

const PROVINCE = 'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|\\((?:QU[EÉ]BEC|QC|ONTARIO|ON)\\)'

/** A town with its province and a code, which recognition spells as it can. */
const CANADIAN = new RegExp(`\\p{L}{3}.* (?:${PROVINCE}),? +[A-Z][A-Z\\d]{2} ?[A-Z\\d]{3}$`, 'iu')

/** The line with the postal code: Canada, the US, Britain, Ireland, continental Europe, India, Singapore, Australia. */
const TOWN: readonly RegExp[] = [
  /\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/i,
  /\b[A-Z]{2}\.?,? +\d{5}(?:-\d{4})?$/,
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  /\b[AC-FHKNPRTV-Y](?:\d\d|6W) ?[\dAC-FHKNPRTV-Y]{4}$/,
  /^(?:[A-Z]{1,2}-)?\d{4,5} \p{L}[\p{L} .'/-]+(?: cedex(?: \d+)?)?$/iu,
  /^\d+\w? \p{L}[^:]*, ?\d{4,5} \p{L}[\p{L} .'/-]+$/iu,
  /^\p{L}[\p{L} .]+(?: ?[-–] ?| )[1-8]\d{2} ?\d{3}$/u,
  // Three figures and two: Sweden, the Czech Republic, Slovakia, Greece.
  /^(?:[A-Z]{1,2}-)?\d{3} \d{2} \p{L}[\p{L} .'/-]+$/u,
  // Brazil, Canada.
  /^(?:CEP:? ?)?\d{5}-\d{3} \p{L}[\p{L} .'/-]+$/u,
  CANADIAN,
  // Poland, Portugal.
  /^(?:\d{2}-\d{3}|\d{4}-\d{3}) \p{L}[\p{L} .'/-]+$/u,
  /\bsingapore \(?\d{6}\)?$/i,
  /\b(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT),? \d{4}$/,
]

/** A whole address in one line: `Skolevej 5, 7800 Skive`, `17 Salisbury Rd, Richmond 7020`. */
const IN_ONE_LINE: readonly RegExp[] = [
  /^\p{L}[^:,]*? \d{1,4} ?\p{L}?, ?(?:[A-Z]{1,2}-)?(?:\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}) \p{L}[\p{L} .'/-]+$/u,
  /^\d{1,5}\w? \p{L}[^:\d]*, \p{L}[\p{L} .'-]+ \d{4}$/u,
  // Brazil: `Rua A, 41 - Centro - Town/MG - 30110-000`.
  /^\p{L}[^:]*, ?\d{1,5}\b[^:]*[ /-][A-Z]{2}(?: ?[-–,]| )+ ?(?:CEP:? ?)?\d{5}-?\d{3}$/u,
]

const isInOneLine = ({ text }: Segment) => IN_ONE_LINE.some((pattern) => pattern.test(text.trim()))

const NO_NAME = /\d|:$|@|www\./

/** Words of captions, titles and addresses: what has one of them names nobody by itself. */
const SELDOM_IN_NAMES = new RegExp(`\\b${phrases('addressee.no_name')}\\b`, 'gu')

/** Firms in Canada may have a number for a name. */
const NUMBERED_FIRM = new RegExp(
  `^\\d{6,9}[ -]${phrases('firm.numbered_in')}\\b.{0,3}${phrases('firm.legal_form')}$`,
  'u',
)

/** Every address on the pages, in reading order; `name` is its topmost line that can be a name. */
export function findAddressees(pages: readonly PageLayout[]): Addressee[] {
  const found = townsAddresses(pages)
  if (found.length > 0) return found
  const inOneLine = lineAddresses(pages)
  return inOneLine.length > 0 ? inOneLine : blockAddresses(pages)
}

const HONORIFIC = exactly('person.honorific', 'address.honorific')

/** A line that says with whom somebody is found names another: `c/o`. */
const CARE_OF = new RegExp(`^${phrases('address.care_of')} `, 'u')

/** The name right under a line that is nothing but how the language speaks to somebody (`Herrn`, `Madame`). */
export function honoured([first]: readonly PageLayout[]): Segment | undefined {
  const segments = first?.lines.flatMap(({ segments: of }) => of) ?? []
  return segments.find((each) => {
    const [above] = climbEither(each, segments)
    return above && HONORIFIC.test(foldCase(above.text)) && couldBeName(each.text)
  })
}

/** From here up, as a share of the page's height, an address may be known by its shape alone. */
const UPPER = 0.62

/** Where houses have no number either, how a letter speaks to people tells a name. */
const TITLED = /^(?:m(?:r|rs|s|iss|x)|dr)\b\.? /i

const [SHORT_LINE, LONG_LINE] = [48, 90]

/** Where no postal code is known: three lines or more under each other, a person over one with a house's number. */
function blockAddresses([first]: readonly PageLayout[]): Addressee[] {
  const segments = first?.lines.flatMap(({ segments: of }) => of) ?? []
  const entries = new Set(first?.lines.flatMap(answersOf) ?? [])
  const upper = segments.filter((each) => !entries.has(each) && each.box[1] > UPPER * (first?.page.height ?? 0))
  return upper.flatMap((last) => {
    const below = upper.some((each) => climb(each, upper)[0] === last)
    const lines = below ? [] : [...climb(last, upper).toReversed(), last]
    const [name, street, ...rest] = lines
    const housed = street && /\d/.test(street.text) && /\p{L}{3}/u.test(street.text)
    // A whole address may fill its lines where its name stands out over them.
    const most = name && /^[\p{Lu} .'’-]+$/u.test(name.text) && /,/.test(street?.text ?? '') ? LONG_LINE : SHORT_LINE
    const plain = lines.every(({ text }) => !/\d[.,]\d\d\b|:|\d{7}|[/.-]\d{4}\b/.test(text) && text.length < most)
    return name && (housed || TITLED.test(name.text)) && plain && rest.length > 0 && couldBeName(name.text)
      ? [{ name, lines }]
      : []
  })
}

function townsAddresses(pages: readonly PageLayout[]): Addressee[] {
  return pages.flatMap(({ lines }) => {
    const segments = lines.flatMap((line) => line.segments)
    const entries = new Set(lines.flatMap(answersOf))
    return segments
      .filter(
        (each) => !entries.has(each) && (isTown(each) || isTownBefore(each, segments) || isLoneCode(each, segments)),
      )
      .flatMap((town) => {
        const above = ownLines(climbEither(town, segments))
        const name = above.findLast((segment) => couldBeName(segment.text))
        return name ? [{ name, lines: [...above.toReversed(), town] }] : []
      })
  })
}

/** A letterhead is set larger than the address under it. */
const LETTERHEAD = 1.2

/** The name right over an address that is one line, which is no letterhead. */
function lineAddresses(pages: readonly PageLayout[]): Addressee[] {
  return pages.flatMap(({ lines }) => {
    const segments = lines.flatMap((line) => line.segments)
    return segments.filter(isInOneLine).flatMap((place) => {
      const [name] = climb(place, segments)
      return name && couldBeName(name.text) && name.size < LETTERHEAD * place.size
        ? [{ name, lines: [name, place] }]
        : []
    })
  })
}

/** Up to the town of another address, which may stand right over this one. */
function ownLines(above: Segment[]): Segment[] {
  const other = above.findIndex((each, at) => isTown(each) && above.slice(0, at).some(({ text }) => couldBeName(text)))
  return other < 0 ? above : above.slice(0, other)
}

const DAY = /^\d{1,4}[ ./-](?:\p{L}{3,9}\b|\d{1,2}\b)/u

/** What stands behind a caption, or behind a day as a row of a table does, is no line of an address. */
function answersOf({ segments }: Line): Segment[] {
  const dated = DAY.test(segments[0]?.text ?? '')
  return segments.filter((_, at) => at > 0 && (dated || segments[at - 1]?.text.endsWith(':')))
}

/** A town with its code of four figures behind it, under a street that begins with the house's number. */
function isTownBefore(each: Segment, segments: readonly Segment[]): boolean {
  if (!/^\p{Lu}[\p{L} .'-]+ (?!(?:19|20)\d\d$)\d{4}$/u.test(each.text.trim())) return false
  return /^\d+\w? \p{Lu}/u.test(climb(each, segments)[0]?.text ?? '')
}

/** A postal code on a line of its own, with a town and a street with its number over it. */
function isLoneCode(each: Segment, segments: readonly Segment[]): boolean {
  if (!/^\d{4}$/.test(each.text.trim())) return false
  const near = climb(each, segments).slice(0, 2)
  const town = near.find(({ text }) => /^\p{L}[\p{L} ]+$/u.test(text))
  // The town over the street, as in Hungary, or under it.
  return town !== undefined && near.some((one) => one !== town && HOUSE.test(one.text))
}

const HOUSE = /^\d+\w? \p{L}|^\p{L}[\p{L} .'-]* \d{1,4}\b/u

/** The country or the province that may follow: `30500 Molina (Murcia)`, `44100 Nantes - France`. */
const BEHIND_TOWN = /(?:, \p{Lu}[\p{L} ]{3,}| - \p{Lu}[\p{L} ]{3,}| \([\p{L} ]{3,}\))$/u

/** A postcode with its town. */
export function isTown({ text }: Pick<Segment, 'text'>): boolean {
  const plain = text.trim()
  const bare = plain.replace(BEHIND_TOWN, '')
  return text.length < 60 && TOWN.some((pattern) => pattern.test(plain) || pattern.test(bare))
}

/** Names of one or two people have fewer words than this, their initials aside. */
const MOST_WORDS = 8
const INITIAL = 2

/**
 * Whether a text can be the name of a person or a firm: words that begin with letters, no figures, no label. A legal
 * form at its end or a caption right before it outranks words that captions have: `Total Safety Inc`.
 */
export function couldBeName(text: string, at?: Standing): boolean {
  const words = text.trim().replace(/^\*/, '').split(/\s+/)
  const lettered = words.filter((word) => /^[\p{L}&.'(-]/u.test(word)).length
  const folded = foldCase(text)
  const outranked = isCaptioned(at) || endsInLegalForm(text)
  const named =
    !NO_NAME.test(folded) &&
    (outranked || !speaksAgainst(folded, SELDOM_IN_NAMES)) &&
    !/\bno\.?$|^\(/.test(folded) &&
    !HONORIFIC.test(folded) &&
    !CARE_OF.test(folded)
  if (NUMBERED_FIRM.test(folded)) return true
  const counted = words.filter((word) => word.length > INITIAL || !/^\p{Lu}/u.test(word)).length
  return words.length > 1 && counted < MOST_WORDS && lettered === words.length && named
}

/** What stands above a line in its block at one left edge, else at one right edge: an address set flush right. */
function climbEither(town: Segment, segments: readonly Segment[]): Segment[] {
  const left = climb(town, segments)
  return left.length > 0 ? left : climb(town, segments, RIGHT)
}

const [LEFT, RIGHT] = [0, 2] as const

/** What stands above the town line in its block, nearest first: at the same edge, without a gap. */
export function climb(town: Segment, segments: readonly Segment[], edge: 0 | 2 = LEFT): Segment[] {
  const found: Segment[] = []
  let below = town
  for (let step = 0; step < 5; step++) {
    const next = segments
      .filter((each) => each.page === below.page && Math.abs(each.box[edge] - below.box[edge]) < 6)
      .filter((each) => each.box[1] >= below.box[3] - 0.35 * height(below.box))
      .toSorted((a, b) => a.box[1] - b.box[1])[0]
    if (!next || next.box[1] - below.box[3] > 0.95 * height(below.box) || next.text.endsWith(':')) break
    found.push(next)
    below = next
  }
  return found
}
