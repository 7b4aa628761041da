import { readFileSync } from 'node:fs'
import { formatCredits, MAX_NANO, parseCredits } from '@mkt/schemas'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { decimal, stripComments } from '../config-file.ts'
import { configFaults } from '../words/config-faults.ts'

/** Nano-credits per generated token, and per token that is read where that is not the same for all models. */
export interface ModelPrice {
  nano: bigint
  input_nano?: bigint | undefined
}

/** By the name that buyers see; `*` is for all others. */
export type PriceList = ReadonlyMap<string, ModelPrice>

/** The name of whatever has no price of its own. */
export const OTHERS = '*'

/** The prices of a JSON file with comments. Faults are added to `faults`; what is sound is returned. */
export function readPriceFile(path: string, faults: string[]): PriceList {
  const content = contentOf(path, faults)
  const list = new Map<string, ModelPrice>()
  for (const [model, value] of Object.entries(content ?? {})) {
    const price = modelPriceOf(value)
    if (price) list.set(model, price)
    else
      faults.push(configFaults.wrongPrice(path, JSON.stringify(model), formatCredits(MAX_NANO), JSON.stringify(value)))
  }
  if (content && Object.keys(content).length === 0) faults.push(configFaults.pricesForm(path))
  return list
}

/** A number, or both prices of the model: `{"price": 0.002, "input_price": 0.0005}`. */
function modelPriceOf(value: unknown): ModelPrice | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const nano = nanoOf(value)
    return nano === undefined ? undefined : { nano }
  }
  const { price, input_price, ...unknown } = value as Record<string, unknown>
  const [nano, input_nano] = [nanoOf(price), nanoOf(input_price)]
  if (nano === undefined || input_nano === undefined || Object.keys(unknown).length > 0) return undefined
  return { nano, input_nano }
}

function nanoOf(value: unknown): bigint | undefined {
  const nano = typeof value === 'number' || typeof value === 'string' ? parseCredits(decimal(value)) : undefined
  return nano !== undefined && nano >= 0n && nano <= MAX_NANO ? nano : undefined
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
