import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  type PDFHexString,
  PDFName,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'

/** A picture's pixels as a PDF holds them: the bytes of a stream, and what the stream's dictionary says of them. */
export interface Coded {
  bytes: Uint8Array
  width: number
  height: number
  /** Members of the stream's dictionary beside its size: /ColorSpace, /BitsPerComponent, /Filter ... */
  entries: Record<string, Entry>
  /** Dots an inch, where the file says something credible. */
  dpi?: number | undefined
  /** Pixels that are not square, as faxes have them: a pixel's height by its width; 1 unless said. */
  tall?: number | undefined
  /** How the picture is to be turned and mirrored to stand upright, as EXIF counts it; 1: it stands. */
  orientation?: number | undefined
}

type Entry = PDFHexString | string | number | boolean | readonly Entry[] | { readonly [name: string]: Entry }

/** What a picture says of itself beside its pixels. */
export interface SaidByPicture {
  /** The program that wrote it. */
  program?: string | undefined
  /** When it was taken or made. */
  at?: Date | undefined
}

/** A sheet of which nobody knows how large it is has this long side, in points: 11 inches. */
const LONG_SIDE = 792
/** Sides of sheets that anybody scans, in points; a density that makes others is a camera's or a screen's. */
const [LEAST_SIDE, MOST_SIDE] = [100, 2500]
/** Cameras and screens write 72 and 96 whatever they saw. */
const LEAST_DPI = 99

/** One sheet for each picture, and nothing that the pictures do not say. */
export async function sheetsOf(pictures: readonly Coded[], said: SaidByPicture): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  if (said.program) pdf.setCreator(said.program)
  if (said.at) pdf.setCreationDate(said.at)
  for (const picture of pictures) addSheet(pdf, picture)
  return await pdf.save({ useObjectStreams: false })
}

function addSheet(pdf: PDFDocument, picture: Coded): void {
  const { width, height, bytes, entries, orientation = 1, tall = 1 } = picture
  const head = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, ...entries }
  const ref = pdf.context.register(pdf.context.stream(bytes, head as never))
  const [wide, high] = orientation >= 5 ? [height * tall, width] : [width, height * tall]
  const scale = pointsOfPixel(wide, high, picture.dpi)
  const [w, h] = [wide * scale, high * scale]
  const page = pdf.addPage([w, h])
  const name = PDFName.of('Picture')
  page.node.setXObject(name, ref)
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...matrixOf(orientation, w, h)),
    drawObject(name),
    popGraphicsState(),
  )
}

function pointsOfPixel(wide: number, high: number, dpi = 0): number {
  const [long, short] = [Math.max(wide, high), Math.min(wide, high)]
  const said = 72 / dpi
  const credible = dpi >= LEAST_DPI && long * said <= MOST_SIDE && short * said >= LEAST_SIDE
  return credible ? said : LONG_SIDE / long
}

type Six = [number, number, number, number, number, number]

/** Where the unit square of a picture goes on a sheet of that size, by EXIF's eight orientations. */
function matrixOf(orientation: number, w: number, h: number): Six {
  const upright: Six = [w, 0, 0, h, 0, 0]
  const all: Record<number, Six> = {
    1: upright,
    2: [-w, 0, 0, h, w, 0],
    3: [-w, 0, 0, -h, w, h],
    4: [w, 0, 0, -h, 0, h],
    5: [0, -h, -w, 0, w, h],
    6: [0, -h, w, 0, 0, h],
    7: [0, h, w, 0, 0, 0],
    8: [0, h, -w, 0, w, 0],
  }
  return all[orientation] ?? upright
}
