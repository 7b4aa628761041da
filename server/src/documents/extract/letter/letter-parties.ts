import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { exactly, phrases, within } from '../../vocabulary/compile.ts'
import { couldBeName, findAddressees } from '../labels/addressee.ts'
import { bestOf, fieldOf, recognised } from '../labels/candidate.ts'
import { couldBeFirm } from '../labels/firm-name.ts'
import type { Label } from '../labels/label.ts'
import { hasLegalForm } from '../labels/legal-form.ts'
import { findMasthead } from '../labels/masthead.ts'
import { isWhole, nearestCandidates } from '../labels/nearest-labelled.ts'
import { spoken } from '../labels/spoken.ts'
import { textReader } from '../labels/value-reader.ts'
import { inLines, inProse, type NameInProse } from './in-prose.ts'
import { SURENESS } from './sureness.ts'

const EMPLOYEE = spoken('letter.employee.label')

const EMPLOYER = spoken('letter.employer.label')

const NOT_PARTY: readonly Label[] = [
  /\b(?:employe[er]|company|applicant)(?:'s)? (?:address|id|number|signature|phone|job|title|section|please)\b/,
  /\bcompany (?:secretary|director|officer|representative|accountant|stamp|seal|registration|policy|car)\b/,
  /\b(?:printed|print your|last|first|your) name\b/,
]

const PERSON_RUN = /\p{Lu}[\p{L}.'’-]*,?(?: (?:\p{Lu}[\p{L}.'’-]*,?|de|van|von|der|la|du|di|da)){1,5}/gu

// A full stop behind a word that nobody shortens so ends the sentence, and the name.
const FIRM_RUN = new RegExp(
  "\\p{Lu}[\\p{L}\\d.,&'’-]*" +
    "(?:(?<!\\p{L}{6}\\.) (?:[\\p{Lu}\\d&][\\p{L}\\d.,&'’-]*|of|and|the|de|des|du|la|et|und|inc\\.|ltée))*",
  'gu',
)

const SUBJECT = phrases('letter.employee.subject')

const couldBePerson = (name: string) =>
  !name.endsWith('.') && !hasLegalForm(name) && !ABOUT.test(foldCase(name)) && !HONORIFIC.test(foldCase(name))

/** The whole word by which a sentence speaks of somebody; what is shortened (`Mr`, `Dr`) is printed with the name. */
const HONORIFIC = new RegExp(`^${phrases('person.honorific')} `, 'u')

const SPOKEN_OF = `(?:${phrases('person.honorific')} )?`

/** Words of a letter's subject are nobody's name. */
const ABOUT = within('letter.employee.subject')

/** The sentence that says of somebody that they are employed. */
const EMPLOYED: NameInProse = {
  run: PERSON_RUN,
  fewestWords: 2,
  before: new RegExp(`(?<!\\p{L})${phrases('letter.employee.before')} ${SPOKEN_OF}$`, 'u'),
  // A number by which the firm knows somebody may stand behind the name in brackets.
  after: new RegExp(`^,? ${phrases('letter.employee.after')}(?!\\p{L})|^ \\([\\p{L} .]{2,20}[.:#]? ?[\\w-]*\\d`, 'u'),
  accepts: couldBePerson,
}

/** The subject: `Employment reference: Name`, `Verification of employment and income for Name`. */
const SUBJECTED: NameInProse = {
  run: PERSON_RUN,
  fewestWords: 2,
  before: new RegExp(
    `(?<!\\p{L})${SUBJECT}(?: \\p{L}+){0,4} ?${phrases('letter.employee.subject.of')} ${SPOKEN_OF}$`,
    'u',
  ),
  after: /^(?:[,.;)]|$)/,
  accepts: couldBePerson,
}

/** The subject the other way round: `Mrs Name - Mortgage reference`. */
const NAMED_FIRST: NameInProse = {
  run: PERSON_RUN,
  fewestWords: 2,
  before: /^(?:re ?: ?)?$/,
  after: new RegExp(`^ ?[-–:,] (?:\\p{L}+ ){0,3}${SUBJECT}$`, 'u'),
  accepts: couldBePerson,
}

/** The sentence that says who employs. */
const EMPLOYING: NameInProse = {
  run: FIRM_RUN,
  fewestWords: 1,
  before: new RegExp(`(?<!\\p{L})${phrases('letter.employer.before')} $`, 'u'),
  after: new RegExp(`^(?:,|\\.(?: |$)| ${phrases('letter.employer.after')}(?!\\p{L}))`, 'u'),
  accepts: () => true,
}

/** What a letter says of a person behind their name: `Name - National Insurance number ...`. */
const BEHIND_NAME: readonly Label[] = [/ - /]

/** Whose income the letter states. */
export function findRecipient(pages: readonly PageLayout[]): Field | undefined {
  const read = textReader({ until: BEHIND_NAME, maxWords: 6 })
  const found = nearestCandidates(pages, {
    labels: EMPLOYEE,
    except: NOT_PARTY,
    read: (words) => {
      const text = read(words)
      return text &&
        couldBeName(String(text.value)) &&
        /^\p{Lu}/u.test(String(text.value)) &&
        !/employment|verification|letter|income|benefit|award/i.test(String(text.value))
        ? text
        : undefined
    },
  })
  const best = bestOf(found.filter(isWhole))
  if (best) return fieldOf(best)
  const accepts = (name: string) => couldBePerson(name) && !isPosition(name, pages)
  const stated =
    inLines(pages, { ...SUBJECTED, accepts }) ?? inLines(pages, { ...NAMED_FIRST, accepts }) ?? inProse(pages, EMPLOYED)
  if (stated) return stated
  const addressees = findAddressees(pages.slice(0, 1))
  const [below] = addressees.filter(({ name }) => name.box[3] < 0.88 * (pages[0]?.page.height ?? 0))
  // As high as a letterhead stands who is written to only where the letter greets them.
  const addressee = below ?? addressees.find(({ name }) => isGreeted(name.text, pages))
  if (!addressee) return undefined
  const { words, box, page, text } = addressee.name
  const value = foldBlanks(text)
  return {
    value,
    printed: value,
    confidence: SURENESS.address * recognised(words),
    page,
    box,
    words,
    method: 'address',
  }
}

/** `Offer of employment - Timber Cruiser`, of which the letter says that it is a position: what somebody does. */
function isPosition(name: string, pages: readonly PageLayout[]): boolean {
  const [text, called] = [foldCase(pages.map((page) => page.text).join(' ')), foldCase(name)]
  const places = Array.from(text.matchAll(/\S+/g)).filter(({ index }) => text.startsWith(called, index))
  return places.some(({ index }) => POSITION.test(text.slice(Math.max(0, index - BEFORE_POSITION), index)))
}

const BEFORE_POSITION = 40
const POSITION = new RegExp(`(?<!\\p{L})${phrases('letter.position.before')} $`, 'u')

function isGreeted(name: string, pages: readonly PageLayout[]): boolean {
  const words = foldCase(name).split(' ')
  // By their family's name, or by their own.
  const called = [words[0] ?? '', words.at(-1) ?? ''].filter((word) => word.length > 2)
  const text = foldCase(pages.map((page) => page.text).join(' '))
  return Array.from(
    text.matchAll(/\b(?:dear|chere?|madame|monsieur|sehr geehrte[rs]?|estimad[oa]|beste)\b.{1,40}/g),
  ).some(([greeting]) => called.some((word) => greeting.includes(word)))
}

const TITLE = within('letter.title')

/** The employer or agency: by label, by the sentence, else by the letterhead. */
export function findIssuer(pages: readonly PageLayout[], employee: string | undefined): Field | undefined {
  const read = textReader({ maxWords: 8 })
  const found = nearestCandidates(pages, {
    labels: EMPLOYER,
    except: NOT_PARTY,
    read: (words, at) => {
      const text = read(words)
      const value = String(text?.value ?? '')
      return text && couldBeFirm(value, at) && value !== employee && !isLabel(value) ? text : undefined
    },
  })
  const best = bestOf(found.filter(isWhole))
  if (best) return fieldOf(best)
  const [first] = pages
  return (
    inProse(pages, EMPLOYING) ??
    (first && findMasthead(first, TITLE, (text) => foldCase(text) === foldCase(employee ?? '')))
  )
}

const LABEL = exactly('letter.employee.label', 'letter.employer.label')

const isLabel = (text: string) => LABEL.test(foldCase(text).replace(/ ?:$/, ''))
