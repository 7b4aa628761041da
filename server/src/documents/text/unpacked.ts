import { AsyncLocalStorage } from 'node:async_hooks'
import { Refused } from '../model/refused.ts'

/**
 * Each page that is read may draw anew what all pages draw, as a letterhead of 282 kB, for which pdf.js takes a buffer
 * twice as large and a second one for painting.
 */
const PER_PAGE = 2 * 2 ** 20

/** What a file holds once its filters are undone: pictures, and all else. */
type Kind = 'content' | 'pictures'

/**
 * How much a file may unpack to while it is read: so many bytes, and so many more for each of its own, beside what each
 * page that is read may have. Papers and forms that were met unpack to a few megabytes of content, and to a dozen times
 * their size at the most. Deflated once nothing grows by more than 1,032 times, so that pictures
 * pass, which are read up to three times, unless they are packed in layers or drawn anew on page after page.
 */
const MOST: Readonly<Record<Kind, { bytes: number; perByte: number }>> = {
  content: { bytes: 32 * 2 ** 20, perByte: 100 },
  pictures: { bytes: 512 * 2 ** 20, perByte: 3300 },
}

/**
 * What was unpacked of one file. A small one can hold gigabytes, and hold them again on each of its pages: time and
 * memory are limits of last resort, which let a file of 17 kB work for as long as one of 300 pages.
 */
class Unpacked {
  readonly #size: number
  readonly #counted: Record<Kind, number> = { content: 0, pictures: 0 }
  #pages = 0
  #refusal: Refused | undefined

  constructor(size: number) {
    this.#size = size
  }

  page(): void {
    this.#pages++
  }

  /** Throws once it is too much, and from then on: pdf.js goes on without what it could not unpack. */
  count(bytes: number, kind: Kind): void {
    this.#counted[kind] += bytes
    const most = MOST[kind].bytes + MOST[kind].perByte * this.#size + PER_PAGE * this.#pages
    if (this.#counted[kind] > most) this.#refusal ??= tooMuch(this.#size, most)
    this.hold()
  }

  hold(): void {
    if (this.#refusal) throw this.#refusal
  }
}

function tooMuch(size: number, most: number): Refused {
  const [own, all] = [Math.ceil(size / 1000), Math.round(most / 1_000_000)]
  return new Refused(
    'unprocessable_document',
    `The document has ${own} kB and unpacks to more than ${all} MB, as no paper does. ` +
      'Print it to a new PDF and send that.',
  )
}

const ofThisFile = new AsyncLocalStorage<Unpacked>()

/** Counts what is unpacked of a file of `size` bytes while `work` goes on. Throws Refused where that is too much. */
export async function countingUnpacked<T>(size: number, work: () => Promise<T>): Promise<T> {
  const unpacked = new Unpacked(size)
  try {
    return await ofThisFile.run(unpacked, work)
  } finally {
    // What was made without the rest, and what went wrong for the lack of it, says nothing of the document.
    unpacked.hold()
  }
}

/** More was unpacked. Throws where that is too much. */
export function countUnpacked(bytes: number, kind: Kind): void {
  ofThisFile.getStore()?.count(bytes, kind)
}

/** One more page is read. */
export function countPage(): void {
  ofThisFile.getStore()?.page()
}

/** Throws where too much was unpacked before: what a caller has is not what the file says. */
export function holdUnpacked(): void {
  ofThisFile.getStore()?.hold()
}
