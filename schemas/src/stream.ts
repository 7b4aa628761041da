import { z } from 'zod'
import { jobErrorCode } from './error.ts'

/** The data of one event of GET /jobs/{id}/stream. */
export const tokenEvent = z.object({ token: z.string() }).meta({ id: 'TokenEvent' })
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
