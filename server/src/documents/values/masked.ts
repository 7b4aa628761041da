/** Signs that are printed for a character: stars, bullets, crosses, or two and more of the letter X. */
const MARK = /[*•●∗#×]|(?<=[xX])[xX]|[xX](?=[xX])/g
/** Fewer marks than these hide too little to keep anything private, unless hardly more than they is printed. */
const FEWEST = 3
const LEAST_SHARE = 1 / 4
/** Digits that are shown of an account or a card: the last four, or five. */
const MOST_SHOWN = 5

/** What masks a number and what it still shows, and whether its last character is among that. */
export function maskOf(text: string): { marks: number; shown: number; end: boolean } {
  const plain = text.replace(MARK, '*').replace(/[^\p{L}\p{N}*]/gu, '')
  const marks = plain.split('*').length - 1
  return { marks, shown: plain.length - marks, end: !plain.endsWith('*') }
}

/**
 * Whether an id was struck out for privacy, as the world prints it: several marks and the last characters, or one mark
 * for all before the last four. A star before or behind a whole number, or for one digit of it, hides nothing: what is
 * left is held against its check digits.
 */
export function isMasked(text: string): boolean {
  const { marks, shown, end } = maskOf(text)
  if (marks === 0 || !end) return false
  return shown <= MOST_SHOWN || (marks >= FEWEST && marks >= LEAST_SHARE * (marks + shown))
}
