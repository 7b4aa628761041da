import { constants } from 'node:os'
import { selectBackend } from '../backends/select.ts'
import { type Config, ConfigError, type Flags, readConfig } from '../config.ts'
import { movesCursor } from '../config-terminal.ts'
import { RefusedError } from '../connection.ts'
import { startAgent } from '../daemon.ts'
import { forbidTracing, realEffects } from '../effects.ts'
import { RegistrationError } from '../enlist.ts'
import { explain, isFileError } from '../failure.ts'
import { LiveLine } from '../live-line.ts'
import { showLiveStatus } from '../live-status.ts'
import { lockState, StateInUseError, type StateLock } from '../lock.ts'
import { createLog, type Log } from '../log.ts'
import { makeStateDir, openState, StateFileError } from '../state.ts'

export interface StartOptions {
  flags: Flags
  registerAgain: boolean
}

/** Runs the agent until it is stopped; the answer is the exit code. */
export async function start({ flags, registerAgain }: StartOptions): Promise<number> {
  let config: Config
  try {
    config = readConfig({ flags })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(
      `mkt-agent cannot start with this configuration:\n${error.faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    return 2
  }
  forbidTracing()
  const secrets = [config.user_token, config.engine_key].filter((secret) => secret !== undefined)
  const live = process.stderr.isTTY && movesCursor() ? new LiveLine(process.stderr) : undefined
  const log = createLog(live ?? process.stderr, { level: config.log_level, secrets })
  let lock: StateLock | undefined
  try {
    makeStateDir(config.state)
    lock = await lockState(config.state)
    return await run(config, registerAgain, log, live)
  } catch (error) {
    return tell(error, config, log)
  } finally {
    await lock?.release()
  }
}

async function run(config: Config, registerAgain: boolean, log: Log, line?: LiveLine): Promise<number> {
  const effects = realEffects()
  const agent = startAgent({
    config,
    registerAgain,
    effects,
    log,
    state: openState(config.state),
    backend: selectBackend(config, effects),
  })
  const slots = config.concurrency
  const hide = line ? showLiveStatus({ agent, line, effects, slots }) : () => undefined
  const signalled = (signal: 'SIGTERM' | 'SIGINT') => {
    if (!agent.draining) return agent.drain(signal)
    log.warn(`${signal} again: stopping at once`)
    hide()
    process.exit(128 + constants.signals[signal])
  }
  process.on('SIGTERM', signalled)
  process.on('SIGINT', signalled)
  try {
    await agent.done
    return 0
  } finally {
    hide()
    process.off('SIGTERM', signalled)
    process.off('SIGINT', signalled)
  }
}

/** The errors that a person can do something about, each with its exit code. */
function tell(error: unknown, config: Config, log: Log): number {
  const known = [StateInUseError, RefusedError, RegistrationError, StateFileError].some((kind) => error instanceof kind)
  if (known) log.error((error as Error).message)
  else if (isFileError(error))
    log.error(`the state directory ${config.state} cannot be used (${error.message}): give another with --state DIR`)
  else log.error({ stack: error instanceof Error ? error.stack : undefined }, `the agent failed: ${error}`)
  return explain(error).code
}
