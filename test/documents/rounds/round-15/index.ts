import type { Round } from '../round-file.ts'
import { papers as files, left } from './papers/index.ts'

export const round: Round = { files, left }
