import type { Middleware } from 'koa'
import type { DomainError } from '../base/errors.ts'
import { isLogin } from './one-a-turn.ts'

export interface Crowd {
  /** Why these credentials would not be looked at now; undefined where they would be. */
  refusal: (authorization: string, address: string) => Promise<DomainError | undefined>
  /** Methods and paths, with a blank between, where no credentials are looked at. */
  open: ReadonlySet<string>
}

/**
 * Refuses logins that would be refused unseen, before their bodies and their names are looked at: whoever guesses by the
 * hundred is told so for a fraction of what a guess costs. It counts as no guess.
 */
export function crowdedLogins({ refusal, open }: Crowd): Middleware {
  return async (ctx, next) => {
    if (!isLogin(ctx.req) || open.has(`${ctx.method} ${ctx.path}`)) return await next()
    const refused = await refusal(ctx.get('authorization'), ctx.ip)
    if (refused) throw refused
    await next()
  }
}
