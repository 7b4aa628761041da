import { sourceOf } from '../../vocabulary/compile.ts'
import { anyOf, PAPERS } from '../../vocabulary/papers.ts'
import { form, type TypeClues, title } from '../clue.ts'

/** A title settles it beside one thing that only such papers say; without one, five of these do. */
const [TITLE, CLUE, AGAINST, THRESHOLD] = [4, 1, -4, 4.5]

const clueOf = (written: string) => (written.startsWith('/') ? new RegExp(sourceOf(written), 'u') : anyOf([written]))

/** Kinds that are read by their labels alone: notices of assessment, cheques, utility bills, orders, delivery notes. */
export const LABELLED_PAPERS: readonly TypeClues[] = PAPERS.map(({ type, titles, clues, against }) => ({
  type,
  threshold: THRESHOLD,
  clues: [
    title(TITLE, anyOf(titles)),
    title(AGAINST, anyOf(against)),
    ...clues.map((written) => form(CLUE, clueOf(written))),
  ],
}))
