import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'
import type { XfaValue } from '../../model/source.ts'

/** Larger files are not read a second time, nor longer data; and no form has as many values. */
const [LARGEST, LONGEST, MOST] = [8_000_000, 4_000_000, 5_000]
/** An element that holds text and nothing else. */
const LEAF = /<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>([^<>]{1,5000})<\//g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * The values that an XFA form has in its own data (XFA 3.3, `datasets`), which viewers that know XFA show in the place
 * of what the pages say. pdf.js does not tell them unless it draws the form anew.
 */
export async function readXfaValues(bytes: Uint8Array, password = ''): Promise<XfaValue[]> {
  if (bytes.length > LARGEST) return []
  const pdf = await PDFDocument.load(bytes, { password, updateMetadata: false, throwOnInvalidObject: false })
  const form = pdf.catalog.lookup(PDFName.of('AcroForm'))
  const xfa = form instanceof PDFDict ? form.lookup(PDFName.of('XFA')) : undefined
  return datasetsIn(xfa).flatMap(valuesIn).slice(0, MOST)
}

/** Names and streams by turns, or one stream of all. */
function datasetsIn(xfa: unknown): string[] {
  if (!(xfa instanceof PDFArray)) return textOf(xfa)
  return Array.from({ length: xfa.size() >> 1 }, (_, at) => {
    const name = xfa.lookup(2 * at)
    const isData = (name instanceof PDFString || name instanceof PDFHexString) && name.decodeText() === 'datasets'
    return isData ? textOf(xfa.lookup(2 * at + 1)) : []
  }).flat()
}

function textOf(stream: unknown): string[] {
  if (!(stream instanceof PDFRawStream)) return []
  // Not decoded whole before its length is known: small files hold gigabytes.
  const decoded = decodePDFRawStream(stream).getBytes(LONGEST + 1)
  return decoded.length > LONGEST ? [] : [new TextDecoder().decode(decoded)]
}

function valuesIn(text: string): XfaValue[] {
  const from = text.search(/<(?:[\w.-]+:)?data[\s>]/)
  return from < 0
    ? []
    : [...text.slice(from).matchAll(LEAF)].map(([, name = '', value = '']) => ({ name, value: plain(value) }))
}

const plain = (value: string) => value.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole).trim()
