import type { InvoiceDraft } from './invoice-draft.generator.ts'

/** The sums under the table, in one of several shapes; says what they print. */
export function drawTotals(draft: InvoiceDraft): void {
  const { chance, paper } = draft
  draft.down(0.6)
  if (draft.y > paper.height - 190) {
    paper.addPage()
    draft.y = draft.margin + 20
  }
  const rows = sums(draft)
  const left = chance.happens(0.12)
  const x = left ? draft.margin : draft.right - chance.whole(190, 240)
  const end = left ? draft.margin + 230 : draft.right
  const inline = chance.happens(0.1)
  for (const { caption, value, strong } of rows) {
    if (inline) draft.text(x, `${caption}: ${value}`, { bold: strong })
    else draft.text(x, caption, { bold: strong }).text(end - 3, value, { bold: strong, align: 'right' })
    draft.down(1.1)
  }
}

interface Row {
  caption: string
  value: string
  strong: boolean
}

function sums(draft: InvoiceDraft): Row[] {
  const { chance, sale } = draft
  const colon = chance.happens(0.4) ? ':' : ''
  const rows: Row[] = []
  const add = (caption: string, amount: number, strong = false) =>
    rows.push({ caption: `${caption}${colon}`, value: draft.money(amount), strong })
  if (sale.shipping > 0) add(draft.word('shipping'), sale.shipping)
  add(draft.word('subtotal'), sale.net)
  draft.says('subtotal', sale.net)
  taxes(draft, add)
  add(draft.word('total'), sale.gross, true)
  draft.says('invoice_total', sale.gross)
  if (sale.paid > 0) add(draft.word('paid'), sale.paid)
  if (sale.paid > 0 || chance.happens(0.3)) {
    const due = Math.round((sale.gross - sale.paid) * 100) / 100
    add(draft.word('payable'), due, true)
    draft.says('amount_due', due)
  }
  return rows
}

function taxes(draft: InvoiceDraft, add: (caption: string, amount: number) => void): void {
  const { chance, sale } = draft
  const share = (rate: number) =>
    `${draft.number(rate, Number.isInteger(rate) ? 0 : Number.isInteger(rate * 100) && !Number.isInteger(rate * 10) ? 2 : rate === 14.975 ? 3 : 1)}${chance.happens(0.5) ? '%' : ' %'}`
  const named = (rate: number) =>
    chance.pick([`${draft.word('tax')} ${share(rate)}`, `${draft.word('tax')} (${share(rate)})`])
  if (sale.taxes.length === 1) add(chance.happens(0.8) ? named(sale.taxes[0]?.rate ?? 0) : draft.word('tax'), sale.tax)
  else for (const { rate, tax } of sale.taxes) add(named(rate), tax)
  draft.says('total_tax', sale.tax)
}
