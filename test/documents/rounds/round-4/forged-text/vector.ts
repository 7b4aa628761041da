import { printPapers } from '../../round-3/forgeries/papers.ts'
import type { Spot } from '../../round-3/forgeries/spot.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { whiteBox } from './cover.ts'
import { emptied, isAmount, type Job, type Way } from './job.ts'
import { dated } from './papers.ts'
import { together } from './structure.ts'

const drawing = (bytes: Uint8Array, page: number) =>
  through('pdftocairo', ['-svg', '-f', `${page}`, '-l', `${page}`, 'IN', 'OUT'], bytes).toString()

const NO_MARGIN = '<style>@page{margin:0}body{margin:0}svg{display:block}</style>'

/** A page of a browser, printed the day after. */
async function printedPage({ paper }: Job, body: string): Promise<Uint8Array> {
  const [bytes] = await printPapers([{ ...paper, maker: 'chromium', source: `${NO_MARGIN}${body}` }])
  return dated(bytes ?? new Uint8Array(), paper.made, '22')
}

const familyOf = ({ font }: Spot) =>
  font
    .replace(/^\w+\+|-.*/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace('Deja Vu', 'DejaVu')

/** A sheet with nothing but the new texts, set in the face of the old ones. */
function sheetOf(job: Job): Promise<Uint8Array> {
  const [width, height] = job.paper.size
  const texts = job.changes.map(({ spot, to }) => {
    const [x, anchor] = isAmount(to) ? [spot.box[2], 'end'] : [spot.box[0], 'start']
    const face = `font:${/Bold/.test(spot.font) ? 'bold' : ''} ${spot.size}px ${familyOf(spot)}`
    const ink = `fill="${spot.color}" style="${face}"`
    return `<text x="${x}" y="${height - spot.y}" text-anchor="${anchor}" ${ink}>${to}</text>`
  })
  const size = `viewBox="0 0 ${width} ${height}" style="width:${width}pt;height:${height - 1}pt"`
  return printedPage(job, `<svg ${size} preserveAspectRatio="xMinYMin slice">${texts.join('')}</svg>`)
}

/** The old texts are taken out and a sheet with the new ones is laid over. */
const overlaid: Way = async (job) => {
  const { bytes } = await emptied(job)
  return together(bytes, await sheetOf(job), 'A', '--overlay', 'B', '--', 'OUT')
}

const printedAfter: Way = async (job) => printedPage(job, drawing(await whiteBox(job), 1).replace(/^<\?xml.*\?>/, ''))

export const VECTORS: Record<string, Way> = {
  'sheet-laid-over': overlaid,
  'printed-by-browser-after': printedAfter,
}
