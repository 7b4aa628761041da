import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CommandIo } from '../command-io.ts'
import { readConfig } from '../config.ts'
import type { Environment } from '../config-reader.ts'
import { readSecrets, SECRETS } from '../config-secrets.ts'
import { Failure } from '../failure.ts'
import { type Machine, thisMachine } from '../service/machine.ts'
import {
  planService,
  type ServiceFlags,
  type ServicePlaces,
  type ServicePlan,
  servicePlaces,
  unreadable,
} from '../service/plan.ts'
import { serviceWords } from '../words/service.ts'

/** `mkt-agent service install`: the agent as a systemd service that starts with the machine. */
export async function installService(
  io: CommandIo,
  flags: ServiceFlags & { print?: boolean },
  machine = thisMachine(),
): Promise<undefined> {
  const plan = planService(flags, machine)
  if (flags.print) return void io.print(plan.text.trimEnd())
  demandSystemd(machine)
  const secrets = io.env ? readSecrets(io.env) : readSecrets()
  checkSettings(plan, secrets)
  const made = plan.state === plan.usualState || (plan.scope === 'user' && flags.state === undefined)
  if (!made && !existsSync(plan.state)) {
    throw new Failure('usage', serviceWords.noState(plan.state))
  }
  if (plan.scope === 'system' && flags.runAs === undefined) demandReadable([plan.configPath, ...machine.program])
  writeFiles(plan, secrets)
  await systemctl(machine, plan, 'daemon-reload')
  await systemctl(machine, plan, 'enable', flags.name)
  await systemctl(machine, plan, 'restart', flags.name)
  io.print(serviceWords.runs(flags.name, plan.unitPath))
  const user = plan.scope === 'user' ? ' --user' : ''
  io.tell(serviceWords.places(plan.configPath, plan.envPath, user, flags.name))
  io.tell(serviceWords.key(plan.state))
  io.tell(serviceWords.logs(user))
  if (plan.scope === 'user') io.tell(serviceWords.linger)
}

/** `mkt-agent service uninstall`: stops it after its jobs; key, settings and tokens stay. */
export async function uninstallService(
  io: CommandIo,
  flags: ServiceFlags,
  machine = thisMachine(),
): Promise<undefined> {
  const places = servicePlaces(flags, machine)
  demandSystemd(machine)
  if (!existsSync(places.unitPath)) throw new Failure('failed', serviceWords.notInstalled(places.unitPath))
  await systemctl(machine, places, 'disable', '--now', flags.name)
  changing(places, () => rmSync(places.unitPath))
  await systemctl(machine, places, 'daemon-reload')
  io.print(serviceWords.gone(flags.name))
  io.tell(serviceWords.kept(places.configPath, places.envPath))
  io.tell(serviceWords.keptKey(places.usualState))
}

/** `mkt-agent service logs`: what the service said, or says. */
export async function serviceLogs(
  _desk: CommandIo,
  flags: ServiceFlags & { follow?: boolean; lines: number },
  machine = thisMachine(),
): Promise<number> {
  const places = servicePlaces(flags, machine)
  demandSystemd(machine)
  const scope = places.scope === 'user' ? ['--user'] : []
  const follow = flags.follow ? ['--follow'] : []
  return await machine.run('journalctl', [
    ...scope,
    '--unit',
    flags.name,
    '--lines',
    String(flags.lines),
    '--output',
    'cat',
    ...follow,
  ])
}

function demandSystemd({ platform, systemd }: Machine): void {
  if (platform === 'linux' && systemd) return
  const why = platform === 'linux' ? serviceWords.noSystemd : `this is ${platform}`
  throw new Failure('failed', serviceWords.needsSystemd(why), [serviceWords.startOtherwise, serviceWords.printOnly])
}

function checkSettings({ configPath }: ServicePlan, env: Environment): void {
  if (!existsSync(configPath)) {
    throw new Failure('usage', serviceWords.noConfig(configPath), [serviceWords.makeConfig(configPath)])
  }
  readConfig({ flags: { config: configPath }, env })
}

function demandReadable(paths: readonly string[]): void {
  const closed = unreadable(paths)
  if (closed === undefined) return
  throw new Failure('failed', serviceWords.notReadable(closed), [serviceWords.readable])
}

function writeFiles(plan: ServicePlan, secrets: Environment): void {
  changing(plan, () => {
    mkdirSync(dirname(plan.unitPath), { recursive: true })
    mkdirSync(dirname(plan.envPath), { recursive: true })
    writeFileSync(plan.unitPath, plan.text, { mode: 0o644 })
    if (!existsSync(plan.envPath)) writeFileSync(plan.envPath, envText(secrets), { mode: 0o600 })
    chmodSync(plan.envPath, 0o600)
    if (plan.scope === 'user') mkdirSync(plan.state, { recursive: true, mode: 0o700 })
  })
}

function changing({ scope }: ServicePlaces, work: () => void): void {
  try {
    work()
  } catch (error) {
    const hint = scope === 'system' ? serviceWords.needsRoot : ''
    throw new Failure('failed', (error as Error).message, hint ? [hint] : [])
  }
}

function envText(secrets: Environment): string {
  const lines = SECRETS.map((name) => (secrets[name] ? `${name}=${JSON.stringify(secrets[name])}` : `#${name}=`))
  return serviceWords.tokens(lines.join('\n'))
}

async function systemctl(machine: Machine, { scope }: ServicePlaces, ...args: string[]): Promise<void> {
  const all = scope === 'user' ? ['--user', ...args] : args
  const code = await machine.run('systemctl', all)
  if (code !== 0) throw new Failure('failed', serviceWords.systemctl(all.join(' '), code))
}
