import { styleText } from 'node:util'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { fit } from '../display-width.ts'

/** One line on standard error that says how far a file is, drawn over itself; only where a person sees it. */
export class StatusLine {
  #last = ''

  show(text: string): void {
    const line = safeLine(text)
    if (line === this.#last || !process.stderr.isTTY) return
    this.#last = line
    const width = (process.stderr.columns || 80) - 1
    process.stderr.write(`\r\u001b[2K${styleText('dim', fit(line, width), { stream: process.stderr })}`)
  }

  clear(): void {
    if (this.#last !== '') process.stderr.write('\r\u001b[2K')
    this.#last = ''
  }
}
