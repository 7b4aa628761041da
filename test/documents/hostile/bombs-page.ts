import type { RawObjects } from '../raw-pdf.ts'
import { type Bomb, bomb, HEAD, image, line, picture, times } from './bomb-file.ts'

const sheet =
  (mediaBox: string): Bomb =>
  () =>
    bomb({ mediaBox })
const coded = (filter: string, stream: string, size: string, dict = ''): Bomb => {
  const more = `/ColorSpace /DeviceGray /BitsPerComponent 1 ${size} /Filter /${filter} ${dict}`
  return () => picture(more, stream)
}
const HUGE = '/Width 100000 /Height 100000'
const word = (number: number) => Buffer.from([number >>> 24, number >>> 16, number >>> 8, number]).toString('latin1')
/** A page's and a region's segment of JBIG2, with sizes that no memory holds. */
const JBIG2 = [
  `\0\0\0\0\x30\0\x01\0\0\0\x13${word(0x7fffffff)}${word(0x7fffffff)}${'\0'.repeat(11)}`,
  `\0\0\0\x01\x26\0\x01\0\0\0\x20${word(0x7fffffff)}${word(0x7fffffff)}${'\0'.repeat(24)}`,
].join('')
/** The start of a JPEG 2000 code stream: a size that no memory holds. */
const JPX = `\xff\x4f\xff\x51\0\x29\0\0${word(0xffffff)}${word(0xffffff)}${word(0)}${word(0)}${word(16)}${word(16)}${word(0)}${word(0)}\0\x01\x07\x01\x01`
const JPEG = `\xff\xd8\xff\xc0\0\x0b\x08\xff\xff\xff\xff\x01\x01\x11\0\xff\xda\0\x08\x01\x01\0\0\x3f\0${'\0'.repeat(50)}`

const widget = (k: number) =>
  `<< /Subtype /Widget /FT /Tx /Rect [${k % 590} ${k % 790} ${(k % 590) + 9} ${(k % 790) + 9}] /T (f${k}) /V (v${k}) /DA (/F1 8 Tf) >>`

function annotated(many: number, make: (k: number) => string, catalog: (list: string) => string): Uint8Array {
  const objects: RawObjects = {}
  for (let k = 0; k < many; k++) objects[100 + k] = make(k)
  const list = `[${Object.keys(objects)
    .map((number) => `${number} 0 R`)
    .join(' ')}]`
  return bomb({ page: `/Annots ${list}`, catalog: catalog(list), objects })
}

const repeated =
  (most: number, make: (k: number) => string): Bomb =>
  (scale) =>
    bomb({ content: `${HEAD}\n${Array.from({ length: times(most, scale) }, (_, k) => make(k)).join('\n')}` })

/** Sheets, pictures and drawings that are too large or too many. */
export const PAGE_BOMBS: Record<string, Bomb> = {
  'sheet-giant': sheet('0 0 1000000000 1000000000'),
  'sheet-long': sheet('0 0 1 100000000'),
  'sheet-zero': sheet('0 0 0 0'),
  'sheet-negative': sheet('0 0 -600 -800'),
  'sheet-nan': sheet('0 0 NaN /x'),
  'sheet-infinite': sheet('0 0 1e400 1e400'),
  'sheet-tiny': sheet('0 0 0.0000001 0.0000001'),
  'sheet-unit': () => bomb({ page: '/UserUnit 1e300' }),
  'sheet-giant-picture': () =>
    bomb({
      mediaBox: '0 0 1000000 1000000',
      content: 'q 1000000 0 0 1000000 0 0 cm /I1 Do Q',
      resources: '/XObject << /I1 10 0 R >>',
      objects: {
        10: {
          dict: image('/Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8'),
          stream: 'abcdefghijklmnop',
        },
      },
    }),
  'sheet-long-picture': () =>
    bomb({
      mediaBox: '0 0 1 100000000',
      content: 'q 1 0 0 100000000 0 0 cm /I1 Do Q',
      resources: '/XObject << /I1 10 0 R >>',
      objects: {
        10: {
          dict: image('/Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8'),
          stream: 'abcdefghijklmnop',
        },
      },
    }),
  'picture-giant': () => picture(`${HUGE} /ColorSpace /DeviceGray /BitsPerComponent 1`, 'abc'),
  'picture-below-limit': () => picture('/Width 6300 /Height 6300 /ColorSpace /DeviceRGB /BitsPerComponent 8', 'abc'),
  'picture-wide': () => picture('/Width 2147483647 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', 'abc'),
  'picture-overflow': () => picture('/Width 65536 /Height 65536 /ColorSpace /DeviceCMYK /BitsPerComponent 16', 'abc'),
  'picture-mask': () => picture(`${HUGE} /ImageMask true /BitsPerComponent 1`, 'abc'),
  'picture-soft-mask': () =>
    picture('/Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 11 0 R', 'a'.repeat(16), {
      11: { dict: image('/Width 6300 /Height 6300 /ColorSpace /DeviceGray /BitsPerComponent 8'), stream: 'a' },
    }),
  'picture-many-channels': () =>
    picture(
      '/Width 3000 /Height 3000 /BitsPerComponent 8 /ColorSpace [/DeviceN [/A /B /C /D /E /F /G /H] /DeviceCMYK 11 0 R]',
      'a',
      {
        11: {
          dict: `/FunctionType 4 /Domain [${'0 1 '.repeat(8)}] /Range [0 1 0 1 0 1 0 1]`,
          stream: '{ pop pop pop pop }',
        },
      },
    ),
  'picture-jbig2': coded('JBIG2Decode', JBIG2, HUGE),
  'picture-jbig2-small': coded('JBIG2Decode', JBIG2, '/Width 100 /Height 100'),
  'picture-jpx': coded('JPXDecode', JPX, HUGE),
  'picture-jpx-small': coded('JPXDecode', JPX, '/Width 100 /Height 100'),
  'picture-jpeg': coded('DCTDecode', JPEG, HUGE),
  'picture-jpeg-small': coded('DCTDecode', JPEG, '/Width 100 /Height 100'),
  'picture-fax': coded(
    'CCITTFaxDecode',
    '\x26\xa0'.repeat(5000),
    HUGE,
    '/DecodeParms << /K -1 /Columns 100000 /Rows 100000 >>',
  ),
  'picture-fax-small': coded(
    'CCITTFaxDecode',
    '\x26\xa0'.repeat(500),
    '/Width 100 /Height 100',
    '/DecodeParms << /K 0 /Columns 2147483647 /Rows 2147483647 >>',
  ),
  'shading-mesh': (scale) =>
    bomb({
      content: `${HEAD} /H1 sh`,
      resources: '/Shading << /H1 10 0 R >>',
      objects: {
        10: {
          dict: '/ShadingType 5 /VerticesPerRow 2 /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /Decode [0 600 0 800 0 1]',
          stream: '\x01\xff\x20'.repeat(times(300_000, scale)),
        },
      },
    }),
  // pdf.js reads bits until it has so many: found by mutation, in a file of 19 KB.
  'shading-endless': () =>
    bomb({
      content: `${HEAD} /H1 sh`,
      resources: '/Shading << /H1 10 0 R >>',
      objects: {
        10: {
          dict: `/ShadingType 7 /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerFlag 8 /BitsPerComponent ${'9'.repeat(400)} /Decode [0 600 0 800 0 1]`,
          stream: '\0'.repeat(60),
        },
      },
    }),
  'pattern-tiny-step': () =>
    bomb({
      content: `/Pattern cs /P1 scn 0 0 600 800 re f`,
      resources: '/Pattern << /P1 10 0 R >>',
      objects: {
        10: {
          dict: '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1000000 1000000] /XStep 0.0001 /YStep 0.0001 /Resources << >>',
          stream: '0 0 9 9 re f',
        },
      },
    }),
  operators: repeated(1_000_000, (k) => `${k % 600} ${k % 800} m ${(k * 7) % 600} ${(k * 3) % 800} l S`),
  saves: repeated(1_000_000, () => 'q'),
  rules: repeated(100_000, (k) =>
    k % 2 ? `${k % 600} 0 m ${k % 600} 800 l S` : `0 ${(k / 100) % 800} m 600 ${(k / 100) % 800} l S`,
  ),
  'rules-short': repeated(
    100_000,
    (k) => `${(k * 7) % 590} ${(k * 3) % 790} m ${((k * 7) % 590) + 8} ${(k * 3) % 790} l S`,
  ),
  'grid-fine': repeated(2000, (k) =>
    k % 2 ? `${k / 3.4} 0 m ${k / 3.4} 800 l S` : `0 ${k / 2.5} m 600 ${k / 2.5} l S`,
  ),
  boxes: repeated(20_000, (k) => `${(k * 7) % 590} ${(k * 3) % 790} 9 9 re S`),
  fills: repeated(20_000, (k) => `${(k * 7) % 590} ${(k * 3) % 790} 9 9 re f`),
  'path-long': (scale) =>
    bomb({
      content: `${HEAD} 0 0 m ${Array.from({ length: times(500_000, scale) }, (_, k) => `${k % 600} ${(k * 7) % 800} l`).join(' ')} S`,
    }),
  clips: repeated(100_000, () => '0 0 600 800 re W n'),
  marks: repeated(300_000, () => '/P << /MCID 0 >> BDC'),
  words: repeated(1_000_000, (k) => `BT /F1 4 Tf ${(k * 13) % 590} ${(k * 7) % 790} Td (w${k % 97}) Tj ET`),
  'words-on-one-line': repeated(50_000, (k) => `BT /F1 4 Tf ${k * 20} 500 Td (w${k % 97}) Tj ET`),
  'words-on-one-place': repeated(50_000, (k) => `BT /F1 9 Tf 300 500 Td (w${k % 97}) Tj ET`),
  'words-in-a-column': repeated(20_000, (k) => line(`${k}.00`, 800 - k * 0.04)),
  'words-as-table': repeated(
    10_000,
    (k) => `BT /F1 2 Tf ${(k % 50) * 12} ${790 - Math.floor(k / 50) * 3} Td (${k}.00) Tj ET`,
  ),
  'words-turned': repeated(20_000, (k) => `BT /F1 9 Tf 0 1 -1 0 ${(k * 13) % 590} ${(k * 7) % 790} Tm (w${k}) Tj ET`),
  'words-as-wide-as-time': repeated(5000, (k) => `BT /F1 9 Tf 1 0 0 1 ${k * 1e15} ${k * 1e12} Tm (w${k}) Tj ET`),
  'words-hidden': repeated(
    30_000,
    (k) => `1 g ${(k * 7) % 590} ${(k * 3) % 790} 9 9 re f 0 g ${line(`w${k}`, (k * 3) % 790)}`,
  ),
  fields: (scale) => annotated(times(100_000, scale), widget, (list) => `/AcroForm << /Fields ${list} >>`),
  annotations: (scale) =>
    annotated(
      times(100_000, scale),
      (k) => `<< /Subtype /Text /Rect [${k % 600} 0 ${(k % 600) + 9} 9] /Contents (note ${k}) >>`,
      () => '',
    ),
  'annotation-repeated': (scale) =>
    bomb({ page: `/Annots [${'10 0 R '.repeat(times(200_000, scale))}]`, objects: { 10: widget(1) } }),
}
