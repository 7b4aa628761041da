import { height, overlapAcross } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { parseDate } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { holds, labelled, phrases } from '../../vocabulary/compile.ts'
import { bestOf, type Candidate, candidateOf, fieldOf } from '../labels/candidate.ts'
import { findLabelled } from '../labels/find-labelled.ts'
import { findLabels, type LabelAt } from '../labels/find-labels.ts'
import type { Label } from '../labels/label.ts'
import { isWhole } from '../labels/nearest-labelled.ts'
import { textReader, type ValueReader } from '../labels/value-reader.ts'
import { nearestOnly, textOf } from './mention.ts'

const NUMBER_SIGN =
  '(?:n[ru]\\.?|no\\.?|c\\.(?= ?\\d)|n\\.?o\\.?|n\\.? ?[°º]\\.?|n\\.|num(?:ber|mer|ero)?\\.?|numéro|id|#)'

/** What invoices and credit notes are called, folded. */
const TITLES = phrases('invoice.title.numbered')

const NUMBER_OF = `${phrases('number')} ?${phrases('invoice.number.of')}?`

const NUMBER_LABELS: readonly Label[] = [
  new RegExp(`(?<!\\p{L})(?:${TITLES})s?[ -]{0,3}(?:\\([^)]{0,40}\\) ){0,2}${NUMBER_SIGN}(?!\\p{L})`),
  labelled('invoice.number'),
  new RegExp(`(?<!\\p{L})${NUMBER_OF}(?:la )?${phrases('invoice.numbered')}(?![\\p{L}_\\d])`, 'u'),
]

/** A title may carry the number itself: `Invoice INV/2021/07/0042`, `Factuur` over a column. */
const TITLE_LABELS: readonly Label[] = [
  new RegExp(`(?<!\\p{L})(?:${TITLES})(?![\\p{L}\\d_-])`),
  /^n[°º] ?(?=\S*\d)|(?:^|(?<= ))#(?= ?(?:: ?)?\S*\d)|^no\. ?(?=\S*\d)|^nr\.? ?(?=(?:[a-z]{2} )?\S*\d)/,
]

const OTHER_NUMBERS: readonly Label[] = [
  holds('invoice.earlier'),
  new RegExp(`(?:n[°º] de )?facture ${phrases('invoice.number.earlier')}`, 'u'),
  /(?:n[°º]|numero) de facture associee/,
  new RegExp(`${phrases('invoice.name')}[- ]?${phrases('invoice.name.other')}`, 'u'),
  holds('invoice.number.date'),
  /(?:fatura|factura) data/,
]

/** Signs and abbreviations before a number. */
const LEAD = String.raw`^(?:[#:°º.\s-]|n[ro]?\.? (?=\S*\d)|n\.? ?[°º]|number |nummer )*`

/** A token with a digit. */
const TOKEN = String.raw`(?=\S*\d)[\p{L}\d](?:[\p{L}\d/_.#-]*[\p{L}\d])?`

/** Digits in groups (`60 214 778`) or behind a series of two letters (`FT A/31`) count as one. */
const GROUPS = String.raw`\d{1,4}(?: \d{2,4}){2,}(?![\p{L}\d./-])|[a-z]{2} [a-z\d]{1,6}(?:\/[a-z\d]+)+(?![\p{L}\d/])`

const NUMBER = new RegExp(`${LEAD}(?<value>${GROUPS}|${TOKEN})`, 'u')

/** A series of capitals with its running number behind a blank, and nothing more: `HS 3381`, `A 20417`. No year. */
const SERIES = /^:? ?(?<value>(?!n[ro] |id |ref )[a-z]{1,4} (?!(?:19|20)\d\d$)\d{3,8})$/

const readSeries: ValueReader = (words) => {
  const read = textReader({ shape: SERIES, maxWords: 2 })(words.slice(0, 4))
  return read && /^\p{Lu}+ /u.test(String(read.value)) ? read : undefined
}

/** What stands beside the number's caption may be the town of an address, as in Britain: `LN7 6RX`. */
const POSTCODE = /^[a-z]{1,2}\d[a-z\d]? \d[a-z]{2}$/

const readNumber: ValueReader = (words) => {
  const read = readSeries(words) ?? textReader({ shape: NUMBER, maxWords: 6 })(words.slice(0, 8))
  if (!read) return undefined
  const value = String(read.value).replace(/^#\s*/, '')
  const isOther =
    // A running number may begin with its year.
    (parseDate(value) !== undefined && !/^\d+$/.test(value)) ||
    /^\d+[.,]\d{2}$/.test(value) ||
    POSTCODE.test(foldCase(textOf(words.slice(0, 2)))) ||
    (/^(?:19|20)\d\d$/.test(value) && words.length > 1)
  return isOther || value.length > 40 ? undefined : { ...read, value }
}

/** `Number`, `Núm.` and nothing more, before the number. */
const BARE_NUMBER: readonly Label[] = [
  // In two languages: `nr / no. 17`.
  /(?<!\p{L})n[ro°º]\.? ?\/ ?n[ro°º]\.? ?(?=:? ?\S*\d)/u,
  /(?<!\p{L})(?:(?:num(?:ber|mer|ero)?|n[ro])(?:\.|(?= ))|(?:c|cis|br|sz)\.) ?(?=:? ?\S*\d)/u,
  new RegExp(`(?<![\\p{L}\\d])${phrases('number')}(?![\\p{L}]) ?(?=:? ?\\S*\\d)`, 'u'),
]
/** The same with the number in a column of its own. */
const LONE_NUMBER: readonly Label[] = [/(?<!\p{L})(?:num(?:ber|mer|ero)|n[ro]|n ?[°º])\.?(?=$|[ :])/u]
/** Lines of the title's height that its number is at most under it. */
const UNDER_TITLE = 3

const DATED = labelled('date', 'invoice.date')

/** Whether the day of the paper stands right under a number, or over it, at the same edge. */
function isBesideDate({ layout, line, box, leads }: LabelAt): boolean {
  const near = layout.lines
    .flatMap(({ segments }) => segments)
    .filter(({ box: other }) => Math.abs(other[1] - box[1]) < 2 * height(box) && other[1] !== box[1])
  const own = line.segments.find((segment) => segment.box[0] <= box[0] + 1 && segment.box[2] >= box[2] - 1)
  return (
    leads &&
    box[1] > HEAD * layout.page.height &&
    near.some(
      ({ text, box: other }) =>
        (Math.abs(other[0] - box[0]) < 4 || Math.abs(other[2] - (own?.box[2] ?? 0)) < 4) &&
        DATED.exec(foldCase(text))?.index === 0 &&
        /\d/.test(text),
    )
  )
}

/** Above this share of its height a page says what it is. */
const HEAD = 0.6

/** A number that is called no more than that, right under the title or beside it. */
function underTitle(pages: readonly PageLayout[]): Candidate[] {
  const titles = findLabels(pages.slice(0, 1), TITLE_LABELS.slice(0, 1)).filter(({ leads }) => leads)
  const inline = findLabelled(pages.slice(0, 1), { labels: BARE_NUMBER, read: readNumber, places: ['label-inline'] })
  const beside = findLabelled(pages.slice(0, 1), { labels: LONE_NUMBER, read: readNumber, places: ['label-right'] })
  return [...inline, ...beside.filter(isWhole)].filter(
    ({ label }) =>
      titles.some(({ box }) => {
        const down = (box[1] - label.box[3]) / Math.max(height(box), 1)
        const aligned = overlapAcross(box, label.box) > 0 || Math.abs(box[0] - label.box[0]) < 6
        const level = Math.abs(down) < 0.6 && label.box[0] > box[2]
        return label.leads && (aligned || level) && down > -1 && down < UNDER_TITLE
      }) || isBesideDate(label),
  )
}

/** The invoice's own number, not an order's, a customer's or another invoice's. */
export function findInvoiceNumber(pages: readonly PageLayout[]): Field | undefined {
  const labelled = nearestOnly(findLabelled(pages, { labels: NUMBER_LABELS, except: OTHER_NUMBERS, read: readNumber }))
  const titled = nearestOnly(
    findLabelled(pages, { labels: TITLE_LABELS, except: OTHER_NUMBERS, read: readNumber }),
  ).filter(({ label, method, words }) => label.leads && (method !== 'label-right' || words.length > 0))
  const candidates = [
    ...labelled,
    ...titled.map((one) => ({ ...one, confidence: one.confidence * (goesOn(one) ? 0.4 : 0.8) })),
    ...underTitle(pages).map((one) => ({ ...one, confidence: one.confidence * 0.85 })),
  ]
  const best = bestOf(candidates.filter(({ page }, _, all) => page === Math.min(...all.map((one) => one.page))))
  return best && fieldOf(best)
}

/** Under a title stands an address: `14 High Street`. */
function goesOn({ method, label, words }: Candidate): boolean {
  const [first, last] = [words[0]?.box[0] ?? 0, words.at(-1)?.box[2] ?? 0]
  const own = label.layout.lines
    .flatMap((line) => line.segments)
    .find((segment) => segment.words.some((word) => words.includes(word)))
  return (
    (method === 'label-below' || method === 'label-box') &&
    first === own?.words[0]?.box[0] &&
    own.words.some(({ box, text }) => box[0] >= last && /^\p{L}{2}/u.test(text))
  )
}

const ORDER_LABELS: readonly Label[] = [
  new RegExp(`(?<!\\p{L})${phrases('order.number.po')}(?![\\p{L}\\d-])`, 'u'),
  labelled('order.number'),
  /(?<!\p{L})(?:bon de commande|commande)(?!\p{L})(?: ?(?:n[°º]|no)\.?)?/u,
  /(?<!\p{L})(?:n[°º]\.? ?(?:de )?)?(?:bon de commande|commande)(?!\p{L})/u,
  new RegExp(
    `(?<!\\p{L})${phrases('order.whose')}\\.? (?:order|ref(?:erence)?|p\\.?o\\.?)(?: ?(?:no|number|#))?\\.?(?!\\p{L})`,
    'u',
  ),
  labelled('order.reference'),
  // Alone before its number, at the head of the page, an order is the buyer's.
  /^order(?= ?:)/,
]

const OTHER_ORDERS: readonly Label[] = [holds('order.date'), /date de (?:la )?commande/, /p\.?o\.? ?box/]

const ORDER = new RegExp(`${LEAD}(?<value>[a-z]{1,4} (?!(?:19|20)\\d\\d$)\\d[\\d/-]{2,}(?![\\p{L}\\d.])|${TOKEN})`, 'u')

const readOrder: ValueReader = (words) => {
  const read = textReader({ shape: ORDER, maxWords: 3 })(words.slice(0, 6))
  return read && !parseDate(String(read.value)) && String(read.value).length >= 2 ? read : undefined
}

/** A number that says itself that it is an order's, under a caption of its own: `Reference` over `PO 44812`. */
const NAMED_ORDER = new RegExp(`^(?<value>p\\.?o\\.?[ #-]{0,2}${TOKEN})`, 'u')

function namedOrder(pages: readonly PageLayout[]): Field | undefined {
  const read = textReader({ shape: NAMED_ORDER, maxWords: 3 })
  const labels = [labelled('order.reference_caption')]
  const best = bestOf(nearestOnly(findLabelled(pages, { labels, except: OTHER_ORDERS, read })))
  return best && fieldOf(best)
}

/** The buyer's order that the invoice answers. */
export function findPurchaseOrder(pages: readonly PageLayout[]): Field | undefined {
  const named = namedOrder(pages)
  if (named) return named
  const best = bestOf(
    nearestOnly(findLabelled(pages, { labels: ORDER_LABELS, except: OTHER_ORDERS, read: readOrder })).filter(
      ({ label }) => label.leads || label.colon,
    ),
  )
  return best && best.confidence > 0.55 ? fieldOf(best) : wrappedOrder(pages)
}

/** A paragraph may break right behind the caption: `Reverse charge, art. 196. Order no.:` over the number. */
function wrappedOrder(pages: readonly PageLayout[]): Field | undefined {
  const found = findLabels(pages, ORDER_LABELS, OTHER_ORDERS).flatMap((label) => {
    const { layout, line, box, colon, leads } = label
    const own = line.segments.find((one) => one.box[0] <= box[0] && one.box[2] >= box[2])
    const next = layout.lines[layout.lines.indexOf(line) + 1]?.segments.find(
      (one) => own && Math.abs(one.box[0] - own.box[0]) < 4,
    )
    const ends = own && colon && !leads && own.box[2] - box[2] < height(box)
    const read = ends && next ? readOrder(next.words) : undefined
    return read && next ? [candidateOf(read, label, 'label-below', 0.9)] : []
  })
  const best = bestOf(found)
  return best && fieldOf(best)
}
