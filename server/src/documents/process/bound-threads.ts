import { EventEmitter } from 'node:events'
import threads from 'node:worker_threads'
import { fix, keep, refuse } from './refusals.ts'

// Taken before anything else runs: whoever has taken a thread over changes what these names mean.
const { construct } = Reflect

type Options = threads.WorkerOptions

/**
 * A thread has the options of the one that starts it, which are those of the process: with others it would be free of
 * the model. What makes threads is therefore not to be had, neither from what is called here nor from a thread itself.
 */
export function boundThreads(): void {
  const Free = threads.Worker
  function Bound(file: string | URL, options: Options = {}) {
    return construct(Free, [file, bounded(options)], new.target ?? Free)
  }
  Bound.prototype = Free.prototype
  fix(Free.prototype, 'constructor', Bound)
  Object.setPrototypeOf(Bound, Object.getPrototypeOf(Free))
  fix(threads, 'Worker', Bound)
  hideMaker(Free)
  // Node takes an environment that is not this one for a reason to read options anew.
  keep(process, 'env')
}

/** Without `execArgv` and `env`, and without a prototype from which they could come; named one by one, as no loop can be trusted. */
function bounded({ eval: code, workerData, transferList, resourceLimits, name, stdin, stdout, stderr }: Options) {
  return { __proto__: null, eval: code, workerData, transferList, resourceLimits, name, stdin, stdout, stderr }
}

/**
 * Each thread holds, under a symbol, the native object by whose constructor Node made it. All share a prototype, which
 * is had from one that never starts, since Node refuses its option.
 */
function hideMaker(Free: typeof threads.Worker): void {
  const made = unstarted(Free)
  const natives = Object.getOwnPropertySymbols(made).map((symbol) => made[symbol] as { startThread?: unknown } | null)
  const native = natives.find((one) => typeof one?.startThread === 'function')
  if (!native) throw new Error('what makes threads was not found, and nothing is read without hiding it')
  fix(Object.getPrototypeOf(native), 'constructor', refuse)
}

function unstarted(Free: typeof threads.Worker): Record<symbol, unknown> {
  const emitters = EventEmitter as unknown as { init: (...options: unknown[]) => void }
  const { init } = emitters
  let made = {}
  emitters.init = function (...options) {
    made = this
    return init.apply(this, options)
  }
  try {
    new Free('', { eval: true, execArgv: ['--no-such-option'] })
  } catch {
    // As meant.
  } finally {
    emitters.init = init
  }
  return made
}
