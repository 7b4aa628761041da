import type { Backend } from '../backends/backend.ts'
import { WrongProviderError } from '../backends/provider.ts'
import { selectBackend } from '../backends/select.ts'
import type { EngineSettings } from '../config.ts'
import type { Effects } from '../effects.ts'
import { probeCapabilities } from '../engines/capability-probes.ts'
import { discover } from '../engines/discover.ts'
import { continuesPrefix } from '../engines/prefix-probe.ts'
import { PROBE, type ProbeOptions, type Proof, probeModel } from '../engines/probe.ts'
import { undeclared } from '../engines/quantisation.ts'
import { describeGpus, parseGpus, QUERY } from '../gpu.ts'
import { clearKeys } from '../plain-http.ts'
import { doctorWords } from '../words/doctor.ts'
import { CLEAR_ENGINE, unencrypted } from '../words/encryption.ts'
import { engineFaults } from '../words/engine-faults.ts'
import * as words from '../words/offer.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const LIMIT_MS = 15_000
/** A model that has to be loaded first takes a while. */
const PROBE_LIMIT_MS = 120_000

/** What an engine has to sell, and what the look at it showed. */
export interface ExaminedEngine {
  models: string[]
  findings: Finding[]
}

/**
 * Does the engine answer, does it have the models on offer, and does each of them generate? Models that are `taken` are
 * another engine's where these are not named.
 */
export async function examineEngine(
  effects: Effects,
  given: EngineSettings,
  taken: ReadonlySet<string> = new Set(),
): Promise<ExaminedEngine> {
  const who = given.name === undefined ? '' : `${given.name}: `
  const named = (finding: Finding): Finding => ({ ...finding, found: who + finding.found })
  const limit = new AbortController()
  const cancel = effects.timer(LIMIT_MS, () => limit.abort(new Error(doctorWords.engineSilent)))
  try {
    const engine = given.choice === 'named' ? given : await withListed(given, effects, taken)
    const backend = selectBackend(engine, effects)
    const found = await backend.probe(limit.signal)
    const available = await backend.availableModels(limit.signal)
    cancel()
    const offered = [models(engine, available, backend), ...fewerBits(engine)]
    const findings = [ok('engine', found), ...clear(engine), ...offered]
    const proofs = await proofsOf(effects, { engine, backend, available })
    return { models: engine.models.map(({ name }) => name), findings: [...findings, ...proofs].map(named) }
  } catch (error) {
    const fix = error instanceof WrongProviderError ? `--provider ${error.provider}` : doctorWords.startEngine
    return {
      models: given.models.map(({ name }) => name),
      findings: [named(fail('engine', (error as Error).message, fix))],
    }
  } finally {
    cancel()
  }
}

function clear(engine: EngineSettings): Finding[] {
  return clearKeys([engine]).map((url) => warn('encryption', unencrypted(url, CLEAR_ENGINE), doctorWords.encryptEngine))
}

/** Where models are not named: those that the engine lists. */
async function withListed(
  engine: EngineSettings,
  effects: Effects,
  taken: ReadonlySet<string>,
): Promise<EngineSettings> {
  const listed = await discover(engine, effects)
  if (!listed?.length) throw new Error(doctorWords.noModels)
  return {
    ...engine,
    models: listed.filter(({ id }) => !taken.has(id)).map(({ id }) => ({ name: id, engineModel: id })),
  }
}

function models(engine: EngineSettings, available: readonly string[], backend: Backend): Finding {
  const missing = engine.models.map(({ name }) => name).filter((name) => !available.includes(name))
  if (missing.length === 0) return ok('models', available.join(', '))
  const found = backend.lacking?.() ?? engineFaults.lacks('the engine', missing.join(', '))
  const fix = doctorWords.loadModel
  return available.length === 0 ? fail('models', found, fix) : warn('models', found, fix)
}

function fewerBits(engine: EngineSettings): Finding[] {
  return undeclared(engine.models).map(({ name, engineModel, bits }) =>
    warn('bits', words.fewerBits(name, engineModel), words.declareBits(name, engineModel, bits)),
  )
}

interface Tried {
  engine: EngineSettings
  backend: Backend
  available: readonly string[]
}

/** Has each model generate a few tokens, one after the other. */
async function proofsOf(effects: Effects, { engine, backend, available }: Tried): Promise<Finding[]> {
  const limit_ms = Math.min(PROBE_LIMIT_MS, engine.first_token_timeout_ms)
  const findings: Finding[] = []
  for (const model of available) {
    const { signal } = new AbortController()
    const asked = { backend, model, effects, limit_ms, signal }
    let readsOnly = false
    const finding = await probeModel(asked).then(
      (proof) => {
        readsOnly = proof.reads_only === true
        return answered(model, proof)
      },
      (error: Error) => fail('answers', `${model}: ${error.message}`, doctorWords.seeEngineLog),
    )
    findings.push(finding)
    if (finding.state === 'ok' && !readsOnly) findings.push(await goesOn(asked))
    if (finding.state === 'ok') findings.push(await can(asked, readsOnly))
  }
  // One that works is sold: the others are no reason to hold back.
  const some = findings.some(({ state }) => state !== 'fail')
  return findings.map((finding) => (some && finding.state === 'fail' ? { ...finding, state: 'warn' } : finding))
}

/** That it does not is no fault: its answers cannot be finished by others, nor theirs by it. */
async function goesOn(asked: ProbeOptions): Promise<Finding> {
  const able = await continuesPrefix(asked).catch(() => false)
  return ok('prefix', able ? doctorWords.goesOn(asked.model) : doctorWords.beginsAnew(asked.model))
}

/** Neither is that it cannot: jobs that need it go to others. */
async function can(asked: ProbeOptions, readsOnly: boolean): Promise<Finding> {
  return ok('abilities', doctorWords.abilities(asked.model, await probeCapabilities(asked, { readsOnly })))
}

function answered(model: string, { text, ms, reads_only }: Proof): Finding {
  if (reads_only) return ok('answers', doctorWords.readTexts(model, (ms / 1000).toFixed(2)))
  const took = doctorWords.generated(model, PROBE.max_tokens, (ms / 1000).toFixed(2))
  if (text !== '') return ok('answers', took)
  return warn('answers', doctorWords.noText(took), doctorWords.longerAnswer)
}

/** What nvidia-smi says. A machine without is no fault: engines run on processors too. */
export async function examineGpu(effects: Effects): Promise<Finding> {
  try {
    const gpus = parseGpus(await effects.run('nvidia-smi', QUERY))
    const name = describeGpus(gpus)
    if (name === undefined) return warn('gpu', doctorWords.noGpu, doctorWords.checkDriver)
    const use = gpus.map(({ utilization }) => (utilization === undefined ? '?' : `${Math.round(utilization * 100)} %`))
    return ok('gpu', `${name}, busy: ${use.join(', ')}`)
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string }
    if (code !== 'ENOENT') {
      const said = (message ?? String(error)).replace(/\s+/g, ' ').slice(0, 200)
      return fail('gpu', doctorWords.gpuFails(said), doctorWords.repairDriver)
    }
    return warn('gpu', doctorWords.noGpuTool, doctorWords.installDriver)
  }
}
