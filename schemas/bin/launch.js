// Starts a bin on a Node that can run it. Plain JavaScript that any Node since 14 parses: it is what a person
// with a too old system Node meets first. In a clone the TypeScript sources run; in a published package, dist.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const WANTED_MAJOR = 24
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']

/** Runs `main` (`../src/main.ts`) of the package whose bin calls; `binUrl` is the bin's import.meta.url. */
export async function launch(binUrl, name) {
  // A program that starts a bin with a channel to it wants it to end with itself.
  if (process.channel) await import('./end-with-parent.js')
  const root = dirname(dirname(fileURLToPath(binUrl)))
  const source = join(root, 'src', 'main.ts')
  const built = join(root, 'dist', 'main.js')
  const fromSource = existsSync(source)
  const recent = Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR
  if (recent && !fromSource) return void (await import(pathToFileURL(built).href))
  const node = recent ? process.execPath : localNode(root)
  if (!node) {
    console.error(
      `${name} needs Node ${WANTED_MAJOR} or newer and this is Node ${process.versions.node}: install it from nodejs.org, or run npm ci in the clone, which brings its own.`,
    )
    process.exit(1)
  }
  const guard = pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), 'end-with-parent.js')).href
  const options = fromSource ? ['--conditions=mkt-source', '--import', guard] : ['--import', guard]
  follow(
    spawn(node, [...options, fromSource ? source : built, ...process.argv.slice(2)], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
    name,
  )
}

/** The node binary that npm installed beside the package, looked for from `folder` upwards. */
function localNode(folder) {
  for (let at = folder; ; at = dirname(at)) {
    const candidate = join(at, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(candidate)) return candidate
    if (dirname(at) === at) return undefined
  }
}

/** Passes signals on and ends as the child ends. A terminal already sends Ctrl-C to both, so there it is not passed on. */
function follow(child, name) {
  for (const signal of SIGNALS) {
    let count = 0
    const fromTerminal = process.stdin.isTTY && signal !== 'SIGTERM' && signal !== 'SIGUSR2'
    process.on(signal, () => {
      count++
      if (fromTerminal) return
      if (child.connected) child.send({ signal, count }, () => undefined)
      else child.kill(signal)
    })
  }
  child.on('error', (error) => {
    console.error(`${name} could not start: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (constants.signals[signal] || 0) : code)
  })
}
