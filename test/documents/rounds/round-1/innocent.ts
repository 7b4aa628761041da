import { degrees, PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../chance.ts'
import { installed } from '../installed.ts'
import { appended, invoiceXml, signed } from './forge-structure.ts'
import { through } from './other-printers.ts'
import { printed } from './printer.ts'
import { anyGlass, developed, painted, pdfOf, scanned } from './scan.ts'
import { boxOf, type Item, type Laid } from './sheet.ts'

interface Act {
  paper: string
  medium?: 'scan'
  /** Fields that it hides. */
  hides?: string[]
  do(laid: Laid, chance: Chance): Promise<Uint8Array>
}

/** Something done to the printed paper in an editor. */
const onPages =
  (change: (pdf: PDFDocument, page: PDFPage, laid: Laid) => unknown): Act['do'] =>
  async (laid) => {
    const pdf = await PDFDocument.load(await printed(laid), { updateMetadata: false })
    for (const page of pdf.getPages()) await change(pdf, page, laid)
    pdf.setModificationDate(new Date('2025-12-03T08:15:00Z'))
    return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
  }

const rewritten =
  (...command: string[]): Act['do'] =>
  async (laid) =>
    through(await printed(laid), 'pdf', command)

const itemOf = (laid: Laid, key: string): Item => {
  const found = laid.items.find((item) => item.key === key)
  if (!found) throw new Error(`${laid.sheet.name} does not print ${key}`)
  return found
}

function annotate(
  pdf: PDFDocument,
  page: PDFPage,
  dict: Record<string, unknown>,
  drawn?: string,
  box = [0, 0, 160, 50],
): void {
  const form = {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: box,
    Resources: { Font: { F: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica-Bold' } } },
  }
  const AP = drawn && { AP: { N: pdf.context.register(pdf.context.flateStream(drawn, form as never)) } }
  page.node.addAnnot(pdf.context.register(pdf.context.obj({ Type: 'Annot', F: 4, ...dict, ...AP } as never)))
}

const inkSignature = async (pdf: PDFDocument, page: PDFPage): Promise<void> => {
  const canvas = createCanvas(360, 120)
  const pen = canvas.getContext('2d')
  pen.strokeStyle = '#1b2a6b'
  pen.lineWidth = 3
  pen.beginPath()
  pen.moveTo(10, 80)
  for (let x = 10; x < 340; x += 30) pen.bezierCurveTo(x + 5, 10 + (x % 50), x + 20, 110 - (x % 70), x + 30, 60)
  pen.stroke()
  page.drawImage(await pdf.embedPng(await canvas.encode('png')), { x: 60, y: 90, width: 130, height: 44 })
}

const rescan =
  (twice: boolean, ink?: boolean): Act['do'] =>
  async (laid, chance) => {
    const glass = { ...anyGlass(chance), dpi: 200 }
    let picture = await scanned(await painted(await printed(laid), glass.dpi), glass, chance)
    if (ink) {
      const pen = picture.canvas.getContext('2d')
      pen.translate(picture.canvas.width * 0.3, picture.canvas.height * 0.72)
      pen.rotate(-0.2)
      pen.fillStyle = 'rgba(170,20,30,0.6)'
      pen.font = '90px "Round Arial-Bold"'
      pen.fillText('RECEIVED', 0, 0)
      pen.resetTransform()
    }
    if (twice) picture = await developed(picture, 45)
    return pdfOf(picture, twice ? 82 : glass.quality, 'Brother ADS-2700W', laid.sheet.made)
  }

const withLayer: Act['do'] = async (laid, chance) => {
  const glass = { ...anyGlass(chance), dpi: 200 }
  const picture = await scanned(await painted(await printed(laid), glass.dpi), glass, chance)
  return pdfOf(picture, glass.quality, 'ABBYY FineReader PDF 16', laid.sheet.made, laid.items)
}

const filledForm: Act['do'] = async (laid) => {
  const values = laid.items.filter(({ key }) => key)
  const blank = { ...laid, items: laid.items.filter(({ key }) => !key) }
  const pdf = await PDFDocument.load(await printed(blank), { updateMetadata: false })
  for (const [at, item] of values.entries()) {
    const field = pdf.getForm().createTextField(`f1_${at + 1}`)
    const [x, y, right, top] = boxOf(item)
    field.setText(item.text)
    field.addToPage(pdf.getPage(0), { x: x - 2, y: y - 1, width: right - x + 6, height: top - y + 2, borderWidth: 0 })
    field.setFontSize(item.size)
  }
  return pdf.save()
}

const embedded: Act['do'] = async (laid) => {
  const pdf = await PDFDocument.create()
  pdf.setProducer('Microsoft: Print To PDF')
  for (const page of await pdf.embedPdf(await printed(laid))) pdf.addPage(laid.size).drawPage(page)
  return pdf.save()
}

const stamp = (word: string) =>
  `q 0.75 0.1 0.1 RG 0.75 0.1 0.1 rg 2 w 3 3 154 44 re S BT /F 24 Tf 20 16 Td (${word}) Tj ET Q`

export const INNOCENT_ACTS: Record<string, Act> = {
  'print-to-pdf-again': { paper: 'uk-current', do: embedded },
  'ghostscript-pdfwrite': {
    paper: 'us-roofer',
    do: rewritten('gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-sOutputFile=OUT', 'IN'),
  },
  'qpdf-linearised': {
    paper: 'ca-chequing',
    do: rewritten('qpdf', '--linearize', '--object-streams=generate', 'IN', 'OUT'),
  },
  'mutool-cleaned': { paper: 'us-biweekly', do: rewritten('mutool', 'clean', '-gggz', 'IN', 'OUT') },
  'poppler-cairo': { paper: 'fr-releve', do: rewritten('pdftocairo', '-pdf', 'IN', 'OUT') },
  'object-streams': { paper: 'fr-bulletin', do: async (laid) => (await PDFDocument.load(await printed(laid))).save() },
  'stamp-paid': {
    paper: 'de-sanitaer',
    do: onPages((pdf, page) =>
      annotate(pdf, page, { Subtype: 'Stamp', Name: 'Paid', Rect: [220, 120, 380, 170] }, stamp('BEZAHLT')),
    ),
  },
  'bates-number': {
    paper: 'us-checking',
    do: onPages((_, page) => page.drawText('OYELARAN-000417', { x: 480, y: 18, size: 9 })),
  },
  'docusign-envelope': {
    paper: 'ca-verification',
    do: onPages((_, page) =>
      page.drawText('DocuSign Envelope ID: 7C1E9A42-50B3-4F6D-9E17-3D0B8852AA61', { x: 14, y: 780, size: 7 }),
    ),
  },
  'digitally-signed': { paper: 'us-employment', do: async (laid) => signed(await printed(laid)) },
  'signature-picture': { paper: 'uk-reference', do: onPages((pdf, page) => inkSignature(pdf, page)) },
  'highlighted-total': {
    paper: 'uk-consultancy',
    do: onPages((pdf, page, laid) => {
      const [x, y, right, top] = boxOf(itemOf(laid, 'invoice_total'))
      const QuadPoints = [x, top, right, top, x, y, right, y]
      annotate(pdf, page, { Subtype: 'Highlight', Rect: [x, y, right, top], QuadPoints, C: [1, 1, 0], CA: 0.5 })
    }),
  },
  'sticky-note': {
    paper: 'us-hourly',
    do: onPages((pdf, page) => annotate(pdf, page, { Subtype: 'Text', Rect: [560, 340, 580, 360], Name: 'Comment' })),
  },
  rotated: { paper: 'nl-hosting', do: onPages((_, page) => page.setRotation(degrees(90))) },
  cropped: { paper: 'ca-t4', do: onPages((_, page) => page.setCropBox(20, 380, 572, 400)) },
  'filled-form': { paper: 'us-w2', do: filledForm },
  merged: {
    paper: 'au-gardens',
    do: async (laid) => {
      const pdf = await PDFDocument.load(await printed(laid), { updateMetadata: false })
      const [page] = await pdf.copyPages(await PDFDocument.load(await printed(laid)), [0])
      if (page) pdf.addPage(page).drawText('COPY', { x: 250, y: 20, size: 14, color: rgb(0.6, 0.6, 0.6) })
      return pdf.save()
    },
  },
  'account-redacted': {
    paper: 'au-savings',
    hides: ['account_number'],
    do: async (laid) => {
      const item = itemOf(laid, 'account_number')
      const items = laid.items.filter((each) => each !== item && !each.text.includes('0619 22847'))
      return printed({ ...laid, items, strokes: [...laid.strokes, { page: 1, box: boxOf(item), fill: '#000000' }] })
    },
  },
  'invoice-xml-agrees': {
    paper: 'fr-electricien',
    do: onPages((pdf, _, laid) =>
      pdf.attach(Buffer.from(invoiceXml({ laid })), 'factur-x.xml', { mimeType: 'text/xml' }),
    ),
  },
  'archive-update': {
    paper: 'uk-payslip',
    do: async (laid) => {
      const bytes = await printed(laid)
      const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
      const info = pdf.context.trailerInfo.Info
      const number = Number(String(info).split(' ')[0])
      return appended(bytes, new Map([[number, '<< /Producer (DocuWare 7.8) /ModDate (D:20251202101500Z) >>']]))
    },
  },
  'recognised-scan': { paper: 'us-caterer', medium: 'scan', do: withLayer },
  'recognised-scan-statement': { paper: 'nl-rekening', medium: 'scan', do: withLayer },
  'scan-saved-twice': { paper: 'es-papeleria', medium: 'scan', do: rescan(true) },
  'scan-with-ink-stamp': { paper: 'us-1099-r', medium: 'scan', do: rescan(false, true) },
}

const TOOLS: Record<string, string> = {
  'ghostscript-pdfwrite': 'gs',
  'qpdf-linearised': 'qpdf',
  'mutool-cleaned': 'mutool',
  'poppler-cairo': 'pdftocairo',
}

/** Acts whose program is not installed here. */
export function actsLeft(): string[] {
  return Object.entries(TOOLS).flatMap(([act, tool]) => (installed(tool) ? [] : [`${act} (no ${tool} here)`]))
}
