import type { Generator } from '../specimen.ts'
import * as alpine from './alpine-bills.generator.ts'
import * as bookkeeping from './bookkeeping-bills.generator.ts'
import * as eastern from './eastern-bills.generator.ts'
import * as erp from './erp-bills.generator.ts'
import * as french from './french-bills.generator.ts'
import * as german from './german-bills.generator.ts'
import * as iberian from './iberian-bills.generator.ts'
import * as italian from './italian-bills.generator.ts'
import * as mail from './mail-receipts.generator.ts'
import * as northern from './northern-bills.generator.ts'
import * as online from './online-bills.generator.ts'
import * as secondBills from './second-bills.generator.ts'
import * as secondReceipts from './second-receipts.generator.ts'
import * as service from './service-bills.generator.ts'
import * as third from './third-bills.generator.ts'
import * as till from './till-receipts.generator.ts'

const LAYOUTS: Record<string, Generator> = {
  ...german,
  ...alpine,
  ...italian,
  ...french,
  ...iberian,
  ...northern,
  ...eastern,
  ...bookkeeping,
  ...erp,
  ...online,
  ...service,
  ...till,
  ...mail,
  ...secondBills,
  ...secondReceipts,
  ...third,
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Invoices and receipts of the world's software and countries, drawn without sight of the rules that read them. */
export const WORLD_BILLS: Readonly<Record<string, Generator>> = Object.fromEntries(
  Object.entries(LAYOUTS).map(([name, generator]) => [`bill-${kebab(name)}`, generator]),
)
