import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { embedLettering } from '../../../server/src/documents/annotate/fonts.ts'
import { type RawObjects, rawPdf } from '../raw-pdf.ts'
import { type1Font } from './type1-font.ts'

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const program = (name: string) => readFileSync(join(PDFJS, name))

const TEXT = ['Invoice number: R-18', 'Invoice date: 2024-03-05', 'Subtotal 100.00', 'Total 119.00 EUR']

/** A subset of a TrueType font as most writers embed it: a CID font with a map to Unicode; packed into object streams. */
export async function subsetFile(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const { regular: font } = await embedLettering(pdf)
  const page = pdf.addPage([600, 800])
  for (const [k, text] of TEXT.entries()) page.drawText(text, { x: 50, y: 760 - 20 * k, size: 11, font })
  return await pdf.save({ updateFieldAppearances: false })
}

/** Programs of Type 1 and CFF fonts, and a CID font with a map of its own. */
export function programFile(): Uint8Array {
  const { clear, bytes } = type1Font()
  const cff = program('standard_fonts/FoxitSymbol.pfb').toString('latin1')
  const simple = (number: number) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /Own /FirstChar 65 /LastChar 68 /Widths [100 100 100 100] /FontDescriptor ${number} 0 R >>`
  const descriptor = (file: string) =>
    `<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 0 200 200] /Ascent 100 /Descent 0 ${file} >>`
  return rawPdf({
    content: [
      ...TEXT.map((text, k) => `BT /F1 11 Tf 50 ${760 - 20 * k} Td (${text}) Tj ET`),
      'BT /T1 40 Tf 50 600 Td (ABCDABCD) Tj /C1 20 Tf 0 -50 Td (ABCD) Tj /C2 20 Tf 0 -50 Td <004100420043> Tj ET',
    ].join('\n'),
    objects: {
      5: '<< /Font << /F1 6 0 R /T1 10 0 R /C1 13 0 R /C2 16 0 R >> >>',
      10: simple(11),
      11: descriptor('/FontFile 12 0 R'),
      12: { dict: `/Length1 ${clear} /Length2 ${bytes.length - clear} /Length3 0`, stream: bytes.toString('latin1') },
      13: simple(14),
      14: descriptor('/FontFile3 15 0 R'),
      15: { dict: '/Subtype /Type1C', stream: cff },
      16: '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding 19 0 R /DescendantFonts [17 0 R] >>',
      17: `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /FontDescriptor 18 0 R /W [65 [100 200] 67 80 300] /DW2 [800 -900]
        /W2 [65 [-900 100 700]] /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
      18: descriptor('/FontFile3 20 0 R'),
      19: {
        dict: '/Type /CMap /CMapName /Own /WMode 1 /UseCMap /Identity-H',
        stream: `begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange
          2 begincidrange <0000> <0040> 0 <0041> <00FF> 65 endcidrange 1 begincidchar <0100> 7 endcidchar
          1 beginnotdefrange <0101> <01FF> 1 endnotdefrange endcmap`,
      },
      20: { dict: '/Subtype /CIDFontType0C', stream: cff },
    },
  })
}

const word = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]).toString('latin1')

/** A vertex of a mesh: flag, place, shade. */
const vertex = (k: number) => `\0${word(k * 4e7)}${word(k * 3e7)}${String.fromCharCode((k * 40) % 256)}`

function shadings(): RawObjects {
  const mesh = (type: number, more: string, stream: string) => ({
    dict: `/ShadingType ${type} /ColorSpace /DeviceGray /BitsPerCoordinate 32 /BitsPerComponent 8 /BitsPerFlag 8
      /Decode [0 600 0 800 0 1] ${more}`,
    stream,
  })
  const vertices = Array.from({ length: 16 }, (_, k) => vertex(k)).join('')
  const patch = `\0${Array.from({ length: 16 }, (_, k) => word(k * 9e7) + word((k * 5e7) % 4e9)).join('')}\x10\x80\xf0\x40`
  return {
    40: '<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1] /Matrix [100 0 0 100 0 0] /Function 47 0 R >>',
    41: '<< /ShadingType 3 /ColorSpace /DeviceRGB /Coords [0 0 0 100 100 80] /Function 48 0 R /Extend [true false] >>',
    42: mesh(4, '', vertices),
    43: mesh(5, '/VerticesPerRow 4', vertices.replaceAll('\0\0\0\0', '\0\0\0\x01')),
    44: mesh(6, '', patch),
    45: mesh(7, '', patch),
    47: {
      dict: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]',
      stream: '{ 2 copy add 3 1 roll sub abs exch 0.5 lt { pop 1 } { 0.3 } ifelse }',
    },
    48: {
      dict: '/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1] /Size [4] /BitsPerSample 8 /Encode [0 3] /Decode [0 1 0 1 0 1]',
      stream: '\0\x40\x80\xff\x10\x20\x30\x40\x50\x60\x70\x80',
    },
  }
}

/** Pictures in every colour space, through every function, and every kind of shading. */
export function colourFile(): Uint8Array {
  const spaces = [
    '[/ICCBased 10 0 R]',
    '[/Indexed /DeviceRGB 3 (\\000\\001\\002\\377\\376\\375\\100\\200\\300\\001\\001\\001)]',
    '[/Separation /Spot /DeviceCMYK 11 0 R]',
    '[/DeviceN [/A /B] /DeviceRGB 12 0 R]',
    '[/Lab << /WhitePoint [0.9 1 1.1] /Range [-100 100 -100 100] >>]',
    '[/CalRGB << /WhitePoint [0.9 1 1.1] /Gamma [2.2 2.2 2.2] /Matrix [1 0 0 0 1 0 0 0 1] >>]',
    '[/CalGray << /WhitePoint [0.9 1 1.1] /Gamma 2.2 >>]',
    '/DeviceCMYK',
  ]
  const bits = [8, 2, 8, 8, 16, 4, 1, 8]
  const objects: RawObjects = {
    10: { dict: '/N 4 /Alternate /DeviceCMYK', stream: program('iccs/CGATS001Compat-v2-micro.icc').toString('latin1') },
    11: '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 1 0] /N 1.5 >>',
    12: { dict: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', stream: '{ dup 3 1 roll mul 1 index exch }' },
    ...shadings(),
  }
  for (const [k, space] of spaces.entries()) {
    const more = k % 2 ? '/Mask [0 1 0 1 0 1]' : '/Decode [1 0 1 0 1 0 1 0] /Interpolate true'
    objects[20 + k] = {
      dict: `/Type /XObject /Subtype /Image /Width 12 /Height 8 /ColorSpace ${space} /BitsPerComponent ${bits[k]} ${more}`,
      stream: Array.from({ length: 800 }, (_, at) => String.fromCharCode((at * 37) % 256)).join(''),
    }
  }
  const draw = spaces.map((_, k) => `q 40 0 0 30 ${50 + 45 * k} 600 cm /I${k} Do Q`)
  const shade = [40, 41, 42, 43, 44, 45].map((number) => `q 50 ${(number - 38) * 60} 200 50 re W n /S${number} sh Q`)
  return rawPdf({
    content: [...TEXT.map((text, k) => `BT /F1 11 Tf 50 ${760 - 20 * k} Td (${text}) Tj ET`), ...draw, ...shade].join(
      '\n',
    ),
    resources: `/XObject << ${spaces.map((_, k) => `/I${k} ${20 + k} 0 R`).join(' ')} >>
      /Shading << ${[40, 41, 42, 43, 44, 45].map((number) => `/S${number} ${number} 0 R`).join(' ')} >>`,
    objects,
  })
}
