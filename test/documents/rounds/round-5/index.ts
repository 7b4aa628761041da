import type { Round, RoundFile } from '../round-file.ts'
import { files as forgedScans, left as forgedScansLeft } from './forged-scans/index.ts'
import { files as forgedText, left as forgedTextLeft } from './forged-text/index.ts'

async function* files(): AsyncGenerator<RoundFile> {
  yield* forgedText()
  yield* forgedScans()
}

export const round: Round = { files, left: [...forgedTextLeft, ...forgedScansLeft] }
