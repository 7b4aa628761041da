import type { DocumentType } from '@mkt/schemas'
import type { Box } from '../model/box.ts'
import type { PageLayout } from '../model/layout.ts'
import type { Attachment } from '../model/source.ts'
import { begins, phrases } from '../vocabulary/compile.ts'
import { findCopies } from './find-copies.ts'
import { readPageText } from './page-text.ts'
import { SLIPS, type Verdict, weighPage } from './weigh-page.ts'

/** What one page is by itself. */
export interface PageJudgement {
  number: number
  /** UNKNOWN where no type is believed. */
  type: DocumentType
  confidence: number
  margin: number
  /** A slip's copies on the page; empty for other types. */
  regions: Box[]
  /** A title says that it explains a document (`How to read your ...`). */
  guide: boolean
  /** Mostly running text, or next to nothing: a cover, a notice, instructions. */
  aside: boolean
  /** `Page 1 of 3` and the like: the first number, undefined where the page does not count itself. */
  count: number | undefined
  /** Numbers that name the document: an invoice's, an account's. */
  numbers: string[]
  /** What the page prints to show that a document starts here: its title, an agency's head. */
  heads: boolean
}

const COUNT = new RegExp(
  [
    /\b(?:page|seite|pagina|blatt|p\.|s\.) ?(?:n[o°.]? ?)?(\d{1,3}) ?(?:of|von|de|sur|di|van|\/) ?\d{1,3}\b/,
    /^(\d{1,3}) ?(?:\/|of) ?\d{1,3}$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
)
const NUMBER = new RegExp(
  `${phrases('paper.name')}[- ]?${phrases('paper.number')}?[ .:#°]{1,4}([a-z]{0,4}[-/]?\\d[\\w/-]{3,})`,
  'gu',
)
const GUIDE = begins('guide.opening')

const HEAD = /department of the treasury|omb no/

/** Fewer words than this are no document. */
const FEW_WORDS = 12

/** Pages of running text above this share are no documents by themselves. */
const ASIDE_PROSE = 0.35

/** Guides have at least this share of running text. */
const GUIDE_PROSE = 0.3

/** Attachments of e-invoices settle what the first page is. */
const EINVOICE = /CrossIndustryInvoice|CrossIndustryDocument|<(?:\w+:)?Invoice[\s>]|<(?:\w+:)?CreditNote[\s>]/
const EINVOICE_MARGIN = 3

export function judgePage(layout: PageLayout, attachments: readonly Attachment[]): PageJudgement {
  const text = readPageText(layout)
  const verdicts = weighPage(text)
  const invoice =
    layout.page.number === 1 && attachments.some(({ xml }) => xml !== undefined && EINVOICE.test(xml.slice(0, 4000)))
  for (const verdict of invoice ? verdicts : []) if (verdict.type === 'INVOICE') verdict.margin += EINVOICE_MARGIN
  verdicts.sort((a, b) => b.margin - a.margin)
  const [best, second] = verdicts
  const type = best && best.margin > 0 ? best.type : 'UNKNOWN'
  const slip = SLIPS.find((one) => one.type === type)
  const words = layout.lines.reduce(
    (sum, line) => sum + line.segments.reduce((of, { words: held }) => of + held.length, 0),
    0,
  )
  const counted = COUNT.exec(text.whole)
  return {
    number: layout.page.number,
    type,
    confidence: confidenceOf(best, second),
    margin: best?.margin ?? 0,
    regions: slip ? findCopies(layout, text, slip.clues) : [],
    guide:
      text.proseShare > GUIDE_PROSE && text.pieces.some(({ role, text: line }) => role === 'title' && GUIDE.test(line)),
    aside: words < FEW_WORDS || text.proseShare > ASIDE_PROSE,
    count: counted ? Number(counted[1] ?? counted[2]) : undefined,
    numbers: Array.from(text.whole.matchAll(NUMBER), ({ 1: number = '' }) => number),
    heads:
      HEAD.test(text.plain) || (best?.clues.some(({ where, weight }) => where === 'title' && weight >= 3) ?? false),
  }
}

// The margin as odds, less where another type is nearly as well supported.
function confidenceOf(best: Verdict | undefined, second: Verdict | undefined): number {
  const margin = best?.margin ?? 0
  if (margin <= 0) return logistic(0.5 - 0.6 * margin)
  const lead = second && second.margin > 0 ? logistic(1.5 * (margin - second.margin)) : 1
  return logistic(0.8 * margin + 0.8) * lead
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
