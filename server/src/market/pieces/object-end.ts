/** Finds where a JSON object that comes in fragments ends, in one pass over its characters; it is not parsed. */
export class ObjectEnd {
  #depth = 0
  #inText = false
  #escaped = false
  #whole = false

  /** Whether the object is whole by now. */
  take(fragment: string): boolean {
    for (let at = 0; at < fragment.length && !this.#whole; at++) this.#look(fragment[at] as string)
    return this.#whole
  }

  #look(character: string): void {
    if (this.#escaped) this.#escaped = false
    else if (this.#inText && character === '\\') this.#escaped = true
    else if (character === '"') this.#inText = !this.#inText
    else if (!this.#inText && character === '{') this.#depth++
    else if (!this.#inText && character === '}') this.#whole = --this.#depth <= 0
  }
}
