/** How a template's value is written before it is filled in. */
const SLOT = '[\\ue000-\\uf8ff]'

/** A place: a number, a slot, a mark or the lower of several, and what is added. */
export const PLACE = `(?:[a-z]\\w*(?:,[a-z]\\w*)*|-?[\\d.]+|${SLOT})(?:[+-](?:[\\d.]+|${SLOT}))*`

const TERM = /([+-]?)([^+-]+)/g

/** Where named lines of a sheet ended. */
export class Marks {
  readonly #ends = new Map<string, number>()

  set(name: string, end: number): void {
    this.#ends.set(name, end)
  }

  place(text: string): number {
    let place = 0
    for (const [, sign, term = ''] of text.matchAll(TERM)) {
      const marked = /^[a-z]/.test(term) ? Math.max(...term.split(',').map((name) => this.#end(name))) : Number(term)
      place += sign === '-' ? -marked : marked
    }
    return place
  }

  #end(name: string): number {
    const end = this.#ends.get(name)
    if (end === undefined) throw new Error(`no line ends at ${name}`)
    return end
  }
}
