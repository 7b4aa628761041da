import { type EngineOptions, type FinishReason, type ToolCall, textsRead } from '@mkt/schemas'
import { jsonExcess } from '../../base/json-bounds.ts'
import type { Answer } from '../pieces/answer.ts'
import type { SchemaTask } from './schema-thread.ts'
import { vectorsFault } from './vectors-fault.ts'

/** Why a text does not fit a schema; undefined where it does, `late` where that could not be found out in time. */
export type Misfits = (schema: SchemaTask['schema'], text: string) => Promise<string | undefined>

/** How an answer misses what was asked. `form`: not even its form is right, which any engine that claims to can do. */
export interface Misfit {
  what: string
  form: boolean
}

/** What cannot be judged in time ends the looking: an answer of a hundred calls has no more time than one of one. */
type Judged = Misfit | 'late' | undefined

/**
 * Why an answer is not what was asked for: calls of tools that are none, or none where there had to be one; no JSON, or
 * JSON that does not fit; or no likelihoods. Text that was cut at max_tokens (`cut`) is not held against a schema.
 */
export async function misfitOf(
  checks: Misfits,
  asked: EngineOptions,
  answer: Answer,
  cut: boolean,
): Promise<Misfit | undefined> {
  if (textsRead(asked)) {
    const fault = vectorsFault(asked, answer)
    return fault === undefined ? undefined : wrong(fault)
  }
  const called = misfitOfCalls(asked, answer.tool_calls, cut)
  if (called) return called
  if (asked.logprobs && answer.content !== '' && answer.logprobs.length === 0) return wrong('it has no likelihoods')
  if (cut) return undefined
  const found =
    (await misfitOfArguments(checks, asked, answer.tool_calls)) ?? (await misfitOfText(checks, asked, answer))
  return found === 'late' ? undefined : found
}

/** Whether a text ended since it had all the tokens that it may have; short of those `length` says nothing. */
export function isCut(finish: FinishReason, tokens: number, max_tokens: number): boolean {
  return finish === 'length' && tokens >= max_tokens
}

function misfitOfCalls({ tools = [], tool_choice }: EngineOptions, calls: ToolCall[], cut: boolean) {
  const names = new Set(tools.map((tool) => tool.function.name))
  const stranger = calls.find((call) => !names.has(call.function.name))
  if (stranger) return wrong(`it calls "${stranger.function.name}", which is none of the tools`)
  if (tool_choice === 'none' && calls.length > 0) return wrong('it calls a tool where none was to be called')
  const forced = tool_choice === 'required' || typeof tool_choice === 'object'
  if (forced && calls.length === 0 && !cut) return wrong('it calls no tool where one had to be called')
  const named = typeof tool_choice === 'object' ? tool_choice.function.name : undefined
  const other = named !== undefined && calls.some((call) => call.function.name !== named)
  return other ? wrong(`it calls another tool than "${named}"`) : undefined
}

async function misfitOfArguments(
  checks: Misfits,
  { tools = [] }: EngineOptions,
  calls: readonly ToolCall[],
): Promise<Judged> {
  for (const { function: called } of calls) {
    const tool = tools.find((one) => one.function.name === called.name)?.function
    if (!tool?.strict || !tool.parameters) continue
    if (!isJson(called.arguments)) return wrong(`the arguments of "${called.name}" are no JSON`)
    const misfit = await checks(tool.parameters, called.arguments)
    if (misfit === 'late') return misfit
    if (misfit) return unfit(`the arguments of "${called.name}" do not fit: ${misfit}`)
  }
  return undefined
}

async function misfitOfText(checks: Misfits, { response_format }: EngineOptions, answer: Answer): Promise<Judged> {
  if (!response_format || (answer.tool_calls.length > 0 && answer.content === '')) return undefined
  if (!isJson(answer.content)) return wrong('it is no JSON')
  if (response_format.type === 'json_object') {
    return /^\s*\{/.test(answer.content) ? undefined : wrong('it is no JSON object')
  }
  const misfit = await checks(response_format.json_schema.schema, answer.content)
  if (misfit === 'late') return misfit
  return misfit ? unfit(`it does not fit the schema: ${misfit}`) : undefined
}

/** What nobody can parse in reasonable time is none. */
function isJson(text: string): boolean {
  if (jsonExcess(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const wrong = (what: string): Misfit => ({ what, form: true })
const unfit = (what: string): Misfit => ({ what, form: false })
