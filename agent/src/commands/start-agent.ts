import type { Lock } from '@mkt/schemas/process/lock'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { askerOf } from '../ask.ts'
import { type Config, ConfigError, type Flags, readConfig } from '../config.ts'
import { movesCursor } from '../config-terminal.ts'
import { RefusedError } from '../connection.ts'
import { startAgent } from '../daemon.ts'
import { forbidTracing, realEffects } from '../effects.ts'
import { openEngines } from '../engines/open.ts'
import { settleModels } from '../engines/settle-models.ts'
import { RegistrationError } from '../enlist.ts'
import { EXIT, explain, Failure, isFileError } from '../failure.ts'
import { LiveLine } from '../live-line.ts'
import { showLiveStatus } from '../live-status.ts'
import { lockState, StateInUseError } from '../lock.ts'
import { createLog, type Log, scrub } from '../log.ts'
import { settlePrice } from '../price/settle-price.ts'
import { noteRunning } from '../running-note.ts'
import { stopOnSignals } from '../signals.ts'
import { makeStateDir, openState, StateFileError } from '../state.ts'
import { startWords } from '../words/start.ts'

export interface StartOptions {
  flags: Flags
  registerAgain: boolean
  /** What is strange about the price is meant. */
  yes: boolean
}

/** Runs the agent until it is stopped; the answer is the exit code. */
export async function start({ flags, registerAgain, yes }: StartOptions): Promise<number> {
  let config: Config
  try {
    config = readConfig({ flags })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return told(error)
  }
  forbidTracing()
  const secrets = [config.user_token, config.engine_key].filter((secret) => secret !== undefined)
  const live = process.stderr.isTTY && movesCursor() ? new LiveLine(process.stderr) : undefined
  const log = createLog(live ?? process.stderr, { level: config.log_level, secrets })
  for (const notice of config.notices) log.warn(notice)
  let lock: Lock | undefined
  try {
    makeStateDir(config.state)
    lock = await lockState(config.state)
    const settled = await settle(config, { registerAgain, yes, log })
    return settled ? await run(settled, registerAgain, log, live) : EXIT.done
  } catch (error) {
    return tell(error, config, log)
  } finally {
    await lock?.release()
  }
}

/** The configuration with models and price; undefined where it was stopped while it waited for an engine or the server. */
async function settle(
  config: Config,
  { registerAgain, yes, log }: { registerAgain: boolean; yes: boolean; log: Log },
): Promise<Config | undefined> {
  const stop = new AbortController()
  const signalled = () => stop.abort(new Error('stopped'))
  process.on('SIGTERM', signalled)
  process.on('SIGINT', signalled)
  const shared = { effects: realEffects(), log, ask: askerOf(process, stop.signal), signal: stop.signal }
  const known = registerAgain ? undefined : openState(config.state).load(config.server)
  try {
    const settled = await settlePrice(await settleModels(config, shared), { ...shared, yes, known })
    stop.signal.throwIfAborted()
    return settled
  } catch (error) {
    if (!stop.signal.aborted) throw error
    log.info('stopped')
    return undefined
  } finally {
    process.off('SIGTERM', signalled)
    process.off('SIGINT', signalled)
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
    engines: openEngines(config, effects),
  })
  const slots = config.concurrency
  const hide = line ? showLiveStatus({ agent, line, effects, slots }) : () => undefined
  const exit = (code: number) => {
    hide()
    process.exit(code)
  }
  const { state: dir, server } = config
  const look = () => ({ off_sale: [...agent.offSale], connection: agent.way })
  const forget = noteRunning({ dir, server, effects, look })
  const unlisten = stopOnSignals({ agent, log, exit })
  try {
    await agent.done
    return 0
  } finally {
    hide()
    forget()
    unlisten()
  }
}

/** The errors that a person can do something about, each with its exit code. */
function tell(error: unknown, config: Config, log: Log): number {
  const known = [StateInUseError, RefusedError, RegistrationError, StateFileError].some((kind) => error instanceof kind)
  if (known) log.error((error as Error).message)
  else if (error instanceof Failure || error instanceof ConfigError) {
    return told(error)
  } else if (isFileError(error)) log.error(startWords.stateUnusable(config.state, systemFault(error)))
  else log.error({ stack: error instanceof Error ? error.stack : undefined }, startWords.failed(String(error)))
  return explain(error).code
}

/** Says it as the other commands say their failures. */
function told(error: unknown): number {
  const { message, hints, code } = explain(error)
  console.error([`mkt-agent: ${scrub(message)}`, ...hints.map((hint) => `  ${scrub(hint)}`)].join('\n'))
  return code
}
