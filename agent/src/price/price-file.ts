import { readFileSync } from 'node:fs'
import { formatCredits, MAX_NANO, parseCredits } from '@mkt/schemas'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { decimal, stripComments } from '../config-file.ts'
import { configFaults } from '../words/config-faults.ts'

/** Nano-credits per generated token, by the name that buyers see; `*` is for all others. */
export type PriceList = ReadonlyMap<string, bigint>

/** The name of whatever has no price of its own. */
export const OTHERS = '*'

/** The prices of a JSON file with comments. Faults are added to `faults`; what is sound is returned. */
export function readPriceFile(path: string, faults: string[]): PriceList {
  const content = contentOf(path, faults)
  const list = new Map<string, bigint>()
  for (const [model, value] of Object.entries(content ?? {})) {
    const known = typeof value === 'number' || typeof value === 'string'
    const nano = known ? parseCredits(decimal(value)) : undefined
    if (nano !== undefined && nano >= 0n && nano <= MAX_NANO) list.set(model, nano)
    else
      faults.push(configFaults.wrongPrice(path, JSON.stringify(model), formatCredits(MAX_NANO), JSON.stringify(value)))
  }
  if (content && Object.keys(content).length === 0) faults.push(configFaults.pricesForm(path))
  return list
}

function contentOf(path: string, faults: string[]): object | undefined {
  try {
    const content: unknown = JSON.parse(stripComments(readFileSync(path, 'utf8')))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      faults.push(configFaults.pricesUnreadable(path, systemFault(error)))
      return undefined
    }
  }
  faults.push(configFaults.pricesForm(path))
  return undefined
}
