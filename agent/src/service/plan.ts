import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { readPlace } from '../config-place.ts'
import { Failure } from '../failure.ts'
import { serviceWords } from '../words/service.ts'
import type { Machine } from './machine.ts'
import { type Unit, unitText } from './unit.ts'

export interface ServiceFlags {
  user?: boolean
  name: string
  config?: string
  state?: string
  runAs?: string
}

/** Where a service's files lie. */
export interface ServicePlaces {
  scope: Unit['scope']
  unitPath: string
  envPath: string
  configPath: string
  /** Where the host's key is kept when neither a flag nor the settings say where. */
  usualState: string
}

/** The same, and what its unit says. */
export interface ServicePlan extends ServicePlaces {
  state: string
  text: string
}

/** Throws a Failure where the name or a path is none. */
export function servicePlaces(flags: ServiceFlags, machine: Machine): ServicePlaces {
  check(flags)
  const { user, name, config } = flags
  const folder = user ? join(machine.home, '.config', name) : `${machine.root}/etc/${name}`
  const units = user ? join(machine.home, '.config/systemd/user') : `${machine.root}/etc/systemd/system`
  return {
    scope: user ? 'user' : 'system',
    unitPath: join(units, `${name}.service`),
    envPath: join(folder, 'agent.env'),
    configPath: config === undefined ? join(folder, 'agent.json') : resolve(config),
    usualState: user ? join(machine.home, '.local/share', name) : `/var/lib/${name}`,
  }
}

/** What `service install` would do with these flags on this machine. Throws a Failure where they do not go together. */
export function planService(flags: ServiceFlags, machine: Machine): ServicePlan {
  const { name, runAs } = flags
  const places = servicePlaces(flags, machine)
  const { scope, configPath, envPath, usualState } = places
  const named = flags.state === undefined ? stateOfFile(configPath) : resolve(flags.state)
  const state = named ?? usualState
  if (scope === 'system' && state !== usualState && runAs === undefined) throw needsAccount(flags, places, state)
  // The file's own directory holds the host that it was used with: it is not overridden unless that is asked for.
  const given = flags.state === undefined && named !== undefined ? [] : ['--state', state]
  const command = [...machine.program, 'start', '--config', configPath, ...given]
  const ownState = state === usualState ? undefined : state
  const text = unitText({ name, scope, runAs, command, ownState, envFile: envPath })
  return { ...places, state, text }
}

/** The state directory that a settings file names; undefined where it names none, or is not there yet. */
function stateOfFile(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const { state, stateIsNamed } = readPlace({ flags: { config: path }, env: {} })
  if (!stateIsNamed || isAbsolute(state)) return stateIsNamed ? state : undefined
  throw new Failure('usage', serviceWords.relativeState(path, JSON.stringify(state)), [
    serviceWords.wholePath(JSON.stringify(resolve(dirname(path), state))),
  ])
}

function needsAccount(flags: ServiceFlags, { configPath, usualState }: ServicePlaces, state: string): Failure {
  const whose = serviceWords.account
  return flags.state === undefined
    ? new Failure('usage', serviceWords.foreignState(configPath, state), [serviceWords.runAs(whose, usualState)])
    : new Failure('usage', serviceWords.stateNeedsAccount(whose, usualState))
}

function check({ user, name, config = '', state, runAs }: ServiceFlags): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new Failure('usage', serviceWords.name(JSON.stringify(name)))
  }
  if (runAs !== undefined && !/^[a-z_][a-z0-9_-]{0,31}$/.test(runAs)) {
    throw new Failure('usage', serviceWords.user(JSON.stringify(runAs)))
  }
  if (/\p{Cc}/u.test(config + (state ?? ''))) throw new Failure('usage', serviceWords.onePathLine)
  if (user && runAs !== undefined) throw new Failure('usage', serviceWords.runAsOfSystem)
}

/** The first of these files that an account of no group could not read, for a service under a made-up account. */
export function unreadable(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    if (!existsSync(path)) return false
    const above: string[] = []
    for (let dir = dirname(path); dir !== dirname(dir); dir = dirname(dir)) above.push(dir)
    return (statSync(path).mode & 0o004) === 0 || above.some((dir) => (statSync(dir).mode & 0o001) === 0)
  })
}
