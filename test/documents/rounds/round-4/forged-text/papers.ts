import { readdirSync, readFileSync } from 'node:fs'
import type { DocumentType } from '../../../../../schemas/src/documents/fields.ts'
import type { FontName } from '../../round-1/fonts.ts'
import { widthOf } from '../../round-1/fonts.ts'
import { printed } from '../../round-1/printer.ts'
import type { Item, Laid, Stroke } from '../../round-1/sheet.ts'
import { type Maker, type Paper as Printable, plain, printPapers, truthOf } from '../../round-3/forgeries/papers.ts'

const FOLDER = new URL('papers/', import.meta.url)

/** A genuine paper: `[[field|as printed|value]]` in HTML, troff or, for our own printer, lines of places and texts. */
export interface Paper extends Printable {
  /** The program that prints it, `own` for streams written by hand. */
  by: Maker | 'own'
  /** The day it was printed. */
  made: string
}

export const readPapers = (): Paper[] => readdirSync(FOLDER).sort().map(readPaper)

function readPaper(file: string): Paper {
  const source = readFileSync(new URL(file, FOLDER), 'utf8')
  const [, type, by, width, height, made = ''] = /([A-Z0-9_]+) (\w+) (\d+)x(\d+) (\S+)/.exec(source) ?? []
  const maker = by as Maker
  const size: [number, number] = [Number(width), Number(height)]
  return { name: file.replace(/\..*/, ''), type: type as DocumentType, maker, by: maker, size, source, made }
}

/** Prints papers on the days they say, those of one program together. */
export async function printAll(papers: readonly Paper[]): Promise<Uint8Array[]> {
  const others = papers.filter(({ by }) => by !== 'own')
  const files = await printPapers(others)
  const all: Uint8Array[] = []
  for (const paper of papers) {
    const bytes = paper.by === 'own' ? await drawn(paper) : files[others.indexOf(paper)]
    all.push(dated(bytes ?? new Uint8Array(), paper.made))
  }
  return all
}

/** The days in a file, all of one length, set to another; a program knows only today. */
export function dated(bytes: Uint8Array, day: string, hour = '09'): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const stamped = text
    .replace(/\(D:\d{14}/g, `(D:${day.replaceAll('-', '')}${hour}1437`)
    .replace(/(<xmp:\w+Date>)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, `$1${day}T${hour}:14:37`)
  return new Uint8Array(Buffer.from(stamped, 'latin1'))
}

const LINE = /^(\d+)([>|]?) (\d+) (\d+) ([\w-]+) (#\w+) (.*)$/

/** Draws `X[>^] Y SIZE FONT COLOUR text` (`>` right, `|` centred) and `- X Y RIGHT TOP [#FILL|box]`. */
function drawn(paper: Paper): Promise<Uint8Array> {
  const lines = plain(paper).trim().split('\n').slice(1)
  const items = lines.flatMap((line) => itemsOf(LINE.exec(line)))
  const strokes = lines.flatMap((line) => strokesOf(line))
  const sheet = { name: paper.name, type: paper.type, habits: {}, values: {}, template: '', made: paper.made }
  const laid = { sheet: { ...sheet, producer: 'PDFlib 9.4.0', creator: 'docgen' }, items, strokes }
  return printed({ ...laid, pages: 1, size: paper.size, truth: truthOf(paper) } as unknown as Laid)
}

function itemsOf(found: RegExpExecArray | null): Item[] {
  if (!found) return []
  const [, at = '', side, y, points, face = '', color = '', text = ''] = found
  const [size, font] = [Number(points), face as FontName]
  const wide = widthOf(text, font, size)
  const x = Number(at) - (side === '>' ? wide : side === '|' ? wide / 2 : 0)
  return [{ text, page: 1, x, y: Number(y), size, font, color }]
}

function strokesOf(line: string): Stroke[] {
  if (!line.startsWith('- ')) return []
  const [, x = 0, y = 0, right = 0, top = 0] = line.split(' ').map((each) => Number(each) || 0)
  const fill = /#\w+$/.exec(line)?.[0]
  return [{ page: 1, box: [x, y, right, top], fill }]
}
