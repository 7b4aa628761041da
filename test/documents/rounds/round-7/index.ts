import type { Round } from '../round-file.ts'
import { left, papers } from './papers/index.ts'

export const round: Round = { files: papers, left }
