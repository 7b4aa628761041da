import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { agentWith } from '../lock.ts'
import { type Identity, openState } from '../state.ts'
import { doctorWords } from '../words/doctor.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** The state directory: is it there, usable, closed to others, and does an agent run with it? */
export async function examineState(dir: string): Promise<Finding[]> {
  if (!existsSync(dir)) return [absent(dir)]
  const unusable = unusableReason(dir)
  if (unusable) return [fail('state', `${dir}: ${unusable}`, doctorWords.ownState)]
  const open = openFiles(dir)
  const pid = await agentWith(dir)
  return [
    open.length === 0
      ? ok('state', dir)
      : warn('state', doctorWords.openState(open.join(', ')), doctorWords.closeState(dir)),
    ok('lock', pid === undefined ? doctorWords.stateFree : doctorWords.stateHeld(pid)),
  ]
}

function absent(dir: string): Finding {
  let above = dirname(dir)
  while (!existsSync(above)) above = dirname(above)
  const unusable = unusableReason(above)
  if (unusable) return fail('state', doctorWords.noStateHere(dir, above, unusable), doctorWords.otherState)
  return warn('state', doctorWords.noState(dir), doctorWords.startMakesIt)
}

function unusableReason(dir: string): string | undefined {
  if (!statSync(dir).isDirectory()) return 'is no directory'
  try {
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return doctorWords.notWritable(systemFault(error))
  }
}

/** The directory and the files in it that others than their owner may read. */
function openFiles(dir: string): string[] {
  if (process.platform === 'win32') return []
  const keys = readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(dir, name))
  return [dir, ...keys].filter((path) => statSync(path).mode & 0o077)
}

/** This machine's host at a server, or at its only one; a finding where there is none, or it cannot be read. */
export function findIdentity(dir: string, server: string | undefined): Identity | Finding {
  const start = doctorWords.startRegisters
  try {
    const state = openState(dir)
    if (server !== undefined) return state.load(server) ?? warn('key', doctorWords.noHost, start)
    const [only, ...others] = state.all()
    if (only && others.length > 0) return fail('server', doctorWords.severalServers, 'say --server URL')
    return only ?? fail('server', 'is not given', doctorWords.giveServer)
  } catch (error) {
    return fail('key', (error as Error).message, doctorWords.restoreFile)
  }
}
