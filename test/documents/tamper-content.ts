import {
  decodePDFRawStream,
  PDFArray,
  type PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { asText, latin } from './tamper-revision.ts'

/** A page's painting operators, stream by stream. */
function contentOf(pdf: PDFDocument, page: PDFPage): [PDFRef, string][] {
  const entry = page.node.get(PDFName.of('Contents'))
  const found = entry instanceof PDFRef ? pdf.context.lookup(entry) : entry
  const refs = found instanceof PDFArray ? found.asArray() : [entry]
  return refs.flatMap((ref) => {
    const stream = ref instanceof PDFRef ? pdf.context.lookup(ref) : undefined
    if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) return []
    return [[ref, asText(decodePDFRawStream(stream).decode())] as [PDFRef, string]]
  })
}

/** A text shown by one operator: `<48656C6C6F> Tj`, in a font with one byte a character. */
const SHOWN = /<([0-9A-Fa-f]*)>\s*Tj/g

const decode = (hex: string) => asText(Buffer.from(hex, 'hex'))
const encode = (text: string) => Buffer.from(text, 'latin1').toString('hex').toUpperCase()

/** The last font operator before a place, as it stands there: `/F1 9 Tf`. */
function fontAt(content: string, at: number): string {
  return [...content.slice(0, at).matchAll(/\/\S+\s+[\d.]+\s+Tf/g)].at(-1)?.[0] ?? ''
}

/**
 * Rewrites the texts that the page shows; `edit` gets a text with the font operator that holds there and returns the
 * operators to stand for it, or undefined to leave it. How many were rewritten: none where the page's fonts have codes of their own.
 */
export function editTexts(
  pdf: PDFDocument,
  page: PDFPage,
  edit: (text: string, font: string) => string | undefined,
): number {
  let count = 0
  for (const [ref, content] of contentOf(pdf, page)) {
    const edited = content.replace(SHOWN, (operator, hex: string, at: number) => {
      const now = edit(decode(hex), fontAt(content, at))
      if (now === undefined) return operator
      count++
      return now
    })
    if (edited !== content) pdf.context.assign(ref, pdf.context.stream(latin(edited)))
  }
  return count
}

/** The operator that shows a text in the current font. */
export function show(text: string): string {
  return `<${encode(text)}> Tj`
}

const bounded = (printed: string) =>
  new RegExp(`(?<![\\d.,])${printed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\d]|[.,]\\d)`)

/** The text with another value in the place of one that it prints; undefined where it does not print it. */
export function withValue(text: string, printed: string, now: string): string | undefined {
  return bounded(printed).test(text) ? text.replace(bounded(printed), now) : undefined
}

/** The ways in which an amount may be printed. */
export function printings(value: number): string[] {
  const [whole = '', cents = ''] = Math.abs(value).toFixed(2).split('.')
  const grouped = (sign: string) => whole.replace(/\B(?=(\d{3})+$)/g, sign)
  const forms = [`${grouped(',')}.${cents}`, `${grouped('.')},${cents}`, `${whole}.${cents}`, `${whole},${cents}`]
  return [
    ...new Set([...forms, `${grouped("'")}.${cents}`, `${grouped(' ')},${cents}`, `${grouped('\u00a0')},${cents}`]),
  ]
}
