import { degrees, PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import type { Sheet } from '../../round-3/papers/sheet.ts'
import { fontsFor, HANDS } from './hands.ts'

const PRODUCERS = [
  'OpenText Exstream 16.6',
  'Apache FOP Version 2.8',
  'PDFlib+PDI 9.3.1',
  'Crystal Reports',
  'Prince 15.1',
]

/** A page in the making: its operators, and where the last line of text stood, in points from the top. */
interface Draft {
  page: PDFPage
  /** As it is seen. */
  height: number
  parts: string[]
  y: number
  ink: string
}

interface Writer {
  doc: PDFDocument
  fonts: Map<string, PDFFont>
  /** How lines are written; `flip` writes them from the top down, `streams` in many streams. */
  hand: string
  drafts: Draft[]
  /** Values of boxes that are left to the form's fields, with their places in points from the bottom left. */
  typed?: { x: number; y: number; width: number; text: string }[]
}

const rgb = (hex: string) =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')

const upright = ({ height }: Draft, y: number, hand: string): number => (hand === 'flip' ? y : height - y)

function write(writer: Writer, draft: Draft, place: string, size: number, name: string, text: string): void {
  const font = writer.fonts.get(name)
  if (!font) throw new Error(`no font ${name}`)
  if (text.trim() === '') return
  const [, x = '0', side = ''] = /^([\d.]+)([rc]?)$/.exec(place) ?? []
  const width = font.widthOfTextAtSize(text, size)
  const left = Number(x) - (side === 'r' ? width : side === 'c' ? width / 2 : 0)
  const turned = writer.hand === 'flip' ? '1 0 0 -1' : '1 0 0 1'
  const y = upright(draft, draft.y, writer.hand).toFixed(2)
  const key = draft.page.node.newFontDictionary(font.name, font.ref)
  const shows = (HANDS[writer.hand] ?? HANDS.runs)?.({ x: left, y, size, font, text, turned })
  draft.parts.push(`BT ${draft.ink} rg ${key} ${size} Tf ${shows} ET`)
}

const down = (draft: Draft, word = '+0'): number => {
  draft.y = word.startsWith('+') ? draft.y + Number(word.slice(1)) : Number(word)
  return draft.y
}

/** A new page of a size as it is seen; a turned one is written on its side. */
function newPage(writer: Writer, [width = 595, height = 842, turn = 0]: number[]): void {
  const page = writer.doc.addPage(turn ? [height, width] : [width, height])
  page.setRotation(degrees(turn))
  const parts: string[] = []
  if (turn) parts.push(`0 1 -1 0 ${height} 0 cm`)
  if (writer.hand === 'flip') parts.push(`1 0 0 -1 0 ${height} cm`)
  writer.drafts.push({ page, height, parts, y: 0, ink: '0 0 0' })
}

/** A box of a form: its caption small at the top, its value below. */
function box(writer: Writer, draft: Draft, words: string[], [caption = '', value = '']: string[]): void {
  const [x = 0, , width = 0, height = 0, size = 9.5] = words.map(Number)
  const top = down(draft, words[1])
  const foot = upright(draft, top + (writer.hand === 'flip' ? 0 : height), writer.hand)
  draft.parts.push(`0.5 w ${x} ${foot} ${width} ${height} re S`)
  down(draft, String(top + 7))
  write(writer, draft, String(x + 2.5), 5.5, 'H', caption)
  down(draft, `+${Math.min(height - 10, 13)}`)
  if (writer.typed && value)
    writer.typed.push({ x: x + 3, y: upright(draft, draft.y + 3, 'up'), width: width - 6, text: value })
  else write(writer, draft, `${x + width - 6}r`, size, 'C', value)
  draft.y = top
}

const COMMANDS: Record<string, (writer: Writer, draft: Draft, words: string[], cells: string[]) => void> = {
  box,
  ink: (_, draft, [hex = '#000000']) => (draft.ink = rgb(hex)),
  line: ({ hand }, draft, [x, y, end, width = '0.6']) => {
    const at = upright(draft, down(draft, y), hand)
    draft.parts.push(`${width} w ${x} ${at} m ${end} ${at} l S`)
  },
  vline: ({ hand }, draft, [x, from, to]) => {
    const [top, foot] = [from, to].map((y) => upright(draft, Number(y), hand))
    draft.parts.push(`0.5 w ${x} ${top} m ${x} ${foot} l S`)
  },
  rect: ({ hand }, draft, [x, y, width, height, hex = '#000000']) => {
    const tall = Number(height)
    const foot = upright(draft, down(draft, y) + (hand === 'flip' ? 0 : tall), hand)
    draft.parts.push(`q ${rgb(hex)} rg ${x} ${foot} ${width} ${tall} re f Q`)
  },
}

function command(writer: Writer, line: string): void {
  const [head = '', ...cells] = line.split('|')
  const [word = '', ...words] = head.split(' ')
  if (word === 'page') newPage(writer, words.map(Number))
  const draft = writer.drafts.at(-1)
  if (!draft) throw new Error('a sheet begins with its page')
  const known = COMMANDS[word]
  if (known) known(writer, draft, words, cells)
  else if (word !== 'page') texts(writer, draft, line)
}

/** `40,310r +14 9 H Total|12.00`: cells at their places on one line. */
function texts(writer: Writer, draft: Draft, line: string): void {
  const [, places = '', y, size = '9', font = 'H', rest = ''] = /^(\S+) (\S+) (\S+) (\S+) ?(.*)$/.exec(line) ?? []
  down(draft, y)
  for (const [at, text] of rest.split('|').entries())
    write(writer, draft, places.split(',')[at] ?? '0', Number(size), font, text)
}

/** Puts the operators into the page, all in one stream or a few in each. */
function bound({ doc, hand }: Writer, { page, parts }: Draft): void {
  const share = hand === 'streams' ? 7 : parts.length
  for (let at = 0; at < parts.length; at += share) {
    const stream = doc.context.flateStream(parts.slice(at, at + share).join('\n'))
    page.node.addContentStream(doc.context.register(stream))
  }
}

async function drawn(sheet: Sheet, typed?: Writer['typed']): Promise<PDFDocument> {
  const doc = await PDFDocument.create()
  const hand = sheet.printer.split(':')[1] ?? 'runs'
  const fonts = await fontsFor(doc, `${sheet.text}\n H \n C `)
  const writer: Writer = { doc, fonts, hand, drafts: [], ...(typed && { typed }) }
  for (const line of sheet.text.trim().split('\n')) if (line.trim()) command(writer, line)
  for (const draft of writer.drafts) bound(writer, draft)
  const made = new Date(`${sheet.made}T06:41:00Z`)
  doc.setProducer(PRODUCERS[sheet.name.length % PRODUCERS.length] ?? '')
  doc.setCreationDate(made)
  doc.setModificationDate(made)
  return doc
}

/** A sheet of drawing commands, written in the hand that its printer names, `own:words`. */
export const ownPrint = async (sheet: Sheet): Promise<Uint8Array> => (await drawn(sheet)).save()

/** The sheet as a form that was sent out empty and came back with its boxes filled. */
export async function ownForm(sheet: Sheet): Promise<Uint8Array> {
  const typed: NonNullable<Writer['typed']> = []
  const doc = await drawn(sheet, typed)
  const page = doc.getPage(0)
  for (const [at, { x, y, width }] of typed.entries())
    doc.getForm().createTextField(`slip.box${at}`).addToPage(page, { x, y, width, height: 14, borderWidth: 0 })
  const filled = await PDFDocument.load(await doc.save({ useObjectStreams: false }), { forIncrementalUpdate: true })
  for (const [at, { text }] of typed.entries()) {
    const field = filled.getForm().getTextField(`slip.box${at}`)
    field.setFontSize(9)
    field.setText(text)
  }
  filled.getForm().updateFieldAppearances()
  return filled.commit({ useObjectStreams: false })
}
