import { spawnSync } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { Redis } from 'ioredis'
import { freePort, type Program, start, tempFolder, until } from './bins.ts'

export interface OwnRedis {
  port: number
  program: Program
}

/** Why this machine has no Redis to start; undefined where it has. */
export const noRedis = (): string | undefined =>
  spawnSync('redis-server', ['--version']).error && 'there is no redis-server on this machine'

/** A Redis of the test's own, which keeps nothing. */
export async function startOwnRedis(...flags: string[]): Promise<OwnRedis> {
  const port = await freePort()
  const program = start('redis-server', ['--port', String(port), '--bind', '127.0.0.1', ...KEEPS_NOTHING(), ...flags])
  await answers(port)
  return { port, program }
}

const KEEPS_NOTHING = () => ['--save', '', '--appendonly', 'no', '--dir', tempFolder()]

/**
 * What a sentinel answers to who asks for the master, and nothing else of one: real sentinels vote by their clocks, and
 * on a machine that is so busy that their clocks stand still they do not vote at all.
 */
export async function startSentinel(name: string, master: { port: number }) {
  const state = { ...master, asked: 0 }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      // One command after the other, each an array of strings with their lengths.
      for (const command of String(chunk).split(/^(?=\*\d+\r\n)/m)) {
        const [what = '', ...rest] = command.split('\r\n').filter((_, at) => at > 0 && at % 2 === 0)
        if (what.toLowerCase() !== 'sentinel') socket.write('+OK\r\n')
        else if (rest[0] === 'get-master-addr-by-name' && rest[1] === name) {
          state.asked++
          const port = String(state.port)
          socket.write(`*2\r\n$9\r\n127.0.0.1\r\n$${port.length}\r\n${port}\r\n`)
        } else socket.write('*0\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { state, port, stop: () => server.close() }
}

/** What one of its commands answers. */
export async function asked(port: number, command: string, ...args: string[]): Promise<unknown> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await client.call(command, ...args)
  } finally {
    client.disconnect()
  }
}

const answers = (port: number) =>
  until('Redis answers', () =>
    asked(port, 'ping').then(
      () => true,
      () => false,
    ),
  )
