import { readFileSync } from 'node:fs'
import { type Cell, type Sheet, sheetFrom } from '../round-11-forged/sheet.ts'

/** A rule, a shaded field or a bar of colour, from the upper left. */
export interface Shade {
  page: number
  box: [x: number, y: number, width: number, height: number]
  grey: number
}

/** A paper of this round: several pages, with lines and fields, in one of three faces. */
export interface Paper extends Sheet {
  face: 'sans' | 'serif' | 'mono'
  pages: number
  shades: Shade[]
}

const PAGE_TURN = '% 2'

/** `~ x y width height grey` beside the lines of a sheet; `% 2` turns the page. */
function paperFrom(source: string): Paper {
  const [first = '', second = ''] = source.split(`${PAGE_TURN}\n`)
  const face = first.split('\n')[0]?.split(' ')[3] as Paper['face']
  const sheet = sheetFrom(`${first}${second}`)
  const texts = (part: string) => part.split('\n').filter((line) => /^\d/.test(line))
  const upper = texts(first).flatMap((line) => line.split(' | ')).length
  const cells = sheet.cells.map((cell, at): Cell => ({ ...cell, page: at < upper ? 1 : 2 }))
  const shades = [...shadesOf(first, 1), ...shadesOf(second, 2)]
  return { ...sheet, cells, face, pages: second === '' ? 1 : 2, shades }
}

const shadesOf = (part: string, page: number): Shade[] =>
  [...part.matchAll(/^~ (.*)$/gm)].map(([, numbers = '']) => {
    const [x = 0, y = 0, width = 0, height = 0, grey = 0] = numbers.split(' ').map(Number)
    return { page, box: [x, y, width, height], grey }
  })

/** All papers of a file. */
export const papersOf = (file: URL): Paper[] => readFileSync(file, 'utf8').split(/^@@ /m).slice(1).map(paperFrom)

/** How papers are found by their names. */
export const finding =
  (papers: readonly Paper[]) =>
  (name: string): Paper => {
    const paper = papers.find((each) => each.name === name)
    if (!paper) throw new Error(`there is no paper ${name}`)
    return paper
  }

export const PAPERS: readonly Paper[] = papersOf(new URL('papers.txt', import.meta.url))
export const paperOf = finding(PAPERS)
