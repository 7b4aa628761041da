import { writeJson } from '@mkt/schemas'
import { vi } from 'vitest'

/** What the pages asked a market for. */
export interface Request {
  method: string
  path: string
  key: string | undefined
  body: Record<string, unknown>
}

type Answer = object | Response | undefined | Promise<object | Response>

export const ORIGIN = 'http://market.test'

/**
 * Puts a market in the place of the network, which answers what `answer` says, and keeps what it is asked; where that
 * throws it cannot be reached. Without a browser: what the pages keep is imported after this.
 */
export function scriptMarket(answer: (request: Request) => Answer): Request[] {
  const asked: Request[] = []
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('requestAnimationFrame', setTimeout)
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal('fetch', async (url: string, { method, headers, body, signal }: RequestInit) => {
    const { pathname: path } = new URL(url)
    const key = new Headers(headers).get('idempotency-key') ?? undefined
    const request = { method: method ?? 'GET', path, key, body: body ? JSON.parse(String(body)) : {} }
    signal?.throwIfAborted()
    asked.push(request)
    const left = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    const given = await Promise.race([answer(request), left])
    return given instanceof Response ? given : new Response(writeJson(given ?? {}), { status: successOf(request) })
  })
  return asked
}

function successOf({ method, path }: Request): number {
  if (method !== 'POST') return 200
  return path === '/run/model' ? 202 : path === '/conversations' ? 201 : 200
}

export const refusal = (status: number, error: string): Response =>
  new Response(writeJson({ error, message: 'Refused.' }), { status })

/** An ended job, as `detail=full` says it. */
export function endedJob(job_id: string, question: string, model = 'able') {
  const none = { host_id: null, error: null, queue_position: null, started_at: null, finished_at: null, routing: null }
  return {
    ...none,
    ...{ job_id, model, status: 'completed', created_at: '2026-01-01T00:00:00.000Z', input_text: question },
    ...{ max_tokens: 9, temperature: 0.5, output_text: 'Said.', tokens_generated: 1, attempts: 1 },
    ...{ credits_reserved: 0, credits_used: 0, finish_reason: 'stop', messages: [{ role: 'user', content: question }] },
  }
}
