import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// Builds what a browser loads into server/web/dist. With --if-older only where a source is younger than what was built,
// so that `npm start` may ask for it each time.
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WEB = join(ROOT, 'server/web')
const BUILT = join(WEB, 'dist')
const SOURCES = [WEB, join(ROOT, 'schemas/src')]
const FILES = ['package-lock.json', '.ci/build-pages.ts'].map((file) => join(ROOT, file))

if (process.argv.includes('--if-older') && builtAt() > newestSource()) console.log('the pages are up to date')
else await buildPages()

/** Built aside and put in place as a whole, so that a server that runs, or another build, never sees half of it. */
async function buildPages(): Promise<void> {
  const aside = `${BUILT}.${process.pid}`
  await build({
    root: WEB,
    configFile: false,
    base: '/app/',
    logLevel: 'warn',
    resolve: {
      conditions: ['mkt-source', 'browser', 'module', 'import'],
      alias: [{ find: /^zod$/, replacement: join(WEB, 'deferred-zod.ts') }],
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: aside,
      emptyOutDir: true,
      target: 'es2023',
      // A file in a data: address would need a wider content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // pdf.js, a part of its own.
      chunkSizeWarningLimit: 600,
    },
  })
  copyReader(join(aside, 'pdfjs'))
  const old = `${aside}.old`
  if (existsSync(BUILT)) renameSync(BUILT, old)
  try {
    renameSync(aside, BUILT)
  } catch (error) {
    // Another build of the same sources was quicker.
    if (!existsSync(BUILT)) throw error
  }
  for (const folder of [aside, old]) rmSync(folder, { recursive: true, force: true })
  console.log('the pages are built')
}

/** What pdf.js loads by itself: its worker, fonts, maps, and decoders in JavaScript for what has no WebAssembly. */
function copyReader(to: string): void {
  const from = join(ROOT, 'node_modules/pdfjs-dist')
  mkdirSync(join(to, 'wasm'), { recursive: true })
  for (const folder of ['standard_fonts', 'cmaps']) cpSync(join(from, folder), join(to, folder), { recursive: true })
  cpSync(join(from, 'legacy/build/pdf.worker.min.mjs'), join(to, 'pdf.worker.min.mjs'))
  const scripts = readdirSync(join(from, 'wasm')).filter((name) => name.endsWith('.js') || name.startsWith('LICENSE'))
  for (const name of scripts) cpSync(join(from, 'wasm', name), join(to, 'wasm', name))
}

function builtAt(): number {
  return statSync(join(BUILT, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newestSource(): number {
  const sources = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !file.startsWith(BUILT) && !file.includes('node_modules')),
  )
  return Math.max(...[...sources, ...FILES].map((file) => statSync(file).mtimeMs))
}
