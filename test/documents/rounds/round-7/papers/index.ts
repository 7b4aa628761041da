import { readFileSync } from 'node:fs'
import { Chance } from '../../../chance.ts'
import { type ScanLook, scan } from '../../../scan.ts'
import { installed } from '../../installed.ts'
import { readSheets, type Sheet } from '../../round-3/papers/sheet.ts'
import { ownPrint } from '../../round-4/papers/own.ts'
import type { RoundFile } from '../../round-file.ts'

export const sheets: Map<string, Sheet> = readSheets(new URL('sheets/', import.meta.url))

/** The devices by name. */
export const LOOKS: Record<string, ScanLook> = JSON.parse(readFileSync(new URL('looks.json', import.meta.url), 'utf8'))

const seedOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7)

/** Only what readers of PDF lack is taken from the machine: letters beyond those of western Europe. */
const beyondWest = /^\S+ \S+ \S+ DB? /m

export const canPrint = ({ text }: Sheet): boolean => !beyondWest.test(text) || installed('fonts-dejavu')

const all = [...sheets.values()]
const scans = all.filter(({ look }) => look !== undefined)

/** Names as the files of the round have them: the texts, and then the scans. */
export const names: string[] = [
  ...all.filter(({ scanOnly }) => !scanOnly).map(({ name }) => name),
  ...scans.map(({ name, look }) => `${name}-${look}`),
]

/** A sheet's scan by the device that it names; the paper always lies upright. */
async function photographed(sheet: Sheet): Promise<RoundFile> {
  const name = `${sheet.name}-${sheet.look}`
  const look = LOOKS[sheet.look ?? '']
  if (!look) throw new Error(`${name}: no such look`)
  const bytes = await scan(await ownPrint(sheet), new Chance(seedOf(name)), { ...look, rotation: 0 })
  return { name, kind: 'genuine', medium: 'scan', bytes, truth: { ...sheet.truth, scan: true } }
}

/** The papers of the round: as text, and then as scans. */
export async function* papers(): AsyncGenerator<RoundFile> {
  for (const sheet of all.filter(canPrint)) {
    const { name, truth, scanOnly } = sheet
    if (!scanOnly) yield { name, kind: 'genuine', medium: 'text', bytes: await ownPrint(sheet), truth }
  }
  for (const sheet of scans.filter(canPrint)) yield photographed(sheet)
}

/** What could not be made here, with what is missing. */
export const left: string[] = all.filter((sheet) => !canPrint(sheet)).map(({ name }) => `${name} (no fonts-dejavu)`)
