import { type PDFDocument, PDFName, type PDFPage, type PDFRef } from '@cantoo/pdf-lib'
import type { Place } from '../../../round-file.ts'
import type { Box, Spot } from '../find-text.ts'
import type { Forged, Job, Technique } from '../job.ts'
import { turning } from '../job.ts'
import { atSpots, emptied, typed } from '../overlay.ts'

const GLYPHS: Record<string, string> = Object.fromEntries(
  'zero one two three four five six seven eight nine'.split(' ').map((name, digit) => [String(digit), name]),
)
const SIGNS: Record<string, string> = { ',': 'comma', '.': 'period', ' ': 'space', '-': 'hyphen', $: 'dollar' }
const hex = (text: string) => [...text].map((each) => each.charCodeAt(0).toString(16).padStart(4, '0')).join('')

/** A font whose codes from A on paint `shown` and copy as `copied`. */
function lyingFont(pdf: PDFDocument, base: string, shown: string, copied: string): PDFRef {
  const names = [...shown].map((sign) => `/${GLYPHS[sign] ?? SIGNS[sign] ?? sign}`)
  const codes = [...shown].map((_, at) => `<${(65 + at).toString(16)}> <${hex(copied[at] ?? '')}>`)
  const map = pdf.context.register(
    pdf.context.stream(
      `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange
${codes.length} beginbfchar\n${codes.join('\n')}\nendbfchar endcmap end`,
    ),
  )
  const font = pdf.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: base, ToUnicode: map })
  const differences = pdf.context.obj([65, ...names.map((name) => PDFName.of(name.slice(1)))])
  font.set(PDFName.of('Encoding'), pdf.context.obj({ Type: 'Encoding', Differences: differences }))
  return pdf.context.register(font)
}

function paintLying(pdf: PDFDocument, page: PDFPage, spot: Spot, shown: string, copied: string): void {
  page.node.setFontDictionary(PDFName.of('FX'), lyingFont(pdf, spot.font, shown, copied))
  const [red, green, blue] = [1, 3, 5].map((at) => (Number.parseInt(spot.color.slice(at, at + 2), 16) / 255).toFixed(2))
  const codes = [...shown].map((_, at) => (65 + at).toString(16)).join('')
  const place = `1 0 0 1 ${spot.x} ${spot.baseline} Tm`
  const text = `q BT ${red} ${green} ${blue} rg /FX ${spot.size} Tf ${place} <${codes}> Tj ET Q`
  page.node.normalize()
  page.node.wrapContentStreams(
    pdf.context.register(pdf.context.stream('q')),
    pdf.context.register(pdf.context.stream(`Q ${text}`)),
  )
}

/** The page shows the new figure and copying gives the old one. */
const shownLie = async (job: Job): Promise<Uint8Array> =>
  atSpots(job, await emptied(job), (page, spot, _font, pdf) => paintLying(pdf, page, spot, spot.to, spot.from))

/** The page shows the old figure and copying gives the new one. */
async function copiedLie(job: Job): Promise<Forged> {
  const bytes = await atSpots(job, await emptied(job), (page, spot, _font, pdf) =>
    paintLying(pdf, page, spot, spot.from, spot.to),
  )
  return { bytes, shows: 'old' }
}

/** The words that a reader of the file should hear instead. */
const spokenOtherwise = async (job: Job): Promise<Uint8Array> =>
  atSpots(job, await emptied(job), (page, spot, font, pdf) => {
    const add = (text: string) => page.node.addContentStream(pdf.context.register(pdf.context.stream(text)))
    add(`/Span << /ActualText (${spot.from}) >> BDC`)
    page.resetPosition()
    typed(page, spot, font)
    add('EMC')
  })

/** The old figure in a layer that is out, the new one in a layer that is on. */
const layerSwap = async (job: Job): Promise<Uint8Array> =>
  atSpots(job, await emptied(job), (page, spot, font, pdf) => {
    const [old, own] = ['Background', 'Layer 2'].map((name) =>
      pdf.context.register(pdf.context.obj({ Type: 'OCG', Name: name })),
    ) as [PDFRef, PDFRef]
    const states = { OFF: [old], ON: [own], Order: [old, own] }
    pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj({ OCGs: [old, own], D: states }))
    page.node.normalizedEntries().Resources.set(PDFName.of('Properties'), pdf.context.obj({ MC0: old, MC1: own }))
    const add = (text: string) => page.node.addContentStream(pdf.context.register(pdf.context.stream(text)))
    for (const [mark, text] of [
      ['MC0', spot.from],
      ['MC1', spot.to],
    ] as const) {
      add(`/OC /${mark} BDC`)
      page.resetPosition()
      typed(page, { ...spot, to: text, x: mark === 'MC0' ? spot.box[0] : spot.x }, font)
      add('EMC')
    }
  })

type Whisper = (spot: Spot, page: PDFPage) => { size: number; x: number; y: number; mode?: number; color?: string }

/** The new value for automatic readers only; the page shows the old one. */
const whispered =
  (whisper: Whisper): Technique =>
  async (job) => {
    const places: Place[] = []
    const bytes = await atSpots(job, job.pdf, (page, spot, font, pdf) => {
      const { size, x, y, mode = 0, color = '0 g' } = whisper(spot, page)
      page.node.setFontDictionary(PDFName.of('FW'), font.ref)
      const text = `BT ${color} ${mode} Tr /FW ${size} Tf 1 0 0 1 ${x} ${y} Tm ${font.encodeText(spot.to)} Tj ET`
      page.node.normalize()
      page.node.wrapContentStreams(
        pdf.context.register(pdf.context.stream('q')),
        pdf.context.register(pdf.context.stream(`Q q ${text} Q`)),
      )
      const box: Box = [x, y - 0.22 * size, x + font.widthOfTextAtSize(spot.to, size), y + 0.74 * size]
      places.push({ page: spot.page, box })
    })
    return { bytes, places, shows: 'old' }
  }

export const HIDDEN: Record<string, Technique> = {
  'page-shows-copy-differs': turning(shownLie),
  'copy-for-machines': copiedLie,
  'actual-text': turning(spokenOtherwise),
  'layer-swap': turning(layerSwap),
  'invisible-mode': whispered(({ size, x, baseline }) => ({ size, x, y: baseline, mode: 3 })),
  'white-on-white': whispered(({ size, x, baseline }) => ({ size, x, y: baseline - 1.15 * size, color: '1 g' })),
  'half-a-point': whispered(({ box, baseline }) => ({ size: 0.5, x: box[2] + 3, y: baseline })),
  'off-the-page': whispered(({ size, baseline }, page) => ({ size, x: page.getWidth() + 40, y: baseline })),
}
