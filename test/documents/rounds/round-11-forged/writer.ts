import { element, escaped } from './markup.ts'
import { type Cell, type Sheet, sizeOf } from './sheet.ts'

/** The height of a line; a word processor sets the base line at four fifths of it. */
const LINE = 12

const NAMES = Object.fromEntries([
  ...['office', 'style', 'text'].map((name) => [`xmlns:${name}`, `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`]),
  ['xmlns:fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['xmlns:svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
])
const KIND = { 'office:version': '1.2', 'office:mimetype': 'application/vnd.oasis.opendocument.text' }

const styleOf = ({ bold, size }: Cell) => `${bold ? 'B' : 'R'}${size}`

function paragraphStyle(line: readonly Cell[], name: string, gap: number): string {
  const stops = line.map(({ x, right }) =>
    element('style:tab-stop', { 'style:position': `${x}pt`, 'style:type': right ? 'right' : 'left' }),
  )
  const spaced = { 'fo:line-height': `${LINE}pt`, 'fo:margin-top': `${gap}pt` }
  const properties = element('style:paragraph-properties', spaced, element('style:tab-stops', {}, ...stops))
  return element('style:style', { 'style:name': name, 'style:family': 'paragraph' }, properties)
}

function letterStyle(name: string): string {
  const weight: Record<string, string> = name.startsWith('B') ? { 'fo:font-weight': 'bold' } : {}
  const letters = { 'style:font-name': 'F', 'fo:font-size': `${name.slice(1)}pt`, ...weight }
  const properties = element('style:text-properties', letters)
  return element('style:style', { 'style:name': name, 'style:family': 'text' }, properties)
}

function pageStyle(sheet: Sheet): string {
  const [width, height] = sizeOf(sheet)
  const margins = ['top', 'left', 'right', 'bottom'].map((side) => [`fo:margin-${side}`, '0pt'])
  const size = { 'fo:page-width': `${width}pt`, 'fo:page-height': `${height}pt`, ...Object.fromEntries(margins) }
  return element('style:page-layout', { 'style:name': 'pm' }, element('style:page-layout-properties', size))
}

/** A sheet as one types it in a word processor: a paragraph for each line, with its tab stops. */
export function writerOf(sheet: Sheet): string {
  const tops = [...new Set(sheet.cells.map(({ top }) => top))].sort((a, b) => a - b)
  const lines = tops.map((top) => sheet.cells.filter((cell) => cell.top === top).sort((a, b) => a.x - b.x))
  const gapOf = (at: number) => (tops[at] ?? 0) - (tops[at - 1] ?? -0.2 * LINE) - LINE
  const paragraphs = lines.map((line, at) => {
    const spans = line.map(
      (cell) => `<text:tab/>${element('text:span', { 'text:style-name': styleOf(cell) }, escaped(cell.text))}`,
    )
    return element('text:p', { 'text:style-name': `P${at}` }, ...spans)
  })
  const styles = lines.map((line, at) => paragraphStyle(line, `P${at}`, gapOf(at)))
  const letters = [...new Set(sheet.cells.map(styleOf))].map(letterStyle)
  const face = { 'style:name': 'F', 'svg:font-family': `'Liberation ${sheet.serif ? 'Serif' : 'Sans'}'` }
  const master = element('style:master-page', { 'style:name': 'Standard', 'style:page-layout-name': 'pm' })
  const document = [
    element('office:font-face-decls', {}, element('style:font-face', face)),
    element('office:automatic-styles', {}, pageStyle(sheet), ...styles, ...letters),
    element('office:master-styles', {}, master),
    element('office:body', {}, element('office:text', {}, ...paragraphs)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>${element('office:document', { ...NAMES, ...KIND }, ...document)}`
}
