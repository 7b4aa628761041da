import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type Router from '@koa/router'
import type { Context } from 'koa'

const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const TYPES: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.png': 'image/png' }
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const page = (title: string, root: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="${root}docs/favicon-32x32.png">
<link rel="stylesheet" href="${root}docs/swagger-ui.css">
<div id="swagger"></div>
<script src="${root}docs/swagger-ui-bundle.js"></script>
<script src="${root}docs/start.js"></script>
</html>
`

// The contract lies beside the folder of this script, under whatever prefix a proxy has put both.
const START = `const url = new URL('../openapi.json', document.currentScript.src).href
SwaggerUIBundle({ url, dom_id: '#swagger', deepLinking: true, validatorUrl: null })
`

/** The files behind GET /docs, all from this machine: the page works without a network. */
export function docsFiles(router: Router): void {
  router.get('/docs/start.js', (ctx) => {
    ctx.type = 'text/javascript'
    ctx.body = START
  })
  for (const file of FILES) {
    router.get(`/docs/${file}`, (ctx) => {
      ctx.type = TYPES[extname(file)] as string
      ctx.set('Cache-Control', 'public, max-age=86400')
      ctx.body = createReadStream(join(FOLDER, file))
    })
  }
}

/** Answers GET /docs. */
export function sendDocsPage(ctx: Context, title: string): void {
  ctx.type = 'text/html'
  ctx.body = page(title, ctx.path.endsWith('/') ? '../' : '')
}
