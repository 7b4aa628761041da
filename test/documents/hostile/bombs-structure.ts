import type { RawObjects } from '../raw-pdf.ts'
import { type Bomb, bomb, HEAD, times, tree } from './bomb-file.ts'

const MILLION = 1_000_000
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const LEAF = '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 0 R >>'

/** A tree of `depth` nodes, each with the next one as its only child. */
function deepTree(depth: number): Uint8Array {
  const objects: RawObjects = {}
  for (let k = 0; k < depth; k++) {
    objects[10 + k] =
      `<< /Type /Pages /Parent ${k === 0 ? 2 : 9 + k} 0 R /Kids [${k === depth - 1 ? 3 : 11 + k} 0 R] /Count 1 >>`
  }
  return tree('<< /Type /Pages /Kids [10 0 R] /Count 1 /MediaBox [0 0 600 800] >>', objects)
}

/** Objects that are nested, circular or claim to be many. */
export const STRUCTURE_BOMBS: Record<string, Bomb> = {
  'nested-arrays': (scale) => bomb({ catalog: `/Deep ${nested('[', ']', times(100_000, scale))}` }),
  'nested-dictionaries': (scale) => bomb({ catalog: `/Deep ${nested('<</A ', '>>', times(100_000, scale))}` }),
  'nested-in-content': (scale) => bomb({ content: `${HEAD}\n${nested('[', ']', times(100_000, scale))} TJ` }),
  'nested-strings': (scale) => bomb({ catalog: `/Deep ${nested('(', ')', times(MILLION, scale))}` }),
  'nested-outlines': (scale) => {
    const many = times(20_000, scale)
    const objects: RawObjects = { 10: '<< /First 11 0 R /Last 11 0 R /Count 1 >>' }
    for (let k = 0; k < many; k++) objects[11 + k] = `<< /Title (a) /Parent ${10 + k} 0 R /First ${12 + k} 0 R >>`
    return bomb({ catalog: '/Outlines 10 0 R', objects })
  },
  'nested-fields': (scale) => {
    const many = times(20_000, scale)
    const objects: RawObjects = { 10: '<< /Fields [11 0 R] >>' }
    for (let k = 0; k < many; k++) objects[11 + k] = `<< /T (a) /Parent ${10 + k} 0 R /Kids [${12 + k} 0 R] >>`
    return bomb({ catalog: '/AcroForm 10 0 R', objects })
  },
  'circular-fields': () =>
    bomb({
      catalog: '/AcroForm << /Fields [10 0 R 10 0 R] >>',
      page: '/Annots [10 0 R]',
      objects: { 10: '<< /Subtype /Widget /FT /Tx /Rect [1 1 9 9] /T (a) /Parent 10 0 R /Kids [10 0 R 10 0 R] >>' },
    }),
  'circular-names': () =>
    bomb({
      catalog: '/Names << /EmbeddedFiles 10 0 R /JavaScript 10 0 R /Dests 10 0 R >>',
      objects: { 10: '<< /Kids [10 0 R 10 0 R] /Names [(a) 10 0 R] >>' },
    }),
  'circular-pages': () => tree('<< /Type /Pages /Kids [2 0 R 2 0 R 3 0 R] /Count 3 /MediaBox [0 0 600 800] >>'),
  'circular-parents': () =>
    tree('<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R >>', { 3: LEAF.replace('2 0', '3 0') }),
  'circular-contents': () => bomb({ objects: { 4: '[4 0 R 4 0 R]' } }),
  'circular-length': () => bomb({ objects: { 4: '<< /Length 4 0 R >> stream\nq\nendstream' } }),
  'circular-form': () =>
    bomb({
      content: `${HEAD} /X1 Do`,
      resources: '/XObject << /X1 10 0 R >>',
      objects: {
        10: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources 5 0 R', stream: '/X1 Do /X1 Do' },
      },
    }),
  // Each form draws the next one ten times: ten to the ninth drawings from eleven small objects.
  'forms-in-forms': (scale) => {
    const levels = scale < 1 ? 5 : 9
    const objects: RawObjects = {}
    for (let k = 0; k <= levels; k++) {
      objects[10 + k] = {
        dict: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X ${11 + k} 0 R >> >>`,
        stream: k === levels ? '0 0 5 5 re f' : '/X Do '.repeat(10),
      }
    }
    return bomb({ content: `${HEAD} /X1 Do`, resources: '/XObject << /X1 10 0 R >>', objects })
  },
  'circular-pattern': () =>
    bomb({
      content: `${HEAD} /Pattern cs /P1 scn 0 0 600 800 re f`,
      resources: '/Pattern << /P1 10 0 R >>',
      objects: {
        10: {
          dict: '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 0.001 /YStep 0.001 /Resources 5 0 R',
          stream: '/Pattern cs /P1 scn 0 0 9 9 re f',
        },
      },
    }),
  'circular-type3': () =>
    bomb({
      content: `${HEAD} BT /T3 10 Tf 40 600 Td (aaaa) Tj ET`,
      objects: {
        5: '<< /Font << /F1 6 0 R /T3 10 0 R >> >>',
        10: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97
          /Widths [1] /CharProcs << /a 11 0 R >> /Encoding << /Differences [97 /a] >> /Resources 5 0 R >>`,
        11: { stream: '1 0 d0 BT /T3 1 Tf (aa) Tj ET' },
      },
    }),
  'circular-mask': () =>
    bomb({
      content: `${HEAD} /G1 gs 0 0 9 9 re f`,
      resources: '/ExtGState << /G1 << /SMask << /S /Luminosity /G 10 0 R >> >> >>',
      objects: {
        10: {
          dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >> /Resources 5 0 R',
          stream: '/G1 gs 0 0 9 9 re f',
        },
      },
    }),
  'circular-space': () =>
    bomb({
      content: `${HEAD} /C1 cs 1 scn 0 0 9 9 re f`,
      resources: '/ColorSpace << /C1 10 0 R >>',
      objects: { 10: '[/Indexed 10 0 R 255 10 0 R]' },
    }),
  'circular-function': () =>
    bomb({
      content: `${HEAD} /H1 sh`,
      resources: '/Shading << /H1 << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function 10 0 R >> >>',
      objects: { 10: '<< /FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1] /Functions [10 0 R] >>' },
    }),
  'circular-updates': () => {
    const text = Buffer.from(bomb({})).toString('latin1')
    const start = /startxref\s+(\d+)/.exec(text)?.[1]
    return new Uint8Array(Buffer.from(text.replace('/Root', `/Prev ${start} /XRefStm ${start} /Root`), 'latin1'))
  },
  'many-updates': (scale) => {
    let text = Buffer.from(bomb({})).toString('latin1')
    for (let k = 0; k < times(3000, scale); k++) {
      const last = text.slice(-60).match(/startxref\s+(\d+)/)?.[1]
      const at = text.length
      text += `xref\n0 0\ntrailer\n<< /Size 100 /Root 1 0 R /Prev ${last} >>\nstartxref\n${at}\n%%EOF\n`
    }
    return new Uint8Array(Buffer.from(text, 'latin1'))
  },
  'pages-claimed': () => tree('<< /Type /Pages /Kids [3 0 R] /Count 5000000 /MediaBox [0 0 600 800] >>'),
  'pages-claimed-many': () => tree('<< /Type /Pages /Kids [3 0 R] /Count 1e300 /MediaBox [0 0 600 800] >>'),
  'pages-claimed-nearly': () => tree('<< /Type /Pages /Kids [3 0 R] /Count 2000 /MediaBox [0 0 600 800] >>'),
  'pages-negative': () => tree('<< /Type /Pages /Kids [3 0 R] /Count -7 /MediaBox [0 0 600 800] >>'),
  'pages-repeated': (scale) => {
    const many = times(MILLION, scale)
    return tree(`<< /Type /Pages /Kids [${'3 0 R '.repeat(many)}] /Count ${many} /MediaBox [0 0 600 800] >>`)
  },
  'pages-most': (scale) => {
    const many = times(2000, scale)
    return tree(`<< /Type /Pages /Kids [${'3 0 R '.repeat(many)}] /Count ${many} /MediaBox [0 0 600 800] >>`)
  },
  'pages-deep': (scale) => deepTree(times(50_000, scale)),
  'references-claimed': () => {
    const text = Buffer.from(bomb({})).toString('latin1')
    return new Uint8Array(
      Buffer.from(text.replace('0 1\n0000', '0 2147483647\n0000').replace('/Size 100', '/Size 4294967295'), 'latin1'),
    )
  },
  'objects-many': (scale) => {
    const objects = Array.from({ length: times(300_000, scale) }, (_, k) => `${100 + k} 0 obj null endobj`).join('\n')
    const text = Buffer.from(bomb({})).toString('latin1')
    return new Uint8Array(Buffer.from(text.replace(/xref[\s\S]*/, `${objects}\ntrailer << /Root 1 0 R >>`), 'latin1'))
  },
  'font-widths-claimed': () =>
    bomb({
      content: `${HEAD} BT /C0 10 Tf 40 500 Td (abcd) Tj ET`,
      objects: {
        5: '<< /Font << /F1 6 0 R /C0 10 0 R >> >>',
        10: '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [11 0 R] >>',
        11: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [1 2000000000 500] >>',
      },
    }),
}
