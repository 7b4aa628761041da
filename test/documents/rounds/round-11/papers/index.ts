import { installed } from '../../installed.ts'
import { printed, printersLeft } from '../../round-3/papers/print.ts'
import { readSheets, type Sheet } from '../../round-3/papers/sheet.ts'
import { ownPrint } from '../../round-4/papers/own.ts'
import type { RoundFile } from '../../round-file.ts'

const sheets: readonly Sheet[] = [...readSheets(new URL('sheets/', import.meta.url)).values()]

const isOwn = ({ printer }: Sheet) => printer.startsWith('own')

/** Letters beyond those of western Europe need fonts of the machine. */
const FONTS: [letters: RegExp, fonts: string][] = [
  [/^\S+ \S+ \S+ DB? /m, 'fonts-dejavu'],
  [/^\S+ \S+ \S+ [LNM]B? /m, 'fonts-liberation'],
]

const lacking = (sheet: Sheet): string | undefined =>
  isOwn(sheet) ? FONTS.find(([letters, fonts]) => letters.test(sheet.text) && !installed(fonts))?.[1] : undefined

/** Every sheet of the round. */
export const all: readonly Sheet[] = sheets

/** The papers of the round, all of them texts: those of our own printer first. */
export async function* papers(): AsyncGenerator<RoundFile> {
  const fileOf = ({ name, truth }: Sheet, bytes: Uint8Array): RoundFile => ({
    name,
    kind: 'genuine',
    medium: 'text',
    bytes,
    truth,
  })
  for (const sheet of sheets.filter((each) => isOwn(each) && !lacking(each))) yield fileOf(sheet, await ownPrint(sheet))
  const foreign = sheets.filter((sheet) => !isOwn(sheet))
  const prints = await printed(foreign)
  for (const sheet of foreign) {
    const bytes = prints.get(sheet.name)
    if (bytes) yield fileOf(sheet, bytes)
  }
}

/** What cannot be made here, with what is missing. */
export const left: string[] = [
  ...sheets.flatMap((sheet) => (lacking(sheet) ? [`${sheet.name} (no ${lacking(sheet)})`] : [])),
  ...printersLeft(sheets),
]
