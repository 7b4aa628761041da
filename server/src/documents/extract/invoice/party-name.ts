import type { Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { parseDate } from '../../values/date.ts'
import { foldCase, foldSigns } from '../../values/fold.ts'
import { begins, exactly, phrases } from '../../vocabulary/compile.ts'
import { hasLegalForm, LEGAL_FORM, opensWithLegalForm } from '../labels/legal-form.ts'
import { openNameLength } from '../labels/name-length.ts'
import { isContact, isOwnFact, isPlace, isStreet } from './address.ts'
import { textOf } from './mention.ts'

const OTHER_WORD = begins('party.other_word')

const OTHER_LABEL = new RegExp(`^${phrases('party.other_label')}(?![\\p{L}\\d_]).*[\\d:]`, 'u')

/** The text up to and with its legal form: `Lilas SAS` of `Lilas SAS au capital de 10 000 Euros`. */
export function untilLegalForm(words: readonly Word[]): Word[] | undefined {
  for (let count = 1; count <= Math.min(words.length, 9); count++) {
    const head = words.slice(0, count)
    const text = foldCase(textOf(head))
    const match = LEGAL_FORM.exec(text)
    const next = words[count]
    if (
      match &&
      match.index > 1 &&
      match.index + match[0].length >= text.length &&
      !(next && /^(?:&|KG$|Co\.?$|mbH)/.test(next.text))
    )
      return head
  }
  return undefined
}

const TITLES = new RegExp(
  `^(?:${phrases('party.title_line')}[ -])*${phrases('party.title_line.word')}(?![\\p{L}\\d_])[^\\p{L}]*$|` +
    '^faktura\\b.*\\d',
  'u',
)

/** What an invoice is called in full, whatever is said of it behind: `TAX INVOICE (Original for Recipient)`. */
const FULL_TITLE = new RegExp(
  `^(?:${phrases('party.title_line')}[ -])+${phrases('party.title_line.word')}(?!\\p{L})`,
  'u',
)

/** Captions that stand where names do. */
const CAPTION = exactly(
  'party.caption',
  'date',
  'invoice.date',
  'invoice.date.of',
  'invoice.date.other',
  'invoice.due_date',
  'invoice.number',
  'order.number',
  'payment.terms',
)

const CARE_OF = begins('address.care_of')

const SALUTATION = new RegExp(`^${phrases('party.salutation')}[.:]?$`, 'u')

/** Words that captions begin with. */
const CAPTION_BEGINS = /^(?:invoice|bill|account|payment|order|total|amount|balance|customer) /

/** Whether these words may be the name of a person or a company. */
export function mayBeName(text: string): boolean {
  return mayHeadAddress(text) && (hasLegalForm(foldSigns(text)) || !CAPTION_BEGINS.test(foldCase(text)))
}

/** The same of what stands right over a street, where nothing else does: a firm may be called `Total Safety`. */
export function mayHeadAddress(text: string): boolean {
  const plain = foldSigns(text)
  const formed = hasLegalForm(plain) && !(isStreet(plain) && opensWithLegalForm(plain))
  return isNoCaption(text) && (formed || !(isPlace(plain) || isStreet(plain)))
}

/** The line right over the first street or town of an address, where it may be a name. */
export function overAddress<Of extends Pick<Segment, 'text'>>(lines: readonly Of[]): Of | undefined {
  const address = lines.findIndex(({ text }) => isStreet(text) || isPlace(text))
  const over = lines[address - 1]
  return over && /^\p{Lu}.* /u.test(over.text) && mayHeadAddress(over.text) ? over : undefined
}

/** The same behind a label that says whose name follows, be it like an address: `Bill to: Owners Plan 30662`. */
export function readsAsName(text: string): boolean {
  return isNoCaption(text) && (hasLegalForm(foldSigns(text)) || !CAPTION_BEGINS.test(foldCase(text)))
}

function isNoCaption(text: string): boolean {
  const folded = foldCase(text)
  const plain = foldSigns(text)
  if (!/\p{L}{2}/u.test(plain) || plain.length > 70 || plain.split(' ').length > 9 || /[:=]$|^[:=]/.test(plain))
    return false
  if (/^\S*\d\S*$/.test(plain) && plain.replace(/\D/g, '').length >= 3) return false
  if (OTHER_WORD.test(folded)) return false
  if (CAPTION.test(folded) || parseDate(plain)) return false
  if (FULL_TITLE.test(folded) && !hasLegalForm(plain)) return false
  if (
    TITLES.test(folded) ||
    folded.split(/ ?\/ ?/).every((part) => TITLES.test(part)) ||
    SALUTATION.test(folded) ||
    /^[^\p{L}]*\d[^\p{L}]*$/u.test(plain)
  )
    return false
  if (OTHER_LABEL.test(folded) || isTaxNumber(plain)) return false
  if (/\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/.test(plain) || /^\p{L}[\p{L} .'-]{1,28}: /u.test(plain)) return false
  return !isContact(plain) && !isOwnFact(plain)
}

/** The words of the name that the first of some lines starts, with the lines that it leaves open. */
export function wholeName(lines: readonly Pick<Segment, 'text' | 'words'>[]): Word[] {
  return lines.slice(0, openNameLength(lines.map(({ text }) => text))).flatMap(({ words }) => words)
}

/**
 * The name among the first lines of an address: the first line, or the company among the next two that has a legal
 * form where the first, a person or a motto, has none.
 */
export function companyAmong(lines: readonly Pick<Segment, 'text' | 'words'>[]): Word[] {
  const name = wholeName(lines)
  const rest = lines.slice(openNameLength(lines.map(({ text }) => text)))
  const company = rest
    .slice(0, 2)
    .find(({ text }) => hasLegalForm(text) && mayBeName(text) && !CARE_OF.test(foldCase(text)))
  return company && !hasLegalForm(textOf(name)) ? company.words : name
}

/** A line that only says how to address who follows: `Herrn`, `Firma`. */
export function isSalutation(text: string): boolean {
  return SALUTATION.test(foldCase(text))
}

const TAX_LABEL = new RegExp(`^[(]?${phrases('tax_id.short', 'tax_id.label')}[.:]?$`, 'u')

/** A number of tax behind what it is called, and no more: `CIF B12345678`. */
export function isTaxNumber(text: string): boolean {
  const [label = '', ...number] = text.trim().split(/\s+/)
  return TAX_LABEL.test(foldCase(label)) && /\d{5}/.test(number.join('')) && number.length < 4
}

/** Whose invoice it is, and for whom, as a caption by itself. */
const FROM_TO = /^(?:from|to|de|a|an|von|van|aan|da|fra|fran|til|till|od|pro|dla|do)$/

const isUnder = (word: Word | undefined, caption: Word | undefined) =>
  word !== undefined && caption !== undefined && word.box[3] <= caption.box[1] + 2

const TITLE = new RegExp(`^(?:m|${phrases('person.honorific', 'address.honorific')})[.:]?$`, 'u')

/** What says to whom something goes (`Attn`, `Firma`); how a person is called is printed with the name (`Ms Hill`). */
const isAddressing = (text: string) => SALUTATION.test(foldCase(text)) && !TITLE.test(foldCase(text))

/** The words of a name without what addresses it and the punctuation at its ends. */
export function nameWords(words: readonly Word[]): Word[] {
  const kept = [...words]
  // `From` over the name of a column.
  if (kept.length > 1 && FROM_TO.test(foldCase(kept[0]?.text ?? '')) && isUnder(kept[1], kept[0])) kept.shift()
  while (kept.length > 1 && isAddressing(kept[0]?.text ?? '')) kept.shift()
  // `Example, S.A. CIF A12345678`: a number of tax behind a name is none of its words.
  const numbered = kept.findIndex(
    ({ text }, at) => at > 0 && TAX_LABEL.test(foldCase(text)) && /\d{5}/.test(kept[at + 1]?.text ?? ''),
  )
  if (numbered > 0) kept.splice(numbered)
  const last = kept.at(-1)
  if (last && /[,;|•·]$/.test(last.text) && last.text.length > 1)
    kept[kept.length - 1] = { ...last, text: last.text.replace(/[,;|•·]+$/, '') }
  return kept.filter(({ text }) => text !== '')
}

/** For comparing names: letters and digits only, folded. */
export function plainName(text: string): string {
  return foldCase(text).replace(/[^\p{L}\d]/gu, '')
}

/** The same party: equal, or one within the other. */
export function isSameName(a: string, b: string): boolean {
  const [x, y] = [plainName(a), plainName(b)]
  if (x === '' || y === '') return false
  return x === y || (Math.min(x.length, y.length) >= 5 && (x.includes(y) || y.includes(x)))
}
