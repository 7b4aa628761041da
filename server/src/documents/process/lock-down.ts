import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import threads from 'node:worker_threads'

/**
 * Takes away what Node's permission model leaves, in this thread: the network, which it knows only from Node 25 on;
 * threads with options of their own, which would be free of the model; signals; native code of other packages.
 */
function lockDown(): void {
  deny(net.Socket.prototype, ['connect'])
  deny(net.Server.prototype, ['listen'])
  deny(net, ['_createServerHandle'])
  deny(dgram.Socket.prototype, ['bind', 'connect', 'send', 'addMembership'])
  deny(dns, Object.keys(dns))
  deny(dns.promises, Object.keys(dns.promises))
  deny(dns.Resolver.prototype, Object.getOwnPropertyNames(dns.Resolver.prototype))
  deny(dns.promises.Resolver.prototype, Object.getOwnPropertyNames(dns.promises.Resolver.prototype))
  deny(process, ['kill', '_kill', '_debugProcess', 'chdir'])
  boundThreads()
  boundAddons()
  syncBuiltinESMExports()
}

function deny(target: object, names: readonly string[]): void {
  for (const name of names) {
    const { value, configurable } = Object.getOwnPropertyDescriptor(target, name) ?? {}
    if (typeof value !== 'function' || !configurable || /^([A-Z]|constructor$)/.test(name)) continue
    Object.defineProperty(target, name, { value: refuse, writable: false, configurable: false })
  }
}

function refuse(): never {
  throw Object.assign(new Error('a reader process may not do this'), { code: 'ERR_ACCESS_DENIED' })
}

/** A thread has the options of the one that starts it, which are those of the process. */
function boundThreads(): void {
  const Free = threads.Worker
  function Bound(file: string | URL, options: threads.WorkerOptions = {}) {
    const { execArgv: _, env: __, ...bound } = options
    return Reflect.construct(Free, [file, bound], new.target ?? Free)
  }
  Bound.prototype = Free.prototype
  Object.defineProperty(Free.prototype, 'constructor', { value: Bound })
  Object.setPrototypeOf(Bound, Object.getPrototypeOf(Free))
  threads.Worker = Bound as never
}

/** Of native code only what paints and what lowers a thread's priority: SQLite's would open the database. */
function boundAddons(): void {
  const free = process.dlopen
  const value = (module: object, file: string, ...flags: [number?]) => {
    if (!/[\\/]@napi-rs[\\/]/.test(file)) refuse()
    return Reflect.apply(free, process, [module, file, ...flags])
  }
  Object.defineProperty(process, 'dlopen', { value, writable: false, configurable: false })
}

// Loaded by --import before anything else, in the process' own thread and in every thread beneath it.
lockDown()
