import { expect } from 'vitest'

export interface Asked {
  status: number
  headers: Headers
  text: string
  /** The parsed JSON, or undefined where the body is none. */
  body: unknown
}

export interface Ask {
  /** The Authorization header. */
  as?: string | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is, with this content type. */
  raw?: string | Uint8Array<ArrayBuffer>
  type?: string | null
  headers?: Record<string, string>
}

/** Sends one request as plain HTTP: `ask(url, 'POST /run/model', { as, json })`. */
export async function ask(url: string, line: string, { as, json, raw, type, headers = {} }: Ask = {}): Promise<Asked> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const body = json === undefined ? raw : JSON.stringify(json)
  const sent: Record<string, string> = { ...headers }
  if (as !== undefined) sent.authorization = as
  // A Blob keeps fetch from adding a content type of its own.
  if (body !== undefined && type !== null) sent['content-type'] = type ?? 'application/json'
  const init = body === undefined ? {} : { body: type === null ? new Blob([body]) : body }
  const response = await fetch(url + path, { method, headers: sent, redirect: 'manual', ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An error answer: its status and code, a sentence, details only for invalid_request, and nothing of our insides. */
export function expectError(answer: Pick<Asked, 'status' | 'text' | 'body'>, status: number, code: string): void {
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(`"${code}"`)])
  const { error, message, details, ...rest } = answer.body as Record<string, unknown>
  expect(rest).toEqual({})
  expect(error).toBe(code)
  expect(message).toMatch(/^[A-Z].*\.$/s)
  if (details !== undefined) {
    expect(code).toBe('invalid_request')
    for (const detail of details as object[])
      expect(detail).toEqual({ path: expect.any(String), message: expect.any(String) })
  }
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|\bat .*:\d+:\d+|SQLITE|Error:/)
}

/** The names of an object's members, sorted. */
export function members(value: unknown): string[] {
  return Object.keys(value as object).sort()
}

export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
export const idOf = (prefix: string) => new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`)
