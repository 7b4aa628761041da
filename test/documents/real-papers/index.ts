import type { Generator } from '../specimen.ts'
import * as english from './invoice-english.generator.ts'
import * as europe from './invoice-europe.generator.ts'
import * as letters from './letter.generator.ts'
import * as stubs from './pay-stub.generator.ts'
import * as receipts from './receipt.generator.ts'
import * as american from './statement-us.generator.ts'
import * as world from './statement-world.generator.ts'

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Recreations of the papers that banks, shops, employers and their software print, by name. */
export const REAL_PAPERS: Readonly<Record<string, Generator>> = Object.fromEntries(
  [american, world, english, europe, receipts, stubs, letters].flatMap((layouts) =>
    Object.entries(layouts as Record<string, Generator>).map(([name, generator]) => [`real-${kebab(name)}`, generator]),
  ),
)
