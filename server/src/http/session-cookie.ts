import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { COOKIE, type Sent } from '../accounts/sessions/same-origin.ts'

/** What a request says of its session; `host` is what a proxy that is trusted calls it. */
export function sentBy({ method = 'GET', headers }: IncomingMessage, host = headers.host ?? ''): Sent {
  const one = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return { method, host, cookie: headers.cookie, fetchSite: one('sec-fetch-site'), origin: one('origin') }
}

/**
 * Has the browser keep a session's secret until it expires: out of reach of scripts, sent to this server alone, and
 * over TLS alone where it came so. An empty one makes it forget.
 */
export function setSessionCookie(ctx: Context, secret: string, max_age_s: number, secure: boolean): void {
  const parts = [`${COOKIE}=${secret}`, 'Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${max_age_s}`]
  ctx.append('Set-Cookie', [...parts, ...(secure || ctx.secure ? ['Secure'] : [])].join('; '))
}
