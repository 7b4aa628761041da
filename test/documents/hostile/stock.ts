import { Chance } from '../chance.ts'
import { GENERATORS } from '../generators.ts'
import { type Stock, stockOf } from './mutate.ts'
import { richFiles } from './rich-files.ts'

const SEEDS = [11, 12]

/** What mutation starts from: two documents of every kind that this project makes, and hand-written files. */
export async function makeStock(): Promise<Stock> {
  const files: Uint8Array[] = []
  for (const generator of Object.values(GENERATORS)) {
    for (const seed of SEEDS) files.push((await generator(new Chance(seed))).bytes)
  }
  const rich = await richFiles()
  return stockOf([...files, ...rich, ...rich, ...rich])
}
