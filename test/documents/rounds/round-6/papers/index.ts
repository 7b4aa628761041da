import { readFileSync } from 'node:fs'
import { installed } from '../../installed.ts'
import { readSheets, type Sheet } from '../../round-3/papers/sheet.ts'
import { canPrint, printed, programOf } from '../../round-4/papers/print.ts'
import { LOOKS as BEFORE, scanned, toolsOf } from '../../round-4/papers/scan.ts'
import type { RoundFile } from '../../round-file.ts'

export const sheets: Map<string, Sheet> = readSheets(new URL('sheets/', import.meta.url))

/** The devices of the fourth round, and those that are new in this one. */
export const LOOKS: typeof BEFORE = {
  ...BEFORE,
  ...JSON.parse(readFileSync(new URL('looks.json', import.meta.url), 'utf8')),
}

const lookOf = ({ name, look = '' }: Sheet) => {
  const found = LOOKS[look]
  if (!found) throw new Error(`${name}: no look ${look}`)
  return found
}

const lackingFor = (sheet: Sheet): string[] =>
  [programOf(sheet), ...toolsOf(lookOf(sheet))].filter((program) => !installed(program))

const scans = [...sheets.values()].filter(({ look }) => look !== undefined)

/** Names as the files of the round have them: the texts, and then the scans. */
export const names: string[] = [
  ...[...sheets.values()].filter(({ scanOnly }) => !scanOnly).map(({ name }) => name),
  ...scans.map(({ name, look }) => `${name}-${look}`),
]

/** The papers of the round: as text, and then as scans. */
export async function* papers(): AsyncGenerator<RoundFile> {
  const prints = await printed([...sheets.values()])
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

/** What could not be made here, with the program that is missing. */
export const left: string[] = [
  ...[...sheets.values()].filter((sheet) => !canPrint(sheet)).map(({ name, printer }) => `${name} (no ${printer})`),
  ...scans.flatMap((sheet) => lackingFor(sheet).map((program) => `${sheet.name}-${sheet.look} (no ${program})`)),
]
