import asyncHooks from 'node:async_hooks'
import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import v8 from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { hookCountingWorker } from '../text/counting-source.ts'
import { boundAddons } from './bound-addons.ts'
import { boundModules } from './bound-modules.ts'
import { boundThreads } from './bound-threads.ts'
import { deny, fix, refuse } from './refusals.ts'

/** Of node:v8; Node itself passes errors on between threads by two of them. */
const HARMLESS = ['getHeapStatistics', 'serialize', 'deserialize']

/**
 * Takes away what Node's permission model leaves, in this thread: the network, which it knows only from Node 25 on;
 * threads with options of their own, which would be free of the model; signals; native code of other packages. Whoever
 * has taken over what reads a document may change every prototype and global afterwards, so nothing of this relies on one.
 */
function lockDown(): void {
  boundThreads()
  boundAddons()
  // Before the network's modules, which fetch and its like load from within, are out of reach.
  denyNetwork()
  deny(process, ['kill', '_kill', '_debugProcess', '_debugEnd', 'chdir', 'execve', '_linkedBinding', 'binding'])
  deny(process, ['setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups', '_getActiveHandles'])
  deny(process, ['_getActiveRequests', 'openStdin', 'loadEnvFile'])
  deny(os, ['setPriority'])
  deny(childProcess, Object.keys(childProcess))
  fix(childProcess, 'ChildProcess', refuse)
  deny(
    v8,
    Object.keys(v8).filter((name) => !HARMLESS.includes(name)),
  )
  // It names what natively stands behind an object, as sockets and threads.
  deny(asyncHooks, ['createHook'])
  fix(process, 'report', { getReport: shortReport })
  boundModules()
  syncBuiltinESMExports()
}

const { apply } = Reflect
const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report
const { getReport } = report

/** Which C library this is, by which packages choose their native code; nothing of the machine and its networks. */
function shortReport(): object {
  report.excludeNetwork = true
  const { header, sharedObjects } = apply(getReport, report, []) as { header: Header; sharedObjects: unknown }
  return { header: { glibcVersionRuntime: header.glibcVersionRuntime }, sharedObjects }
}

interface Header {
  glibcVersionRuntime?: string
}

function denyNetwork(): void {
  for (const name of ['fetch', 'WebSocket', 'EventSource']) fix(globalThis, name, refuse)
  deny(net.Socket.prototype, ['connect'])
  deny(net.Server.prototype, ['listen', '_listen2', '_setupWorker'])
  deny(net, ['_createServerHandle'])
  // A socket of a number is the server's; its native object would open others.
  if (!isMainThread) fix(net, 'Socket', refuse)
  fix(net, 'Server', refuse)
  fix(dgram, 'Socket', refuse)
  deny(dgram, ['createSocket', '_createSocketHandle'])
  deny(dns, Object.keys(dns))
  deny(dns.promises, Object.keys(dns.promises))
  for (const holder of [dns, dns.promises]) fix(holder, 'Resolver', refuse)
}

// Loaded by --import before anything else, in the process' own thread and in every thread beneath it.
hookCountingWorker()
lockDown()
