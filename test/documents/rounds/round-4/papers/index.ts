import { installed } from '../../installed.ts'
import { readSheets, type Sheet } from '../../round-3/papers/sheet.ts'
import type { RoundFile } from '../../round-file.ts'
import { ACTS } from './acts.ts'
import { canPrint, printed, programOf } from './print.ts'
import { LOOKS, scanned, toolsOf } from './scan.ts'

export const sheets: Map<string, Sheet> = readSheets(new URL('sheets/', import.meta.url))

const lookOf = ({ look = '' }: Sheet) => {
  const found = LOOKS[look]
  if (!found) throw new Error(`no look ${look}`)
  return found
}

const lacking = (programs: readonly (string | undefined)[]): string[] =>
  programs.filter((program) => program !== undefined).filter((program) => !installed(program))

const lackingFor = (sheet: Sheet) => lacking([programOf(sheet), ...toolsOf(lookOf(sheet))])

const scans = [...sheets.values()].filter(({ look }) => look !== undefined)

async function* genuine(prints: Map<string, Uint8Array>): AsyncGenerator<RoundFile> {
  for (const { name, truth, scanOnly } of sheets.values()) {
    const bytes = prints.get(name)
    if (bytes && !scanOnly) yield { name, kind: 'genuine', medium: 'text', bytes, truth }
  }
  for (const sheet of scans) {
    const bytes = prints.get(sheet.name)
    if (!bytes || lackingFor(sheet).length > 0) continue
    const name = `${sheet.name}-${sheet.look}`
    const picture = await scanned(bytes, lookOf(sheet), name, sheet.made)
    yield { name, kind: 'genuine', medium: 'scan', bytes: picture, truth: { ...sheet.truth, scan: true } }
  }
}

const lackingOf = (act: string): string[] => {
  const { paper, needs = [] } = ACTS[act] ?? { paper: '' }
  const sheet = sheets.get(paper)
  return lacking([...needs, sheet && programOf(sheet)])
}

async function* innocents(prints: Map<string, Uint8Array>): AsyncGenerator<RoundFile> {
  for (const [act, { paper, medium = 'text', hides = [], do: done }] of Object.entries(ACTS)) {
    const [sheet, bytes] = [sheets.get(paper), prints.get(paper)]
    if (!sheet || !bytes || lackingOf(act).length > 0) continue
    const truth = structuredClone(sheet.truth)
    for (const field of hides) delete truth.fields[field]
    if (medium === 'scan') truth.scan = true
    const name = `innocent-${act}-${paper}`
    yield { name, kind: 'innocent', medium, bytes: await done(bytes, sheet, prints), truth, act }
  }
}

/** The papers of the round: as text, as scans, and then those to which something innocent was done. */
export async function* papers(): AsyncGenerator<RoundFile> {
  const prints = await printed([...sheets.values()])
  yield* genuine(prints)
  yield* innocents(prints)
}

const because = (name: string, programs: string[]) => programs.map((program) => `${name} (no ${program})`)

/** What could not be made here, with the program that is missing. */
export const left: string[] = [
  ...[...sheets.values()].filter((sheet) => !canPrint(sheet)).map(({ name, printer }) => `${name} (no ${printer})`),
  ...scans.flatMap((sheet) => because(`${sheet.name}-${sheet.look}`, lackingFor(sheet))),
  ...Object.keys(ACTS).flatMap((act) => because(act, lackingOf(act))),
]
