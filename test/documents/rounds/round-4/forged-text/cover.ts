import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { type Picture, painted } from '../../round-1/scan.ts'
import { type Box, grown } from '../../round-3/forgeries/job.ts'
import { type Spot, twinOf } from '../../round-3/forgeries/spot.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { add, arialOf, type Change, cover, each, emptied, faceOf, type Job, reach, typed, type Way } from './job.ts'

/** A box over the old text, the new one on top in a font of the machine. */
export const boxed =
  (producer: string | undefined, faces: typeof faceOf, scale = 1): Way =>
  (job) =>
    each(job, producer, async (page, pdf, change) => {
      const text = await typed(page, pdf, change, { face: faces(change.spot), scale })
      add(page, pdf, `${cover(grown(reach(change), 0.6))}\n${text}`)
    })

export const whiteBox = boxed('Sejda 5.3.7 (sejda.com)', arialOf)

/** The paper's own colour beside a text, as a forger takes it with a pipette. */
async function shadeAt(job: Job, change: Change): Promise<string> {
  const picture = await painted(job.bytes, 144, change.spot.page)
  const [x, y] = picture.toPixels(reach(change)).map(Math.round) as Box
  const { data } = picture.canvas.getContext('2d').getImageData(x, y, 1, 1)
  return `#${[...data.slice(0, 3)].map((shade) => shade.toString(16).padStart(2, '0')).join('')}`
}

const matchedBox: Way = (job) =>
  each(job, 'PDFsam Enhanced 7.0', async (page, pdf, change) => {
    const text = await typed(page, pdf, change, { face: arialOf(change.spot) })
    add(page, pdf, `${cover(grown(reach(change), 0.5), await shadeAt(job, change))}\n${text}`)
  })

const retaken =
  (producer: string | undefined, manner: (spot: Spot) => Parameters<typeof typed>[3]): Way =>
  async (job) =>
    each(await emptied(job), producer, async (page, pdf, change) =>
      add(page, pdf, await typed(page, pdf, change, manner(change.spot))),
    )

/** The digits are pieces of the page itself, clipped elsewhere and put down here. */
const borrowed: Way = async (job) => {
  const source = await PDFDocument.load(job.bytes, { updateMetadata: false })
  return each(await emptied(job), 'PDF-XChange Editor 10.3', async (page, pdf, { spot, to }) => {
    const twins = [...to].map((letter) => twinOf(job.bytes, letter, spot))
    let x = twins.reduce((left, { ends }) => left - ends[1] + ends[0], spot.box[2])
    for (const { ends, y } of twins) {
      const clip = { left: ends[0], right: ends[1], bottom: y - 0.22 * spot.size, top: y + 0.74 * spot.size }
      page.drawPage(await pdf.embedPage(source.getPage(spot.page - 1), clip), { x, y: spot.box[1] })
      x += ends[1] - ends[0]
    }
  })
}

export function cropped({ canvas }: Picture, [x, y, right, foot]: Box): Buffer {
  const piece = createCanvas(Math.round(right - x), Math.round(foot - y))
  piece.getContext('2d').drawImage(canvas, -Math.round(x), -Math.round(y))
  return piece.toBuffer('image/jpeg', 92)
}

/** The whole row, new text and all, as a picture cut from the screen. */
const rowPicture: Way = async (job) => {
  const shown = await whiteBox(job)
  return each(job, 'Preview', async (page, pdf, change) => {
    const picture = await painted(shown, 220, change.spot.page)
    const [, y, , foot] = picture.toPixels(grown(change.spot.box, 1)).map(Math.round) as Box
    const [x, right] = [Math.round(picture.canvas.width * 0.03), Math.round(picture.canvas.width * 0.97)]
    const image = await pdf.embedJpg(cropped(picture, [x, y, right, foot]))
    const points = (dots: number) => (dots * 72) / picture.dpi
    const at = { x: points(x), y: page.getHeight() - points(foot), width: points(right - x), height: points(foot - y) }
    page.drawImage(image, at)
  })
}

const after =
  (way: Way, program: string, ...args: string[]): Way =>
  async (job) =>
    through(program, args, await way(job))

export const COVERS: Record<string, Way> = {
  'white-box': whiteBox,
  'box-of-another-face': boxed('Smallpdf.com', faceOf, 1.03),
  'matched-box': matchedBox,
  'taken-out-and-typed': retaken(undefined, (spot) => ({ face: faceOf(spot) })),
  'fallback-face': retaken('Adobe Acrobat Pro 2024', (spot) => ({ face: arialOf(spot) })),
  'squeezed-to-fit': retaken('Adobe Acrobat Pro 2020', (spot) => ({ face: arialOf(spot), fitted: true })),
  'fat-for-bold': retaken('PDFelement 11', (spot) => ({
    face: faceOf(spot).replace('-Bold', '') as 'Arial',
    fat: true,
  })),
  'row-retyped': retaken('Foxit PDF Editor 2024.2', (spot) => ({ face: arialOf(spot) })),
  'column-retyped': retaken('Foxit PDF Editor 2024.2', () => ({})),
  'digits-borrowed': borrowed,
  'row-as-picture': rowPicture,
  'flattened-by-ghostscript': after(whiteBox, 'gs', '-q', '-sDEVICE=pdfwrite', '-o', 'OUT', 'IN'),
  'flattened-by-cairo': after(boxed(undefined, arialOf), 'pdftocairo', '-pdf', 'IN', 'OUT'),
}
