import { Missing } from '../round-11-forged/tools.ts'
import type { Round, RoundFile } from '../round-file.ts'
import { formOf, NOTES } from './hands-notes.ts'
import { OVER } from './hands-over.ts'
import { WITHIN } from './hands-within.ts'
import { ACTS } from './innocent.ts'
import type { Hand } from './job.ts'
import { printed } from './printers.ts'
import { PAPERS } from './sheets.ts'
import { placesOf, WHOLE } from './whole.ts'
import { WISHES, type Wish } from './wishes.ts'

const HANDS: Record<string, Hand> = { ...OVER, ...WITHIN, ...NOTES }

type Making = () => Promise<Omit<RoundFile, 'name' | 'kind' | 'medium'>>

async function forged({ technique, family, hands, field, job }: Wish) {
  const [first = ''] = hands
  const { paper, after } = job
  let bytes: Uint8Array
  if (first === 'form') bytes = await formOf(paper, printed)
  else if (first in HANDS) bytes = await printed(paper)
  else bytes = await printed(after, first === '=' ? paper.printer : first)
  for (const name of hands) bytes = (await HANDS[name]?.(bytes, job)) ?? bytes
  const truth = { ...paper.truth, risk: 'flagged' as const }
  return { bytes, truth, forgery: { technique, family, field, places: placesOf(job) } }
}

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

const left: string[] = []

async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  for (const [name, kind, make] of all.filter(([each]) => wanted(each)))
    try {
      yield { name, kind, medium: 'text', ...(await make()) }
    } catch (error) {
      if (!(error instanceof Missing)) throw new Error(name, { cause: error })
      left.push(`${name}: no ${error.message}`)
    }
}

export const round: Round = { files, left }
