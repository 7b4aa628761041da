import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * Puts all modules of one program into a few files, `node build.ts WORKSPACE FOLDER`. Each still finds what lies
 * beside its source (threads, manifests, fonts): what a module calls its own place stays where its source is.
 */
const [workspace, folder] = process.argv.slice(2) as [string, string]
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** They bring binaries, data or threads of their own, or the programs look for their files. */
const LEFT = [
  ...['better-sqlite3', 'pg', 'pino', 'pino-pretty', 'piscina', 'pdfjs-dist', '@napi-rs/canvas'],
  ...['tesseract.js', '@tesseract.js-data', 'swagger-ui-dist', '@aws-sdk', '@huggingface', '@langchain'],
]
const PLACE = /import\.meta\.url|\b__dirname\b|\b__filename\b/
const { name } = JSON.parse(readFileSync(`${ROOT}${workspace}/package.json`, 'utf8')) as { name: string }

const bundle = await rolldown({
  input: { [name]: `${ROOT}${workspace}/src/main.ts` },
  platform: 'node',
  resolve: { conditionNames: ['mkt-source', 'node', 'import'] },
  external: (id) => LEFT.some((left) => id === left || id.startsWith(`${left}/`)),
  checks: { eval: false },
  plugins: [{ name: 'place', transform: (code, id) => (PLACE.test(code) ? placed(code, id) : undefined) }],
})
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })

function placed(code: string, id: string): string {
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
    .replaceAll(/\b__filename\b/g, JSON.stringify(id))
}
