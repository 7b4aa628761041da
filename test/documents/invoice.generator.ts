import type { Chance } from './chance.ts'
import { InvoiceDraft } from './invoice-draft.generator.ts'
import { drawFoot, HEADS } from './invoice-layouts.generator.ts'
import { INVOICE_LOCALES } from './invoice-locale.generator.ts'
import { drawSale, type Sale } from './invoice-sale.generator.ts'
import { drawTable } from './invoice-table.generator.ts'
import { drawTotals } from './invoice-totals.generator.ts'
import { attachXml, facturX } from './invoice-xml.generator.ts'
import type { Generator, Specimen } from './specimen.ts'

/** An invoice or credit note of eleven locales, in five layouts, whose figures close. */
export const generateInvoice: Generator = async (chance) => (await drawInvoice(chance)).specimen

/** The same with a Factur-X inside; one in four states another total than the page prints. */
export const generateEInvoice: Generator = async (chance) => {
  const { specimen, sale } = await drawInvoice(chance)
  const lies = chance.happens(0.25)
  const gross = Math.round((sale.gross + chance.amount(5, 900)) * 100) / 100
  const bytes = await attachXml(specimen.bytes, facturX(sale, lies ? { gross } : {}))
  const truth = lies ? { ...specimen.truth, risk: 'flagged' as const, codes: ['EINVOICE_TOTAL'] } : specimen.truth
  return { ...specimen, name: `e${specimen.name}`, bytes, truth }
}

async function drawInvoice(chance: Chance): Promise<{ specimen: Specimen; sale: Sale }> {
  const locale = chance.pick(INVOICE_LOCALES)
  const sale = drawSale(chance, locale)
  const draft = await InvoiceDraft.open(chance, sale)
  chance.pick(HEADS[locale.id.slice(0, 2)] ?? [])(draft)
  draft.says('currency', locale.currency)
  const rows = drawTable(draft)
  drawTotals(draft)
  drawFoot(draft)
  const bytes = await draft.paper.bytes(draft.fields.invoice_date)
  if (!draft.paper.printed.match(/[€£$]|EUR|CHF|CHE-/)) delete draft.fields.currency
  return {
    sale,
    specimen: {
      name: `invoice-${locale.id}`,
      bytes,
      truth: { document_type: 'INVOICE', fields: draft.fields, tables: { line_items: rows }, risk: 'clean' },
    },
  }
}
