const WIDTH = Math.min(process.stdout.columns ?? 80, 100)
const INDENT = '  '

export function print(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`)
}

/** One step that is done: what there is now, and where. */
export function printStep(what: string, detail: string): void {
  print(`${INDENT}${what.padEnd(10)} ${detail}`)
}

/** Prints text as it comes, indented, with its lines broken between words. */
export class Paragraph {
  #column = 0
  #gap = ''

  write(text: string): void {
    for (const [part] of text.matchAll(/\s+|\S+/g)) {
      if (part.trim() === '') this.#gap = part
      else this.#word(part)
    }
  }

  end(): void {
    process.stdout.write('\n')
  }

  // A piece may continue the word before it: only a gap between them is a place for a break.
  #word(word: string): void {
    const breaks = this.#column > 0 && this.#gap !== '' && this.#column + 1 + word.length > WIDTH - INDENT.length
    if (this.#column === 0) this.#put(INDENT + word)
    else if (breaks) {
      process.stdout.write('\n')
      this.#column = 0
      this.#put(INDENT + word)
    } else this.#put((this.#gap === '' ? '' : ' ') + word)
    this.#gap = ''
  }

  #put(text: string): void {
    process.stdout.write(text)
    this.#column += text.length
  }
}
