import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers'
import type { Answer } from '@mkt/schemas/client'
import type { RequestInit } from 'undici'
import { createFetch } from './exchange.ts'
import type { Connect } from './transport/text-socket.ts'
import { connectWebSocket } from './transport/web-socket.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Answer>

/**
 * Everything the agent takes from the world besides its state directory: clock, timers, chance, network, programs.
 * A simulator that gives its own drives the agent without real time.
 */
export interface Effects {
  /** Milliseconds since 1970, for people. */
  now(): number
  /** Milliseconds that never jump, for every duration. */
  monotonic(): number
  /** Calls back once after `ms`; the answer cancels it. */
  timer(ms: number, callback: () => void): () => void
  /** 0 <= x < 1. */
  random(): number
  /** A name that no other start of an agent has. */
  uniqueId(): string
  fetch: Fetch
  /** Opens a connection on which both sides send texts; where there is none, all goes by requests. */
  connect?: Connect
  /** The standard output of a program. Rejects with `code: 'ENOENT'` where there is no such program. */
  run(program: string, args: readonly string[]): Promise<string>
}

const RUN_LIMIT_MS = 10_000

export function realEffects(): Effects {
  // The watchdogs of a run decide how long an engine may be silent, not undici's 300 s.
  const fetch = createFetch({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 10_000 })
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    timer: (ms, callback) => {
      const timer = after(callback, ms)
      return () => clearTimeout(timer)
    },
    random: () => Math.random(),
    uniqueId: () => randomUUID(),
    fetch,
    connect: connectWebSocket,
    run: (program, args) =>
      new Promise((resolve, reject) => {
        execFile(program, [...args], { timeout: RUN_LIMIT_MS, windowsHide: true }, (error, stdout) =>
          error ? reject(error) : resolve(stdout),
        )
      }),
  }
}

/** Buyers' prompts go to the engine and nowhere else, whatever the owner's shell asks LangChain to report to LangSmith. */
export function forbidTracing(): void {
  for (const product of ['LANGSMITH', 'LANGCHAIN']) {
    for (const name of [`${product}_TRACING`, `${product}_TRACING_V2`]) delete process.env[name]
  }
}

/** Waits `ms`, or less where the signal ends the wait; never rejects. */
export function pause(effects: Pick<Effects, 'timer'>, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = effects.timer(ms, done)
    signal?.addEventListener('abort', done)
  })
}
