import { strToU8, zipSync } from 'fflate'

/** One sheet: a head line, then rows; a cell that is missing is empty. */
export interface Sheet {
  name: string
  head: readonly string[]
  rows: readonly (readonly (string | number | undefined)[])[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Sheets as a workbook for spreadsheet programs (ECMA-376): texts stay texts, whatever they begin with. */
export function workbookOf(sheets: readonly Sheet[]): Uint8Array {
  const names = sheetNames(sheets)
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)])),
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(HEAD + xml)])))
}

/** The first style is plain, the second the head's. */
const STYLES = [
  `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts>`,
  '<fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
  '<cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>',
].join('')

const DEFAULTS = [
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
].join('')

function contentTypes(sheets: number): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${PART}.${type}+xml"/>`
  const each = Array.from({ length: sheets }, (_, at) => override(`worksheets/sheet${at + 1}.xml`, 'worksheet'))
  const parts = [override('workbook.xml', 'sheet.main'), override('styles.xml', 'styles'), ...each]
  return `<Types xmlns="${PACKAGE}/content-types">${DEFAULTS}${parts.join('')}</Types>`
}

function relations(list: readonly [type: string, target: string][]): string {
  const each = list.map(([type, to], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${to}"/>`)
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

function sheetXml({ head, rows }: Sheet): string {
  const row = (cells: Sheet['rows'][number], number: number, style: string) => {
    const written = cells.map((cell, column) => cellXml(cell, `${letters(column)}${number}`, style))
    return `<row r="${number}">${written.join('')}</row>`
  }
  const body = rows.map((cells, at) => row(cells, at + 2, '')).join('')
  return `<worksheet xmlns="${MAIN}"><sheetData>${row(head, 1, ' s="1"')}${body}</sheetData></worksheet>`
}

function cellXml(value: string | number | undefined, at: string, style: string): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return `<c r="${at}"${style}><v>${value}</v></c>`
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}

/** 0 -> A, 26 -> AA. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A cell holds so many characters; XML has no control characters. */
const MOST_CHARS = 32_767

/** What XML has no way to write. */
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu

function escaped(text: string): string {
  const plain = text.toWellFormed().slice(0, MOST_CHARS).toWellFormed()
  return plain.replace(UNWRITABLE, '').replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
}

const NAME_CHARS = 31

/** Names of sheets are short, have no signs of references, and differ. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ name }) => {
    const plain = name.replace(/[[\]:*?/\\']/g, ' ').trim() || 'Sheet'
    let found = plain.slice(0, NAME_CHARS)
    for (let at = 2; taken.has(found.toLowerCase()); at++) found = `${plain.slice(0, NAME_CHARS - 4)} ${at}`
    taken.add(found.toLowerCase())
    return found
  })
}
