import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Middleware } from 'koa'
import { prefers } from './accept.ts'
import { createPageFiles } from './page-files.ts'

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url))
const ROOT = '/app/'
/** A page of one thing, whose name may look like a file's: `llama-3.1-8b`. */
const OF_ONE = /^\/app\/(?:models|jobs|batches|hosts|documents)\/[^/]+$/

/** No script, style, picture or request but this server's own: what a page is made to hold can do nothing. */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:", "font-src 'self'"],
  ...["connect-src 'self'", "worker-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"],
].join('; ')

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>mkt</title>
<h1>The pages are not built</h1>
<p>This server was started from its sources. Run <code>npm run pages</code> in its folder and load this address again;
everything else of the server works. <code>npm start</code> builds them by itself.</p>
</html>
`

/**
 * The pages that people open, below /app/: files by their names, and index.html for every other address, since the
 * pages tell addresses apart themselves. Who asks for / with a browser is led there.
 */
export function pages(folder = BUILT): Middleware {
  const fileAt = createPageFiles()
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return await next()
    const accept = ctx.get('accept')
    const isRoot = ctx.path === '/' && accept.includes('text/html') && prefers(accept, ['text/html'])
    if (isRoot || ctx.path === ROOT.slice(0, -1)) return lead(ctx)
    if (!ctx.path.startsWith(ROOT)) return await next()
    ctx.set('Content-Security-Policy', POLICY)
    ctx.set('Referrer-Policy', 'same-origin')
    await send(ctx, folder, fileAt)
  }
}

function lead(ctx: Context): void {
  ctx.redirect(ROOT)
  ctx.body = null
  ctx.status = 302
}

async function send(ctx: Context, folder: string, fileAt: ReturnType<typeof createPageFiles>): Promise<void> {
  const name = decoded(ctx.path.slice(ROOT.length))
  const asked = name === undefined ? undefined : join(folder, name)
  // A file that is missing is missing; an address of the pages has no ending.
  const isName = extname(name ?? 'none.x') !== '' && !OF_ONE.test(ctx.path)
  const known = isName && asked?.startsWith(folder + sep) ? await fileAt(asked) : undefined
  if (isName && !known) return say(ctx, 404, 'text/plain', 'There is no such file here.\n')
  const file = known ?? (await fileAt(join(folder, 'index.html')))
  if (!file) return say(ctx, 503, 'text/html', NOT_BUILT)
  const lasts = known && asked?.startsWith(join(folder, 'assets') + sep)
  ctx.set('Cache-Control', lasts ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.set('ETag', file.etag)
  ctx.vary('Accept-Encoding')
  ctx.type = file.type
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  const packed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? file.gzipped : undefined
  if (packed) ctx.set('Content-Encoding', 'gzip')
  ctx.body = packed ?? file.bytes
}

function say(ctx: Context, status: number, type: string, text: string): void {
  ctx.status = status
  ctx.set('Cache-Control', 'no-store')
  ctx.type = type
  ctx.body = text
}

function decoded(path: string): string | undefined {
  try {
    const name = decodeURIComponent(path)
    return name.includes('\0') ? undefined : name
  } catch {
    return undefined
  }
}
