import { expect, test } from 'vitest'
import type { Word } from '../../server/src/documents/model/page.ts'
import { findHiddenText } from '../../server/src/documents/risk/hidden-text.ts'
import { SOURCE } from './risk-case.ts'
import { writtenPage } from './written-page.ts'

/** What the page is said to draw otherwise: words as they are shown, with what their text says where that differs. */
function told(...words: (readonly [shown: string, said?: string])[]): string[] {
  const layout = writtenPage(words.map(([text], at) => [40, 700 - 20 * at, text]))
  const lying = layout.page.words.map((word, at): Word => {
    const said = words[at]?.[1]
    return said === undefined ? word : { ...word, said }
  })
  const pages = [{ ...layout, page: { ...layout.page, words: lying } }]
  return findHiddenText({ source: SOURCE, pages })
    .filter(({ code }) => code === 'FONT_MAP_LIES')
    .map(({ message }) => message)
}

const HONEST = [['Rapor'], ['tarihi'], ['hesap']] as const

test('a figure that the font draws as another one is told', () => {
  expect(told(...HONEST, ['1.960,00', '1.260,00'])).toEqual([
    'the page shows "1.960,00" where its text says "1.260,00"',
  ])
  expect(told(...HONEST, ['TR91', 'TR21'])).toHaveLength(1)
})

test('a digit among letters, as a reprint gives a letter, is no figure; nor alone where it is that letter', () => {
  expect(told(...HONEST, ['Kal1r', 'Kal2r'], ['1', '2'])).toEqual([])
  expect(told(...HONEST, ['1', '2'])).toHaveLength(1)
  // The same font does not excuse an amount.
  expect(told(...HONEST, ['Kal1r', 'Kal2r'], ['1.960,00', '1.260,00'])).toHaveLength(1)
})
