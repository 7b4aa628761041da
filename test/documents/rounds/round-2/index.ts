import type { Round, RoundFile } from '../round-file.ts'
import { forgeries, left } from './forgeries/index.ts'

async function* files(): AsyncGenerator<RoundFile> {
  yield* forgeries()
}

export const round: Round = { files, left }
