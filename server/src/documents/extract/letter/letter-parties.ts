import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { within } from '../../vocabulary/compile.ts'
import { couldBeName, findAddressees } from '../labels/addressee.ts'
import { bestOf, fieldOf, recognised } from '../labels/candidate.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import type { Label } from '../labels/label.ts'
import { couldBeFirm, findMasthead } from '../labels/masthead.ts'
import { isWhole, nearestCandidates } from '../labels/nearest-labelled.ts'
import { textReader } from '../labels/value-reader.ts'

const EMPLOYEE: readonly Label[] = [
  'employee name',
  "employee's name",
  'name of employee',
  'employee',
  'recipient',
  'recipient name',
  'beneficiary',
  'beneficiary name',
  'claimant',
  'claimant name',
  'applicant name',
  'applicant',
  'name of applicant',
  "applicant's name",
  'name and address of applicant',
  "nom de l'employe",
  'employe',
  'mitarbeiter',
  'naam werknemer',
  'werknemer',
  're',
  'name',
]

const EMPLOYER: readonly Label[] = [
  "employer's name",
  'employer name',
  'name of employer',
  'company name',
  'name and address of employer',
  'employer',
  'company',
  "nom de l'employeur",
  'employeur',
  'arbeitgeber',
  'naam werkgever',
  'werkgever',
]

const NOT_PARTY: readonly Label[] = [
  /\b(?:employe[er]|company|applicant)(?:'s)? (?:address|id|number|signature|phone|job|title|section|please)\b/,
  /\b(?:printed|print your|last|first|your) name\b/,
]

const NAME = "(?<value>(?:[\\p{Lu}][\\p{L}.'’-]*\\.?)(?: (?:[\\p{Lu}][\\p{L}.'’-]*\\.?|de|van|von|la|du)){1,4})"

/** Sentences that name who is employed. */
const EMPLOYED = [
  new RegExp(
    `\\b(?:that|advised that|regarding|que|dass) ${NAME},? (?:is|has|was|works|worked|earns|est|travaille|occupe|a|seit|hat|ist)\\b`,
    'u',
  ),
  new RegExp(`\\b(?:verification|employment|income|letter|proof) (?:of|for) ${NAME}(?:[,.]|$)`, 'u'),
]

const FIRM =
  "(?<value>[\\p{Lu}][\\p{L}\\d.,&'’-]*(?: (?:[\\p{Lu}\\d&][\\p{L}\\d.&'’-]*|of|and|the|de|des|du|la|inc\\.|ltée|et)){0,7})"

/** Sentences that name the employer. */
const EMPLOYING = [
  new RegExp(
    `\\b(?:employed (?:by|with|at)|works? (?:for|at)|worked (?:for|at)|employee (?:of|at)|at|l'emploi de|chez|bei(?: der| dem)?|employment (?:with|at)) ${FIRM}(?=,|\\.(?: |$)| (?:since|as|in|from|on|depuis|als|seit|comme|à|beschäftigt|is)\\b)`,
    'u',
  ),
]

/** Whose income the letter states. */
export function findRecipient(pages: readonly PageLayout[]): Field | undefined {
  const read = textReader({ maxWords: 6 })
  const found = nearestCandidates(pages, {
    labels: EMPLOYEE,
    except: NOT_PARTY,
    read: (words) => {
      const text = read(words)
      return text &&
        couldBeName(String(text.value)) &&
        !/employment|verification|letter|income|benefit|award/i.test(String(text.value))
        ? text
        : undefined
    },
  })
  const best = bestOf(found.filter(isWhole))
  if (best) return fieldOf(best)
  const stated = inProse(pages, EMPLOYED)
  if (stated) return stated
  const addressees = findAddressees(pages.slice(0, 1))
  const [below] = addressees.filter(({ name }) => name.box[3] < 0.88 * (pages[0]?.page.height ?? 0))
  // As high as a letterhead stands who is written to only where the letter greets them.
  const addressee = below ?? addressees.find(({ name }) => isGreeted(name.text, pages))
  if (!addressee) return undefined
  const { words, box, page, text } = addressee.name
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.82 * recognised(words), page, box, words, method: 'address' }
}

function isGreeted(name: string, pages: readonly PageLayout[]): boolean {
  const last = foldCase(name).split(' ').at(-1) ?? ''
  const text = foldCase(pages.map((page) => page.text).join(' '))
  return Array.from(
    text.matchAll(/\b(?:dear|chere?|madame|monsieur|sehr geehrte[rs]?|estimad[oa]|beste)\b.{1,40}/g),
  ).some(([greeting]) => greeting.includes(last))
}

const TITLE = within('letter.title')

/** The employer or agency: by label, by the sentence, else by the letterhead. */
export function findIssuer(pages: readonly PageLayout[], employee: string | undefined): Field | undefined {
  const read = textReader({ maxWords: 8 })
  const found = nearestCandidates(pages, {
    labels: EMPLOYER,
    except: NOT_PARTY,
    read: (words) => {
      const text = read(words)
      const value = String(text?.value ?? '')
      return text && couldBeFirm(value) && value !== employee && !isLabel(value) ? text : undefined
    },
  })
  const best = bestOf(found.filter(isWhole))
  if (best) return fieldOf(best)
  const [first] = pages
  return inProse(pages, EMPLOYING) ?? (first && findMasthead(first, TITLE, [foldCase(employee ?? '')]))
}

function isLabel(text: string): boolean {
  return [...EMPLOYEE, ...EMPLOYER].includes(foldCase(text).replace(/ ?:$/, ''))
}

/** The first sentence that one of the patterns fits, over line ends. */
function inProse(pages: readonly PageLayout[], patterns: readonly RegExp[]): Field | undefined {
  for (const { page, lines } of pages) {
    const words = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words))
    const folded = foldWords(words)
    const text = words.map((word) => word.text).join(' ')
    for (const pattern of patterns) {
      const [from, to] = new RegExp(pattern.source, 'du').exec(text)?.indices?.groups?.value ?? []
      if (from === undefined || to === undefined) continue
      const held = wordsBetween(folded, from, to)
      const value = foldBlanks(text.slice(from, to))
      const box = around(held.map((word) => word.box))
      return {
        value,
        printed: value,
        confidence: 0.9 * recognised(held),
        page: page.number,
        box,
        words: held,
        method: 'sentence',
      }
    }
  }
  return undefined
}
