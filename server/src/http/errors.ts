import { writeJson } from '@mkt/schemas'
import type { Context, Middleware } from 'koa'
import { DomainError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { asDomainError, INTERNAL } from './error-body.ts'
import type { ErrorForm } from './error-form.ts'

/** Answers every error in the contract's form; a defect of ours is logged whole and answered without detail. */
export function errors(log: Log, form: ErrorForm): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false) {
        throw new DomainError('not_found', `There is nothing at ${ctx.path}.`)
      }
    } catch (error) {
      if (callerLeft(ctx, error)) return
      const known = isMethodError(error)
        ? new DomainError('method_not_allowed', `${ctx.method} is not possible here; see the Allow header.`)
        : asDomainError(error)
      if (!known) log.error({ err: error }, 'request failed')
      answer(ctx, form, form.speak(known ?? INTERNAL))
    }
  }
}

/** Nobody is there to be answered, and that is why the work ended, or why the body could not be read. */
function callerLeft(ctx: Context, error: unknown): boolean {
  const { name, type } = error as { name?: unknown; type?: unknown }
  const left = ctx.res.closed && name === 'AbortError'
  const leftBefore = ctx.req.destroyed && type === 'stream.not.readable'
  if (!left && !leftBefore) return false
  ctx.respond = false
  return true
}

function isMethodError(error: unknown): boolean {
  return (error as { status?: unknown }).status === 405
}

function answer(ctx: Context, form: ErrorForm, error: DomainError): void {
  ctx.status = form.statusOf(error.code)
  if (error.retryAfterS !== undefined) ctx.set('Retry-After', String(error.retryAfterS))
  if (error.code === 'unauthorized') ctx.set('WWW-Authenticate', form.challenge)
  // OpenAI's clients repeat both by themselves: what made a conflict would make it again, and what was paid cost again.
  if (error.code === 'conflict' || error.charged) ctx.set('x-should-retry', 'false')
  ctx.type = 'application/json'
  ctx.body = writeJson(form.bodyOf(error, ctx.path))
}
