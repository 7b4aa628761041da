import type { DocumentPart } from '../model/findings.ts'
import type { Page } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { FEWEST_USUAL, isPrinted, lookOf } from './lone-values.ts'
import { flag, type StructureRule } from './structure-rule.ts'
import { faceOf } from './typefaces.ts'

/** Pages that share their fonts, before one that does not tells of more than of how a program writes. */
const FEWEST_ALIKE = 2

/** A page with the fonts of the file that set it, and their faces. */
interface Fonts {
  page: Page
  programs: Set<string>
  faces: Set<string>
}

function fontsOf(page: Page): Fonts[] {
  const looks = page.words.filter(isPrinted).map(lookOf)
  const programs = new Set(looks.flatMap(({ program }) => program ?? []))
  const faces = new Set(looks.map(({ font }) => faceOf(font)))
  return looks.length < FEWEST_USUAL || programs.size === 0 ? [] : [{ page, programs, faces }]
}

/** Whether a page holds what the paper is read for: terms and guides come from elsewhere. */
const holdsValues = ({ fields, tables }: DocumentPart, { number }: Page) =>
  Object.values(fields).some(({ page }) => page === number) ||
  tables.some(({ rows }) => rows.some(({ page }) => page === number))

function oddPage(part: DocumentPart, { pages }: Reading): Fonts | undefined {
  const all = pages.filter(({ page }) => part.pages.includes(page.number)).flatMap(({ page }) => fontsOf(page))
  const [odd, ...more] = all.filter((own) => {
    const others = all.filter((other) => other !== own)
    const [first] = others
    const areAlike = others.every(({ programs }) => first && !programs.isDisjointFrom(first.programs))
    return (
      areAlike && others.length >= FEWEST_ALIKE && others.every(({ programs }) => programs.isDisjointFrom(own.programs))
    )
  })
  const looksLike = odd && all.some((other) => other !== odd && odd.faces.isSubsetOf(other.faces))
  return more.length === 0 && looksLike && holdsValues(part, odd.page) ? odd : undefined
}

/**
 * A page with values whose fonts are others than those that all its neighbours share, though of the same faces: it was
 * printed in another run. Programs that give each page its own fonts do so on every page; pages are also joined by
 * those who hold them singly, so that it only adds to other signs.
 */
export const swappedPages: StructureRule = (reading, parts) =>
  parts.flatMap((part) => {
    const odd = oddPage(part, reading)
    if (!odd) return []
    const message = `page ${odd.page.number} was printed apart: it has none of the fonts that the other pages share`
    return flag({ code: 'PAGE_PRINTED_APART', severity: 'medium', message })
  })
