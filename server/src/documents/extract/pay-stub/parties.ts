import { width } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { exactly, holds, phrases, within } from '../../vocabulary/compile.ts'
import { couldBeName, findAddressees, honoured } from '../labels/addressee.ts'
import { bestOf, type Candidate, fieldOf, recognised } from '../labels/candidate.ts'
import { couldBeFirm } from '../labels/firm-name.ts'
import type { Label } from '../labels/label.ts'
import { hasLegalForm } from '../labels/legal-form.ts'
import { findMasthead } from '../labels/masthead.ts'
import { isWhole, nearestCandidates } from '../labels/nearest-labelled.ts'
import { spoken } from '../labels/spoken.ts'
import type { Standing } from '../labels/standing.ts'
import { textReader } from '../labels/value-reader.ts'
import { withWrapped } from '../labels/wrapped-name.ts'
import { loneName, nameBeforeNumber, nameOverBar } from './lone-name.ts'

const EMPLOYEE = spoken('pay.employee', 'pay.employee.bare')

const EMPLOYER = spoken('pay.employer', 'pay.employer.bare')

const CAPTIONS = exactly('pay.employee', 'pay.employee.bare', 'pay.employer', 'pay.employer.bare')

/** Captions that need no colon behind them to be the employer's. */
const NAMED = Math.max(...spoken('pay.employer').map(({ rank }) => rank)) + 1

const TITLE = holds('pay.title')

const NUMBER = `${phrases('pay.person_caption')}\\b[\\s.:#]*${phrases('pay.person_caption.number')}?\\.?\\s?[:#\\d]`

/** What follows a name on its line and is no part of it. */
const AFTER: readonly Label[] = [new RegExp(`(?:[(\\[]\\s?)?\\b${NUMBER}`, 'u')]

/** Behind an employer's name: its number of tax. */
const AFTER_FIRM: readonly Label[] = [
  ...AFTER,
  new RegExp(`,? ?\\b${phrases('tax_id.short', 'tax_id.label')}\\b[\\s.:]*[a-z]{0,3}\\d`, 'u'),
]

const AFTER_NAME = new RegExp(`^${phrases('pay.person_caption')}\\b[\\s.:#]*[\\d*]`, 'u')

/** How far down, in lines, a stub says at its head whose it is. */
const HEAD_LINES = 6

const NOT_PARTY: readonly Label[] = [within('pay.no_party')]

/** `Name of employer` is no name of an employee. */
const NOT_EMPLOYEE: readonly Label[] = [...NOT_PARTY, within('pay.employer')]

/** The caption of something else, where captions stand side by side. */
function isLabel(text: string): boolean {
  return CAPTIONS.test(foldCase(text).replace(/ ?:$/, ''))
}

/** The employee by label, else the name over an address that is not the employer's. */
export function findEmployee(pages: readonly PageLayout[], issuer: Field | undefined): Field | undefined {
  const employer = issuer && String(issuer.value)
  const read = textReader({ until: AFTER, maxWords: 6 })
  const found = nearestCandidates(pages, {
    labels: EMPLOYEE,
    except: NOT_EMPLOYEE,
    read: (words, standing) => {
      const text = read(withoutNumber(standing?.place === 'label-box' ? firstLine(words, standing) : words))
      return text && couldBeName(String(text.value)) && text.value !== employer ? text : undefined
    },
  })
  const best = bestOf(found.filter(isWhole))
  if (best) return fieldOf(withWrapped(best))
  const [addressee] = findAddressees(pages).filter(
    ({ lines }) => !lines.some(({ text }) => foldBlanks(text) === employer),
  )
  const numbered = besideNumber(pages) ?? nameBeforeNumber(pages)
  if (numbered) return numbered
  const name = honoured(pages) ?? addressee?.name ?? nameOverBar(pages, issuer)
  if (!name) return titled(pages) ?? loneName(pages, issuer)
  const { words, box, page, text } = name
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.85 * recognised(words), page, box, words, method: 'address' }
}

/** Payrolls print who it is by number and by name: `00417 Name`. */
const withoutNumber = (words: Word[]) => (/^\d{1,8}$/.test(words[0]?.text ?? '') ? words.slice(1) : words)

/** A cell's inner edges, in points. */
const PADDING = 12

/**
 * The first line of a box, where the next one is no rest of it: its first word would have had room before what stands
 * beside the caption, so it is of something else (`Name` over `Ada Merrow` over what she is).
 */
function firstLine(words: Word[], { label: { line, box } }: Standing): Word[] {
  const [first] = words
  const under = words.find((word) => first && word.box[3] < first.box[1] + 1)
  const upper = words.filter((word) => first && word.box[3] > first.box[1] + 1)
  const beside = line.segments.find((each) => each.box[0] > box[2])?.box[0]
  const end = Math.max(...upper.map((word) => word.box[2]))
  const fitted = under && beside !== undefined && end + width(under.box) + PADDING < beside
  return fitted && upper.length > 1 ? upper : words
}

/** The one person whom a stub calls by title (`Mr D P Wainwright`), however often. */
function titled(pages: readonly PageLayout[]): Field | undefined {
  const segments = pages.slice(0, 1).flatMap(({ lines }) => lines.flatMap((line) => line.segments))
  const named = segments.filter(({ text }) => TITLED.test(foldCase(text)) && couldBeName(text) && !hasLegalForm(text))
  const [name] = named
  if (!name || new Set(named.map(({ text }) => foldCase(text))).size > 1) return undefined
  const { words, box, page, text } = name
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.75 * recognised(words), page, box, words, method: 'titled' }
}

const TITLED = new RegExp(`^${phrases('person.honorific', 'address.honorific')}\\.? \\p{L}`, 'u')

/** The name that one of its bearer's numbers stands behind on its line (`00417  Name  CBO 4110`). */
function besideNumber([first]: readonly PageLayout[]): Field | undefined {
  const lines = first?.lines.slice(0, HEAD_LINES).map(({ segments }) => segments) ?? []
  const name = lines.flatMap(([number, named, next]) =>
    named && /^\d{1,8}$/.test(number?.text ?? '') && next && AFTER_NAME.test(foldCase(next.text)) ? [named] : [],
  )[0]
  if (!name || !couldBeName(name.text)) return undefined
  const { words, box, page, text } = name
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.8 * recognised(words), page, box, words, method: 'beside-number' }
}

/** The employer by label, else by the letterhead. */
export function findEmployer(pages: readonly PageLayout[]): Field | undefined {
  const read = textReader({ until: AFTER_FIRM, maxWords: 8 })
  const found = nearestCandidates(pages, {
    labels: EMPLOYER,
    except: NOT_PARTY,
    read: (words, at) => {
      const text = read(withoutNumber(words))
      return text && couldBeFirm(String(text.value), at) && !isLabel(String(text.value)) ? text : undefined
    },
  })
  const isFirm = (value: string | number | undefined) => hasLegalForm(String(value))
  const called = ({ label, value }: Candidate) => label.colon || label.rank < NAMED || isFirm(value)
  const named = bestOf(found.filter((each) => isWhole(each) && called(each)))
  const [first] = pages
  const masthead = first && findMasthead(first, TITLE, isLabel)
  const surer = named && (!masthead || named.confidence >= masthead.confidence)
  // What is only large is no firm beside one that its caption and its form both call so.
  if (named && (surer || (isFirm(named.value) && !isFirm(masthead?.value)))) return fieldOf(withWrapped(named))
  return masthead
}
