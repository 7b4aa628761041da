import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const HERE = dirname(fileURLToPath(import.meta.url))

/** Of the server, its sources or what was built of them. */
const PROGRAM = dirname(dirname(HERE))
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const LOCK_DOWN = join(HERE, FROM_SOURCE ? 'lock-down.ts' : 'lock-down.js')

/** Of the process' own thread, which only passes on what others read. Threads have limits of their own. */
const OWN_HEAP_MB = 256

/** Node's own SQLite opens any file, whatever may be read. */
const WITHOUT_SQLITE = ['--no-experimental-sqlite'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag))

/**
 * The options of Node under which a reader process runs: it reads the files of this program and of the packages that it
 * uses (pdf.js' fonts and tables, Tesseract's languages among them), writes none, and starts no program. `files` may be
 * read beside those.
 */
export function readerOptions(files: readonly string[] = []): string[] {
  const allowed = [...programFolders().map((folder) => join(folder, '*')), ...files]
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...allowed.map((path) => `--allow-fs-read=${path}`),
    `--import=${pathToFileURL(LOCK_DOWN)}`,
    `--max-old-space-size=${OWN_HEAP_MB}`,
    // That it may start threads is meant.
    '--disable-warning=SecurityWarning',
    ...WITHOUT_SQLITE,
    ...(FROM_SOURCE ? ['--conditions=mkt-source'] : []),
  ]
}

function programFolders(): string[] {
  const schemas = join(dirname(require.resolve('@mkt/schemas/package.json')), FROM_SOURCE ? 'src' : 'dist')
  const own = [PROGRAM, schemas]
  return [...new Set([...own, ...own.map((folder) => realpathSync(folder)), ...packageFolders()])]
}

/** Where the packages lie that this program finds: each folder node_modules above it. */
function packageFolders(): string[] {
  const above = (require.resolve.paths('pdfjs-dist') ?? []).filter((path) => HERE.startsWith(dirname(path) + sep))
  return above.filter((path) => existsSync(path))
}
