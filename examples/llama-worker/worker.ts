import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Engine, type EngineOptions } from './engine.ts'
import { createEndpoint } from './http.ts'

export interface WorkerOptions extends EngineOptions {
  name: string
  /** 0 picks a free one. */
  port: number
}

export interface Worker {
  url: string
  /** Ends the answers in progress, and frees the port and the model. */
  stop: () => Promise<void>
}

/** Loads the model and serves it on 127.0.0.1. */
export async function startWorker({ name, port, ...options }: WorkerOptions): Promise<Worker> {
  const engine = await Engine.load(options)
  const ending = new AbortController()
  const server = createEndpoint({ engine, name }, ending.signal)
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    await engine.dispose()
    throw error
  }
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    ending.abort()
    server.closeAllConnections()
    await closed
    await engine.seats.settled()
    await engine.dispose()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
