import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { holds, within } from '../../vocabulary/compile.ts'
import { couldBeName } from '../labels/addressee.ts'
import { recognised } from '../labels/candidate.ts'
import { hasLegalForm } from '../labels/legal-form.ts'

/** How far down, in lines, a stub says at its head whose it is. */
const HEAD_LINES = 3

/** Less sure than the name over an address: only its form and its place say that it is one. */
const SURENESS = 0.6

const PERSON = /^\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|la|du|di|da)){1,4}$/u

const NOBODY = within('masthead.no_name', 'firm.institution', 'pay.person_caption')

const TITLE = holds('pay.title')

/**
 * The only name of a person at the head of a stub that gives its employee neither a caption nor an address. Undefined
 * where two texts could be it, and where no firm is known to stand apart from it.
 */
export function loneName([first]: readonly PageLayout[], employer: Field | undefined): Field | undefined {
  if (!first || !employer) return undefined
  const head = first.lines.slice(0, HEAD_LINES).flatMap(({ segments }) => segments)
  const names = head.filter((segment) => couldBePerson(segment) && foldBlanks(segment.text) !== employer.value)
  const [name, ...others] = names
  if (!name || others.length > 0) return undefined
  const { words, box, page } = name
  const value = foldBlanks(name.text)
  return { value, printed: value, confidence: SURENESS * recognised(words), page, box, words, method: 'head' }
}

function couldBePerson({ text }: Segment): boolean {
  const folded = foldCase(text)
  const plain = PERSON.test(text) && couldBeName(text) && !hasLegalForm(text)
  return plain && !NOBODY.test(folded) && !TITLE.test(folded)
}
