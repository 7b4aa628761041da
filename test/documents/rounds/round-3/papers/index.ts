import { installed } from '../../installed.ts'
import type { RoundFile } from '../../round-file.ts'
import { ACTS } from './acts.ts'
import { printed, printersLeft } from './print.ts'
import { LOOKS, type Look, scanned } from './scan.ts'
import { readSheets, type Sheet } from './sheet.ts'

const sheets = readSheets()
const text = [...sheets.values()].filter(({ scanOnly }) => !scanOnly)

/** What rasterises is needed for every scan. */
const eyes = installed('pdftoppm')

const lookOf = ({ look = '' }: Sheet): Look => {
  const found = LOOKS[look]
  if (!found) throw new Error(`no look ${look}`)
  return found
}

const canScan = (look: Look) => eyes && (!look.read || installed('tesseract'))

const prints = new Map<string, Uint8Array>()

/** The prints of all sheets by name, those that are only scanned too; made once. */
async function allPrints(): Promise<Map<string, Uint8Array>> {
  if (prints.size === 0) for (const [name, bytes] of await printed([...sheets.values()])) prints.set(name, bytes)
  return prints
}

/** The genuine text papers by name. */
export async function genuine(): Promise<Map<string, RoundFile>> {
  const all = await allPrints()
  return new Map(
    text.flatMap(({ name, truth }) => {
      const bytes = all.get(name)
      return bytes ? [[name, { name, kind: 'genuine', medium: 'text', bytes, truth }]] : []
    }),
  )
}

/** The genuine scans, one after the other. */
export async function* scans(): AsyncGenerator<RoundFile> {
  const all = await allPrints()
  for (const sheet of sheets.values()) {
    const bytes = all.get(sheet.name)
    if (!sheet.look || !bytes || !canScan(lookOf(sheet))) continue
    const name = `${sheet.name}-${sheet.look}`
    const picture = await scanned(bytes, lookOf(sheet), name, sheet.made)
    yield { name, kind: 'genuine', medium: 'scan', bytes: picture, truth: { ...sheet.truth, scan: true } }
  }
}

async function* innocents(): AsyncGenerator<RoundFile> {
  const all = await allPrints()
  for (const [act, { paper, program, medium = 'text', hides = [], do: done }] of Object.entries(ACTS)) {
    const [sheet, bytes] = [sheets.get(paper), all.get(paper)]
    if (!sheet || !bytes || (program && !installed(program)) || (medium === 'scan' && !eyes)) continue
    const truth = structuredClone(sheet.truth)
    for (const field of hides) delete truth.fields[field]
    if (medium === 'scan') truth.scan = true
    const name = `innocent-${act}-${paper}`
    yield { name, kind: 'innocent', medium, bytes: await done(bytes, sheet, all), truth, act }
  }
}

/** The papers of the round: the genuine ones, then those to which something innocent was done. */
export async function* papers(): AsyncGenerator<RoundFile> {
  yield* (await genuine()).values()
  yield* scans()
  yield* innocents()
}

const actsLeft = Object.entries(ACTS).flatMap(([act, { program, medium }]) => {
  const missing = medium === 'scan' && !eyes ? 'pdftoppm' : program && !installed(program) ? program : undefined
  return missing ? [`${act} (no ${missing})`] : []
})

const scansLeft = [...sheets.values()].flatMap((sheet) =>
  sheet.look && !canScan(lookOf(sheet)) ? [`${sheet.name}-${sheet.look} (no pdftoppm or tesseract)`] : [],
)

/** What could not be made here, with the program that is missing. */
export const left: string[] = [...printersLeft([...sheets.values()]), ...scansLeft, ...actsLeft]
