import { foldCase } from '../../values/fold.ts'

/**
 * What a value is called on paper. A string is matched as whole words, whatever the case, accents, punctuation and
 * blanks between its words (`invoice no` finds `Invoice-No.:`), and forgives the letters that recognition confuses.
 * A RegExp is matched against folded text (lower case, no accents, plain quotes and dashes) as it is.
 */
export type Label = string | RegExp | RankedLabel

/** A label with its place among its like, 0 for the surest; others have that of their place in the list. */
export interface RankedLabel {
  label: string | RegExp
  rank: number
}

/** The label by itself, and its rank where it stands at `place` of a list. */
export function rankOf(label: Label, place: number): RankedLabel {
  return typeof label === 'string' || label instanceof RegExp ? { label, rank: place } : label
}

/** What recognition takes for a letter, and letters of few languages that have no accent to fold. */
const CONFUSED: Readonly<Record<string, string>> = {
  i: '[il1|!ıł]',
  l: '[il1|!ıł]',
  o: '[o0ø]',
  s: '[s5]',
  b: '[b8]',
}

/** Our own labels are some thousands; owners declare others. */
const MOST_KEPT = 20_000
const compiled = new Map<string | RegExp, RegExp>()

/** The label as a global pattern over folded text. */
export function labelPattern(of: Label): RegExp {
  const { label } = rankOf(of, 0)
  const known = compiled.get(label)
  if (known) return known
  const made = typeof label === 'string' ? wordsPattern(label) : new RegExp(label.source, 'gu')
  if (compiled.size >= MOST_KEPT) compiled.clear()
  compiled.set(label, made)
  return made
}

/** The signs that recognition confuses as one of them each. */
export function foldConfused(text: string): string {
  return text.replace(/[l1|!ıł0ø58]/g, (sign) => CANONICAL[sign] as string)
}

const CANONICAL: Readonly<Record<string, string>> = {
  l: 'i',
  '1': 'i',
  '|': 'i',
  '!': 'i',
  ı: 'i',
  ł: 'i',
  '0': 'o',
  ø: 'o',
  '5': 's',
  '8': 'b',
}

const clues = new Map<string, string>()

/**
 * Whether a label may stand in a text with the confused signs made one: false where its longest word does not. It
 * spares nearly all searches with a pattern, which were a fifth of the time of an analysis.
 */
export function mayStandIn(of: Label, confusedText: string): boolean {
  const { label } = rankOf(of, 0)
  if (typeof label !== 'string') return true
  let clue = clues.get(label)
  if (clue === undefined) {
    const words = wordsOf(label).map(foldConfused)
    clue = words.reduce((longest, word) => (word.length > longest.length ? word : longest), '')
    if (clues.size >= MOST_KEPT) clues.clear()
    clues.set(label, clue)
  }
  return confusedText.includes(clue)
}

/** Where a label first stands in a folded text, or -1. `confused`: that text as `foldConfused` makes it. */
export function placeOf(label: Label, { text, confused }: { text: string; confused: string }): number {
  if (!mayStandIn(label, confused)) return -1
  const pattern = labelPattern(label)
  pattern.lastIndex = 0
  return pattern.exec(text)?.index ?? -1
}

const wordsOf = (label: string): string[] => foldCase(label).match(/[\p{L}\d#%&/]+/gu) ?? []

function wordsPattern(label: string): RegExp {
  const words = wordsOf(label)
  // Short words have look-alikes among real ones (`no`, `at`), so only longer ones forgive.
  const forgiving = (word: string) =>
    word.length < 4 ? word : Array.from(word, (sign) => CONFUSED[sign] ?? sign).join('')
  // `Employer's telephone` is no `Employer` with a value.
  const end = "(?![\\p{L}\\d]|'\\p{L}(?!\\p{L}))"
  return new RegExp(`(?<![\\p{L}\\d])${words.map(forgiving).join("[\\s.:,'()°º/-]{0,3}")}${end}`, 'gu')
}
