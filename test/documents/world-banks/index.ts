import type { Generator } from '../specimen.ts'
import * as americanStatements from './american-statements.generator.ts'
import * as americanStubs from './american-stubs.generator.ts'
import * as britishStatements from './british-statements.generator.ts'
import * as canadianStatements from './canadian-statements.generator.ts'
import * as canadianStubs from './canadian-stubs.generator.ts'
import * as fartherStatements from './farther-statements.generator.ts'
import * as germanStatements from './german-statements.generator.ts'
import * as lastPapers from './last-papers.generator.ts'
import * as laterPapers from './later-papers.generator.ts'
import * as laterStatements from './later-statements.generator.ts'
import * as laterStubs from './later-stubs.generator.ts'
import * as latinStatements from './latin-statements.generator.ts'
import * as letters from './letters.generator.ts'
import * as northernStatements from './northern-statements.generator.ts'
import * as otherPapers from './other-papers.generator.ts'
import * as overseasStubs from './overseas-stubs.generator.ts'
import * as southernStatements from './southern-statements.generator.ts'

const LAYOUTS: Readonly<Record<string, Generator>> = {
  ...americanStatements,
  ...americanStubs,
  ...britishStatements,
  ...canadianStatements,
  ...canadianStubs,
  ...germanStatements,
  ...latinStatements,
  ...letters,
  ...northernStatements,
  ...otherPapers,
  ...overseasStubs,
  ...southernStatements,
  ...laterStatements,
  ...fartherStatements,
  ...laterStubs,
  ...laterPapers,
  ...lastPapers,
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Papers of banks, payrolls and offices of many countries, drawn by hand from memory, by name. */
export const WORLD_BANKS: Readonly<Record<string, Generator>> = Object.fromEntries(
  Object.entries(LAYOUTS).map(([name, generator]) => [`world-${kebab(name)}`, generator]),
)
