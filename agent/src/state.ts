import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { refusals } from './words/refusal.ts'

/** What the host was registered with; money as the decimal text of credits. */
const registeredAs = z.object({
  gpu: z.string(),
  models: z.array(z.string()),
  price_per_token: z.string(),
  /** Without it 0. */
  price_per_input_token: z.string().optional(),
  /** Of the models that differ from that. */
  model_prices: z
    .record(z.string(), z.object({ price_per_token: z.string(), price_per_input_token: z.string().optional() }))
    .optional(),
  backend: z.string(),
  endpoint_url: z.string().nullable(),
  max_tokens: z.number(),
  /** Of single models, where they differ. */
  model_max_tokens: z.record(z.string(), z.number()).optional(),
  model_context_lengths: z.record(z.string(), z.number()).optional(),
})
export type RegisteredAs = z.infer<typeof registeredAs>

const startedInstance = z.object({ instance: z.string(), machine: z.string() })

/** This machine's host at one server. */
const identity = z.object({
  server: z.string(),
  host_id: z.string(),
  api_key: z.string(),
  registered: registeredAs,
  /** The models that the last start of the agent could serve, whatever of them is offered. */
  served: z.array(z.string()).optional(),
  /** The fixed price, in credits, that the last start went on with: a change made with `set` does not unsay it. */
  meant_price: z.string().optional(),
  /** Where `--price auto` began, in credits; its bounds are taken from there at every start. */
  follows_from: z.string().optional(),
  /** Starts of the agent whose jobs may still be running at the server. */
  instances: z.array(startedInstance).default([]),
})
export type Identity = z.infer<typeof identity>

/** Where identities are kept. The simulator keeps them in memory. */
export interface State {
  /** Tells this machine apart from another that mounts the same directory. */
  machine: string
  /** For messages: where the identity of a server lies. */
  where(server: string): string
  load(server: string): Identity | undefined
  /** This machine's hosts at all servers; none where there is no such directory. */
  all(): Identity[]
  save(identity: Identity): void
  /** Keeps the identity under the host's own name, because its key is the way to its balance. */
  archive(identity: Identity): string
}

export class StateFileError extends Error {
  override name = 'StateFileError'
}

/** Makes the directory and what lies above it, for the owner only; throws the system's error where that cannot be. */
export function makeStateDir(dir: string): void {
  if (existsSync(dir)) return
  // Not `recursive: true`: under a folder that takes none (/proc), Node then tries for ever and eats all memory.
  if (!existsSync(dirname(dir))) makeStateDir(dirname(dir))
  mkdirSync(dir, { mode: 0o700 })
}

/** The identities in a directory, one file per server, readable by their owner only. */
export function openState(dir: string): State {
  const where = (server: string) => join(dir, `host-${fingerprint(server)}.json`)
  const write = (path: string, value: Identity) => {
    makeStateDir(dir)
    replaceFile(path, value)
  }
  return {
    machine: `${hostname()} ${machineId()}`.trim(),
    where,
    load: (server) => read(where(server)),
    all: () => names(dir).flatMap((name) => read(join(dir, name)) ?? []),
    save: (value) => write(where(value.server), value),
    archive: (value) => {
      const path = join(dir, `${value.host_id}.json`)
      write(path, value)
      return path
    },
  }
}

function read(path: string): Identity | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
    chmodSync(path, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StateFileError(refusals.stateUnreadable(path, (error as Error).message))
  }
  try {
    return identity.parse(JSON.parse(text))
  } catch {
    throw new StateFileError(refusals.stateDamaged(path))
  }
}

/** The files of hosts in force, oldest name first; archived ones are named after the host. */
function names(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => /^host-[0-9a-f]{12}\.json$/.test(name))
    .sort()
}

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
function replaceFile(path: string, value: Identity): void {
  const draft = `${path}.new`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  renameSync(draft, path)
}

function fingerprint(server: string): string {
  return createHash('sha256').update(server).digest('hex').slice(0, 12)
}

function machineId(): string {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch {}
  }
  return ''
}
