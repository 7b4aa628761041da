import type { Context } from 'koa'

const STYLE =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}'

/** A page of one sentence, and of one button where something is to be confirmed; it loads and runs nothing. */
export function sendSentence(ctx: Context, sentence: string, button?: string): void {
  // The one form of this service goes back to where the page came from.
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none';style-src 'unsafe-inline';form-action 'self';frame-ancestors 'none'",
  )
  ctx.set('Cache-Control', 'no-store')
  ctx.type = 'text/html; charset=utf-8'
  const form = button === undefined ? '' : `<form method="post"><button>${button}</button></form>`
  ctx.body = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>mkt</title><style>${STYLE}</style><main><p>${sentence}</p>${form}</main></html>\n`
}
