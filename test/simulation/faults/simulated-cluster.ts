import type { Chance } from '../../load/chance.ts'
import type { Listening } from './connection.ts'
import type { SimulatedServer } from './simulated-server.ts'
import type { WireListener, WireOptions } from './wire.ts'

/** Servers of one marketplace behind a balancer, which gives each request to any that listens. */
export class SimulatedCluster implements Listening {
  readonly servers: readonly SimulatedServer[]
  readonly #chance: Chance

  constructor(servers: readonly SimulatedServer[], chance: Chance) {
    this.servers = servers
    this.#chance = chance
  }

  get up(): boolean {
    return this.servers.every(({ up }) => up)
  }

  get process(): SimulatedServer['process'] {
    return this.servers.find(({ process }) => process)?.process
  }

  get commits(): number {
    return this.#sum(({ commits }) => commits)
  }

  get kills(): number {
    return this.#sum(({ kills }) => kills)
  }

  get stops(): number {
    return this.#sum(({ stops }) => stops)
  }

  /** What the replicas held in memory, or shared, was lost in this run. */
  get forgetful(): boolean {
    return this.servers.length > 1 || this.kills + this.stops > 0
  }

  async start(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.start()))
  }

  kill(why: string): void {
    this.any()?.kill(why)
  }

  killAll(why: string): void {
    for (const server of this.servers) server.kill(why)
  }

  async stop(): Promise<void> {
    await this.any()?.stop()
  }

  accept(request: string, listener: WireListener, options: WireOptions) {
    return this.any()?.accept(request, listener, options)
  }

  /** One that is up. */
  any(): SimulatedServer | undefined {
    if (this.servers.length === 1) return this.servers[0]
    const up = this.servers.filter((server) => server.up)
    return up.length > 0 ? this.#chance.pick(up) : undefined
  }

  #sum(of: (server: SimulatedServer) => number): number {
    return this.servers.reduce((sum, server) => sum + of(server), 0)
  }
}
