import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { exactly, holds, phrases, within } from '../../vocabulary/compile.ts'
import { couldBeName, findAddressees, honoured } from '../labels/addressee.ts'
import { bestOf, fieldOf, recognised } from '../labels/candidate.ts'
import { couldBeFirm } from '../labels/firm-name.ts'
import type { Label } from '../labels/label.ts'
import { findMasthead } from '../labels/masthead.ts'
import { isWhole, nearestCandidates } from '../labels/nearest-labelled.ts'
import { spoken } from '../labels/spoken.ts'
import { textReader } from '../labels/value-reader.ts'
import { withWrapped } from '../labels/wrapped-name.ts'
import { loneName, nameBeforeNumber } from './lone-name.ts'

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
    read: (words) => {
      // Payrolls print who it is by number and by name: `00417 Name`.
      const text = read(/^\d{1,8}$/.test(words[0]?.text ?? '') ? words.slice(1) : words)
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
  const name = honoured(pages) ?? addressee?.name
  if (!name) return loneName(pages, issuer)
  const { words, box, page, text } = name
  const value = foldBlanks(text)
  return { value, printed: value, confidence: 0.85 * recognised(words), page, box, words, method: 'address' }
}

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
      const text = read(words)
      return text && couldBeFirm(String(text.value), at) && !isLabel(String(text.value)) ? text : undefined
    },
  })
  const named = bestOf(found.filter((each) => isWhole(each) && (each.label.colon || each.label.rank < NAMED)))
  const [first] = pages
  const masthead = first && findMasthead(first, TITLE, isLabel)
  if (named && (!masthead || named.confidence >= masthead.confidence)) return fieldOf(withWrapped(named))
  return masthead
}
