import { object, text, wrong } from './members.ts'

export interface Tool {
  name: string
  description?: string
  /** A JSON schema of the arguments. */
  parameters: unknown
  strict: boolean
}

/** Whether a tool is called: as the model likes, some tool, or these only. */
export interface Calling {
  tools: readonly Tool[]
  must: boolean
}

const MOST_TOOLS = 128
const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** `tools` and `tool_choice` of a request; undefined where nothing may be called. */
export function readCalling(members: Record<string, unknown>): Calling | undefined {
  const given = members.tools ?? []
  if (!Array.isArray(given) || given.length > MOST_TOOLS)
    throw wrong('tools', `must be a list of at most ${MOST_TOOLS}`)
  const tools = given.map(readTool)
  const names = new Set(tools.map(({ name }) => name))
  if (names.size < tools.length) throw wrong('tools', 'must have a name of its own each')
  const choice = members.tool_choice ?? 'auto'
  if (choice === 'none') return undefined
  if (choice === 'auto') return tools.length > 0 ? { tools, must: false } : undefined
  if (tools.length === 0) throw wrong('tool_choice', 'is for requests with tools only')
  if (choice === 'required') return { tools, must: true }
  return { tools: [named(choice, tools)], must: true }
}

function named(choice: unknown, tools: readonly Tool[]): Tool {
  const about = 'must be none, auto, required or {"type": "function", "function": {"name": one of the tools}}'
  if (typeof choice !== 'object' || choice === null) throw wrong('tool_choice', about)
  const { function: asked } = choice as { function?: { name?: unknown } }
  const tool = tools.find(({ name }) => name === asked?.name)
  if (!tool) throw wrong('tool_choice', about)
  return tool
}

function readTool(value: unknown, index: number): Tool {
  const param = `tools[${index}]`
  const tool = object(value, param)
  if (tool.type !== 'function') throw wrong(`${param}.type`, 'must be function')
  const described = object(tool.function, `${param}.function`)
  const name = text(described, 'name')
  if (!name || !NAME.test(name)) throw wrong(`${param}.function.name`, 'must be 1 to 64 letters, digits, _ or -')
  const description = text(described, 'description')
  const parameters = described.parameters ?? { type: 'object', properties: {} }
  object(parameters, `${param}.function.parameters`)
  return { name, parameters, strict: described.strict === true, ...(description ? { description } : {}) }
}
