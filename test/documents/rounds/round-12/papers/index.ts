import { installed } from '../../installed.ts'
import { printed } from '../../round-3/papers/print.ts'
import { readSheets, type Sheet } from '../../round-3/papers/sheet.ts'
import { ownPrint } from '../../round-4/papers/own.ts'
import type { RoundFile } from '../../round-file.ts'

/** Every sheet of the round. */
export const all: readonly Sheet[] = [...readSheets(new URL('sheets/', import.meta.url)).values()]

const isOwn = ({ printer }: Sheet) => printer.startsWith('own')

/** Letters beyond those of western Europe need fonts of the machine. */
const FONTS: [letters: RegExp, fonts: string][] = [
  [/^\S+ \S+ \S+ DB? /m, 'fonts-dejavu'],
  [/^\S+ \S+ \S+ [LNM]B? /m, 'fonts-liberation'],
]

/** What a sheet cannot be printed without and is not here. */
export function lacking({ printer, text }: Sheet): string | undefined {
  if (!printer.startsWith('own')) return installed(printer) ? undefined : printer
  return FONTS.find(([letters, fonts]) => letters.test(text) && !installed(fonts))?.[1]
}

/** Sheets with what their printers make of them: those of our own first, then a program's in one run. */
export async function* printedBy(sheets: readonly Sheet[]): AsyncGenerator<{ sheet: Sheet; bytes: Uint8Array }> {
  for (const sheet of sheets.filter(isOwn)) yield { sheet, bytes: await ownPrint(sheet) }
  const foreign = sheets.filter((sheet) => !isOwn(sheet))
  const prints = await printed(foreign)
  for (const sheet of foreign) {
    const bytes = prints.get(sheet.name)
    if (bytes) yield { sheet, bytes }
  }
}

/** The papers of the round, all of them texts. */
export async function* papers(): AsyncGenerator<RoundFile> {
  for await (const { sheet, bytes } of printedBy(all.filter((each) => !lacking(each))))
    yield { name: sheet.name, kind: 'genuine', medium: 'text', bytes, truth: sheet.truth }
}

/** What cannot be made here, with what is missing. */
export const left: string[] = all.flatMap((sheet) => {
  const missing = lacking(sheet)
  return missing ? [`${sheet.name} (no ${missing})`] : []
})
