import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DomainError } from '../base/errors.ts'
import { parseSettings, setVariables } from '../service/env-file.ts'
import { type Machine, thisMachine } from '../service/machine.ts'
import { unitText } from '../service/unit.ts'
import { print, UsageError } from './report.ts'

export interface ServiceFlags {
  name: string
  print?: boolean
  set?: string[]
}

function planOf({ name }: ServiceFlags, { root, program }: Machine) {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw new UsageError(`--name is ${JSON.stringify(name)}: it must be of letters, digits, - and _`)
  const envFile = `${root}/etc/${name}/server.env`
  const data = `/var/lib/${name}`
  const unit = `${root}/etc/systemd/system/${name}.service`
  return { unit, envFile, data, text: unitText({ name, program, data, envFile }) }
}

/** Writes the unit, or changes it, and starts the service anew. */
export async function installService(flags: ServiceFlags, machine = thisMachine()): Promise<void> {
  const plan = planOf(flags, machine)
  const settings = parseSettings(flags.set ?? [])
  if (!settings) throw new UsageError('--set must be VARIABLE=VALUE on one line, such as MKT_TRUSTED_PROXIES=1')
  if (flags.print) return print(false, undefined, plan.text.trimEnd())
  demandSystemd(machine)
  try {
    if (settings.size > 0) setVariables(plan.envFile, settings)
    mkdirSync(dirname(plan.unit), { recursive: true })
    writeFileSync(plan.unit, plan.text, { mode: 0o644 })
  } catch (error) {
    throw asRoot(error)
  }
  await systemctl(machine, 'daemon-reload')
  await systemctl(machine, 'enable', flags.name)
  await systemctl(machine, 'restart', flags.name)
  const said = `${flags.name} runs now and starts with the machine. Its data is in ${plan.data}, its settings in ${plan.envFile}.`
  print(false, undefined, `${said}\nWhat it says: journalctl -u ${flags.name} -f`)
}

/** Stops the service and removes its unit; data and settings stay. */
export async function uninstallService(flags: ServiceFlags, machine = thisMachine()): Promise<void> {
  const plan = planOf(flags, machine)
  demandSystemd(machine)
  if (!existsSync(plan.unit)) throw new DomainError('not_found', `there is no service ${flags.name}: no ${plan.unit}`)
  await systemctl(machine, 'disable', '--now', flags.name)
  try {
    rmSync(plan.unit)
  } catch (error) {
    throw asRoot(error)
  }
  await systemctl(machine, 'daemon-reload')
  print(false, undefined, `${flags.name} is stopped and removed. ${plan.data} and ${plan.envFile} stay.`)
}

/** What systemd says of the service; exits as systemctl does: 0 only while it runs. */
export async function serviceStatus(flags: ServiceFlags, machine = thisMachine()): Promise<void> {
  planOf(flags, machine)
  demandSystemd(machine)
  process.exitCode = await machine.run('systemctl', ['status', '--no-pager', flags.name])
}

function demandSystemd({ systemd }: Machine): void {
  if (systemd) return
  throw new DomainError(
    'conflict',
    'this machine does not run systemd; mkt-server service install --print shows the unit',
  )
}

async function systemctl(machine: Machine, ...args: string[]): Promise<void> {
  const code = await machine.run('systemctl', args)
  if (code !== 0) throw new DomainError('conflict', `systemctl ${args.join(' ')} ended with ${code}, as said above`)
}

function asRoot(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'EACCES' && code !== 'EPERM') return error
  return new DomainError('conflict', `${message}: run it as root (sudo)`)
}
