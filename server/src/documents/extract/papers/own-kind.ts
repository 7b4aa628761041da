import type { ValueKind } from '@mkt/schemas'
import { levelLines } from '../../layout/level-lines.ts'
import type { DocumentPart, Fields, Section } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { foldCase } from '../../values/fold.ts'
import type { PaperKind } from '../../vocabulary/papers.ts'
import type { Extracted } from '../extractor.ts'
import { labelPattern } from '../labels/label.ts'
import { readPaper } from './read-paper.ts'

/** A kind of paper that the owner of a document has declared. */
export interface OwnKind extends PaperKind {
  name: string
  /** Read as such whatever speaks for it: whoever tries a kind wants to see what it reads. */
  forced?: boolean
}

/** A line that is a title has few words. */
const TITLE_WORDS = 8
/** Of a document that a built-in type claims most of the fields must be there, and several of them ... */
const [CLAIMED_SHARE, CLAIMED_FIELDS] = [0.75, 3]
/** ... or its title and a good part of them; of one that is of no type less does. */
const [FREE_SHARE, FREE_FIELDS] = [0.5, 2]

/** What an own kind reads of a section, where its evidence is there: the kind with most of it. Undefined for none. */
export function asOwnKind(
  section: Section,
  layouts: readonly PageLayout[],
  kinds: readonly OwnKind[],
): (Extracted & Pick<DocumentPart, 'own'>) | undefined {
  const pages = layouts.map(levelLines)
  const read = kinds
    .map((kind) => {
      const found = readPaper(kind, pages)
      const count = distinctPlaces(found.fields)
      const titled = isTitled(kind, pages)
      const taken = isTaken(section, { count, share: count / kind.fields.length, titled })
      return { ...found, kind, taken, score: count + (titled ? FREE_FIELDS : 0) }
    })
    .filter(({ taken, kind }) => taken || kind.forced)
    .toSorted((a, b) => b.score - a.score)
  const [best] = read
  if (!best) return undefined
  const { fields, tables, kind, taken } = best
  return { fields, tables, own: { name: kind.name, kinds: kindsOf(kind), taken } }
}

const kindsOf = ({ fields }: OwnKind): Record<string, ValueKind> =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))

interface Evidence {
  count: number
  share: number
  titled: boolean
}

function isTaken({ type }: Section, { count, share, titled }: Evidence): boolean {
  if (titled && share >= FREE_SHARE) return true
  if (type === 'UNKNOWN') return titled ? count > 0 : count >= FREE_FIELDS && share >= FREE_SHARE
  return count >= CLAIMED_FIELDS && share >= CLAIMED_SHARE
}

/** Two labels that lead to one value say it once. */
function distinctPlaces(fields: Fields): number {
  return new Set(Object.values(fields).map(({ page, box }) => `${page} ${box.join(' ')}`)).size
}

function isTitled({ titles }: OwnKind, pages: readonly PageLayout[]): boolean {
  const lines = pages.flatMap(({ lines: of }) => of.flatMap(({ segments }) => segments))
  const short = lines.map(({ text }) => foldCase(text)).filter((text) => text.split(' ').length <= TITLE_WORDS)
  return titles.some((title) => {
    const pattern = new RegExp(labelPattern(title).source, 'u')
    return short.some((text) => pattern.exec(text)?.index === 0)
  })
}
