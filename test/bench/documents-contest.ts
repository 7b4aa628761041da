import { type Drawn, pagesOf } from './documents-files.ts'
import { endedChildrenSeconds, inLanes, runProgram, timedBy } from './documents-native.ts'
import type { DocumentsService } from './documents-service.ts'
import { type Figure, ratioOf } from './figure.ts'
import { familySeconds, type Sample } from './measure.ts'
import type { BenchOptions } from './scene.ts'

/** Files in work at a time, on either side. */
export const LANES = 2

/** Two ways of doing the same to the same pages. */
export interface Contest extends Pick<Figure, 'name' | 'what' | 'anchor' | 'goal'> {
  /** The ratio that meets the goal. */
  least?: number
  /** Rounds that are not counted: threads are loaded in them and code is compiled. */
  warmUps: number
  ours: () => Promise<Sample>
  theirs: () => Promise<Sample>
}

export async function hold(
  { least, warmUps, ours, theirs, ...figure }: Contest,
  { full }: BenchOptions,
): Promise<Figure> {
  const [own, native]: [Sample[], Sample[]] = [[], []]
  for (let round = 0; round < warmUps + (full ? 5 : 3); round++) {
    own.push(await ours())
    native.push(await theirs())
  }
  const [counted, paired] = [own.slice(warmUps), native.slice(warmUps)]
  const meets = least === undefined ? undefined : (ratio: number) => ratio >= least
  return {
    ...figure,
    ours: counted,
    theirs: paired,
    ratios: [ratioOf('per_s', counted, paired, meets), ratioOf('per_cpu_s', counted, paired)],
  }
}

export async function analysed({ server, analyse }: DocumentsService, drawn: readonly Drawn[]): Promise<Sample> {
  return await timedBy(
    () => familySeconds(server.pid),
    async () => {
      await inLanes(LANES, drawn, ({ file }) => analyse(file))
      return pagesOf(drawn)
    },
  )
}

/** A process of a native program for each file. */
export async function processed<T extends Drawn>(
  program: string,
  drawn: readonly T[],
  argsOf: (file: T) => string[],
): Promise<Sample> {
  return await timedBy(endedChildrenSeconds, async () => {
    await inLanes(LANES, drawn, (file) => runProgram(program, argsOf(file)))
    return pagesOf(drawn)
  })
}
