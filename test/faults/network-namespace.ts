import { execFileSync, spawnSync } from 'node:child_process'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network of its own on this machine, with one cable to it that can be pulled out. */
export interface NetworkNamespace {
  /** Of this machine as seen from there, and of that network as seen from here. */
  here: string
  there: string
  /** What runs a program in it. */
  through: readonly string[]
  /** Packets vanish both ways, and nobody is told. */
  unplug(): void
  plug(): void
  /** A way from there to what listens on this machine's loopback; answers its port. */
  wayTo(url: string): Promise<number>
  remove(): Promise<void>
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/** Makes one, or says why this machine cannot. */
export function makeNamespace(): NetworkNamespace | { why: string } {
  if (spawnSync('ip', ['-V']).error) return { why: 'there is no `ip` on this machine' }
  const [name, subnet] = [`mkt${process.pid}`, `10.213.${process.pid % 256}`]
  const [cable, end] = [`mkta${process.pid}`, `mktb${process.pid}`]
  const ways: { close(): void }[] = []
  try {
    ip('netns', 'add', name)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', end)
    ip('link', 'set', end, 'netns', name)
    ip('addr', 'add', `${subnet}.1/30`, 'dev', cable)
    ip('link', 'set', cable, 'up')
    for (const args of [`addr add ${subnet}.2/30 dev ${end}`, `link set ${end} up`, 'link set lo up'])
      ip('-n', name, ...args.split(' '))
  } catch (error) {
    spawnSync('ip', ['netns', 'del', name])
    spawnSync('ip', ['link', 'del', cable])
    return { why: `network namespaces are not allowed here (${String((error as { stderr?: Buffer }).stderr).trim()})` }
  }
  return {
    here: `${subnet}.1`,
    there: `${subnet}.2`,
    through: ['ip', 'netns', 'exec', name],
    unplug: () => void ip('link', 'set', cable, 'down'),
    plug: () => void ip('link', 'set', cable, 'up'),
    async wayTo(url) {
      const way = await carryTo(new URL(url), `${subnet}.1`)
      ways.push(way)
      return way.port
    },
    async remove() {
      for (const way of ways) way.close()
      ip('netns', 'del', name)
      // Gone with the namespace's end of it, unless that is still in use.
      spawnSync('ip', ['link', 'del', cable])
    },
  }
}

/** Carries bytes, and nothing of what happens to its connections on the other side until that is known there. */
async function carryTo(target: URL, host: string): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => listener.listen(0, host, resolve))
  return {
    port: (listener.address() as AddressInfo).port,
    close() {
      listener.close()
      for (const socket of open) socket.destroy()
    },
  }
}
