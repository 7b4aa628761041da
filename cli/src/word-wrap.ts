import { characters, displayWidth } from './display-width.ts'

const TAB = 8

/**
 * Breaks a text between words that comes in pieces of any size, on a terminal, without holding anything back: the
 * beginning of a word stands on the screen at once, and where its rest does not fit, it is taken back and goes on in the
 * next line. Wide characters (Chinese, Japanese, Korean) break anywhere; a word that is longer than a line is cut.
 */
export class WordWrap {
  /** The columns of the terminal, which may change while the text comes; undefined does not wrap. */
  readonly #room: () => number | undefined
  /** The cursor's. */
  #column = 0
  /** What stands on this line of the word that may still grow. */
  #word = ''
  /** A line has just been broken: spaces that come now are swallowed. */
  #broken = false
  /** What is to be written for the piece at hand. */
  #text = ''
  /** Where the word begins in it; -1 for one that is on the screen already. */
  #wordAt = 0

  constructor(room: () => number | undefined) {
    this.#room = room
  }

  /** What is to be written for the next piece. */
  take(piece: string): string {
    const room = this.#room()
    if (room === undefined) return piece
    // The last column stays free: terminals differ in where their cursor is after it.
    const limit = Math.max(1, room - 1)
    // A terminal that has become narrower has wrapped the line by itself.
    if (this.#column > limit) this.#column %= room
    this.#text = ''
    this.#wordAt = this.#word === '' ? 0 : -1
    for (const { character, width } of characters(piece)) {
      if (character === '\n') this.#newLine(false)
      else if (character === ' ' || character === '\t') this.#space(character, limit)
      else this.#grow(character, width, limit)
    }
    return this.#text
  }

  #space(character: string, limit: number): void {
    const width = character === '\t' ? TAB - (this.#column % TAB) : 1
    if (this.#column + width > limit) this.#newLine(true)
    if (!this.#broken) this.#put(character, width)
    this.#endWord()
  }

  #grow(character: string, width: number, limit: number): void {
    if (width > 1) this.#endWord()
    if (this.#column + width > limit) this.#moveWord()
    this.#broken = false
    this.#put(character, width)
    if (width > 1) this.#endWord()
    else this.#word += character
  }

  /** Takes the word that has begun to the next line; one that has the whole line is cut where it is. */
  #moveWord(): void {
    const word = this.#word
    const width = displayWidth(word)
    if (width > 0 && width < this.#column) {
      const shown = this.#wordAt < 0 ? width - displayWidth(this.#text) : 0
      const before = this.#wordAt < 0 ? '' : this.#text.slice(0, this.#wordAt)
      this.#text = shown > 0 ? `${before}\u001b[${shown}D\u001b[K` : before
      this.#newLine(true)
      this.#put(word, width)
      this.#word = word
    } else this.#newLine(true)
  }

  #put(text: string, width: number): void {
    this.#text += text
    this.#column += width
  }

  #newLine(broken: boolean): void {
    this.#text += '\n'
    this.#column = 0
    this.#broken = broken
    this.#endWord()
  }

  #endWord(): void {
    this.#word = ''
    this.#wordAt = this.#text.length
  }
}
