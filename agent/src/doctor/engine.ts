import { selectBackend } from '../backends/select.ts'
import type { Config } from '../config.ts'
import type { Effects } from '../effects.ts'
import { describeGpus, parseGpus, QUERY } from '../gpu.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const LIMIT_MS = 15_000

/** Does the engine answer, and does it have the models on offer? */
export async function examineEngine(effects: Effects, config: Config): Promise<Finding[]> {
  const backend = selectBackend(config, effects)
  const limit = new AbortController()
  const cancel = effects.timer(LIMIT_MS, () => limit.abort(new Error('it does not answer within 15 s')))
  try {
    const found = await backend.probe(limit.signal)
    const available = await backend.availableModels(limit.signal)
    return [ok('engine', found), models(config, available)]
  } catch (error) {
    const fix = 'start the engine, and check --backend, --provider and --endpoint-url'
    return [fail('engine', (error as Error).message, fix)]
  } finally {
    cancel()
  }
}

function models(config: Config, available: readonly string[]): Finding {
  const missing = config.models.map(({ name }) => name).filter((name) => !available.includes(name))
  if (missing.length === 0) return ok('models', available.join(', '))
  const found = `the engine does not list ${missing.join(', ')}`
  const fix = 'load it there, or say what the engine calls it: --model NAME=ENGINE_MODEL'
  return available.length === 0 ? fail('models', found, fix) : warn('models', found, fix)
}

/** What nvidia-smi says. A machine without is no fault: engines run on processors too. */
export async function examineGpu(effects: Effects): Promise<Finding> {
  try {
    const gpus = parseGpus(await effects.run('nvidia-smi', QUERY))
    const name = describeGpus(gpus)
    if (name === undefined)
      return warn('gpu', 'nvidia-smi lists no GPU', 'check the driver, and what the container may see')
    const use = gpus.map(({ utilization }) => (utilization === undefined ? '?' : `${Math.round(utilization * 100)} %`))
    return ok('gpu', `${name}, busy: ${use.join(', ')}`)
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string }
    if (code !== 'ENOENT') {
      const said = (message ?? String(error)).replace(/\s+/g, ' ').slice(0, 200)
      return fail('gpu', `nvidia-smi failed (${said})`, 'repair the driver; after an update of it, restart the machine')
    }
    return warn(
      'gpu',
      'no NVIDIA GPU found: there is no nvidia-smi on the PATH',
      'install the driver; with another GPU, say which: --gpu TEXT',
    )
  }
}
