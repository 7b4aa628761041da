import { writeJson } from '@mkt/schemas'
import type { Context, Middleware } from 'koa'
import { DomainError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { asDomainError, errorBodyOf, INTERNAL, STATUS } from './error-body.ts'
import { openAiErrorBody } from './openai-error.ts'

// Clients that speak OpenAI read its error bodies only.
const OPENAI_PREFIX = '/v1/'

/** Answers every error in the contract's form; a defect of ours is logged whole and answered without detail. */
export function errors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false) {
        throw new DomainError('not_found', `There is nothing at ${ctx.path}.`)
      }
    } catch (error) {
      const known = isMethodError(error)
        ? new DomainError('method_not_allowed', `${ctx.method} is not possible here; see the Allow header.`)
        : asDomainError(error)
      if (!known) log.error({ err: error }, 'request failed')
      answer(ctx, known ?? INTERNAL)
    }
  }
}

function isMethodError(error: unknown): boolean {
  return (error as { status?: unknown }).status === 405
}

function answer(ctx: Context, error: DomainError): void {
  ctx.status = STATUS[error.code]
  if (error.retryAfterS !== undefined) ctx.set('Retry-After', String(error.retryAfterS))
  if (error.code === 'unauthorized')
    ctx.set('WWW-Authenticate', 'Bearer realm="mkt", Basic realm="mkt", charset="UTF-8"')
  // OpenAI's clients repeat a conflict by themselves; what ended it here would end it again.
  if (error.code === 'conflict') ctx.set('x-should-retry', 'false')
  ctx.type = 'application/json'
  ctx.body = writeJson(ctx.path.startsWith(OPENAI_PREFIX) ? openAiErrorBody(error) : errorBodyOf(error))
}
