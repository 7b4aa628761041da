import { brotliCompressSync, constants, deflateSync } from 'node:zlib'
import { type Bomb, bomb, deflated, HEAD, image, line, picture, times, tree } from './bomb-file.ts'
import { bind } from './loose-objects.ts'

const MILLION = 1_000_000

/** A file whose objects are in one object stream of many bytes. */
function objectStream(scale: number): Uint8Array {
  const inside = `1 0 2 100 ${' '.repeat(60)}`
  const body = `<< /Type /Catalog /Pages 2 0 R >>${' '.repeat(67)}<< /Type /Pages /Kids [3 0 R] /Count 1 >>`
  const content = Buffer.concat([Buffer.from(inside + body), Buffer.alloc(times(400 * MILLION, scale), 32)])
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << >> >>'
  const objects = new Map([
    [3, { source: page, content: undefined, deflated: false }],
    [4, { source: '<< >>', content: Buffer.from(HEAD), deflated: true }],
    [5, { source: `<< /Type /ObjStm /N 2 /First ${inside.length} >>`, content, deflated: true }],
  ])
  return bind({ objects, trailer: '/Root 1 0 R' }, { packed: false })
}

/** Thirty pages whose contents are one stream of blanks, packed in layers and unpacked for each of them. */
function packedPages(filters: string, stream: Uint8Array): Uint8Array {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents [11 0 R 10 0 R]'
  const pages = Array.from({ length: 30 }, (_, k): [number, string] => [20 + k, `${page} /Resources << >> >>`])
  return tree(`<< /Type /Pages /Kids [${pages.map(([number]) => `${number} 0 R`).join(' ')}] /Count 30 >>`, {
    10: { dict: `/Filter [${filters}]`, stream: Buffer.from(stream).toString('latin1') },
    11: { stream: HEAD },
    ...Object.fromEntries(pages),
  })
}

const runLength = (scale: number) => '\x81 '.repeat(times(3 * MILLION, scale))
const chained = (filters: string, stream: string): Uint8Array =>
  bomb({ objects: { 4: { dict: `/Filter [${filters}]`, stream } } })

/** Streams that are small in the file and large when they are read. */
export const CODING_BOMBS: Record<string, Bomb> = {
  'deflated-content': (scale) => bomb({ objects: { 4: deflated(' ', times(1000 * MILLION, Math.min(scale, 0.4))) } }),
  'deflated-operators': (scale) => bomb({ objects: { 4: deflated('0 0 m 9 9 l S\n', times(20 * MILLION, scale)) } }),
  'deflated-many-times': (scale) => bomb({ objects: { 4: deflated(' ', times(400 * MILLION, scale), '', 3) } }),
  'deflated-pages': (scale) => {
    const { stream } = deflated(' ', times(100 * MILLION, scale), '', 3)
    return packedPages('/FlateDecode '.repeat(3), Buffer.from(stream, 'latin1'))
  },
  'brotli-pages': (scale) => {
    const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
    const once = brotliCompressSync(Buffer.alloc(times(300 * MILLION, scale), 32), quick)
    return packedPages('/BrotliDecode /RunLengthDecode', once)
  },
  'deflated-form-beside-marks': (scale) =>
    bomb({
      content: `${HEAD}\n/Span << /ActualText (Paid) >> BDC ${line('Paid', 600)} EMC`,
      resources: '/XObject << /X1 10 0 R >>',
      objects: { 10: deflated(' ', times(400 * MILLION, scale), '/Type /XObject /Subtype /Form /BBox [0 0 9 9]') },
    }),
  'many-contents': (scale) =>
    bomb({
      page: `/Contents [${'10 0 R '.repeat(times(3000, scale))}]`,
      objects: { 4: { stream: HEAD }, 10: deflated('1 0 0 1 0 0 cm\n', 7000) },
    }),
  'deflated-objects': objectStream,
  'deflated-image': (scale) => {
    const stream = deflateSync(Buffer.alloc(times(400 * MILLION, scale)))
    return picture(
      '/Width 20000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
      stream.toString('latin1'),
    )
  },
  'deflated-font': (scale) =>
    bomb({
      objects: {
        6: '<< /Type /Font /Subtype /TrueType /BaseFont /Own /FirstChar 32 /LastChar 33 /Widths [1 2] /FontDescriptor 10 0 R >>',
        10: '<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 0 1 1] /FontFile2 11 0 R >>',
        11: deflated('\0\x01\0\0', times(100 * MILLION, scale)),
      },
    }),
  'deflated-map': (scale) =>
    bomb({
      objects: {
        6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 10 0 R >>',
        10: deflated('1 beginbfrange <0000> <FFFF> <0041> endbfrange\n', times(2 * MILLION, scale)),
      },
    }),
  'deflated-attachment': (scale) =>
    bomb({
      catalog: '/Names << /EmbeddedFiles << /Names [(a.xml) 10 0 R] >> >>',
      objects: {
        10: '<< /Type /Filespec /F (a.xml) /UF (a.xml) /EF << /F 11 0 R >> >>',
        11: deflated('<a>', times(150 * MILLION, scale)),
      },
    }),
  'deflated-metadata': (scale) =>
    bomb({
      catalog: '/Metadata 10 0 R',
      objects: { 10: deflated('<a>', times(100 * MILLION, scale), '/Type /Metadata /Subtype /XML') },
    }),
  'run-length': (scale) => chained('/RunLengthDecode', `${runLength(scale)}\x80`),
  'run-length-chain': (scale) => {
    const once = deflateSync(Buffer.from(`${runLength(scale)}\x80`, 'latin1'))
    return chained('/FlateDecode /RunLengthDecode', once.toString('latin1'))
  },
  'ascii85-chain': (scale) => {
    const once = deflateSync(Buffer.alloc(times(200 * MILLION, scale), 'z'))
    return chained('/FlateDecode /ASCII85Decode', once.toString('latin1'))
  },
  'hex-chain': (scale) => {
    const once = deflateSync(Buffer.alloc(times(200 * MILLION, scale), '2'))
    return chained(`/FlateDecode ${'/ASCIIHexDecode '.repeat(8)}`, once.toString('latin1'))
  },
  'long-chain': (scale) => chained('/ASCIIHexDecode '.repeat(times(20_000, scale)), '20>'),
  'lzw-noise': (scale) => chained('/LZWDecode', '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01'.repeat(times(MILLION, scale))),
  predictor: (scale) =>
    chained('/FlateDecode', deflateSync(Buffer.alloc(times(100 * MILLION, scale), 2)).toString('latin1')),
  'inline-image': (scale) =>
    bomb({ content: `${HEAD} BI /W 30000 /H 30000 /BPC 8 /CS /RGB ID ${'E'.repeat(times(5 * MILLION, scale))}` }),
  'image-in-every-corner': (scale) =>
    bomb({
      content: `${HEAD}\n${'q 600 0 0 800 0 0 cm /I1 Do Q\n'.repeat(times(2000, scale))}`,
      resources: '/XObject << /I1 10 0 R >>',
      objects: {
        10: deflated('\0', 6000 * 6000, image('/Width 6000 /Height 6000 /ColorSpace /DeviceGray /BitsPerComponent 8')),
      },
    }),
}
