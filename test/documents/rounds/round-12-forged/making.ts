import { Missing } from '../round-11-forged/tools.ts'
import type { Round, RoundFile } from '../round-file.ts'
import { formOf } from './hands-notes.ts'
import type { Hand } from './job.ts'
import { placesOf } from './places.ts'
import { printed } from './printers.ts'
import type { Wish } from './wishes.ts'

export type Making = () => Promise<Omit<RoundFile, 'name' | 'kind' | 'medium'>>

/** What comes of a wish: the paper is printed as it was and worked on, or printed changed and worked on then. */
export const forgedBy =
  (hands: Record<string, Hand>) =>
  async ({ technique, family, hands: names, field, job }: Wish) => {
    const [first = ''] = names
    const { paper, after } = job
    let bytes: Uint8Array
    if (first === 'form') bytes = await formOf(paper, printed)
    else if (first in hands) bytes = await printed(paper)
    else bytes = await printed(after, first === '=' ? paper.printer : first)
    for (const name of names) bytes = (await hands[name]?.(bytes, job)) ?? bytes
    const truth = { ...paper.truth, risk: 'flagged' as const }
    return { bytes, truth, forgery: { technique, family, field, places: placesOf(job) } }
  }

/** A round of files that are texts; what a program that is not here would have made is named. */
export function roundOf(all: readonly [name: string, kind: RoundFile['kind'], make: Making][]): Round {
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
  return { files, left }
}
