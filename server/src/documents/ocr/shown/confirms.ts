import type { Word } from '../../model/page.ts'
import type { ShownWord } from './read-places.ts'

/** Stands for a character of which it is open what the page shows. */
const OPEN = '\uFFFD'

/** Characters that recognition takes for one another, in any face. */
const ALIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', i: 'l', t: 'l', f: 'l', 5: 's', 8: 'b', 2: 'z' }

/** In the place of one character stands none, another one, or two. */
const ANY = '.{0,2}'

/**
 * Whether a reading is another than the word says, in characters of which it is open: where it differs in others it is
 * a misreading. Of words that are open as a whole any reading may be right. Pure.
 */
export function confirms({ open, text }: Pick<Word, 'open' | 'text'>, seen: readonly ShownWord[]): boolean {
  const read = plain(seen.map((word) => word.text).join(''))
  if (read === plain(text)) return false
  if (open === undefined) return true
  const pattern = [...plain(open)].map((letter) => (letter === OPEN ? ANY : letter)).join('')
  return new RegExp(`^${pattern}$`).test(read)
}

/** Letters and figures without their marks; those that recognition confuses are one. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\uFFFD]/gu, '')
    .replace(/./gu, (letter) => ALIKE[letter] ?? letter)
