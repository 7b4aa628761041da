import type { Round, RoundFile } from '../round-file.ts'
import { files as forgedScans, left as forgedScansLeft } from './forged-scans/index.ts'
import { files as forgedText, left as forgedTextLeft } from './forged-text/index.ts'
import { papers, left as papersLeft } from './papers/index.ts'

async function* files(): AsyncGenerator<RoundFile> {
  yield* papers()
  yield* forgedText()
  yield* forgedScans()
}

export const round: Round = { files, left: [...papersLeft, ...forgedTextLeft, ...forgedScansLeft] }
