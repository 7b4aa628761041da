import { styleText } from 'node:util'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { fit } from '../display-width.ts'
import { tell } from '../output.ts'

const EVERY_MS = 5000

/** One line on standard error that says how far a file is: drawn over itself on a terminal, now and then elsewhere. */
export class StatusLine {
  readonly #monotonic: () => number
  #said = 0
  #last = ''

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
    this.#said = monotonic()
  }

  show(text: string): void {
    const line = safeLine(text)
    if (line === this.#last) return
    this.#last = line
    if (process.stderr.isTTY) {
      const width = (process.stderr.columns || 80) - 1
      process.stderr.write(`\r\u001b[2K${styleText('dim', fit(line, width), { stream: process.stderr })}`)
    } else if (this.#monotonic() - this.#said >= EVERY_MS) {
      this.#said = this.#monotonic()
      tell(line)
    }
  }

  clear(): void {
    if (process.stderr.isTTY && this.#last !== '') process.stderr.write('\r\u001b[2K')
    this.#last = ''
  }
}
