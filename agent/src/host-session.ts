import { type Client, createClient } from '@mkt/schemas/client'
import type { CommandIo } from './command-io.ts'
import { type Place, readPlace } from './config-place.ts'
import type { Effects } from './effects.ts'
import { Failure } from './failure.ts'
import { type Identity, openState, type State } from './state.ts'
import { refusals } from './words/refusal.ts'

export interface PlaceFlags {
  server?: string
  state?: string
  config?: string
}

/** One of this machine's hosts, and the way to its server with its key. */
export interface HostSession {
  place: Place
  state: State
  identity: Identity
  client: Client
}

/** The hosts that a command speaks of: the one at `--server`, or all. Throws a Failure where there is none. */
export function openHosts(io: CommandIo, flags: PlaceFlags): HostSession[] {
  const place = readPlace(io.env ? { flags, env: io.env } : { flags })
  const state = openState(place.state)
  const known = place.server === undefined ? state.all() : [state.load(place.server)].filter((one) => one !== undefined)
  if (known.length === 0) throw noHost(place, state)
  return known.map((identity) => ({ place, state, identity, client: clientOf(io.effects, identity) }))
}

/** The one host that a command speaks of. */
export function openHost(io: CommandIo, flags: PlaceFlags): HostSession {
  const [only, ...others] = openHosts(io, flags)
  if (only && others.length === 0) return only
  const servers = [only as HostSession, ...others].map(({ identity }) => identity.server)
  throw new Failure('usage', refusals.whichServer(servers.length), servers)
}

export function clientOf(effects: Pick<Effects, 'fetch'>, { server, api_key }: Identity): Client {
  return createClient({ baseUrl: server, authorization: () => `Bearer ${api_key}`, fetch: effects.fetch })
}

function noHost({ server, state }: Place, known: State): Failure {
  const where = server === undefined ? state : `${state} for ${server}`
  const others = known.all().map((identity) => refusals.oneAt(identity.server))
  return new Failure('failed', refusals.noHost(where), [...others, refusals.startRegisters])
}
