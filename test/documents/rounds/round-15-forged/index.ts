import { OVER } from '../round-12-forged/hands-over.ts'
import { WITHIN } from '../round-12-forged/hands-within.ts'
import { forgedBy, type Making, roundOf } from '../round-12-forged/making.ts'
import { printed } from '../round-12-forged/printers.ts'
import { finding, papersOf } from '../round-12-forged/sheets.ts'
import { wishesOf } from '../round-12-forged/wishes.ts'
import type { Round, RoundFile } from '../round-file.ts'
import { FACES } from './hands-face.ts'
import { FILES } from './hands-file.ts'
import { COVERS } from './hands-over.ts'
import { UNSEEN } from './hands-unseen.ts'
import { actsOn } from './innocent.ts'

export const PAPERS = papersOf(new URL('papers.txt', import.meta.url))
const paperOf = finding(PAPERS)
const WISHES = wishesOf(new URL('wishes.txt', import.meta.url), paperOf)
const forged = forgedBy({ ...OVER, ...WITHIN, ...COVERS, ...FACES, ...UNSEEN, ...FILES })

const two = (at: number) => String(at + 1).padStart(2, '0')

const all: [name: string, kind: RoundFile['kind'], make: Making][] = [
  ...PAPERS.map((paper): [string, 'genuine', Making] => [
    `genuine-15-${paper.name}`,
    'genuine',
    async () => ({ bytes: await printed(paper), truth: paper.truth }),
  ]),
  ...WISHES.map((wish, at): [string, 'forged', Making] => [
    `forged-15-${two(at)}-${wish.technique}-${wish.job.paper.name}`,
    'forged',
    () => forged(wish),
  ]),
  ...actsOn(paperOf).map(({ act, paper, work }, at): [string, 'innocent', Making] => [
    `innocent-15-${two(at)}-${act}-${paper}`,
    'innocent',
    async () => ({
      bytes: await work(await printed(paperOf(paper)), paperOf(paper)),
      truth: paperOf(paper).truth,
      act,
    }),
  ]),
]

export const round: Round = roundOf(all)
