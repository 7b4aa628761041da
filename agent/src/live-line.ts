import { styleText } from 'node:util'

/** A terminal, as far as it is needed here. */
export interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
  /** False where NO_COLOR or the terminal says so. */
  hasColors?(): boolean
}

const TO_START_AND_CLEAR = '\r\x1b[K'

/**
 * The last line of a terminal, changed in place, below the lines that are written through here: each of those first
 * takes it away and puts it back after, so that neither ever stands inside the other.
 */
export class LiveLine implements Terminal {
  readonly isTTY = true
  readonly #terminal: Terminal
  #shown = ''

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  hasColors(): boolean {
    return this.#terminal.hasColors?.() ?? false
  }

  /** Whole lines, with their newline. */
  write(lines: string): void {
    if (this.#shown === '') this.#terminal.write(lines)
    else this.#terminal.write(TO_START_AND_CLEAR + lines + this.#styled())
  }

  /** Shows this instead of what was shown; a line that is too long would wrap and could not be taken back. */
  show(text: string): void {
    // A terminal that does not know its width says 0.
    const room = (this.#terminal.columns || 80) - 1
    const next = text.slice(0, room)
    if (next === this.#shown) return
    this.#shown = next
    this.#terminal.write(TO_START_AND_CLEAR + this.#styled())
  }

  clear(): void {
    this.show('')
  }

  #styled(): string {
    if (this.#shown === '' || !this.hasColors()) return this.#shown
    return styleText('dim', this.#shown, { validateStream: false })
  }
}
