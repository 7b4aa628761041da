import { z } from 'zod'

/** Functions that a model may call, in the form of OpenAI's chats. */

export const MOST_TOOLS = 128
const NAME = /^[A-Za-z0-9_-]{1,64}$/
const NAME_FAULT = 'must be 1 to 64 letters, digits, underscores or hyphens'
const functionName = z.string().regex(NAME, { error: NAME_FAULT })

/** A JSON Schema as its sender wrote it: what it may hold is bounded where it is asked for. */
export const jsonSchema = z.record(z.string(), z.unknown())
export type JsonSchema = z.infer<typeof jsonSchema>

const functionShape = {
  name: functionName,
  description: z.string().max(65_536).optional(),
  parameters: jsonSchema.optional(),
  strict: z.boolean().nullish(),
}
export const tool = z.object({ type: z.literal('function'), function: z.object(functionShape) }).meta({ id: 'Tool' })
export type Tool = z.infer<typeof tool>

const named = z.object({ type: z.literal('function'), function: z.object({ name: functionName }) })
export const toolChoice = z.union([z.enum(['none', 'auto', 'required']), named], {
  error: 'must be none, auto, required or {"type": "function", "function": {"name": ...}}',
})
export type ToolChoice = z.infer<typeof toolChoice>

/** What a buyer asks with: a member that nobody here knows is refused, since it would have told the model something. */
export const askedTools = z
  .array(z.strictObject({ type: z.literal('function'), function: z.strictObject(functionShape) }))
  .max(MOST_TOOLS)
  .refine((tools) => new Set(tools.map((one) => one.function.name)).size === tools.length, {
    error: 'must have names that differ',
  })

/** A call that a model made, whole: `arguments` is the JSON text as the model wrote it. */
export const toolCall = z
  .object({
    id: z.string().min(1).max(200),
    type: z.literal('function').default('function'),
    function: z.object({ name: z.string().min(1).max(200), arguments: z.string() }),
  })
  .meta({ id: 'ToolCall' })
export type ToolCall = z.infer<typeof toolCall>

/** The beginning or another fragment of a call: the text of its piece is what it adds to the arguments. */
export const toolCallPart = z.object({
  index: z
    .int()
    .min(0)
    .max(MOST_TOOLS - 1),
  /** With the first of a call. */
  id: z.string().min(1).max(200).optional(),
  name: z.string().min(1).max(200).optional(),
})
export type ToolCallPart = z.infer<typeof toolCallPart>
