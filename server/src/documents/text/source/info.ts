import type { DocumentInfo, SavedBy } from '../../model/source.ts'

/** pdf.js' Info dictionary, as far as it is used. */
export interface PdfInfo {
  PDFFormatVersion?: string | null
  EncryptFilterName?: string | null
  IsAcroFormPresent?: boolean
  IsXFAPresent?: boolean
  IsCollectionPresent?: boolean
  Title?: string
  Author?: string
  Creator?: string
  Producer?: string
  CreationDate?: string
  ModDate?: string
}

interface Xmp {
  get(name: string): unknown
  getRaw?(): unknown
}

/** XMP of files made to hurt may be of any length; a history of this many events is one of years. */
const [LONGEST_XMP, MOST_EVENTS] = [1_000_000, 200]

/** The Info dictionary; where it is silent, XMP. */
export function readInfo(info: PdfInfo, xmp: Xmp | null | undefined): DocumentInfo {
  const either = (written: string | undefined, ...names: string[]) => {
    const texts = [written, ...names.map((name) => asText(xmp?.get(name)))]
    return texts.find((text) => text !== undefined && text.trim() !== '')?.trim() ?? ''
  }
  return {
    title: either(info.Title, 'dc:title'),
    author: either(info.Author, 'dc:creator'),
    creator: either(info.Creator, 'xmp:creatortool'),
    producer: either(info.Producer, 'pdf:producer'),
    created: toIso(either(info.CreationDate, 'xmp:createdate')),
    modified: toIso(either(info.ModDate, 'xmp:modifydate')),
    ...historyOf(info, xmp),
  }
}

/** The programs of XMP's history, and the one that it names beside the Info dictionary's. */
function historyOf(info: PdfInfo, xmp: Xmp | null | undefined): Pick<DocumentInfo, 'history'> {
  const raw = xmp?.getRaw?.()
  const events = typeof raw === 'string' && raw.length <= LONGEST_XMP ? eventsOf(raw) : []
  const tool = asText(xmp?.get('xmp:creatortool'))?.trim() ?? ''
  const history = tool === '' || tool === info.Creator?.trim() ? events : [...events, { program: tool, change: '' }]
  return history.length > 0 ? { history } : {}
}

/** Each property of an event is an attribute or an element of its own. */
function eventsOf(xmp: string): SavedBy[] {
  const property = (event: string, name: string) =>
    new RegExp(`stEvt:${name}\\s*(?:=\\s*["']|>)([^"'<]{0,300})`).exec(event)?.[1]?.trim() ?? ''
  return xmp
    .split(/<rdf:li\b/)
    .slice(1, MOST_EVENTS)
    .filter((event) => event.includes('stEvt:'))
    .map((event) => ({ program: property(event, 'softwareAgent'), change: property(event, 'parameters') }))
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(', ') : undefined
}

const PDF_DATE = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/

/** D:20240131093000+01'00' as 2024-01-31T09:30:00+01:00 (PDF 32000-1, 7.9.4); anything else as it is written. */
export function toIso(written: string): string {
  const match = PDF_DATE.exec(written)
  if (!match || /^\d{4}-/.test(written)) return written
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zulu, sign, off, offMinute] =
    match
  const zone = zulu ? 'Z' : sign ? `${sign}${off}:${offMinute ?? '00'}` : ''
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
}
