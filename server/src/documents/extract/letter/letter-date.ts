import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { type DateOrder, findDates } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { begins, phrases, within } from '../../vocabulary/compile.ts'
import { bestOf, fieldOf, recognised } from '../labels/candidate.ts'
import type { Label } from '../labels/label.ts'
import { nearestCandidates } from '../labels/nearest-labelled.ts'
import { dateReader } from '../labels/value-reader.ts'
import { SURENESS } from './sureness.ts'

const LABELS: readonly Label[] = [
  'letter date',
  'date of letter',
  'date mailed',
  'date issued',
  'issue date',
  'date signed',
  'mailing date',
  'notice date',
  'dated',
  'date',
  'datum',
  'date de la lettre',
]

/** Other dates of the same document. */
const NOT_THIS: readonly Label[] = [within('letter.date.other'), /\b(?:geboorte|geburts|eintritts)datum\b/]

/** Lines that say another day. */
const OTHER = within('letter.date.another_day')

/** So many lines are a letter's head, however far down a short one begins. */
const HEAD_LINES = 5

/** How the line over a signature begins, which says where and when it was given. */
const SIGNED = begins('letter.signed')

const LEAD = phrases('letter.date.before')

/** Where the letter was given, as Slavic languages say it, without a comma: `V Jablonci nad Nisou dne`. */
const IN_TOWN = "(?:v|ve|w|we|u|vo) [\\p{L} .'-]{2,28}"

/** The number under which an office keeps the letter goes before its day: `Nr. 418 / 18.09.2026`, `Prot. n. 7 del`. */
const NUMBERED =
  '(?:nr|no|n|br|st|c|prot|ref)[.:°º]*(?: n[.:°º]*)? ?[\\w/-]*\\d[\\w/-]* ?(?:/|din|del|vom|du|od|z dnia|ze dne)'

/** A town, or a word that goes before a day, and nothing else beside the day: `Coria, a`, `Lyon, le`, `den`. */
const BESIDE_DAY = new RegExp(`^(?:[\\p{L} .'-]{2,24}, ?${LEAD}?|${LEAD}|${IN_TOWN} ${LEAD}|${NUMBERED})?[ .,]*$`, 'u')

/** The same with the word, as the day stands over a signature. */
const LED = new RegExp(`^(?:[\\p{L} .'-]{2,24}, ?|${IN_TOWN} )?${LEAD} \\d`, 'u')

/** A town and a day with a comma between them, alone in their line, wherever the letter ends: `Coimbra, 4 de maio`. */
const TOWN_AND = /^\p{Lu}[\p{L} .'’-]{1,24}, /u

/** When the letter was written: by label, else a line at the top that is a date, with a town before it or not. */
export function findLetterDate(pages: readonly PageLayout[], order: DateOrder | undefined): Field | undefined {
  const read = dateReader({ order })
  const found = nearestCandidates(pages, {
    labels: LABELS,
    except: NOT_THIS,
    read: (words) => {
      const date = read(words)
      // The date is the first thing behind its label, not one somewhere in a sentence.
      return date && date.words[0]?.order === words[0]?.order ? date : undefined
    },
  })
  const labelled = bestOf(found.filter(({ label }) => label.leads))
  const alone = pages.slice(0, 1).flatMap((page) => dateLines(page, order))[0]
  if (labelled && alone && labelled.value !== alone.value && labelled.label.rank > 8 && !labelled.label.colon)
    return alone
  return labelled ? fieldOf(labelled) : alone
}

function dateLines({ page, lines }: PageLayout, order: DateOrder | undefined): Field[] {
  const speaks = (at: number) => OTHER.test(foldCase(lines[at]?.text ?? ''))
  // The caption of another day stands beside it or over it.
  const others = new Set(
    lines.flatMap(({ segments }, at) => (speaks(at) || speaks(at - 1) ? segments.map(({ text }) => text) : [])),
  )
  const head = new Set(lines.slice(0, HEAD_LINES).flatMap((line) => line.segments))
  const segments = lines
    .flatMap((line) => line.segments)
    .filter((segment) => {
      const { box, text } = segment
      const stands =
        box[1] > 0.7 * page.height || head.has(segment) || SIGNED.test(foldCase(text)) || LED.test(foldCase(text))
      return (stands || TOWN_AND.test(text)) && !others.has(text)
    })
  return segments.flatMap(({ text, words, box }) => {
    const [date] = findDates(text, { order })
    const rest = date ? text.replace(date.printed, '').trim() : text
    const bare = BESIDE_DAY.test(foldCase(rest))
    if (!date || !bare) return []
    const confidence = (date.certain ? SURENESS.dateLine : SURENESS.doubtfulDate) * recognised(words)
    const shown = around(words.map((word) => word.box))
    return [
      { value: date.value, printed: text, confidence, page: page.number, box: shown ?? box, words, method: 'line' },
    ]
  })
}
