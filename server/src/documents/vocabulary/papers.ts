import type { DocumentType, ValueKind } from '@mkt/schemas'
import { sourceOf } from './compile.ts'
import cheque from './papers/cheque.json' with { type: 'json' }
import deliveryNote from './papers/delivery-note.json' with { type: 'json' }
import goods from './papers/goods.json' with { type: 'json' }
import noticeOfAssessment from './papers/notice-of-assessment.json' with { type: 'json' }
import offices from './papers/offices.json' with { type: 'json' }
import purchaseOrder from './papers/purchase-order.json' with { type: 'json' }
import utilityBill from './papers/utility-bill.json' with { type: 'json' }
import words from './papers/words.json' with { type: 'json' }

/** What is read of a paper by what it is called there. */
export interface NamedValue {
  name: string
  kind: ValueKind
  /** As papers print them, in any language, the surest first. */
  labels: readonly string[]
  /** Labels that hold one of these and mean something else. */
  except?: readonly string[]
  /** Without its label: the only value of its kind, or the first. */
  sole?: boolean
  /** Without its label: a pattern over a folded line, whose group `value` it is. */
  pattern?: string
  /** Without its label: the name at the paper's head. */
  masthead?: boolean
  /** At the paper's head a part of whoever buys is not its name: `Purchasing Office`. */
  buyer?: boolean
  /** One word with a figure in it. */
  numbered?: boolean
  /** Has a figure in it, in however many words. */
  figured?: boolean
  /** A figure that need not have cents. */
  plain?: boolean
  /** What was paid: a minus before it says that it is taken off, which its name says too. */
  magnitude?: boolean
  /** Printed without cents too, then with its thousands parted or a currency: `58,214`. */
  whole?: boolean
  /** Names that say it only where nothing surer does: columns called `From` and `To`; who buys, a clerk too. */
  late?: readonly string[]
  /** Without its label: the only figure that stands before one of these units. */
  units?: readonly string[]
  /** Without its label: whom the paper is addressed to. */
  addressed?: boolean
  /** Of several figures in its row the last is taken where it is the others' sum: a day's and a night's use. */
  summed?: boolean
  /** A pattern over the folded value: what has it is something else, which the same label leads. */
  refused?: string
  /** Said in words that may go on with other sentences. */
  sentence?: boolean
  /** Without its label: a name that banks bear. */
  bank?: boolean
  /** Without its label: a number by itself in the paper's upper corner. */
  corner?: boolean
  /** The first or the last day of a span that the paper prints. */
  span?: 'start' | 'end'
  /** What the paper's amounts are in. */
  currency?: boolean
}

export interface NamedTable {
  name: string
  columns: readonly NamedValue[]
}

/** A kind of paper that labels and headings are enough to read: built in, or declared by an owner. */
export interface PaperKind {
  titles: readonly string[]
  fields: readonly NamedValue[]
  tables: readonly NamedTable[]
}

/** A built-in kind, with what speaks for it and against it where it is classified: phrases as in compile.ts. */
export interface BuiltInPaper extends PaperKind {
  type: DocumentType
  clues: readonly string[]
  against: readonly string[]
}

const COLUMNS: Readonly<Record<string, unknown>> = { goods }

interface Written extends Omit<BuiltInPaper, 'type' | 'tables' | 'fields'> {
  type: string
  fields: readonly object[]
  tables: readonly { name: string; columns: string }[]
}

const paperOf = ({ tables, ...paper }: Written) =>
  ({ ...paper, tables: tables.map(({ name, columns }) => ({ name, columns: COLUMNS[columns] })) }) as BuiltInPaper

export const PAPERS: readonly BuiltInPaper[] = [
  noticeOfAssessment,
  cheque,
  utilityBill,
  purchaseOrder,
  deliveryNote,
].map(paperOf)

const eitherOf = (written: readonly string[]) =>
  `(?:${[...written]
    .sort((a, b) => b.length - a.length)
    .map(sourceOf)
    .join('|')})`

/** One of the phrases stands in a folded text, as whole words; patterns stand for themselves. */
export const anyOf = (written: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d_])${eitherOf(written)}(?![\\p{L}\\d_])`, 'u')

/** Words of offices that write to people and have an address over theirs. */
export const OFFICE: RegExp = anyOf(offices)

/** A folded text that begins with a part of a buyer, which an order may have at its head. */
export const PART_OF_BUYER = new RegExp(`^${eitherOf(words.partsOfBuyer)}(?![\\p{L}\\d_])`, 'u')

/** Before a count of units: a step of a price. */
export const STEP: string = eitherOf(words.steps)

/** A folded text that is how pages are counted. */
export const PAGE = new RegExp(`^${eitherOf(words.pageCaptions)}$`, 'u')

/** A folded text that is a unit or what else is counted, and no name behind a number. */
export const COUNTED = new RegExp(`^${eitherOf(words.counted)}$`, 'u')

/** Words that a full stop shortens, though they have vowels; folded, without the stop. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(words.abbreviations)

/** What is paid to people, in folded text. */
export const PAID: RegExp = anyOf(words.paid)
