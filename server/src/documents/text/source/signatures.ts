import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Signature } from '../../model/source.ts'

interface Found {
  byteRange: number[]
  fieldName?: string
  signerName?: string | null
}

const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/g
const MOST = 100

/**
 * The signatures, first signed first. What no form field leads to is found by its /ByteRange in the bytes: a signature
 * whose field was cut off is still evidence of what the file was.
 */
export async function readSignatures(bytes: Uint8Array, pdf: PDFDocumentProxy): Promise<Signature[]> {
  const known = ((await pdf.getSignatures()) ?? []) as unknown as Found[]
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const loose = [...text.matchAll(BYTE_RANGE)].slice(0, MOST).map((match): Found & { at: number } => {
    return { byteRange: match.slice(1, 5).map(Number), at: match.index }
  })
  const ranges = new Map<string, Found>()
  for (const found of [...known, ...loose]) {
    const key = found.byteRange.join(' ')
    if (isPlausible(found.byteRange, bytes.length) && !ranges.has(key)) ranges.set(key, found)
  }
  const certified = text.includes('/DocMDP')
  return [...ranges.values()]
    .map((found) => describe(found, bytes))
    .sort((a, b) => a.end - b.end)
    .map((signature, k) => ({ ...signature, certification: certified && k === 0 }))
}

function isPlausible(range: readonly number[], length: number): boolean {
  const [a = -1, b = 0, c = 0, d = 0] = range
  return a >= 0 && b > 0 && c >= a + b && d > 0 && c + d <= length
}

function describe(
  { byteRange, fieldName = '', signerName }: Found,
  bytes: Uint8Array,
): Omit<Signature, 'certification'> {
  const [start = 0, , second = 0, length = 0] = byteRange
  const end = second + length
  return { field: fieldName, name: signerName ?? '', end, coversFile: start === 0 && isBlank(bytes, end) }
}

/** Whether only white space follows: some writers end a file with more of it than was signed. */
function isBlank(bytes: Uint8Array, from: number): boolean {
  if (bytes.length - from > 1024) return false
  return bytes.subarray(from).every((byte) => [0, 9, 10, 12, 13, 32].includes(byte))
}
