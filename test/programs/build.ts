import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * Puts all modules of one program into a few files, `node build.ts WORKSPACE FOLDER`, and those of the threads and
 * processes that it starts into others. Each still finds what lies beside its source (manifests, fonts): what a module
 * calls its own place stays where its source is.
 */
const [workspace, folder] = process.argv.slice(2) as [string, string]
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** They bring binaries, data or threads of their own, or the programs look for their files. */
const LEFT = [
  ...['better-sqlite3', 'pg', 'pino', 'pino-pretty', 'piscina', 'pdfjs-dist', '@napi-rs/canvas'],
  ...['tesseract.js', '@tesseract.js-data', 'swagger-ui-dist', '@aws-sdk', '@huggingface', '@langchain'],
]
const PLACE = /import\.meta\.url|\b__dirname\b|\b__filename\b/
/** How a module names what a thread or process of its own runs, in a clone and in a package. */
const STARTED = /new URL\([^?]+ \? '([^']+)\.ts' : '\1\.js', import\.meta\.url\)/g
/** What a program starts as threads or processes, by its path in the sources. */
const STARTED_BY: Record<string, readonly string[]> = {
  server: [
    ...['accounts/hashing-thread', 'documents/process/main', 'documents/worker', 'storage/checkpoint-thread'],
    'market/formats/schema-thread',
    'market/audit/audit-thread',
    'documents/export/stored-thread',
  ],
}
const { name } = JSON.parse(readFileSync(`${ROOT}${workspace}/package.json`, 'utf8')) as { name: string }

const SOURCES = join(ROOT, workspace, 'src')
const started = STARTED_BY[workspace] ?? []

const bundle = await rolldown({
  input: Object.fromEntries(
    [[name, 'main'], ...started.map((path) => [fileOf(path), path])].map(([file, path]) => [
      file,
      join(SOURCES, `${path}.ts`),
    ]),
  ),
  platform: 'node',
  resolve: { conditionNames: ['mkt-source', 'node', 'import'] },
  external: (id) => LEFT.some((left) => id === left || id.startsWith(`${left}/`)),
  checks: { eval: false },
  plugins: [{ name: 'place', transform: (code, id) => (PLACE.test(code) ? placed(code, id) : undefined) }],
})
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })

function placed(code: string, id: string): string {
  return code
    .replaceAll(STARTED, (_, path) => `new URL('./${fileOf(startedFrom(id, path))}.mjs', import.meta.itself)`)
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
    .replaceAll(/\b__filename\b/g, JSON.stringify(id))
    .replaceAll('import.meta.itself', 'import.meta.url')
}

function startedFrom(id: string, path: string): string {
  const found = relative(SOURCES, join(dirname(id), path))
  if (!started.includes(found)) throw new Error(`${id} starts ${found}, which ${import.meta.filename} does not name`)
  return found
}

function fileOf(path: string): string {
  return path.replaceAll('/', '-')
}
