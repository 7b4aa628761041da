import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { writeJson } from '@mkt/schemas'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { programOf } from '../programs/programs.ts'
import type { Marketplace } from './marketplace.ts'

export const BIN = join(import.meta.dirname, '../../agent/bin/mkt-agent.js')

export interface Run {
  child: ChildProcess
  output: () => string
  stdout: () => string
  code: Promise<number | null>
}

/** The program as a process, with nothing of this process's environment but the PATH. */
export function mktAgent(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [...programOf('mkt-agent'), ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { output: '', stdout: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      said.output += data
      if (stream === child.stdout) said.stdout += data
    })
  }
  return {
    child,
    output: () => said.output,
    stdout: () => said.stdout,
    code: once(child, 'exit').then(([code]) => code),
  }
}

/** A marketplace for tests behind a port of its own. */
export async function serve(market: Marketplace): Promise<{ url: string; close(): void }> {
  const http = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const gone = new AbortController()
    response.on('close', () => gone.abort(new Error('the caller is gone')))
    const text = Buffer.concat(parts).toString()
    const route = `${request.method} ${request.url?.replace(/\?.*/, '')}`
    const key = request.headers['idempotency-key'] as string | undefined
    const answer = market.answer(route, text, request.headers.authorization, gone.signal, key)
    const { status, body } = await answer.catch(() => ({ status: 499, body: undefined }))
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? undefined : writeJson(body))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const close = () => {
    http.closeAllConnections()
    http.close()
  }
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, close }
}

/** Waits for something that another process does. */
export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    if (i > 1000) throw new Error('it did not happen')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
