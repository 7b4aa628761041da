import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readConfig } from '../config.ts'
import type { Environment } from '../config-reader.ts'
import { readSecrets, SECRETS } from '../config-secrets.ts'
import type { Desk } from '../desk.ts'
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

/** `mkt-agent service install`: the agent as a systemd service that starts with the machine. */
export async function installService(
  desk: Desk,
  flags: ServiceFlags & { print?: boolean },
  machine = thisMachine(),
): Promise<undefined> {
  const plan = planService(flags, machine)
  if (flags.print) return void desk.print(plan.text.trimEnd())
  demandSystemd(machine)
  const secrets = desk.env ? readSecrets(desk.env) : readSecrets()
  checkSettings(plan, secrets)
  const made = plan.state === plan.usualState || (plan.scope === 'user' && flags.state === undefined)
  if (!made && !existsSync(plan.state)) {
    throw new Failure('usage', `there is no ${plan.state}: make it, and give it to the account of the service`)
  }
  if (plan.scope === 'system' && flags.runAs === undefined) demandReadable([plan.configPath, ...machine.program])
  writeFiles(plan, secrets)
  await systemctl(machine, plan, 'daemon-reload')
  await systemctl(machine, plan, 'enable', flags.name)
  await systemctl(machine, plan, 'restart', flags.name)
  desk.print(`${flags.name} runs as a service, and starts with the machine: ${plan.unitPath}`)
  const user = plan.scope === 'user' ? ' --user' : ''
  desk.tell(
    `Its settings are in ${plan.configPath}, its tokens in ${plan.envPath}; after a change: systemctl${user} restart ${flags.name}`,
  )
  desk.tell(`Its key is in ${plan.state}: mkt-agent status --state ${plan.state}`)
  desk.tell(`What it says: mkt-agent service logs${user}`)
  if (plan.scope === 'user') desk.tell('To have it run while you are logged out: loginctl enable-linger')
}

/** `mkt-agent service uninstall`: stops it after its jobs; key, settings and tokens stay. */
export async function uninstallService(desk: Desk, flags: ServiceFlags, machine = thisMachine()): Promise<undefined> {
  const places = servicePlaces(flags, machine)
  demandSystemd(machine)
  if (!existsSync(places.unitPath))
    throw new Failure('failed', `there is no ${places.unitPath}: nothing is installed under this name`)
  await systemctl(machine, places, 'disable', '--now', flags.name)
  changing(places, () => rmSync(places.unitPath))
  await systemctl(machine, places, 'daemon-reload')
  desk.print(`${flags.name} is a service no more`)
  desk.tell(`Kept: its settings in ${places.configPath}, its tokens in ${places.envPath}, and the key of the host,`)
  desk.tell(`the way to its balance, in ${places.usualState} unless the settings or --state named another place.`)
}

/** `mkt-agent service logs`: what the service said, or says. */
export async function serviceLogs(
  _desk: Desk,
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
  const why = platform === 'linux' ? 'systemd does not run here (a container?)' : `this is ${platform}`
  throw new Failure('failed', `services need Linux with systemd, and ${why}`, [
    'Have `mkt-agent start --config FILE` started by what starts programs here; it ends by itself on SIGTERM.',
    'With --print, `service install` only prints the unit.',
  ])
}

function checkSettings({ configPath }: ServicePlan, env: Environment): void {
  if (!existsSync(configPath)) {
    throw new Failure('usage', `there is no configuration file ${configPath}`, [
      `Make one: mkt-agent config > ${configPath}; or name another with --config FILE.`,
    ])
  }
  readConfig({ flags: { config: configPath }, env })
}

function demandReadable(paths: readonly string[]): void {
  const closed = unreadable(paths)
  if (closed === undefined) return
  throw new Failure('failed', `the service runs under an account of its own, which may not read ${closed}`, [
    'Move it where all may read, or give the account that may: --run-as USER --state DIR; or install it for you: --user.',
  ])
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
    const hint = scope === 'system' ? 'A system service needs root: try sudo, or --user for a service of your own.' : ''
    throw new Failure('failed', (error as Error).message, hint ? [hint] : [])
  }
}

function envText(secrets: Environment): string {
  const lines = SECRETS.map((name) => (secrets[name] ? `${name}=${JSON.stringify(secrets[name])}` : `#${name}=`))
  return `# Tokens of mkt-agent; keep this file readable by its owner only.\n${lines.join('\n')}\n`
}

async function systemctl(machine: Machine, { scope }: ServicePlaces, ...args: string[]): Promise<void> {
  const all = scope === 'user' ? ['--user', ...args] : args
  const code = await machine.run('systemctl', all)
  if (code !== 0) throw new Failure('failed', `systemctl ${all.join(' ')} ended with ${code}`)
}
