import module, { builtinModules } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { deny, fix, refuse } from './refusals.ts'

/**
 * Of Node's own modules, those that what reads documents needs, and that reach nothing beside files. Packages load
 * child_process without a need; the lock-down leaves nothing in it.
 */
const NEEDED = [
  ...['assert', 'async_hooks', 'buffer', 'child_process', 'crypto', 'diagnostics_channel', 'events'],
  ...['fs', 'fs/promises', 'module', 'os', 'path', 'path/posix', 'path/win32', 'perf_hooks', 'process', 'querystring'],
  ...['stream', 'stream/consumers', 'stream/promises', 'stream/web', 'string_decoder', 'timers'],
  ...['timers/promises', 'url', 'util', 'util/types', 'v8', 'worker_threads', 'zlib'],
  // The process' own thread has its socket to the server, and runs nothing of a document.
  ...(isMainThread ? ['net'] : []),
]

const { apply } = Reflect
const { getBuiltinModule } = process
const { _load: load } = module as unknown as { _load: (...given: unknown[]) => unknown }

/**
 * Node's modules with which sockets are opened, programs started or the engine is changed are not loaded, by whatever
 * way: what they hold in their inner objects is more than could be taken from each.
 */
export function boundModules(): void {
  const refused = refusedNames()
  module.registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      if (found.url in refused) refuse()
      return found
    },
  })
  fix(process, 'getBuiltinModule', (name: string) => {
    const text = `${name}`
    return text in refused ? refuse() : apply(getBuiltinModule, process, [text])
  })
  // Its fourth argument would have it pass over hooks.
  fix(module, '_load', (name: string, parent: unknown, main: boolean) => apply(load, module, [name, parent, main]))
  // Other hooks would come before these; those of `register` run in a thread that none of this has been loaded in.
  deny(module, ['register', 'registerHooks'])
}

/** With `node:` and without. Looked up by `in` alone, since methods can be changed. */
function refusedNames(): Record<string, true> {
  const names = builtinModules.map((name) => name.replace(/^node:/, '')).filter((name) => !NEEDED.includes(name))
  const entries = names.flatMap((name) => [
    [name, true],
    [`node:${name}`, true],
  ])
  return Object.freeze(Object.assign(Object.create(null), Object.fromEntries(entries)))
}
