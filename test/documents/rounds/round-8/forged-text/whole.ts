import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Truth } from '../../../specimen.ts'
import { installed } from '../../installed.ts'
import type { RoundFile } from '../../round-file.ts'
import { chequing, society } from './bank-papers.ts'
import { attached } from './hidden.ts'
import { jobOf, retext, saved } from './job.ts'
import { salary, stub } from './pay-papers.ts'
import { boxOf, type Cell, type Sheet } from './sheet.ts'
import { type Bill, bill, billed, rechnung } from './trade-papers.ts'
import { fileOf, shown, thingsOf } from './write.ts'

type Made = Omit<RoundFile, 'kind' | 'medium'>

const temp = <T>(work: (folder: string) => T): T => {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-8-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'ignore', timeout: 90_000 })

/** A sheet as a page of the web, each text where it stands. */
function htmlOf({ size: [width, height], cells }: Sheet, scale = 1): string {
  const texts = cells.map(({ text, x, y, size, font }) => {
    const weight = /Bold/.test(font) ? 'font-weight:bold;' : ''
    const [left, top, high] = [x, height - y - size, size].map((side) => (side * scale).toFixed(1))
    const place = `left:${left}pt;top:${top}pt;font-size:${high}pt`
    return `<div style="position:absolute;white-space:nowrap;${weight}${place}">${text}</div>`
  })
  const page = `<style>@page{size:${width}pt ${height}pt;margin:0}body{margin:0;font-family:Arial}</style>`
  return `<!doctype html><meta charset="utf-8"><title>doc</title>${page}${texts.join('\n')}`
}

/** By how much a point is smaller that wkhtmltopdf prints. */
const SHRINKS = 1.287

/** Programs that print a page of the web. */
export const PRINTERS: Record<string, (html: string) => Uint8Array> = {
  chromium: (html) =>
    temp((folder) => {
      const [from, to] = [path.join(folder, 'a.html'), path.join(folder, 'a.pdf')]
      writeFileSync(from, html)
      const own = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        `--user-data-dir=${folder}/u`,
        '--no-pdf-header-footer',
      ]
      run('chromium', ...own, `--print-to-pdf=${to}`, `file://${from}`)
      return new Uint8Array(readFileSync(to))
    }),
  wkhtmltopdf: (html) =>
    temp((folder) => {
      const [from, to] = [path.join(folder, 'a.html'), path.join(folder, 'a.pdf')]
      writeFileSync(from, html)
      run(
        'wkhtmltopdf',
        '-q',
        '--disable-smart-shrinking',
        '--zoom',
        '1.28',
        '-s',
        'A4',
        '-T',
        '0',
        '-L',
        '0',
        '-R',
        '0',
        '-B',
        '0',
        from,
        to,
      )
      return new Uint8Array(readFileSync(to))
    }),
}

/** What a maker of false stubs gets wrong: taxes by eye, a year that does not grow with it. */
function falseStub() {
  const { after } = jobOf(
    stub,
    (v) => {
      v.employer = 'Northgate Consulting Group'
      v.rate = 61
      v.overtime = 0
    },
    [],
    { 'held.1.amount': '302.55', 'held.2.amount': '71.00', ytd_gross_pay: '60,000.00' },
  )
  return after
}

const flagged = (truth: Truth): Truth => ({ ...truth, risk: 'flagged' })
const placesOf = (sheet: Sheet, ...keys: string[]) =>
  sheet.cells.filter(({ key }) => keys.includes(key)).map((cell) => ({ page: cell.page, box: boxOf(cell) }))

function madeUp(program: 'chromium' | 'wkhtmltopdf', sheet: Sheet, keys: string[], family: 'sums' | 'clean'): Made {
  const bytes = PRINTERS[program]?.(htmlOf(sheet, program === 'chromium' ? 1 : SHRINKS)) ?? new Uint8Array()
  const forgery = { technique: `made-up-${program}`, family, field: keys[0] ?? '', places: placesOf(sheet, ...keys) }
  return { name: `made-up-${program}`, bytes, truth: flagged(sheet.truth), forgery }
}

/** Two pages of one account, of which the second comes from another month or another account. */
async function pagesSwapped(other: boolean): Promise<Made> {
  const [first, second] = [chequing.draw(chequing.values), structuredClone(chequing.values)]
  if (other) Object.assign(second, { holder: 'Percival J. Amadi', account: '4471-0190057', opening: 6120.4 })
  second.rows = second.rows.map((row) => ({ ...row, on: row.on.replace('-08-', '-10-'), amount: row.amount * 2 }))
  Object.assign(second, { from: '2026-10-01', to: '2026-10-31' })
  const pdf = await PDFDocument.load(fileOf(thingsOf(first)), { updateMetadata: false })
  const more = await PDFDocument.load(fileOf(thingsOf(chequing.draw(second))), { updateMetadata: false })
  const [page] = await pdf.copyPages(more, [0])
  if (page) pdf.addPage(page)
  const name = other ? 'page-of-another' : 'page-of-another-month'
  const box = placesOf(chequing.draw(second), 'period').map((place) => ({ ...place, page: 2 }))
  const forgery = { technique: name, family: 'clean' as const, field: 'account_number', places: box }
  return { name, bytes: await pdf.save({ useObjectStreams: false }), truth: flagged(first.truth), forgery }
}

/** The sale as the XML of an e-invoice. */
export function xmlOf(values: Bill): string {
  const { net, tax, gross } = billed(values)
  const date = (iso: string) => `<udt:DateTimeString format="102">${iso.replaceAll('-', '')}</udt:DateTimeString>`
  const ns = 'urn:un:unece:uncefact:data:standard:'
  const node = (name: string, ...inside: string[]) => `<ram:${name}>${inside.join('')}</ram:${name}>`
  const vat = node('SpecifiedTaxRegistration', `<ram:ID schemeID="VA">${values.taxId}</ram:ID>`)
  const sums = [
    ...[node('LineTotalAmount', `${net}`), node('TaxBasisTotalAmount', `${net}`)],
    `<ram:TaxTotalAmount currencyID="EUR">${tax}</ram:TaxTotalAmount>`,
    ...[node('GrandTotalAmount', `${gross}`), node('DuePayableAmount', `${gross}`)],
  ]
  const account = node('PayeePartyCreditorFinancialAccount', node('IBANID', values.iban.replaceAll(' ', '')))
  const deal = [
    node(
      'ApplicableHeaderTradeAgreement',
      node('SellerTradeParty', node('Name', values.vendor), vat),
      node('BuyerTradeParty', node('Name', values.customer)),
    ),
    node(
      'ApplicableHeaderTradeSettlement',
      node('InvoiceCurrencyCode', 'EUR'),
      node('SpecifiedTradeSettlementPaymentMeans', node('TypeCode', '58'), account),
      node('SpecifiedTradePaymentTerms', node('DueDateDateTime', date(values.due))),
      node('SpecifiedTradeSettlementHeaderMonetarySummation', ...sums),
    ),
  ]
  const spaces = [
    `xmlns:rsm="${ns}CrossIndustryInvoice:100" xmlns:udt="${ns}UnqualifiedDataType:100"`,
    `xmlns:ram="${ns}ReusableAggregateBusinessInformationEntity:100"`,
  ]
  const guide = node('GuidelineSpecifiedDocumentContextParameter', node('ID', 'urn:cen.eu:en16931:2017'))
  const head = [node('ID', values.number), node('TypeCode', '380'), node('IssueDateTime', date(values.on))]
  return [
    `<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice ${spaces.join(' ')}>`,
    `<rsm:ExchangedDocumentContext>${guide}</rsm:ExchangedDocumentContext>`,
    `<rsm:ExchangedDocument>${head.join('')}</rsm:ExchangedDocument>`,
    `<rsm:SupplyChainTradeTransaction>${deal.join('')}</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`,
  ].join('\n')
}

export const withXml = (): Uint8Array => {
  const { before, after, ...rest } = jobOf(rechnung, undefined)
  return saved({ before, after, ...rest }, attached('factur-x.xml', xmlOf(rechnung.values), 'Alternative'))
}

/** The page says other than the XML in it. */
function xmlKept(name: string, field: string, set: (values: Bill) => void): Made {
  const job = jobOf(rechnung, set)
  const edit = { ...retext(job), ...attached('factur-x.xml', xmlOf(rechnung.values), 'Alternative') }
  const forgery = { technique: name, family: 'structure' as const, field, places: placesOf(job.after, field) }
  return { name: `${name}-${field}`, bytes: saved(job, edit), truth: flagged(job.after.truth), forgery }
}

/** A bundle whose first paper was edited while the untouched one hangs in it. */
function attachedTrue(): Made {
  const job = jobOf(society, (v) => {
    v.opening = 7932.14
  })
  const edit = { ...retext(job), ...attached('statement.pdf', fileOf(thingsOf(job.before)), 'Source') }
  const forgery = {
    technique: 'true-paper-attached',
    family: 'structure' as const,
    field: 'opening_balance',
    places: placesOf(job.after, 'opening_balance', 'closing_balance'),
  }
  return { name: 'true-paper-attached', bytes: saved(job, edit), truth: flagged(job.after.truth), forgery }
}

/** Printed anew by another program, and edited then: the second editor has not that program's letters. */
function editedAfterPrint(): Made {
  const job = jobOf(salary, undefined, [], { net_pay: '2,866.38' })
  const to = job.changes[0]?.to as Cell
  const texts = new Map(job.changes.map(({ old }) => [old as Cell, shown({ ...to, font: 'Helvetica' })]))
  const info = { Producer: 'Microsoft: Print To PDF', Creator: '', CreationDate: "D:20261104201500-08'00'" }
  const forgery = {
    technique: 'printed-then-edited',
    family: 'sums' as const,
    field: 'net_pay',
    places: placesOf(job.after, 'net_pay'),
  }
  const bytes = saved(job, { texts }, { info })
  return {
    name: 'printed-then-edited',
    bytes,
    truth: flagged({ ...job.after.truth, fields: { ...job.after.truth.fields, net_pay: 2866.38 } }),
    forgery,
  }
}

/** Forgeries that are more than an edit of some texts. */
export const WHOLE: readonly (() => Made | Promise<Made>)[] = [
  ...(installed('chromium') ? [() => madeUp('chromium', falseStub(), ['held.1.amount', 'ytd_gross_pay'], 'sums')] : []),
  ...(installed('wkhtmltopdf')
    ? [
        () =>
          madeUp(
            'wkhtmltopdf',
            jobOf(bill, (v) => Object.assign(v, { vendor: 'Granite & Sons Ltd', taxId: 'GB 123 4567 89' })).after,
            ['vendor_tax_id'],
            'sums',
          ),
      ]
    : []),
  () => pagesSwapped(true),
  () => pagesSwapped(false),
  () =>
    xmlKept('xml-kept', 'invoice_total', (v) => {
      if (v.lines[0]) v.lines[0].price = 4460
    }),
  () =>
    xmlKept('xml-kept', 'iban', (v) => {
      v.iban = 'DE44 5001 0517 5407 3249 31'
    }),
  attachedTrue,
  editedAfterPrint,
]

export const left: string[] = ['chromium', 'wkhtmltopdf']
  .filter((name) => !installed(name))
  .map((name) => `made-up-${name}`)
