import { type Paper, readPapers as readPapersOf } from '../../round-5/forged-text/papers.ts'

export { type Paper, recalculated, truthOf } from '../../round-5/forged-text/papers.ts'

/** The genuine papers of this round's forgers, as lines of places and texts. */
export const readPapers = (): Paper[] => readPapersOf(new URL('papers/', import.meta.url))

/** The hand of this kit's printer that prints a paper. */
export const handOf = ({ by }: Paper): string => by

export const printedBy = (paper: Paper, hand: string): Paper => ({ ...paper, by: hand as Paper['by'] })

export function fail(message: string): never {
  throw new Error(message)
}
