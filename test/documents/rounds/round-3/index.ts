import type { Round, RoundFile } from '../round-file.ts'
import { forgeries, left as forgeriesLeft } from './forgeries/index.ts'
import { papers, left as papersLeft } from './papers/index.ts'

async function* files(): AsyncGenerator<RoundFile> {
  yield* papers()
  yield* forgeries()
}

export const round: Round = { files, left: [...papersLeft, ...forgeriesLeft] }
