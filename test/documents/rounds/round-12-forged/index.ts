import type { Round, RoundFile } from '../round-file.ts'
import { NOTES } from './hands-notes.ts'
import { OVER } from './hands-over.ts'
import { WITHIN } from './hands-within.ts'
import { ACTS } from './innocent.ts'
import { forgedBy, type Making, roundOf } from './making.ts'
import { printed } from './printers.ts'
import { PAPERS } from './sheets.ts'
import { WHOLE } from './whole.ts'
import { WISHES } from './wishes.ts'

const forged = forgedBy({ ...OVER, ...WITHIN, ...NOTES })

const two = (at: number) => String(at + 1).padStart(2, '0')

const all: [name: string, kind: RoundFile['kind'], make: Making][] = [
  ...PAPERS.map((paper): [string, 'genuine', Making] => [
    `genuine-12-${paper.name}`,
    'genuine',
    async () => ({ bytes: await printed(paper), truth: paper.truth }),
  ]),
  ...WISHES.map((wish, at): [string, 'forged', Making] => [
    `forged-12-${two(at)}-${wish.technique}-${wish.job.paper.name}`,
    'forged',
    () => forged(wish),
  ]),
  ...WHOLE.map(({ technique, family, field, paper, places, make }, at): [string, 'forged', Making] => [
    `forged-12-w${at + 1}-${technique}-${paper.name}`,
    'forged',
    async () => ({
      bytes: await make(),
      truth: { ...paper.truth, risk: 'flagged' },
      forgery: { technique, family, field, places },
    }),
  ]),
  ...ACTS.map(({ act, paper, truth, make }, at): [string, 'innocent', Making] => [
    `innocent-12-${two(at)}-${act}-${paper.name}`,
    'innocent',
    async () => ({ bytes: await make(), truth, act }),
  ]),
]

export const round: Round = roundOf(all)
