import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure } from '../failure.ts'
import type { Machine } from './machine.ts'
import { type Unit, unitText } from './unit.ts'

export interface ServiceFlags {
  user?: boolean
  name: string
  config?: string
  state?: string
  runAs?: string
}

/** Where a service's files lie, and what its unit says. */
export interface ServicePlan {
  scope: Unit['scope']
  unitPath: string
  envPath: string
  configPath: string
  state: string
  text: string
}

/** What `service install` would do with these flags on this machine. Throws a Failure where they do not go together. */
export function planService(flags: ServiceFlags, machine: Machine): ServicePlan {
  const { user, name, config, state, runAs } = flags
  check(flags)
  const folder = user ? join(machine.home, '.config', name) : `${machine.root}/etc/${name}`
  const units = user ? join(machine.home, '.config/systemd/user') : `${machine.root}/etc/systemd/system`
  const scope = user ? 'user' : 'system'
  const configPath = config === undefined ? join(folder, 'agent.json') : resolve(config)
  const stateDir = resolve(state ?? (user ? join(machine.home, '.local/share', name) : `/var/lib/${name}`))
  const envPath = join(folder, 'agent.env')
  const command = [...machine.program, 'start', '--config', configPath, '--state', stateDir]
  const ownState = state === undefined ? undefined : stateDir
  const text = unitText({ name, scope, runAs, command, ownState, envFile: envPath })
  return { scope, unitPath: join(units, `${name}.service`), envPath, configPath, state: stateDir, text }
}

function check({ user, name, config = '', state, runAs }: ServiceFlags): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new Failure('usage', `--name must be of letters, digits, - and _, not ${JSON.stringify(name)}`)
  }
  if (runAs !== undefined && !/^[a-z_][a-z0-9_-]{0,31}$/.test(runAs)) {
    throw new Failure('usage', `--run-as must be the name of an account, not ${JSON.stringify(runAs)}`)
  }
  if (/\p{Cc}/u.test(config + (state ?? ''))) throw new Failure('usage', 'a path of a service must be one line')
  if (user && runAs !== undefined) throw new Failure('usage', '--run-as is for a system service: leave out --user')
  if (!user && state !== undefined && runAs === undefined) {
    throw new Failure(
      'usage',
      `--state DIR needs --run-as USER, the account that owns it; without both it is /var/lib/${name}`,
    )
  }
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
