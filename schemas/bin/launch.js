// Starts a bin on a Node that can run it. Plain JavaScript that any Node since 14 parses: it is what a person
// with a too old system Node meets first. In a clone the TypeScript sources run; in a published package, dist.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endWithNpm } from './end-with-npm.js'
import { fits, fittingNode } from './fitting-node.js'

// Sources run as they are from here on; what is published says in `engines` where it runs.
const RUNS_SOURCES = '>=24.15.0'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']

/** Runs the `main` of the package whose bin calls; `binUrl` is the bin's import.meta.url, `name` the command's. */
export async function launch(binUrl, name) {
  // A program that starts a bin with a channel to it wants it to end with itself.
  if (process.channel) await import('./end-with-parent.js')
  endWithNpm()
  const root = dirname(dirname(fileURLToPath(binUrl)))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // The sources are published too, for the source maps; what compiles them is not.
  const inClone = existsSync(join(root, 'tsconfig.json'))
  const main = inClone ? join(root, 'src', 'main.ts') : join(root, 'dist', 'main.js')
  const range = inClone ? RUNS_SOURCES : manifest.engines.node
  const recent = fits(process.versions.node, range)
  if (recent && !inClone) return void (await import(pathToFileURL(main).href))
  const node = recent ? process.execPath : fittingNode(root, range)
  if (!node) {
    console.error(
      `${name} cannot run on Node ${process.versions.node}: ${advice(name, manifest.name, inClone && root)}`,
    )
    process.exit(1)
  }
  const guard = pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), 'end-with-parent.js')).href
  const options = inClone ? ['--conditions=mkt-source', '--import', guard] : ['--import', guard]
  follow(
    spawn(node, [...options, main, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
    name,
  )
}

function advice(name, packageName, clonedTo) {
  if (clonedTo)
    return `run npm ci in ${dirname(clonedTo)}, which brings Node 24, or install Node 24 from https://nodejs.org`
  return `install Node 24 from https://nodejs.org, or let npx bring it: npx -p node@24 -p ${packageName} ${name}`
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
