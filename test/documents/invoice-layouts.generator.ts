import type { InvoiceDraft } from './invoice-draft.generator.ts'
import type { Party } from './invoice-sale.generator.ts'

/** Draws everything above the table. */
type Head = (draft: InvoiceDraft) => void

const title = (draft: InvoiceDraft) => (draft.sale.credit ? draft.word('credit') : draft.word('title'))

function address(draft: InvoiceDraft, x: number, party: Party, more: readonly string[] = [], bold = false): void {
  for (const [index, text] of [party.name, party.street, party.town, ...more].entries())
    draft.text(x, text, { bold: bold && index === 0 }).down()
}

function contact({ chance, sale }: InvoiceDraft): string[] {
  const domain = sale.vendor.name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
    .slice(0, 14)
  return [`Tel. ${chance.digits(4)} ${chance.digits(6)}`, `info@${domain}.example`].filter(() => chance.happens(0.6))
}

function vendorFacts(draft: InvoiceDraft): string[] {
  const { sale } = draft
  if (!sale.vendorVat || 'vendor_tax_id' in draft.fields) return []
  draft.says('vendor_tax_id', sale.vendorVat)
  return [`${draft.word('vatId')}: ${sale.vendorVat}`]
}

function customerFacts(draft: InvoiceDraft): string[] {
  const { sale } = draft
  if (!sale.customerVat) return []
  draft.says('customer_tax_id', sale.customerVat)
  return [`${draft.word('vatId')}: ${sale.customerVat}`]
}

function parties(draft: InvoiceDraft): void {
  draft.says('vendor_name', draft.sale.vendor.name)
  draft.says('customer_name', draft.sale.customer.name)
}

function list(draft: InvoiceDraft, x: number, end: number): void {
  const { chance } = draft
  const shape = chance.pick(['colon', 'columns', 'right'] as const)
  for (const [caption, value] of draft.facts()) {
    const label =
      /[.:#°º]$/.test(caption) && shape !== 'colon'
        ? caption
        : `${caption.replace(/:$/, '')}${shape === 'right' ? '' : ':'}`
    if (shape === 'colon') draft.text(x, `${label} ${value}`)
    else if (shape === 'columns') draft.text(x, label).text(x + 105, value)
    else draft.text(x, label).text(end, value, { align: 'right' })
    draft.down(1.05)
  }
}

// Captions side by side, their values beneath.
function strip(draft: InvoiceDraft): void {
  const facts = draft.facts()
  const step = (draft.right - draft.margin) / facts.length
  const framed = draft.chance.happens(0.4)
  for (const [index, [caption, value]] of facts.entries()) {
    const x = draft.margin + index * step
    if (framed) draft.paper.frame(x, draft.y - draft.size - 2, step, draft.size * 2.8 + 4)
    draft.paper.text(x + 4, draft.y, caption.replace(/:$/, ''), { size: draft.size - 1, bold: true })
    draft.paper.text(x + 4, draft.y + draft.size * 1.4, value, { size: draft.size - 0.5 })
  }
  draft.down(3.4)
}

/** The sender left, title and facts right, the receiver under a caption. */
const letterhead: Head = (draft) => {
  parties(draft)
  draft.y = draft.margin + 20
  const middle = draft.paper.width * 0.56
  draft.text(draft.right, title(draft), { size: 18, bold: true, align: 'right' })
  draft
    .text(draft.margin, draft.sale.vendor.name, { size: draft.size + draft.chance.whole(0, 5), bold: true })
    .down(1.4)
  for (const text of [draft.sale.vendor.street, draft.sale.vendor.town, ...contact(draft), ...vendorFacts(draft)])
    draft.text(draft.margin, text).down()
  draft.down(1.2)
  const top = draft.y
  draft.text(draft.margin, draft.word('billTo'), { bold: draft.chance.happens(0.6) }).down()
  address(draft, draft.margin, draft.sale.customer, customerFacts(draft))
  const low = draft.y
  draft.y = top
  list(draft, middle, draft.right)
  draft.y = Math.max(low, draft.y)
  draft.down(1.5)
}

/** A small line of the sender over the receiver's address, as envelopes with a window want it. */
const window: Head = (draft) => {
  parties(draft)
  const { sale, chance } = draft
  const side = draft.paper.width * 0.62
  draft.y = draft.margin + 24
  draft.text(side, sale.vendor.name, { bold: true, size: draft.size + 2 }).down(1.3)
  for (const text of [sale.vendor.street, sale.vendor.town, ...contact(draft)]) draft.text(side, text).down()
  draft.y = 140
  const sign = chance.pick([' · ', ' | ', ' - ', ', ', ' • '])
  draft.text(draft.margin, [sale.vendor.name, sale.vendor.street, sale.vendor.town].join(sign), { size: 6.5 })
  draft.down(1.4)
  if (chance.happens(0.15)) draft.text(draft.margin, 'Firma').down()
  address(draft, draft.margin, sale.customer)
  if (chance.happens(0.4)) {
    draft.y = 250
    const heading = chance.pick(sale.locale.words.heading)(title(draft), sale.number, draft.day(sale.issued))
    draft.says('invoice_number', sale.number)
    draft.says('invoice_date', sale.issued)
    draft.text(draft.margin, heading, { bold: true, size: draft.size + 3 }).down(1.6)
    for (const text of customerFacts(draft))
      draft.text(draft.margin, `${chance.pick(['Ihre ', 'Kunden-', 'Ihre '])}${text}`).down()
  } else {
    draft.y = 190
    list(draft, side - 30, draft.right)
    draft.y = Math.max(draft.y, 255)
    draft.text(draft.margin, title(draft), { bold: true, size: 15 }).down(2)
  }
  draft.down(1)
}

/** The sender in the middle, two addresses side by side, the facts in a strip. */
const centred: Head = (draft) => {
  parties(draft)
  const { sale } = draft
  draft.y = draft.margin + 16
  const middle = draft.paper.width / 2
  draft.text(middle, sale.vendor.name, { align: 'center', bold: true, size: draft.size + 5 }).down(1.5)
  for (const text of [`${sale.vendor.street}, ${sale.vendor.town}`, ...vendorFacts(draft)])
    draft.text(middle, text, { align: 'center' }).down()
  draft.down(1)
  draft.text(middle, title(draft), { align: 'center', size: 14, bold: true }).down(2)
  const top = draft.y
  draft.text(draft.margin, draft.word('billTo'), { bold: true }).down()
  address(draft, draft.margin, sale.customer, customerFacts(draft))
  const low = draft.y
  if (draft.chance.happens(0.5)) {
    draft.y = top
    draft.text(middle + 10, draft.word('shipTo'), { bold: true }).down()
    address(draft, middle + 10, sale.customer)
  }
  draft.y = Math.max(low, draft.y)
  draft.down(1.5)
  strip(draft)
  draft.down(0.8)
}

/** Both parties under captions, side by side. */
const twoParties: Head = (draft) => {
  parties(draft)
  const { sale } = draft
  draft.y = draft.margin + 20
  draft.text(draft.margin, title(draft), { size: 16, bold: true }).down(2)
  list(draft, draft.margin, draft.margin + 260)
  draft.down(1)
  const top = draft.y
  draft.text(draft.margin, draft.word('from'), { bold: true }).down()
  address(draft, draft.margin, sale.vendor, [...contact(draft), ...vendorFacts(draft)])
  const low = draft.y
  draft.y = top
  const side = draft.paper.width * 0.52
  draft.text(side, draft.word('billTo'), { bold: true }).down()
  address(draft, side, sale.customer, customerFacts(draft))
  draft.y = Math.max(low, draft.y)
  draft.down(1.5)
}

/** The sender left, the receiver's window right, as in France. */
const rightWindow: Head = (draft) => {
  parties(draft)
  const { sale } = draft
  draft.y = draft.margin + 20
  address(draft, draft.margin, sale.vendor, [...contact(draft), ...vendorFacts(draft)], true)
  draft.y = 130
  const side = draft.paper.width * 0.55
  if (draft.chance.happens(0.5)) draft.text(side, draft.word('billTo'), { bold: true }).down()
  address(draft, side, sale.customer, customerFacts(draft))
  draft.y = 215
  draft.text(draft.margin, title(draft), { size: 15, bold: true }).down(1.8)
  list(draft, draft.margin, draft.margin + 250)
  draft.down(1)
}

export const HEADS: Readonly<Record<string, readonly Head[]>> = {
  en: [letterhead, letterhead, centred, twoParties],
  fr: [letterhead, rightWindow, twoParties, centred],
  de: [window, window, window, letterhead, twoParties],
  nl: [letterhead, window, rightWindow],
  es: [letterhead, centred, twoParties],
  it: [letterhead, rightWindow, twoParties],
}

/** What stands under the sums: how to pay, the sender's own facts. */
export function drawFoot(draft: InvoiceDraft): void {
  const { chance, paper, sale } = draft
  const { words } = sale.locale
  draft.down(1.5)
  const open = paper.height - 110
  if (!('due_date' in draft.fields) && draft.y < open && chance.happens(0.25)) {
    draft.says('due_date', sale.due)
    draft.text(draft.margin, chance.pick(words.until)(draft.day(sale.due))).down(1.3)
  } else if (!('payment_terms' in draft.fields) && draft.y < open && chance.happens(0.2)) {
    const terms = chance.pick(words.net)(sale.days)
    draft.says('payment_terms', terms)
    draft.text(draft.margin, `${draft.word('terms')}: ${terms}`).down(1.3)
  }
  if (draft.y < open && chance.happens(0.5)) draft.text(draft.margin, chance.pick(words.thanks)).down(1.3)
  draft.y = paper.height - 62
  const third = (draft.right - draft.margin) / 3
  const columns = [
    [sale.vendor.name, sale.vendor.street, sale.vendor.town],
    vendorFacts(draft),
    sale.iban ? [`IBAN ${sale.iban}`, `BIC ${['MUST', 'NORD', 'TEST'][chance.whole(0, 2)]}DEFF`] : [],
  ]
  if (sale.iban) draft.says('iban', sale.iban)
  for (const [index, lines] of columns.entries())
    for (const [at, text] of lines.entries())
      paper.text(draft.margin + index * third, draft.y + at * 9, text, { size: 7 })
}
