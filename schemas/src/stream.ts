import { z } from 'zod'
import { jobErrorCode } from './error.ts'
import { tokenLogprob } from './likelihood.ts'
import { toolCallPart } from './tool.ts'

/**
 * The data of one event of GET /jobs/{id}/stream. All `token` in a row are the answer's text: of what the model thinks,
 * or calls, it is empty.
 */
export const tokenEvent = z
  .object({
    token: z.string(),
    reasoning: z.string().optional(),
    tool_call: toolCallPart.extend({ arguments: z.string() }).optional(),
    logprobs: z.array(tokenLogprob).optional(),
  })
  .meta({ id: 'TokenEvent' })
export type TokenEvent = z.infer<typeof tokenEvent>
/** The data of an `event: error`. */
export const errorEvent = z.object({ error: jobErrorCode }).meta({ id: 'ErrorEvent' })
/** The data of the last event. */
export const DONE = '[DONE]'

/** An event's id, `<attempt>.<offset>`: `offset` counts the pieces of the attempt from 0. */
export interface StreamPosition {
  attempt: number
  offset: number
}

export function formatPosition({ attempt, offset }: StreamPosition): string {
  return `${attempt}.${offset}`
}

/** The position in a Last-Event-ID header, or undefined where it is none of ours. */
export function parsePosition(text: string): StreamPosition | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(text)
  return match ? { attempt: Number(match[1]), offset: Number(match[2]) } : undefined
}
