import type { Round } from '../round-file.ts'
import { files, leftOfActs } from './acts.ts'
import { left } from './papers/index.ts'

export const round: Round = { files, left: [...left, ...leftOfActs] }
