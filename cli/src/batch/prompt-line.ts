import { submission, wording } from '@mkt/schemas'
import type { Body } from '../engine-options.ts'
import { promptWords } from '../words/prompts.ts'

/** One line of the input: a submission, and what its sender calls it. */
export interface Prompt {
  line: number
  id: string | number | undefined
  body: Body
}

const MEMBERS = Object.keys(submission.shape)

/** A line of the input as a prompt, or the sentence that says what is wrong with it. `ignored` gets unknown members. */
export function parsePrompt(
  text: string,
  line: number,
  defaults: Partial<Body>,
  ignored?: Set<string>,
): Prompt | string {
  const members = parseObject(text)
  if (typeof members === 'string') return members
  const { id, prompt, ...rest } = members
  // Another number may lose digits on its way through.
  if (id !== undefined && typeof id !== 'string' && !isWhole(id)) return promptWords.id
  if ((prompt === undefined) === (rest.input_text === undefined)) return promptWords.eitherText
  const given = Object.entries({ ...rest, input_text: prompt ?? rest.input_text })
  const known = given.filter(([name]) => MEMBERS.includes(name))
  for (const [name] of given) if (!MEMBERS.includes(name)) ignored?.add(name)
  const body = { ...defaults, ...Object.fromEntries(known) } as Body
  if (body.model === undefined) return promptWords.noModel
  const fault = submission.safeParse(onTheWire(body), { error: wording }).error?.issues[0]
  return fault ? `${fault.path.join('.')}: ${fault.message}` : { line, id, body }
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** The members of a JSON object, of which one that is null counts as not given; or what is wrong with the text. */
function parseObject(text: string): Record<string, unknown> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return /^\s*\{(?!.*\}\s*$)/s.test(text) ? promptWords.cutOff : 'is not JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return promptWords.noObject
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
}

/** The price limits of the command line are exact nano-credits already, which the wire's schema does not take. */
function onTheWire(body: Body): unknown {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== 'bigint'))
}
