import { expect, test } from 'vitest'
import type { DocumentPart } from '../../server/src/documents/model/findings.ts'
import { swappedPages } from '../../server/src/documents/risk/swapped-pages.ts'
import { SOURCE } from './risk-case.ts'
import { writtenPage } from './written-page.ts'

const LINE = 'Payments of the month to the firms and people that are named here below'

/** A page of some lines, each in a font of the file: `f1`, and its face. */
function page(number: number, ...fonts: readonly (readonly [program: string, face: string])[]) {
  const layout = writtenPage(
    fonts.map((_, n) => [40, 700 - 14 * n, LINE] as const),
    [],
    number,
  )
  const each = layout.page.words.length / fonts.length
  const words = layout.page.words.map((word, n) => {
    const [program, font] = fonts[Math.floor(n / each)] ?? ['', '']
    return { ...word, program, font }
  })
  return { ...layout, page: { ...layout.page, words } }
}

/** The codes of a statement of these pages, with rows on those that are named. */
function told(pages: ReturnType<typeof page>[], valued = pages.map(({ page: { number } }) => number)): string[] {
  const rows = valued.map((number) => ({ values: {}, page: number, box: [0, 0, 1, 1] as const, words: {} }))
  const numbers = pages.map(({ page: { number } }) => number)
  const part = {
    type: 'BANK_STATEMENT',
    confidence: 1,
    pages: numbers,
    region: undefined,
    fields: {},
    tables: [{ name: 'transactions', page: 1, columns: [], rows, confidence: 1 }],
  } as unknown as DocumentPart
  return swappedPages({ source: SOURCE, pages }, [part]).map(({ code, severity, proof, message }) => {
    const which = /page (\d)/.exec(message)?.[1]
    return `${code} ${severity} ${proof} ${which}`
  })
}

const [BODY, HEAD, OTHER] = [
  ['f1', 'Arial'],
  ['f2', 'Arial-Bold'],
  ['f7', 'Arial'],
] as const

test('a page that has none of the fonts of its neighbours was printed apart', () => {
  expect(told([page(1, BODY, HEAD), page(2, OTHER), page(3, BODY)])).toEqual(['PAGE_PRINTED_APART medium false 2'])
})

test.each<[string, string[]]>([
  ['that share one font', told([page(1, BODY, HEAD), page(2, BODY, OTHER), page(3, BODY)])],
  // Some programs give each page its own.
  ['with fonts of their own each', told([page(1, BODY), page(2, OTHER), page(3, ['f8', 'Arial'])])],
  ['of which there are but two', told([page(1, BODY, HEAD), page(2, OTHER)])],
  ['of which one is terms', told([page(1, BODY, HEAD), page(2, BODY), page(3, OTHER)], [1, 2])],
  ['of which one looks otherwise', told([page(1, BODY, HEAD), page(2, BODY), page(3, ['f7', 'Times-Roman'])])],
])('pages are in order %s', (_, codes) => expect(codes).toEqual([]))
