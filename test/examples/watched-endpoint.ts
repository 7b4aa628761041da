import { createServer } from 'node:net'

/** A host that says that it listens somewhere. */
export const REGISTRATION = { gpu: 'none', models: ['watched'], price_per_token: 0.001, backend: 'worker' }

/** A place that counts who connects; `stop` resolves with how many did. */
export async function startWatchedEndpoint() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop(): Promise<number> {
      await new Promise((resolve) => server.close(resolve))
      return connections
    },
  }
}
