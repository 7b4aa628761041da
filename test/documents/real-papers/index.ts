import type { Generator } from '../specimen.ts'
import * as americanChecking from './american-checking.generator.ts'
import * as americanStatements from './american-statements.generator.ts'
import * as americanStubs from './american-stubs.generator.ts'
import * as canadianStatements from './canadian-statements.generator.ts'
import * as europeanInvoices from './european-invoices.generator.ts'
import * as europeanStatements from './european-statements.generator.ts'
import * as fartherStatements from './farther-statements.generator.ts'
import * as fartherStubs from './farther-stubs.generator.ts'
import * as letters from './letters.generator.ts'
import * as receipts from './receipts.generator.ts'
import * as softwareInvoices from './software-invoices.generator.ts'
import * as softwareStubs from './software-stubs.generator.ts'
import * as taxedInvoices from './taxed-invoices.generator.ts'
import * as writtenInvoices from './written-invoices.generator.ts'

const LAYOUTS: Readonly<Record<string, Generator>> = {
  ...softwareInvoices,
  ...writtenInvoices,
  ...taxedInvoices,
  ...europeanInvoices,
  ...letters,
  ...americanStubs,
  ...softwareStubs,
  ...fartherStubs,
  ...receipts,
  ...americanChecking,
  ...americanStatements,
  ...canadianStatements,
  ...europeanStatements,
  ...fartherStatements,
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Recreations of the papers that banks, shops, employers and their software print, by name. */
export const REAL_PAPERS: Readonly<Record<string, Generator>> = Object.fromEntries(
  Object.entries(LAYOUTS).map(([name, generator]) => [`real-${kebab(name)}`, generator]),
)
