import type { Box } from '../../model/box.ts'
import { around } from '../../model/box.ts'
import type { Word } from '../../model/page.ts'
import type { AmountAt } from '../../values/amount-style.ts'
import type { Figure } from './column-words.ts'
import { dateText } from './entry-dates.ts'
import type { Strip } from './ledger.ts'
import type { LedgerLine } from './ledger-line.ts'
import { type RowKind, rowKind, type Section } from './row-words.ts'

/** A row of the account: a transaction, or a balance or total that stands between them. */
export interface Entry {
  kind: RowKind
  page: number
  box: Box
  /** As printed; of an earlier row where a day's date stands once. Empty where recognition could not read it. */
  date: string
  dateWords: Word[]
  figures: Partial<Record<Figure, AmountAt>>
  type: string
  section: Section
  description: Word[]
  /** Which strip of the ledger it stands in, counted from 0. */
  strip: number
}

/** Lines that overlap by this share of their height stand in the middle of one another. */
const CENTRED = 0.15

/** Lines further below the last row than this many of its heights are not part of the table. */
const REACH = 6

/** Rows of one or several lines, from the lines of all tables. */
export function gatherEntries(strips: readonly Strip[]): Entry[] {
  const entries: Entry[] = []
  let date: Word[] = []
  for (const [index, strip] of strips.entries()) {
    // A day's date may stand on the page before.
    const walk = new StripWalk(strip, index, strip.fresh ? [] : date)
    entries.push(...walk.rows())
    date = walk.date
  }
  return entries
}

class StripWalk {
  readonly #strip: Strip
  readonly #index: number
  date: Word[]
  #last: Entry | undefined
  #pending: LedgerLine[] = []
  #grouped = false
  #unread = false
  /** The account was closed by its last balance: what has no day of its own below speaks of something else. */
  #closed = false
  #begun = false
  /** The last line of text that went on with a row. */
  #continued: LedgerLine | undefined

  constructor(strip: Strip, index: number, date: Word[]) {
    this.#strip = strip
    this.#index = index
    this.date = date
  }

  rows(): Entry[] {
    const rows: Entry[] = []
    let below: Box | undefined
    for (const line of this.#strip.lines) {
      const height = line.box[3] - line.box[1]
      if (below && below[1] - line.box[3] > REACH * height && line.date.length === 0) break
      const entry = this.#read(line)
      if (entry) rows.push(entry)
      if (entry || line.date.length > 0 || !below || below[1] - line.box[3] < 2 * height) below = line.box
    }
    return rows
  }

  #read(line: LedgerLine): Entry | undefined {
    if (isDayHeading(line)) {
      this.date = line.date
      this.#grouped = true
      return undefined
    }
    // Under a heading for the day, what rows print is the value date.
    const { balance, ...moves } = line.figures
    const moved = Object.keys(moves).length > 0
    const bare = !moved && !balance
    if (line.date.length > 0 && !(this.#grouped && (line.valued || bare))) this.#dated(line.date)
    // A day that could not be read is not the day of the row above.
    if (line.unread.length > 0 && moved && !this.#grouped) this.#dated([])
    if (bare) {
      this.#continue(line)
      return undefined
    }
    const kind = this.#kind(line)
    // A balance under its row, on a line of its own.
    if (!moved && balance && kind === 'entry' && line.date.length === 0) {
      if (this.#last && !this.#last.figures.balance && this.#last.kind === 'entry') this.#last.figures.balance = balance
      return undefined
    }
    // Kinds of interest at 0.00 are listed under many tables of cards; no transaction of nothing lacks its own date.
    const nothing = line.date.length === 0 && this.#pending.length === 0 && isNothing(line)
    const none = nothing || (line.date.length === 0 && this.#pending.length === 0 && RATE.test(line.text))
    if (kind === 'entry' && ((this.date.length === 0 && !this.#unread) || none)) return undefined
    if (kind === 'entry' && this.#closed && line.date.length === 0) return undefined
    this.#begun ||= kind === 'entry'
    this.#closed = this.#begun && (this.#closed || kind === 'closing' || kind === 'stand')
    return this.#open(line, !moved && kind === 'entry' ? 'opening' : kind)
  }

  #dated(words: Word[]): void {
    this.date = words
    this.#closed = false
    this.#unread = words.length === 0
  }

  #kind(line: LedgerLine): RowKind {
    const kind = rowKind(line.text)
    // A shop may be called Total: a total has no date of its own, or figures on both sides.
    const sides = line.figures.withdrawal && line.figures.deposit
    if (kind === 'total' && line.date.length > 0 && !sides) return 'entry'
    if (kind === 'carried' && isTransfer(line)) return 'entry'
    if (kind !== 'entry') return kind
    // What has no word is no transaction: figures of a sum that stands under the table.
    const bare =
      !/[a-z]{3}/.test(line.text) &&
      line.date.length === 0 &&
      this.#pending.length === 0 &&
      !(this.#continued && isBetween(this.#continued, line))
    return bare ? 'total' : 'entry'
  }

  #open(line: LedgerLine, kind: RowKind): Entry {
    const before = kind === 'entry' ? [...this.#takenBack(line), ...this.#pending] : []
    const description = [...before.flatMap((each) => each.description), ...line.description]
    const boxes = [...before, line].map(({ box }) => box)
    const page = line.page
    this.#pending = []
    const dateWords = this.date
    const date = dateText(dateWords)
    const { figures, type } = line
    const section = this.#strip.section
    this.#last = {
      kind,
      page,
      box: around(boxes),
      date,
      dateWords,
      figures,
      type,
      section,
      description,
      strip: this.#index,
    }
    return this.#last
  }

  /**
   * Where figures stand in the middle of the lines of their text, its first line is above them: it overlaps them, and
   * was taken for a line of the row before.
   */
  #takenBack(line: LedgerLine): LedgerLine[] {
    const text = this.#continued
    this.#continued = undefined
    if (!text || !isBetween(text, line)) return []
    const last = this.#last
    if (last) last.description = last.description.filter((word) => !text.description.includes(word))
    return [text]
  }

  // Text without figures goes on with the row above, unless it has a date of its own: then its figures come later.
  #continue(line: LedgerLine): void {
    if (line.description.length === 0) return
    const close = this.#last && this.#last.box[1] - line.box[3] < 1.2 * (line.box[3] - line.box[1])
    if (line.date.length > 0 || this.#pending.length > 0 || !this.#last) this.#pending.push(line)
    else if (close && this.#last.page === line.page && sectionless(line)) {
      this.#last.description.push(...line.description)
      this.#continued = line
      this.#last.box = around([this.#last.box, line.box])
    }
  }
}

/** `Purchases 21.49 % $800.96 $14.62`: what a rate comes to is listed under the transactions, without a day. */
const RATE = /\d[.,]\d{1,3} ?%/

/** A day with its caption, for the rows under it. */
function isDayHeading({ date, figures, text }: LedgerLine): boolean {
  return date.length > 0 && Object.keys(figures).length === 0 && /^[a-z ]{2,24}:$/.test(text)
}

/** `Übertrag` is what is carried over and a transfer: the latter has a day of its own, moves money and says whose. */
function isTransfer({ date, figures: { withdrawal, deposit, amount }, text }: LedgerLine): boolean {
  const moved = withdrawal ?? deposit ?? amount
  return date.length > 0 && moved !== undefined && /\p{L}{4}.* \p{L}{4}/u.test(text) && !OF_PAGE.test(text)
}

const OF_PAGE = /(?<!\p{L})(?:seite|blatt|page|pagina|strona)(?!\p{L})/u

/** Figures without a word of their own that the line of text above them overlaps. */
function isBetween(text: LedgerLine, { page, box, description }: LedgerLine): boolean {
  return text.page === page && description.length === 0 && box[3] - text.box[1] >= CENTRED * (box[3] - box[1])
}

function isNothing({ figures: { amount, withdrawal, deposit } }: LedgerLine): boolean {
  return [amount, withdrawal, deposit].every((figure) => figure === undefined || figure.value === 0)
}

function sectionless(line: LedgerLine): boolean {
  return rowKind(line.text) === 'entry'
}
