import { foldCase } from '../values/fold.ts'

/**
 * What a value is called on paper. A string is matched as whole words, whatever the case, accents, punctuation and
 * blanks between its words (`invoice no` finds `Invoice-No.:`), and forgives the letters that recognition confuses.
 * A RegExp is matched against folded text (lower case, no accents, plain quotes and dashes) as it is.
 */
export type Label = string | RegExp

const CONFUSED: Readonly<Record<string, string>> = { i: '[il1|!]', l: '[il1|!]', o: '[o0]', s: '[s5]', b: '[b8]' }

const compiled = new Map<Label, RegExp>()

/** The label as a global pattern over folded text. */
export function labelPattern(label: Label): RegExp {
  const known = compiled.get(label)
  if (known) return known
  const made = typeof label === 'string' ? wordsPattern(label) : new RegExp(label.source, 'gu')
  compiled.set(label, made)
  return made
}

function wordsPattern(label: string): RegExp {
  const words = foldCase(label).match(/[\p{L}\d#%&/]+/gu) ?? []
  // Short words have look-alikes among real ones (`no`, `at`), so only longer ones forgive.
  const forgiving = (word: string) =>
    word.length < 4 ? word : Array.from(word, (sign) => CONFUSED[sign] ?? sign).join('')
  return new RegExp(`(?<![\\p{L}\\d])${words.map(forgiving).join("[\\s.:,'()-]{0,3}")}(?![\\p{L}\\d])`, 'gu')
}
