import { findDates } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import { endsInLegalForm } from './legal-form.ts'
import type { Standing } from './standing.ts'

/** Words of titles, captions and notices, which a firm's name seldom has. */
const SELDOM_IN_NAMES = new RegExp(`\\b${phrases('masthead.no_name')}\\b`, 'gu')

/** Nothing but captions, `Title`, `Net pay`: their values were not filled in. */
const CAPTION = new RegExp(`^(?:${phrases('addressee.no_name', 'pay.current')}(?:[ /-]+|$))+$`, 'u')

/** British and Irish postal codes, which have few digits. */
const POSTCODE = /\b[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$|\b[a-z]\d[\dw] ?[a-z\d]{4}$/

const STREET = within('address.street')

/** Small words alone are the end of a sentence, and words beside a stroke are two captions. */
const WORDS = /^(?:\p{Ll}{1,3}|\p{Ll}+(?: \p{Ll}+)*\.)$|^\p{L}+ \/ \p{L}+(?: \p{Ll}+)*$/u

/** No name of a firm has more words. */
const MOST_WORDS = 8

/**
 * Whether a text can be the name of a firm or an office. What speaks for it outranks words that speak against it: a
 * legal form at its end, or a caption right before it (`at` says how it stands to one).
 */
export function couldBeFirm(text: string, at?: Standing): boolean {
  const folded = foldCase(text)
  const written =
    folded.split(' ').length <= MOST_WORDS &&
    /\p{L}{2}/u.test(folded) &&
    !/\d{3}|\d [a-z]|@|:/.test(folded) &&
    !WORDS.test(text) &&
    !POSTCODE.test(folded) &&
    findDates(text).length === 0
  return written && (isCaptioned(at) || endsInLegalForm(text) || !(CAPTION.test(folded) || hasSeldomWord(folded)))
}

/** Whether a caption with its colon says right before it whose name follows. */
export function isCaptioned(at: Standing | undefined): boolean {
  const beside = at?.place === 'label-inline' || at?.place === 'label-right'
  return beside && at.label.leads && at.label.colon
}

const hasSeldomWord = (folded: string) => speaksAgainst(folded, SELDOM_IN_NAMES)

/**
 * Whether one of these words makes folded text no name. A street within a name is no address: that has a number, a
 * town behind a comma, or ends with the street.
 */
export function speaksAgainst(folded: string, words: RegExp): boolean {
  const addressed = /\d|,/.test(folded)
  return Array.from(folded.matchAll(words)).some(
    ({ index, 0: word }) => addressed || !STREET.test(word) || index + word.length === folded.length,
  )
}
