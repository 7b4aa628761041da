import type { Round, RoundFile } from '../round-file.ts'
import { papers, left as papersLeft } from './papers/index.ts'

async function* files(): AsyncGenerator<RoundFile> {
  yield* papers()
}

export const round: Round = { files, left: [...papersLeft] }
