import { Chance } from '../chance.ts'
import { GENERATORS } from '../generators.ts'
import { colourFile, programFile, subsetFile } from './embedded-files.ts'
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

/** In bytes. */
const SMALL = 12_000

/** The same for many inputs in little time: files that are small, and those with everything that parsers can stumble on. */
export async function makeSmallStock(): Promise<Stock> {
  const { files } = await makeStock()
  const embedded = [await subsetFile(), programFile(), colourFile()]
  const rich = await richFiles()
  const generated = files.filter(({ length }) => length < SMALL)
  const weight = Math.ceil(generated.length / 6)
  return stockOf([...generated, ...Array.from({ length: weight }, () => [...embedded, ...rich]).flat()])
}
