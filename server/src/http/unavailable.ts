import { writeJson } from '@mkt/schemas'
import type { Context } from 'koa'
import { ANSWERED } from './guard.ts'

/** Answers that others are to be asked from now on, in words of its own: for balancers, which read the status. */
export function unavailable(ctx: Context, body: object): typeof ANSWERED {
  ctx.status = 503
  ctx.set({ 'Retry-After': '1', 'Cache-Control': 'no-store' })
  ctx.type = 'application/json'
  ctx.body = writeJson(body)
  return ANSWERED
}
