import { Chance } from '../../../chance.ts'
import { installed } from '../../installed.ts'
import { retold } from '../../round-3/forgeries/originals.ts'
import type { RoundFile } from '../../round-file.ts'
import { lookOf, type Shot, sheetOf, shot } from './camera.ts'
import type { Desk } from './desk.ts'
import { EDITED, exchanged, fileOf, layered, patched, placeOf, type Way, written } from './file.ts'
import { ON_PAPER } from './on-paper.ts'
import { type Line, type Original, readLines, readOriginals } from './originals.ts'
import { RETOUCHES } from './retouch.ts'

const PROGRAMS = ['chromium', 'soffice', 'wkhtmltopdf', 'groff', 'gs', 'mutool', 'qpdf', 'convert', 'tesseract']
const missing = PROGRAMS.filter((program) => !installed(program))

export const left: string[] =
  missing.length > 0 ? readLines().map(({ name }) => `${name}: no ${missing.join(', ')}`) : []

const seeded = (name: string) => new Chance([...name].reduce((sum, letter) => (sum * 41 + letter.charCodeAt(0)) | 0, 4))

/** Every forged scan of the list, one after the other. */
export async function* forgeries(only: (line: Line) => boolean = () => true): AsyncGenerator<RoundFile> {
  if (missing.length > 0) return
  const lines = readLines().filter(only)
  const originals = await readOriginals(lines)
  for (const line of lines) {
    const original = originals.get(line.paper)
    if (!original) throw new Error(`there is no paper ${line.paper}`)
    yield await forged(line, original)
  }
}

async function forged(line: Line, original: Original): Promise<RoundFile> {
  const { name, technique, family, shown } = line
  const { bytes, picture, edits } = await made(line, original)
  const truth = retold(original.truth, line.how === 'layer' ? new Map() : shown)
  const places = edits.map((edit) => ({ page: 1, box: placeOf(picture, edit) }))
  const [field = ''] = shown.keys()
  return { name, kind: 'forged', medium: 'scan', bytes, truth, forgery: { technique, family, field, places } }
}

async function made(line: Line, original: Original) {
  const chance = seeded(line.name)
  const [first = '', second] = line.looks
  const look = lookOf(first)
  const sheet = await sheetOf(original.bytes, look)
  const edits = original.edits(line)
  const { bytes } = original
  const desk = (of: Shot): Desk => ({ shot: of, edits, chance, bytes, reprint: () => original.reprint(line) })
  await ON_PAPER[line.how]?.(desk(sheet))
  let picture = await shot(sheet, look, chance)
  const over = { over: written, 'cut-out': patched }[line.how]
  const way: Way = { ...line, made: over || line.how.startsWith('layer') ? original.made : EDITED }
  const [layer, how = line.how] = line.how.split(' ')
  const base = layer?.startsWith('layer') ? await layered(picture, way, layer === 'layer' ? edits : []) : undefined
  await RETOUCHES[how]?.(desk(picture))
  if (second) picture = await shot(picture, lookOf(second), chance)
  if (base) return { bytes: layer === 'layer' ? base : await exchanged(base, picture), picture, edits }
  const file = await fileOf(picture, way)
  return { bytes: over ? await over(file, picture, edits) : file, picture, edits }
}
