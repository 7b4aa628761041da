import * as fontkit from '@cantoo/fontkit'
import { type PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { mutool, through } from '../round-11-forged/tools.ts'
import { append, emptied, shown } from '../round-12-forged/hands-within.ts'
import type { Hand, Job } from '../round-12-forged/job.ts'
import { boxOf, embedded, leftOf, opened, saved, standard, typeface, widthOf, write } from '../round-12-forged/pens.ts'
import { printed } from '../round-12-forged/printers.ts'

type Box = [x: number, y: number, width: number, height: number]
type Pair = Job['cells'][number]

const boxOfBoth = ([was, is]: Pair, { paper }: Job): Box => unionOf([boxOf(was, paper), boxOf(is, paper)])

function unionOf(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1]))]
  const right = Math.max(...boxes.map(([left, , width]) => left + width))
  return [x, y, right - x, Math.max(...boxes.map(([, foot, , height]) => foot + height)) - y]
}

/** Something laid over the old text, and the new one set upon it in a subset of the page's face. */
const over =
  (hide: (page: PDFPage, box: Box, pdf: PDFDocument, pair: Pair, job: Job) => Promise<void> | void): Hand =>
  async (bytes, job) => {
    const pdf = await opened(bytes)
    for (const pair of job.cells) {
      const page = pdf.getPage(pair[0].page - 1)
      await hide(page, boxOfBoth(pair, job), pdf, pair, job)
      write(page, pair[1], await embedded(pdf, job.paper, pair[1].bold))
    }
    return saved(pdf)
  }

const STROKE = 0.7

/** White strokes close to each other, as a pen of a drawing program makes them. */
const strokes = over((page, [x, y, width, height]) => {
  const lines = Array.from({ length: Math.ceil(height / STROKE) + 1 }, (_, at) => {
    const level = (y + at * STROKE).toFixed(2)
    return `${x - 1} ${level} m ${x + width + 1} ${level} l S`
  })
  append(page, `q 1 G ${STROKE + 0.2} w ${lines.join(' ')} Q`)
})

const oval = over((page, [x, y, width, height]) => {
  const [dx, dy] = [0.72 * width, 0.72 * height]
  const [a, b] = [x + width / 2, y + height / 2]
  const [k, l] = [0.5523 * dx, 0.5523 * dy]
  const curve = [
    `${a + dx} ${b + l} ${a + k} ${b + dy} ${a} ${b + dy} c ${a - k} ${b + dy} ${a - dx} ${b + l} ${a - dx} ${b} c`,
    `${a - dx} ${b - l} ${a - k} ${b - dy} ${a} ${b - dy} c ${a + k} ${b - dy} ${a + dx} ${b - l} ${a + dx} ${b} c f`,
  ]
  append(page, `q 0 0 0 0 k ${a + dx} ${b} m ${curve.join(' ')} Q`)
})

const WHITE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

/** A dot of a picture, drawn as large as the text. */
const whitePicture = over(async (page, [x, y, width, height], pdf) => {
  const png = await pdf.embedPng(Buffer.from(WHITE, 'base64'))
  page.drawImage(png, { x: x - 1, y, width: width + 2, height })
})

/** A shading from white to white. */
const shaded = over((page, [x, y, width, height], pdf) => {
  const { context } = pdf
  const even = context.obj({ FunctionType: 2, Domain: [0, 1], C0: [1, 1, 1], C1: [1, 1, 1], N: 1 })
  const way = { ShadingType: 2, ColorSpace: 'DeviceRGB', Coords: [x, y, x + width, y], Extend: [true, true] }
  const shading = context.obj({ ...way, Function: even })
  page.node.normalizedEntries().Resources.set(PDFName.of('Shading'), context.obj({ Sh9: shading }))
  append(page, `q ${x - 1} ${y} ${width + 2} ${height} re W n /Sh9 sh Q`)
})

/** The old text once more in white, thick, so that nothing of it is left. */
const whiteLetters = over(async (page, _, pdf, [was], job) => {
  const font = await embedded(pdf, job.paper, was.bold)
  append(page, `q 1 G 1.6 w 1 j ${shown(page, was, font, job.paper.face, { mode: 2, grey: 1 })} Q`)
})

/** Ground and text in one form object. */
const inForm: Hand = async (bytes, job) => {
  const pdf = await opened(bytes)
  for (const pair of job.cells) {
    const page = pdf.getPage(pair[0].page - 1)
    const [x, y, width, height] = boxOfBoth(pair, job)
    const font = await embedded(pdf, job.paper, pair[1].bold)
    const text = `BT 0 g /F0 ${pair[1].size} Tf ${leftOf(pair[1], job.paper.face) - x + 1} ${0.22 * pair[1].size} Td`
    const draw = `1 g 0 0 ${width + 2} ${height} re f ${text} ${font.encodeText(pair[1].text)} Tj ET`
    const look = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width + 2, height] }
    const form = pdf.context.flateStream(draw, { ...look, Resources: { Font: { F0: font.ref } } })
    const name = page.node.newXObject('Fm', pdf.context.register(form))
    append(page, `q 1 0 0 1 ${x - 1} ${y} cm ${name} Do Q`)
  }
  return saved(pdf)
}

/** A white sheet over the whole page, and the changed page on it. */
const sheetOver: Hand = async (bytes, { after }) => {
  const pdf = await opened(bytes)
  const [print] = await pdf.embedPdf(await printed(after))
  if (!print) return bytes
  const page = pdf.getPage(0)
  const [width, height] = [page.getWidth(), page.getHeight()]
  append(page, `q 1 g 0 0 ${width} ${height} re f Q`)
  page.drawPage(print, { x: 0, y: 0, width, height })
  return saved(pdf)
}

const DPI = 250

/** The part of the changed print that holds all changes, as one picture. */
const halfPicture: Hand = async (bytes, job) => {
  const pdf = await opened(bytes)
  const page = pdf.getPage(0)
  const [x, y, width, height] = unionOf(job.cells.map((pair) => boxOfBoth(pair, job)))
  const [left, top] = [x - 2, page.getHeight() - y - height - 2]
  const [a, b, w, h] = [left, top, width + 4, height + 4].map((side) => `${Math.round((side * DPI) / 72)}`) as string[]
  const area = ['-x', a, '-y', b, '-W', w, '-H', h] as string[]
  const how = ['-png', '-r', `${DPI}`, ...area, '-singlefile', 'in.pdf', 'out']
  const png = await pdf.embedPng(through('pdftoppm', how, {}, 'out.png')(await printed(job.after)))
  page.drawImage(png, { x: left, y: y - 2, width: width + 4, height: height + 4 })
  return saved(pdf)
}

/** The old text gone, the new one set by the page's own operators in some way. */
const setAnew =
  (
    face: typeof embedded,
    set: (line: string, cell: Pair[1], font: Awaited<ReturnType<typeof embedded>>) => string,
  ): Hand =>
  async (bytes, job) => {
    const pdf = await opened(await emptied(bytes, job))
    for (const [, is] of job.cells) {
      const page = pdf.getPage(is.page - 1)
      const font = await face(pdf, job.paper, is.bold)
      append(page, set(shown(page, is, font, job.paper.face), is, font))
    }
    return saved(pdf)
  }

const SQUEEZE = 95

/** A shape of the typeface as a procedure, in thousandths of its size. */
function procedureOf(font: fontkit.Font, letter: string): { draw: string; wide: number } {
  const [glyph] = font.glyphsForString(letter)
  const scale = 1000 / font.unitsPerEm
  const wide = Math.round((glyph?.advanceWidth ?? 0) * scale)
  const at = (...numbers: number[]) => numbers.map((number) => (number * scale).toFixed(1)).join(' ')
  let [x, y] = [0, 0]
  const lines = (glyph?.path.commands ?? []).map(({ command, args }) => {
    const [a = 0, b = 0, c = 0, d = 0] = args
    if (command === 'closePath') return 'h'
    const from = [x, y] as const
    ;[x, y] = args.slice(-2) as [number, number]
    if (command === 'moveTo') return `${at(a, b)} m`
    if (command === 'lineTo') return `${at(a, b)} l`
    if (command === 'bezierCurveTo') return `${at(...args)} c`
    const third = (end: number, way: number) => end + (2 * (way - end)) / 3
    return `${at(third(from[0], a), third(from[1], b), third(c, a), third(d, b), c, d)} c`
  })
  return { draw: `${wide} 0 0 -200 1000 900 d1 ${lines.join(' ')} f`, wide }
}

/** The new text in a font whose letters are procedures. */
const type3: Hand = async (bytes, job) => {
  const pdf = await opened(await emptied(bytes, job))
  const { context } = pdf
  for (const [, is] of job.cells) {
    const page = pdf.getPage(is.page - 1)
    const font = fontkit.create(typeface(is.bold)) as fontkit.Font
    const letters = [...new Set(is.text)]
    const shapes = letters.map((letter) => procedureOf(font, letter))
    const drawn = Object.fromEntries(
      shapes.map(({ draw }, at) => [`g${at}`, context.register(context.flateStream(draw))]),
    )
    const map = letters.map((letter, at) => `<${hex(at + 1, 2)}> <${hex(letter.charCodeAt(0), 4)}>`)
    const unicode = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar\n`
    const told = context.register(context.flateStream(`${unicode}${map.join('\n')}\nendbfchar endcmap`))
    const dictionary = context.obj({
      ...{ Type: 'Font', Subtype: 'Type3', FontBBox: [0, -200, 1000, 900], FontMatrix: [0.001, 0, 0, 0.001, 0, 0] },
      ...{ FirstChar: 1, LastChar: letters.length, Widths: shapes.map(({ wide }) => wide), CharProcs: drawn },
      ...{ Encoding: { Type: 'Encoding', Differences: [1, ...letters.map((_, at) => `g${at}`)] }, ToUnicode: told },
      Resources: {},
    })
    const key = page.node.newFontDictionary('T3', context.register(dictionary)).asString()
    const codes = [...is.text].map((letter) => hex(letters.indexOf(letter) + 1, 2)).join('')
    const at = `${leftOf(is, job.paper.face)} ${page.getHeight() - is.top}`
    append(page, `BT 0 g ${key} ${is.size} Tf ${at} Td <${codes}> Tj ET`)
  }
  return saved(pdf)
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/** What programs read is new, in an ink of which there is none; the page shows what it did. */
const inkless: Hand = async (bytes, job) => {
  const pdf = await opened(bytes)
  const { context } = pdf
  const tint = context.obj({ FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [0, 0, 0, 1], N: 1 })
  const ink = context.obj(['Separation', 'Varnish', 'DeviceCMYK', tint])
  for (const [, is] of job.cells) {
    const page = pdf.getPage(is.page - 1)
    page.node.normalizedEntries().Resources.set(PDFName.of('ColorSpace'), context.obj({ Ink: ink }))
    const text = shown(page, is, await embedded(pdf, job.paper, is.bold), job.paper.face)
    append(page, text.replace('0 g', '/Ink cs 0 sc'))
  }
  return saved(pdf)
}

/** Contents written anew in an update of the file, the old ones left in it. */
const revised: Hand = (bytes, { changes }) => {
  const change = changes.map(([old, text]) => `s = s.split(${JSON.stringify(old)}).join(${JSON.stringify(text)});`)
  const script = [
    `var o = pdf.findPage(0); var c = o.Contents; if (c.isArray()) c = c.get(0);`,
    `var b = c.readStream(); var s = '';`,
    `for (var i = 0; i < b.length; i++) s += String.fromCharCode(b.readByte ? b.readByte(i) : b[i]);`,
    ...change,
    `c.writeStream(s);`,
  ]
  return mutool(script.join('\n'), 'incremental')(bytes)
}

/** The mark of the first end of the file is written over. */
const unmarked: Hand = (bytes) => {
  const file = Buffer.from(bytes)
  const at = file.indexOf('%%EOF')
  if (at >= 0 && at !== file.lastIndexOf('%%EOF')) file.write('     ', at, 'latin1')
  return new Uint8Array(file)
}

export const NEW: Record<string, Hand> = {
  ...{ strokes, oval, whitePicture, shaded, whiteLetters, inForm, sheetOver, halfPicture, type3, inkless, revised },
  revisedHidden: async (bytes, job) => unmarked(await revised(bytes, job), job),
  squeezed: setAnew(embedded, (line) => line.replace('BT', `BT ${SQUEEZE} Tz`)),
  spaced: setAnew(standard, (line, cell, font) => {
    const room = widthOf(cell, 'mono') - font.widthOfTextAtSize(cell.text, cell.size)
    return line.replace('BT', `BT ${(room / cell.text.length - 0.35).toFixed(2)} Tc`)
  }),
}
