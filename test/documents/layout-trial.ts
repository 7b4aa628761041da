import { expect } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { Chance } from './chance.ts'
import { judge } from './judge.ts'
import type { Generator } from './specimen.ts'

/** What became of one drawn layout: whether its type was told, its risk level, and `FIELD FATE` of each fault. */
export interface LayoutVerdict {
  type: boolean
  level: string
  faults: string[]
}

/** What is known not to be read of a layout, by its name. A fault that is put right leaves its list. */
export type KnownFaults = Readonly<Record<string, readonly string[]>>

/** Draws one layout, has it analysed whole and holds it against what was drawn. */
export async function tryLayout(generator: Generator, seed: number): Promise<LayoutVerdict> {
  const { bytes, truth } = await generator(new Chance(seed))
  const { reading, parts, flags } = await runPipeline(bytes)
  const verdict = judge(truth, parts[0] ?? expect.fail('nothing was found in it'))
  return {
    type: verdict.type,
    level: assess(flags, circumstancesOf(reading, parts)).level,
    faults: counted(verdict.faults.map((fault) => fault.split(':', 1)[0] as string)),
  }
}

/** A layout is read whole, but for what is known, and raises no alarm. */
export const readWhole = (name: string, known: KnownFaults): LayoutVerdict => ({
  type: true,
  level: 'LOW',
  faults: [...(known[name] ?? [])],
})

/** Names that `known` has and the layouts have not: a list must not outlive what it speaks of. */
export function strayNames(layouts: Readonly<Record<string, Generator>>, known: KnownFaults): string[] {
  return Object.keys(known).filter((name) => !(name in layouts))
}

/** `x`, `x`, `y` as `2 x x`, `y`. */
function counted(faults: readonly string[]): string[] {
  const count = (fault: string) => faults.filter((other) => other === fault).length
  return [...new Set(faults)].map((fault) => (count(fault) > 1 ? `${count(fault)} x ${fault}` : fault))
}
