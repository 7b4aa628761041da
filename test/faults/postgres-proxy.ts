import { connect, createServer, type Socket } from 'node:net'

/** What stands between a server and its Postgres, and breaks as networks and failovers do. */
export interface PostgresProxy {
  /** The same database through the proxy. */
  url: string
  /** Breaks all connections; new ones are refused until `heal`. */
  cut(): void
  /** Breaks the connections that there are. */
  breakAll(): void
  /** Nothing passes any more, and nothing says so: the machine is gone. */
  freeze(): void
  heal(): void
  /** The next commit reaches Postgres; its answer is lost with the connection. Resolves when it is. */
  loseCommit(): Promise<void>
  close(): Promise<void>
}

/** What all its connections go by. */
interface Weather {
  state: 'open' | 'cut' | 'frozen'
  /** Told of the commit that is to be lost. */
  lost: (() => void) | undefined
}

/** Carries one connection; the result breaks it. */
function carry(client: Socket, target: URL, weather: Weather, over: () => void): () => void {
  const server = connect(Number(target.port || 5432), target.hostname)
  let losing: (() => void) | undefined
  const end = () => {
    client.destroy()
    server.destroy()
    over()
  }
  for (const socket of [client, server]) socket.on('error', end).on('close', end)
  client.on('data', (data) => {
    if (weather.state === 'frozen') return
    if (weather.lost && data.includes('COMMIT')) {
      losing = weather.lost
      weather.lost = undefined
    }
    server.write(data)
  })
  server.on('data', (data) => {
    if (weather.state === 'frozen') return
    if (!losing) return void client.write(data)
    // What is answered before it in the pipeline goes with it.
    if (!data.includes('COMMIT')) return
    losing()
    end()
  })
  return end
}

/** In front of a Postgres URL. */
export async function startPostgresProxy(target: string): Promise<PostgresProxy> {
  const carried = new Set<() => void>()
  const weather: Weather = { state: 'open', lost: undefined }
  const listener = createServer((client) => {
    if (weather.state === 'cut') return void client.destroy()
    const end = carry(client, new URL(target), weather, () => carried.delete(end))
    carried.add(end)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as { port: number }).port)
  const breakAll = () => {
    for (const end of [...carried]) end()
  }
  const become = (state: Weather['state']) => {
    if (state === 'cut' || weather.state === 'frozen') breakAll()
    weather.state = state
  }
  const loseCommit = () =>
    new Promise<void>((resolve) => {
      weather.lost = resolve
    })
  const close = () =>
    new Promise<void>((resolve) => {
      breakAll()
      listener.close(() => resolve())
    })
  const states = { cut: () => become('cut'), freeze: () => become('frozen'), heal: () => become('open') }
  return { url: String(url), breakAll, ...states, loseCommit, close }
}
