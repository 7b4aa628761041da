import { readSheets, type Sheet } from '../../round-3/papers/sheet.ts'
import { Missing } from '../../round-11-forged/tools.ts'
import { lacking, printedBy } from '../../round-12/papers/index.ts'
import { printed } from '../../round-12-forged/printers.ts'
import { type Paper, papersOf } from '../../round-12-forged/sheets.ts'
import type { RoundFile } from '../../round-file.ts'

/** Every sheet of the round. */
export const all: readonly Sheet[] = [...readSheets(new URL('sheets/', import.meta.url)).values()]

/** Nine papers more, written cell by cell, as forgers can work on them. */
export const BY_CELL: readonly Paper[] = papersOf(new URL('by-cell.txt', import.meta.url))

/** What cannot be made here, with what is missing. */
export const left: string[] = all.flatMap((sheet) => {
  const missing = lacking(sheet)
  return missing ? [`${sheet.name} (no ${missing})`] : []
})

/** The papers of the round, all of them texts. */
export async function* papers(): AsyncGenerator<RoundFile> {
  for await (const { sheet, bytes } of printedBy(all.filter((each) => !lacking(each))))
    yield { name: sheet.name, kind: 'genuine', medium: 'text', bytes, truth: sheet.truth }
  for (const paper of BY_CELL)
    try {
      yield { name: paper.name, kind: 'genuine', medium: 'text', bytes: await printed(paper), truth: paper.truth }
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      left.push(`${paper.name} (no ${error.message})`)
    }
}
