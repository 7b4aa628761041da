import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { PassThrough, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Command, Outcome } from './warm-mkt.ts'

/** Runs commands of mkt one after the other, each with modules of the program and standard streams of its own. */
const SOURCES = new URL('../../cli/src/', import.meta.url).href
const RUN = 'run'
const stripped = new Map<string, string>()
let runs = 0

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const run = new URL(context.parentURL ?? SOURCES).searchParams.get(RUN)
    return run && found.url.startsWith(SOURCES) ? { ...found, url: `${found.url}?${RUN}=${run}` } : found
  },
  load(url, context, next) {
    if (!url.startsWith(SOURCES)) return next(url, context)
    return { format: 'module', source: sourceOf(fileURLToPath(url)), shortCircuit: true }
  },
})

function sourceOf(path: string): string {
  const source = stripped.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8'))
  stripped.set(path, source)
  return source
}

/** A standard stream that is no terminal, and what was written to it. */
function captured(name: 'stdout' | 'stderr'): () => string {
  const chunks: Buffer[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    chunks.push(chunk)
    done()
  }
  Object.defineProperty(process, name, { value: new Writable({ write }), configurable: true })
  return () => Buffer.concat(chunks).toString('utf8')
}

async function outcomeOf({ args, env, stdin }: Command): Promise<Outcome> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv.splice(1, Number.POSITIVE_INFINITY, 'mkt', ...args)
  process.exitCode = undefined
  const input = new PassThrough()
  input.end(stdin)
  Object.defineProperty(process, 'stdin', { value: input, configurable: true })
  const [stdout, stderr] = [captured('stdout'), captured('stderr')]
  await import(`${SOURCES}main.ts?${RUN}=${++runs}`)
  return { code: Number(process.exitCode ?? 0), stdout: stdout(), stderr: stderr() }
}

process.on('message', async (command) => process.send?.(await outcomeOf(command as Command)))
