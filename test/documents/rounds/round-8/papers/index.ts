import { readFileSync } from 'node:fs'
import { Chance } from '../../../chance.ts'
import { type ScanLook, scan } from '../../../scan.ts'
import type { Truth } from '../../../specimen.ts'
import { installed } from '../../installed.ts'
import { readSheets } from '../../round-3/papers/sheet.ts'
import { ownPrint } from '../../round-4/papers/own.ts'
import type { RoundFile } from '../../round-file.ts'

/** A paper of the round: printed here from a sheet, or kept as another program has printed it. */
export interface Paper {
  name: string
  /** What printed it: `own` for the printer of sheets, or a program's name. */
  program: string
  /** How it is scanned, and whether it is in the round as a scan only. */
  look?: string
  scanOnly: boolean
  truth: Truth
  bytes(): Promise<Uint8Array>
}

/** What `prints.json` says of a kept file. */
interface Print extends Omit<Paper, 'bytes' | 'scanOnly'> {
  scanOnly?: boolean
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url))

/** Only what readers of PDF lack is taken from the machine: letters beyond those of western Europe. */
const beyondWest = /^\S+ \S+ \S+ DB? /m

export const sheets = readSheets(new URL('sheets/', import.meta.url))
const printable = [...sheets.values()].filter(({ text }) => !beyondWest.test(text) || installed('fonts-dejavu'))

const printed: Paper[] = printable.map((sheet) => {
  const { name, look, scanOnly, truth } = sheet
  return { name, program: 'own', ...(look && { look }), scanOnly, truth, bytes: () => ownPrint(sheet) }
})

const kept: Paper[] = (JSON.parse(read('prints.json').toString()) as Print[]).map((print) => {
  const bytes = async () => new Uint8Array(read(`prints/${print.name}.pdf`))
  return { ...print, scanOnly: print.scanOnly ?? false, bytes }
})

/** Every paper that can be made here. */
export const all: readonly Paper[] = [...printed, ...kept]

/** The devices by name. */
export const LOOKS: Record<string, ScanLook> = JSON.parse(read('looks.json').toString())

const texts = all.filter(({ scanOnly }) => !scanOnly)
const scans = all.filter(({ look }) => look !== undefined)

/** Names as the files of the round have them: the texts, and then the scans. */
export const names: string[] = [...texts.map(({ name }) => name), ...scans.map(({ name, look }) => `${name}-${look}`)]

const seedOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7)

/** A paper's scan by the device that it names; the paper always lies upright. */
async function photographed(paper: Paper): Promise<RoundFile> {
  const name = `${paper.name}-${paper.look}`
  const look = LOOKS[paper.look ?? '']
  if (!look) throw new Error(`${name}: no such look`)
  const bytes = await scan(await paper.bytes(), new Chance(seedOf(name)), { ...look, rotation: 0 })
  return { name, kind: 'genuine', medium: 'scan', bytes, truth: { ...paper.truth, scan: true } }
}

/** The papers of the round: as text, and then as scans. */
export async function* papers(): AsyncGenerator<RoundFile> {
  for (const { name, truth, bytes } of texts)
    yield { name, kind: 'genuine', medium: 'text', bytes: await bytes(), truth }
  for (const paper of scans) yield photographed(paper)
}

/** What could not be made here, with what is missing. */
export const left: string[] = [...sheets.values()]
  .filter((sheet) => !printable.includes(sheet))
  .map(({ name }) => `${name} (no fonts-dejavu)`)
