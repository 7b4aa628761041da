import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { foldCase } from '../../values/fold.ts'
import { phrases } from '../../vocabulary/compile.ts'
import { isStreet, stacksOf } from '../invoice/address.ts'
import { mention, segmentsOf, surest } from '../invoice/mention.ts'
import { findLabelledNames, type PartyLabels } from '../invoice/party-labels.ts'
import { isSameName, mayBeName, nameWords } from '../invoice/party-name.ts'
import { MERCHANT } from '../invoice/weights.ts'
import { isFoot } from '../labels/foot.ts'
import { hasLegalForm } from '../labels/legal-form.ts'
import { withoutPrintHeads } from '../labels/print-heads.ts'
import { isCurrency } from './priced-line.ts'

/** Sizes that differ by less are one size. */
const ALIKE = 0.97

/** Lines at the head that name nobody. */
const GREETING = new RegExp(`^(?:\\W*${phrases('receipt.greeting')}\\b.*)$`, 'u')

/** Who was paid may be said in so many words. */
const MERCHANT_LABELS: PartyLabels = [[new RegExp(`^${phrases('receipt.merchant')}(?=$|[ :])`, 'u'), MERCHANT.label]]

/** Who was paid: the first name at the head; larger type, a legal form and a second mention make it surer. */
export function findMerchant(printed: readonly PageLayout[]): Field | undefined {
  const pages = printed.map(withoutPrintHeads)
  const named = surest(findLabelledNames(pages, MERCHANT_LABELS))
  if (named) return named
  const head = segmentsOf(pages.slice(0, 1).map(aboveGoods)).slice(0, 8)
  const names = head.filter(({ segment }) => mayBeName(segment.text) && !GREETING.test(foldCase(segment.text)))
  const largest = Math.max(...names.map(({ segment }) => segment.size))
  const scored = names.map(({ layout, segment }, index) => {
    const large = segment.size > ALIKE * largest ? MERCHANT.large : -MERCHANT.large
    const form = hasLegalForm(segment.text) ? MERCHANT.legalForm : 0
    const again = layout.lines.some(
      ({ text, box }) => box[3] < segment.box[1] && isSameName(text, segment.text) && text.length > segment.text.length,
    )
    const confidence = MERCHANT.first - MERCHANT.next * index + large + form + (again ? MERCHANT.again : 0)
    return mention(nameWords(segment.words), layout.page.number, 'letterhead', Math.max(confidence, MERCHANT.least))
  })
  const best = scored.sort((a, b) => b.confidence - a.confidence)[0]
  const foot = !best || GUEST.test(foldCase(best.printed)) ? overAddressAtFoot(pages) : undefined
  if (foot) return foot
  return best && (fullest(best, pages) ?? best)
}

/** Whom a receipt is made out to is spoken to by title; who was paid is not. */
const GUEST = new RegExp(`^${phrases('person.honorific', 'address.honorific')}\\.? (?:\\p{L}|&)`, 'u')

/** Under the goods a house may say who it is, as where receipts are made out to a guest: a name over its address. */
function overAddressAtFoot(pages: readonly PageLayout[]): Field | undefined {
  for (const layout of pages.slice(0, 1))
    for (const { segments } of stacksOf(layout)) {
      const at = segments.findIndex(({ text }, index) => mayBeName(text) && isStreet(segments[index + 1]?.text ?? ''))
      const named = segments[at]
      if (named && isFoot(layout, named.box))
        return mention(nameWords(named.words), layout.page.number, 'foot', MERCHANT.foot)
    }
  return undefined
}

/** A price, which stands behind goods and never over the shop's name. */
const PRICE = /(?<![\d.,/-])\d{1,6}[.,]\d\d(?![\d.,/-])/

/** What is printed over the goods: neither they nor what their columns are called. */
function aboveGoods(page: PageLayout): PageLayout {
  const priced = page.lines.findIndex(({ text }) => PRICE.test(text))
  const above = priced < 1 ? page.lines : page.lines.slice(0, priced)
  const last = above.at(-1)
  const heads = last && (last.segments.length > 2 || last.segments.some(({ text }) => isCurrency(text)))
  return { ...page, lines: priced > 0 && heads ? above.slice(0, -1) : above }
}

// The same name with its legal form says more: `Loom` at the top, `Loom Ltd` over the address.
function fullest({ value, confidence }: Field, pages: readonly PageLayout[]): Field | undefined {
  const name = String(value)
  const found = segmentsOf(pages.slice(0, 1)).find(
    ({ segment: { text } }) =>
      hasLegalForm(text) && text.startsWith(`${name} `) && text.split(' ').length <= name.split(' ').length + 2,
  )
  if (!found || hasLegalForm(name)) return undefined
  return mention(nameWords(found.segment.words), found.layout.page.number, 'letterhead', confidence)
}
