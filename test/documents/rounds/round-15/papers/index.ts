import { readSheets, type Sheet } from '../../round-3/papers/sheet.ts'
import { lacking, printedBy } from '../../round-12/papers/index.ts'
import type { RoundFile } from '../../round-file.ts'

/** Every sheet of the round. */
export const all: readonly Sheet[] = [...readSheets(new URL('sheets/', import.meta.url)).values()]

/** What cannot be made here, with what is missing. */
export const left: string[] = all.flatMap((sheet) => {
  const missing = lacking(sheet)
  return missing ? [`${sheet.name} (no ${missing})`] : []
})

/** The papers of the round, all of them texts. */
export async function* papers(): AsyncGenerator<RoundFile> {
  for await (const { sheet, bytes } of printedBy(all.filter((each) => !lacking(each))))
    yield { name: sheet.name, kind: 'genuine', medium: 'text', bytes, truth: sheet.truth }
}
