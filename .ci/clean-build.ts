import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// What npm runs before it packs the workspace in the working directory: dist then holds what the sources of now
// compile to, and nothing that stayed there from earlier ones.
const COMPILER = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const COMPILED = /(\.js|\.js\.map|\.d\.ts)$/

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
const modules = sources.flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []))
/** The compiler copies those that modules import, and tells of no other. */
const data = sources.filter((file) => file.endsWith('.json'))
build()
// The compiler believes its notes, not the folder.
if (![...modules.map((name) => `${name}.js`), ...data].every((file) => existsSync(join('dist', file)))) {
  for (const built of ['dist', 'tsconfig.tsbuildinfo']) rmSync(built, { recursive: true, force: true })
  build()
}
for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  const file = path.slice('dist/'.length)
  const known = data.includes(file) || (COMPILED.test(file) && modules.includes(file.replace(COMPILED, '')))
  if (entry.isFile() && !known) rmSync(path)
}

function build(): void {
  execFileSync(process.execPath, [COMPILER, '-b'], { stdio: 'inherit' })
}
