import type { Section } from '../model/findings.ts'
import type { PageJudgement } from './judge-page.ts'
import { SLIPS } from './weigh-page.ts'

const SLIP_TYPES = new Set(SLIPS.map(({ type }) => type))

/** Types of which each titled page is a document of its own, unless it counts itself as a later one. */
const ONE_PAGE_EACH = new Set(['PAY_STUB', 'RECEIPT', 'INCOME_LETTER'])

/** A page that differs from the document before it must be this sure of it; weaker ones are that document's annex. */
const OWN_MARGIN = 1

/** A file's pages as documents: each slip for itself, pages that go on with one joined to it, asides left out. */
export function joinPages(pages: readonly PageJudgement[]): Section[] {
  const sections = join(withoutGuides(pages))
  // A guide with nothing after it that heads a document: the guide's own pages are all there is.
  return sections.length > 0 ? sections : join(pages)
}

/** Without the pages that explain a document; a guide goes on until a page has a document's head. */
function withoutGuides(pages: readonly PageJudgement[]): PageJudgement[] {
  let guided = false
  return pages.filter((page) => {
    guided = page.guide || (guided && (page.aside || !page.heads))
    return !guided
  })
}

function join(pages: readonly PageJudgement[]): Section[] {
  const sections: Section[] = []
  let last: PageJudgement | undefined
  for (const page of pages) {
    const section = sections.at(-1)
    if (section && last && goesOn(page, section, last)) section.pages.push(page.number)
    else if (page.type !== 'UNKNOWN' || !page.aside) {
      sections.push(...started(page))
      last = page
    }
  }
  return dropStrays(sections)
}

function started(page: PageJudgement): Section[] {
  const { type, confidence, number } = page
  const regions = page.regions.length > 1 ? page.regions : [undefined]
  return regions.map((region) => ({ type, confidence, pages: [number], region }))
}

function goesOn(page: PageJudgement, section: Section, first: PageJudgement): boolean {
  if (SLIP_TYPES.has(section.type) || SLIP_TYPES.has(page.type)) return false
  if (page.count === 1 && page.type !== 'UNKNOWN') return false
  const later = page.count !== undefined && page.count > 1
  if (page.type === section.type) return later || !startsAnew(page, first)
  if (page.type === 'UNKNOWN') return section.type !== 'UNKNOWN' || !page.aside
  return later ? page.margin < 2 * OWN_MARGIN : page.margin < OWN_MARGIN && section.type !== 'UNKNOWN'
}

function startsAnew(page: PageJudgement, first: PageJudgement): boolean {
  if (page.type === 'TAX_FORM' || ONE_PAGE_EACH.has(page.type)) return page.heads
  const differs =
    page.numbers.length > 0 &&
    first.numbers.length > 0 &&
    !page.numbers.some((number) => first.numbers.includes(number))
  return differs && page.heads
}

// A file of several unknown pages is one unknown document, and beside known documents only its first place counts.
function dropStrays(sections: Section[]): Section[] {
  const unknown = sections.filter(({ type }) => type === 'UNKNOWN')
  if (unknown.length < sections.length || unknown.length < 2) return sections
  return [{ ...(unknown[0] as Section), pages: unknown.flatMap(({ pages }) => pages) }]
}
