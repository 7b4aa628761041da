import { PDFDict, type PDFDocument, PDFName, type PDFPage, type PDFRef, rgb } from '@cantoo/pdf-lib'
import { contentsOf, fontsOf, glyphsAt, glyphsOf, hex, putContents, type Run, recut, written } from './content.ts'
import { edited, type Job, newBox, type Technique, whole } from './job.ts'

/** The run with another text in the same font; amounts keep their right end. */
export function retold(run: Run, job: Job): Run {
  const [x = '0', y = '0'] = run.at.split(' ')
  const moved = Number(x) + newBox(job.spot, job.to)[0] - job.spot.box[0]
  return { ...run, at: `${moved.toFixed(2)} ${y}`, code: hex(job.to) }
}

const named = (name: string) => PDFName.of(name)

/** The old figure in a layer that is off, the new one in a layer that is on. */
const layers: Technique = async (job) => ({
  box: whole(job),
  bytes: await recut(job, 'Acrobat Pro 24.5', (run, pdf, page) => {
    const { context } = pdf
    const [off, on] = ['Draft', 'Final'].map((name) => context.register(context.obj({ Type: 'OCG', Name: name })))
    const order = { Order: [off, on], OFF: [off], ON: [on] }
    pdf.catalog.set(named('OCProperties'), context.obj({ OCGs: [off, on], D: order } as never))
    page.node.Resources()?.set(named('Properties'), context.obj({ L0: off, L1: on } as never))
    return `/OC /L0 BDC ${written(run)} EMC /OC /L1 BDC ${written(retold(run, job))} EMC`
  }),
})

const clippedAway: Technique = async (job) => ({
  box: whole(job),
  bytes: await recut(job, 'Inkscape 1.3.2', (run) => `q 0 0 0 0 re W n ${written(run)} Q ${written(retold(run, job))}`),
})

const strokeless: Technique = async (job) => ({
  box: whole(job),
  bytes: await recut(job, undefined, (run) => {
    const old = written(run).replace('Tm', 'Tm 3 Tr').replace(' ET', ' 0 Tr ET')
    return `${old}\n${written(retold(run, job))}`
  }),
})

/** The old figure made wholly transparent. */
const transparent: Technique = async (job) => ({
  box: whole(job),
  bytes: await recut(job, 'PDFelement 10.3', (run, pdf, page) => {
    page.node.Resources()?.set(named('ExtGState'), pdf.context.obj({ Clear: { ca: 0, CA: 0 } }))
    return `q /Clear gs ${written(run)} Q ${written(retold(run, job))}`
  }),
})

/** What copying gives is said beside what is shown. */
const actualText: Technique = async (job) => ({
  box: whole(job),
  bytes: await recut(job, undefined, (run) => {
    const old = Buffer.from(`\ufeff${job.spot.text}`, 'utf16le').swap16().toString('hex')
    return `/Span <</ActualText <${old}>>> BDC ${written(retold(run, job))} EMC`
  }),
})

/** A map from codes to letters in which those that are shown stand for those of another text. */
function lie(pdf: PDFDocument, shown: string, copied: string): PDFRef {
  const code = (letter: string, digits: number) => letter.charCodeAt(0).toString(16).padStart(digits, '0')
  const pairs = new Map([...shown].map((letter, at) => [letter, copied[at] ?? letter]))
  if ([...shown].map((letter) => pairs.get(letter)).join('') !== copied)
    throw new Error(`${shown} cannot pass for ${copied}`)
  const lines = [...pairs].map(([from, to]) => `<${code(from, 2)}> <${code(to, 4)}>`)
  const head = '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def'
  const range = '1 begincodespacerange <00> <ff> endcodespacerange'
  const text = `${head}\n${range}\n${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar endcmap end end`
  return pdf.context.register(pdf.context.flateStream(text))
}

function liar(pdf: PDFDocument, page: PDFPage, font: string, shown: string, copied: string): PDFDict {
  const fonts = fontsOf(page)
  const twin = (fonts.lookup(named(font)) as PDFDict).clone(pdf.context)
  twin.set(named('ToUnicode'), lie(pdf, shown, copied))
  fonts.set(named('FL'), pdf.context.register(twin))
  return twin
}

const copyGivesOld: Technique = async (job) => ({
  bytes: await recut(job, undefined, (run, pdf, page) => {
    liar(pdf, page, run.font, job.to, job.spot.text)
    return written({ ...retold(run, job), font: 'FL' })
  }),
})

const copyGivesNew: Technique = async (job) => ({
  shows: 'old',
  bytes: await recut(job, undefined, (run, pdf, page) => {
    liar(pdf, page, run.font, job.spot.text, job.to)
    return written({ ...run, font: 'FL' })
  }),
})

const GLYPHS = 'zero one two three four five six seven eight nine'.split(' ')

/** The codes of the old figure, in a font whose encoding draws other digits for them. */
const otherEncoding: Technique = async (job) => ({
  bytes: await recut(job, undefined, (run, pdf, page) => {
    const twin = liar(pdf, page, run.font, job.spot.text, job.spot.text)
    const pairs = [...job.spot.text].flatMap((letter, at) =>
      letter === job.to[at] ? [] : [letter.charCodeAt(0), named(GLYPHS[Number(job.to[at])] ?? 'space')],
    )
    const encoding = { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: pairs }
    twin.set(named('Encoding'), pdf.context.obj(encoding as never))
    return written({ ...run, font: 'FL' })
  }),
})

/** The codes of the old figure, in a font whose glyphs are numbered otherwise. */
const otherGlyphs: Technique = async (job) => ({
  bytes: await edited(job, undefined, (page, pdf) => {
    const text = contentsOf(page, pdf)
    const all = glyphsOf(page, pdf, text)
    const run = glyphsAt(all, job.spot)
    const [first] = run
    const last = run.at(-1)
    if (!first || !last) throw new Error('nothing to draw')
    const drawn = [...job.to].map(
      (letter) => all.find((each) => each.font === first.font && each.letter === letter)?.code,
    )
    const table = Buffer.alloc(2 * 4096)
    for (let code = 0; code < 4096; code++) table.writeUInt16BE(code, 2 * code)
    for (const [at, { code }] of run.entries())
      table.writeUInt16BE(Number.parseInt(drawn[at] ?? code, 16), 2 * Number.parseInt(code, 16))
    renumber(pdf, page, first.font, table)
    const [head, middle, end] = [text.slice(0, first.at), text.slice(first.at, last.at + 4), text.slice(last.at + 4)]
    const [inside, back] = [`> Tj /FL ${first.size} Tf <`, `> Tj /${first.font} ${first.size} Tf <`]
    putContents(page, pdf, `${head}${inside}${middle}${back}${end}`)
  }),
})

function renumber(pdf: PDFDocument, page: PDFPage, name: string, table: Buffer): void {
  const fonts = fontsOf(page)
  const twin = (fonts.lookup(named(name)) as PDFDict).clone(pdf.context)
  const kin = (
    pdf.context.lookup(twin.get(named('DescendantFonts'))) as unknown as { lookup(at: number): PDFDict }
  ).lookup(0)
  const other = kin instanceof PDFDict ? kin.clone(pdf.context) : kin
  other.set(named('CIDToGIDMap'), pdf.context.register(pdf.context.flateStream(table)))
  twin.set(named('DescendantFonts'), pdf.context.obj([pdf.context.register(other)]))
  fonts.set(named('FL'), pdf.context.register(twin))
}

/** Text for a reader that is no human: so small and white that nobody sees it. */
const tinyWhite: Technique = async (job) => {
  const { box, size } = job.spot
  const at: [number, number, number, number] = [box[2] + 8, box[1], box[2] + 60, box[3]]
  return {
    shows: 'old',
    box: at,
    bytes: await edited(job, undefined, async (page, pdf) => {
      const font = await pdf.embedFont('Helvetica')
      page.drawText(job.to, { x: at[0], y: box[1] + size / 3, size: 1, font, color: rgb(1, 1, 1) })
    }),
  }
}

/** Text of full size in the colour of the paper, beside the value. */
const paperColoured: Technique = async (job) => {
  const [, y, right, top] = job.spot.box
  return {
    shows: 'old',
    box: [right + 12, y, right + 12 + 5 * job.to.length, top],
    bytes: await edited(job, undefined, async (page, pdf) => {
      const font = await pdf.embedFont('Helvetica')
      page.drawText(job.to, { x: right + 12, y: job.spot.y, size: job.spot.size, font, color: rgb(1, 1, 1) })
    }),
  }
}

/** The page was drawn beneath a sheet of white, other figures than those above it. */
const beneath: Technique = async (job) => ({
  shows: 'old',
  bytes: await edited(job, undefined, async (page, pdf) => {
    const { width, height } = page.getSize()
    const { ref } = await pdf.embedFont('Helvetica')
    fontsOf(page).set(named('FU'), ref)
    const { x, y, size } = job.spot
    const under = `BT 0 g /FU ${size} Tf 1 0 0 1 ${x} ${y} Tm ${hex(job.to)} Tj ET q 1 g 0 0 ${width} ${height} re f Q`
    putContents(page, pdf, `${under}\n${contentsOf(page, pdf)}`)
  }),
})

/** The paper is cut smaller, and what a machine shall read stands beyond the cut. */
const beyondCut: Technique = async (job) => {
  const { x, size } = job.spot
  return {
    shows: 'old',
    box: [x, -40, x + size * job.to.length * 0.55, -40 + size],
    bytes: await edited(job, undefined, async (page, pdf) => {
      const { width, height } = page.getSize()
      page.setCropBox(0, 0, width, height)
      page.setMediaBox(0, -72, width, height + 72)
      page.drawText(job.to, { x, y: -38, size, font: await pdf.embedFont('Helvetica') })
    }),
  }
}

/** The old text is taken out, the new one typed in another font. */
const takenOut: Technique = async (job) => ({
  box: whole(job),
  bytes: await recut(job, 'Adobe Acrobat Pro (64-bit) 24.3', async (run, pdf, page) => {
    const old = (fontsOf(page).lookup(named(run.font)) as PDFDict).get(named('BaseFont'))?.toString() ?? ''
    const { ref } = await pdf.embedFont(old.includes('Helvetica') ? 'Times-Roman' : 'Helvetica')
    fontsOf(page).set(named('FN'), ref)
    return written({ ...retold(run, job), font: 'FN' })
  }),
})

export const HIDDEN: Record<string, Technique> = {
  'layers-swapped': layers,
  'clipped-away': clippedAway,
  'render-mode-3': strokeless,
  'transparent-old': transparent,
  'actual-text': actualText,
  'copy-gives-old': copyGivesOld,
  'copy-gives-new': copyGivesNew,
  'other-encoding': otherEncoding,
  'other-glyphs': otherGlyphs,
  'tiny-white': tinyWhite,
  'paper-coloured': paperColoured,
  'under-the-sheet': beneath,
  'beyond-the-cut': beyondCut,
  'taken-out': takenOut,
}
