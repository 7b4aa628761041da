import { z } from 'zod'
import { PARSED } from './openai-parameters.ts'
import { MAX_IMAGE_BYTES, pictureFault, sizeOfPicture } from './picture.ts'
import { toolCall } from './tool.ts'

export const MAX_INPUT_BYTES = 262_144
const MOST_PARTS = 1000
const MOST_IMAGES = 16
const encoder = new TextEncoder()

export interface TextPart {
  type: 'text'
  text: string
}
export interface ImagePart {
  type: 'image_url'
  /** A data: URL of a PNG, JPEG or WebP. */
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' | undefined }
}
export type ContentPart = TextPart | ImagePart

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const imagePart = z.object({
  type: z.literal('image_url'),
  image_url: z.object({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
})
const part = z.discriminatedUnion('type', [textPart, imagePart])

/**
 * One message of a chat. Content is a list of parts only where it has images. An assistant's message may consist of the
 * `tool_calls` that it made, and a tool's message answers one of them by its id.
 */
export const chatMessage = z
  .object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.union([z.string(), z.array(part)]),
    tool_calls: z.array(toolCall).optional(),
    tool_call_id: z.string().optional(),
    reasoning_content: z.string().optional(),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.infer<typeof chatMessage>

/** NUL is refused: Postgres cannot store it. */
export const isChatText = (text: string) => text.isWellFormed() && !text.includes('\0')
const UNPLAIN = 'must be well-formed text without NUL'
const FORM = 'must be text, or a list of "text" and "image_url" parts with nothing but their own members'

/** What is wrong with a message's content, and undefined where nothing is. */
function contentFault(value: unknown): string | undefined {
  if (typeof value === 'string') return isChatText(value) ? undefined : UNPLAIN
  if (!Array.isArray(value) || value.length === 0) return FORM
  if (value.length > MOST_PARTS) return `must have at most ${MOST_PARTS} parts`
  for (const one of value) {
    const fault = partFault(one)
    if (fault) return fault
  }
  return undefined
}

function partFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return FORM
  const { type, text, image_url, ...more } = value as Record<string, unknown>
  if (Object.values(more).some((given) => given != null)) return FORM
  if (type === 'text' && typeof text === 'string' && image_url == null) return isChatText(text) ? undefined : UNPLAIN
  if (type !== 'image_url' || text != null || typeof image_url !== 'object' || image_url === null) return FORM
  const { url, detail, ...others } = image_url as Record<string, unknown>
  const known = detail == null || detail === 'auto' || detail === 'low' || detail === 'high'
  if (typeof url !== 'string' || !known || Object.values(others).some((given) => given != null)) return FORM
  return pictureFault(url)
}

/** For the contract: what the hand-written guard lets pass. */
const URL_FORM = { type: 'string' as const, description: 'data:image/png;base64,... of a PNG, a JPEG or a WebP' }
const PARTS = [
  {
    type: 'object' as const,
    properties: { type: { type: 'string' as const, const: 'text' }, text: { type: 'string' as const } },
    required: ['type', 'text'],
  },
  {
    type: 'object' as const,
    properties: {
      type: { type: 'string' as const, const: 'image_url' },
      image_url: { type: 'object' as const, properties: { url: URL_FORM }, required: ['url'] },
    },
    required: ['type', 'image_url'],
  },
]

// One fault for the whole content: with some a part, a wrong body of 1 MiB took five seconds to refuse.
const content = z
  .custom<string | ContentPart[]>((value) => contentFault(value) === undefined, {
    error: ({ input }) => (input === undefined ? 'is required' : (contentFault(input) ?? FORM)),
  })
  .meta({ override: { anyOf: [{ type: 'string' }, { type: 'array', maxItems: MOST_PARTS, items: { anyOf: PARTS } }] } })
  .transform((given): string | ContentPart[] => {
    if (typeof given === 'string') return given
    if (!given.some(({ type }) => type === 'image_url')) return textOf(given)
    return given.map(plainPart)
  })

function plainPart(given: ContentPart): ContentPart {
  if (given.type === 'text') return { type: 'text', text: given.text }
  const { url, detail } = given.image_url
  return { type: 'image_url', image_url: detail ? { url, detail } : { url } }
}

/** Content without its images. */
export function textOf(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content
  return content.map((one) => (one.type === 'text' ? one.text : '')).join('')
}

const askedFunction = z.strictObject({
  ...toolCall.shape.function.shape,
  parsed_arguments: z.unknown().optional().meta({ description: PARSED }),
})

/** The members of a message as buyers send it; those of doors that know more names stand beside them. */
export const askedMessageShape = {
  content: content.nullish(),
  tool_calls: z
    .array(z.looseObject({ ...toolCall.shape, function: askedFunction }))
    .max(128)
    .nullish(),
  tool_call_id: z.string().max(200).nullish(),
  reasoning_content: z.string().refine(isChatText, { error: UNPLAIN }).nullish(),
}
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const
/** `developer` is what newer clients call `system`. */
export const askedRole = z
  .enum(ROLES, { error: 'must be system, developer, user, assistant or tool' })
  .transform((role) => (role === 'developer' ? 'system' : role))

interface AskedMessage {
  role: ChatMessage['role']
  content?: string | ContentPart[] | null | undefined
  tool_calls?: { id: string; function: { name: string; arguments: string } }[] | null | undefined
  tool_call_id?: string | null | undefined
  reasoning_content?: string | null | undefined
}

/** What belongs together within a message. */
export function judgeMessage(message: AskedMessage, context: z.RefinementCtx): void {
  const fault = (path: string, text: string) => context.addIssue({ code: 'custom', path: [path], message: text })
  const { role, content, tool_calls, tool_call_id } = message
  const calls = (tool_calls?.length ?? 0) > 0
  if (content == null && !calls) fault('content', 'is required')
  if (calls && role !== 'assistant') fault('tool_calls', "is for an assistant's message only")
  if (role === 'tool' && !tool_call_id) fault('tool_call_id', 'is required')
  if (role !== 'tool' && tool_call_id) fault('tool_call_id', "is for a tool's message only")
  if (role !== 'user' && Array.isArray(content)) fault('content', "may have images in a user's message only")
  if (role !== 'assistant' && message.reasoning_content) {
    fault('reasoning_content', "is for an assistant's message only")
  }
}

/** A message as jobs have it: nothing in it that says nothing. */
export function plainMessage({
  role,
  content,
  tool_calls,
  tool_call_id,
  reasoning_content,
}: AskedMessage): ChatMessage {
  return {
    role,
    content: content ?? '',
    ...(tool_calls?.length ? { tool_calls: tool_calls.map(plainCall) } : {}),
    ...(tool_call_id ? { tool_call_id } : {}),
    ...(reasoning_content ? { reasoning_content } : {}),
  }
}

function plainCall({ id, function: { name, arguments: given } }: NonNullable<AskedMessage['tool_calls']>[number]) {
  return { id, type: 'function' as const, function: { name, arguments: given } }
}

/** The bytes of a chat as JSON, its pictures left out: those have a bound of their own. */
export function chatBytes(messages: readonly ChatMessage[]): number {
  const bare = messages.map((message) =>
    Array.isArray(message.content) ? { ...message, content: message.content.map(withoutPicture) } : message,
  )
  return encoder.encode(JSON.stringify(bare)).length
}

function withoutPicture(given: ContentPart): object {
  return given.type === 'text' ? given : { ...given, image_url: { ...given.image_url, url: '' } }
}

/** `{"role":"user","content":""},` and `,"tool_call_id":""` */
const LEAST_MESSAGE = 29
const LEAST_CALL_ID = 18

/**
 * No fewer than so many bytes is a chat of these messages, whatever else they hold and whether they are right or not: a
 * chat that is too long in any case is known for it before each of ten thousand messages is looked at.
 */
export function leastChatBytes(messages: readonly unknown[]): number {
  return messages.reduce<number>((sum, message) => {
    const { content, tool_call_id: id } = (message ?? {}) as Record<string, unknown>
    const called = typeof id === 'string' && id !== '' ? LEAST_CALL_ID + id.length : 0
    return sum + LEAST_MESSAGE + (typeof content === 'string' ? content.length : 0) + called
  }, 0)
}

/** What is wrong with the pictures of a chat together. */
export function picturesFault(messages: readonly ChatMessage[]): string | undefined {
  const urls = messages.flatMap(({ content }) =>
    // Also of messages that are wrong elsewhere, whose content may be anything.
    Array.isArray(content) ? content.flatMap((one) => (one.type === 'image_url' ? [one.image_url.url] : [])) : [],
  )
  if (urls.length > MOST_IMAGES) return `may have at most ${MOST_IMAGES} images`
  const bytes = urls.reduce((sum, url) => sum + sizeOfPicture(url), 0)
  return bytes > MAX_IMAGE_BYTES ? `may have images of at most ${MAX_IMAGE_BYTES} bytes together` : undefined
}

/** Whether any message of a chat has an image. */
export const hasPictures = (messages: readonly ChatMessage[]) =>
  messages.some(({ content }) => typeof content !== 'string')
