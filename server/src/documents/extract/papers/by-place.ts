import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldCase } from '../../values/fold.ts'
import { within } from '../../vocabulary/compile.ts'
import { OFFICE } from '../../vocabulary/papers.ts'
import { couldBeName, findAddressees } from '../labels/addressee.ts'
import { hasLegalForm } from '../labels/legal-form.ts'
import { fieldOfWords } from './field-of-words.ts'
import { isSender, senderLines } from './sender-line.ts'

const BANK = within('bank.word')

/** Whom the paper is addressed to: the first address under a name that is nobody's yet and no office's. */
export function addressedTo(pages: readonly PageLayout[], others: ReadonlySet<string>): Field | undefined {
  const addressees = findAddressees(pages.slice(0, 1))
  const senders = senderLines(segmentsOf(pages[0]), addressees)
  const found = addressees.flatMap(({ lines }) => {
    // Right under the sender's own lines the receiver's begin.
    const own = lines.slice(lines.findLastIndex(({ text }) => others.has(text)) + 1)
    return own.find(({ text }) => couldBeName(text)) ?? []
  })
  const name = found.find(({ text }) => !OFFICE.test(foldCase(text)) && !isSender(text, senders))
  return name && fieldOfWords(name.words, name.page, { method: 'address', sureness: 0.8 })
}

/** Names with a word that banks bear, and no address. */
export const banksOn = ([first]: readonly PageLayout[]): Segment[] =>
  segmentsOf(first).filter(({ text }) => BANK.test(foldCase(text)) && !/\d/.test(text))

/** The first of them that is nobody else's. */
export function bankOn([first]: readonly PageLayout[], others: ReadonlySet<string>): Field | undefined {
  const name = banksOn(first ? [first] : []).find(({ text }) => !others.has(text))
  const sureness = name && hasLegalForm(name.text) ? 0.85 : 0.75
  return name && fieldOfWords(name.words, name.page, { method: 'bank-word', sureness })
}

/** Numbers in corners have so many figures. */
const NUMBER = /^(?:n[o°º]\.? ?|# ?)?0*\d{2,8}$/i

/** How high and how far right a corner begins. */
const [HIGH, RIGHT] = [0.7, 0.55]

export function inCorner([first]: readonly PageLayout[]): Field | undefined {
  const { height = 0, width = 0 } = first?.page ?? {}
  const cornered = segmentsOf(first).filter(
    ({ text, box }) => NUMBER.test(text) && box[1] > HIGH * height && box[0] > RIGHT * width,
  )
  const [highest] = cornered.toSorted((a, b) => b.box[3] - a.box[3])
  return highest && fieldOfWords(highest.words, highest.page, { method: 'corner', sureness: 0.75 })
}

const segmentsOf = (page: PageLayout | undefined): Segment[] => page?.lines.flatMap(({ segments }) => segments) ?? []
