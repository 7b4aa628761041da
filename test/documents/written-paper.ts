import type { DocumentType } from '../../schemas/src/documents/fields.ts'
import { around } from '../../server/src/documents/model/box.ts'
import type { DocumentPart, Field } from '../../server/src/documents/model/findings.ts'
import { type Facts, factsOf } from '../../server/src/documents/risk/facts.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/** A value that is read from a page, with the text that prints it: the first, or the one at a place in the order. */
export type ReadAs = readonly [value: string | number, printed: string, nth?: number]

/** A page of these texts as the rules see it, its fields read where they are printed. */
export function writtenPaper(type: DocumentType, texts: readonly Written[], read: Record<string, ReadAs> = {}): Facts {
  const layout = writtenPage(texts)
  const fields = Object.entries(read).map(([name, [value, printed, nth = 0]]): [string, Field] => {
    const first = printed.split(' ')
    const { words: all } = layout.page
    const starts = all.flatMap(({ text }, at) =>
      text === first[0] && first.every((part, n) => all[at + n]?.text === part) ? [at] : [],
    )
    const start = starts[nth]
    if (start === undefined) throw new Error(`"${printed}" is not printed`)
    const words = all.slice(start, start + first.length)
    const box = around(words.map((word) => word.box))
    return [name, { value, printed, confidence: 0.95, page: 1, box, words, method: 'hand' }]
  })
  const part: DocumentPart = {
    type,
    confidence: 0.99,
    pages: [1],
    region: undefined,
    fields: Object.fromEntries(fields),
    tables: [],
  }
  return factsOf({ source: SOURCE, pages: [layout] }, part)
}

/** Rows of a table: a caption at the left, and figures that end where those of the other rows do. */
export function rowsDown(from: number, rows: readonly (readonly [caption: string, ...figures: string[]])[]): Written[] {
  return rows.flatMap(([caption, ...figures], n) => {
    const y = from - 16 * n
    const cells = figures.map((text, at): Written => [400 + 90 * at - 5 * text.length, y, text])
    return [[40, y, caption] as Written, ...cells.filter(([, , text]) => text !== '')]
  })
}
