import { type CommandIo, jsonLine } from '../command-io.ts'
import { type Config, ConfigError, type ConfigSources, type Flags, readConfig } from '../config.ts'
import { type Place, readPlace } from '../config-place.ts'
import { examineEngine, examineGpu } from '../doctor/engine.ts'
import { type Finding, fail, warn } from '../doctor/finding.ts'
import { examinePrice } from '../doctor/price.ts'
import { examineChannel, examineKey, examineServer } from '../doctor/server.ts'
import { examineState, findIdentity } from '../doctor/state.ts'
import { namedOneByOne } from '../engines/settle-models.ts'
import { EXIT } from '../failure.ts'
import { scrub } from '../log.ts'
import { doctorWords } from '../words/doctor.ts'

/** `mkt-agent doctor`: looks at everything that a host needs; what is not well comes with what to do about it. */
export async function doctor(io: CommandIo, { json, ...flags }: Flags & { json?: boolean }): Promise<number> {
  const findings = await examine(io, io.env ? { flags, env: io.env } : { flags })
  const clean = findings.map((finding) => ({ ...finding, found: scrub(finding.found) }))
  const sound = clean.every(({ state }) => state !== 'fail')
  if (json) io.print(jsonLine({ ok: sound, checks: clean }))
  else for (const line of clean.flatMap(linesOf)) io.print(line)
  return sound ? EXIT.done : EXIT.failed
}

async function examine(io: CommandIo, sources: ConfigSources): Promise<Finding[]> {
  let place: Place
  try {
    place = readPlace(sources)
  } catch (error) {
    return [unsound(error)]
  }
  // First, since reading a key closes its file to others.
  const state = await examineState(place.state)
  const { config, finding } = settle(place, sources)
  return [
    ...(finding ? [finding] : []),
    ...state,
    ...(await examineMarket(io, place)),
    await examineGpu(io.effects),
    ...(config ? await examineOffer(io, config) : []),
  ]
}

/** The engines, and the price beside what others ask for the same models. */
async function examineOffer({ effects }: CommandIo, config: Config): Promise<Finding[]> {
  const engines = []
  const taken = namedOneByOne(config)
  for (const engine of config.engines) {
    const examined = await examineEngine(effects, engine, taken)
    for (const model of examined.models) taken.add(model)
    engines.push(examined)
  }
  const models = engines.flatMap((engine) => engine.models)
  const identity = findIdentity(config.state, config.server)
  const known = 'state' in identity ? undefined : identity
  const notices = config.notices.map((notice) => warn('settings', notice, doctorWords.oneState))
  const price = models.length > 0 ? [await examinePrice(effects, config, { models, known })] : []
  return [...notices, ...engines.flatMap(({ findings }) => findings), ...price]
}

/** The configuration as `start` would read it; without the engine's part (a bare `doctor`) the rest is looked at. */
function settle(place: Place, sources: ConfigSources): { config?: Config; finding?: Finding } {
  const known = place.server === undefined ? findIdentity(place.state, undefined) : undefined
  const server = known && 'server' in known ? { server: known.server } : {}
  try {
    return { config: readConfig({ ...sources, flags: { ...sources.flags, ...server } }) }
  } catch (error) {
    const bare = error instanceof ConfigError && error.faults.some((fault) => fault.startsWith('--backend is missing'))
    if (!bare) return { finding: unsound(error) }
    return { finding: warn('engine', 'not looked at', doctorWords.giveSettings) }
  }
}

function unsound(error: unknown): Finding {
  if (error instanceof ConfigError) {
    return fail('settings', error.faults.join('; '), doctorWords.listSettings)
  }
  throw error
}

async function examineMarket({ effects }: CommandIo, { server, state }: Place): Promise<Finding[]> {
  const identity = findIdentity(state, server)
  const address = 'state' in identity ? server : identity.server
  const findings = address === undefined ? [] : await examineServer(effects, address)
  if ('state' in identity) return [...findings, identity]
  return [...findings, await examineKey(effects, identity), ...(await examineChannel(effects, identity))]
}

function linesOf({ check, state, found, fix }: Finding): string[] {
  const line = `${state.padEnd(4)}  ${check.padEnd(10)}  ${found}`
  return fix === undefined ? [line] : [line, `${' '.repeat(18)}-> ${fix}`]
}
