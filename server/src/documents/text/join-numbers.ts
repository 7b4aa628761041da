import { around } from '../model/box.ts'
import type { Word } from '../model/page.ts'
import { type Pair, setOntoOneAnother } from '../model/set-onto.ts'

/**
 * The words with numbers whole that a second hand put digits onto: what is one number to the eye is one word, and keeps
 * its pieces for the rules of evidence.
 */
export function joinNumbers(words: readonly Word[]): Word[] {
  const pairs = setOntoOneAnother(words.filter(isPrinted))
  if (pairs.length === 0) return [...words]
  const taken = new Set<Word>()
  const whole = pairs.flatMap((pair) => {
    if (pair.some((word) => taken.has(word))) return []
    for (const word of pair) taken.add(word)
    return [wholeOf(pair)]
  })
  return [...words.filter((word) => !taken.has(word)), ...whole]
}

const isPrinted = ({ visibility, origin, turn }: Word) =>
  visibility === 'shown' && origin === 'text' && turn === undefined

function wholeOf([left, right]: Pair): Word {
  const main = left.text.length > right.text.length ? left : right
  return { ...main, text: left.text + right.text, box: around([left.box, right.box]), setOnto: [left, right] }
}
