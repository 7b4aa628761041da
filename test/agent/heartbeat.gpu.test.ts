import { describe, expect, test } from 'vitest'
import { EngineError } from '../../agent/src/backends/engine-error.ts'
import { describeGpus, meanUtilization, parseGpus } from '../../agent/src/gpu.ts'
import { bench } from './agent-under-test.ts'

describe('nvidia-smi', () => {
  test.each([
    { csv: '35, NVIDIA H100 80GB HBM3\n65, NVIDIA H100 80GB HBM3\n', name: '2 x NVIDIA H100 80GB HBM3', mean: 0.5 },
    { csv: '100, NVIDIA A100\n[N/A], NVIDIA T4, odd\n', name: 'NVIDIA A100, NVIDIA T4, odd', mean: 1 },
    { csv: '[N/A], NVIDIA GH200\n', name: 'NVIDIA GH200', mean: undefined },
    { csv: '[Not Supported], Tesla K80\r\n0, Tesla K80\r\n', name: '2 x Tesla K80', mean: 0 },
    { csv: 'No devices were found\n', name: undefined, mean: undefined },
    { csv: '', name: undefined, mean: undefined },
  ])('$csv', ({ csv, name, mean }) => {
    expect(describeGpus(parseGpus(csv))).toBe(name)
    expect(meanUtilization(parseGpus(csv))).toBe(mean)
  })
})

describe('the heartbeat', () => {
  const beats = (market: ReturnType<typeof bench>['market']) => market.paths('/hosts/heartbeat')

  test('comes every 30 s with the mean utilization and what can run now', async () => {
    const { market, effects, start } = bench()
    effects.run = async () => '20, NVIDIA H100\n60, NVIDIA H100\n'
    start()
    await effects.pass(95_000)
    expect(beats(market).map(({ at }) => at)).toEqual([0, 30_000, 60_000, 90_000])
    expect(beats(market)[0]?.body).toMatchObject({
      host_id: 'host_01',
      gpu_utilization: 0.4,
      available_models: ['tiny'],
    })
  })

  test('goes without a model whose name the server does not take, which is said once', async () => {
    const { market, effects, startWith, lines, backend } = bench()
    market.answerTo = (path, body) => {
      const at = (body.available_models as string[] | undefined)?.indexOf('odd') ?? -1
      if (path !== '/hosts/heartbeat' || at < 0) return undefined
      const details = [{ path: `body.available_models.${at}`, message: 'must be another' }]
      return { status: 400, body: { error: 'invalid_request', message: 'The request is not valid.', details } }
    }
    backend.availableModels = async () => ['odd', 'tiny']
    startWith([{ models: ['odd', 'tiny'] }])
    await effects.pass(95_000)
    expect(beats(market).at(-1)?.body.available_models).toEqual(['tiny'])
    expect(beats(market).filter(({ body }) => (body.available_models as string[]).includes('odd'))).toHaveLength(1)
    expect(lines.filter(({ msg }) => msg.includes('"odd" is not sold'))).toHaveLength(1)
  })

  test('registers the detected GPUs when none are given', async () => {
    const { market, effects, start } = bench()
    effects.run = async () => '20, NVIDIA H100\n60, NVIDIA H100\n'
    start({ gpu: undefined })
    await effects.until(() => market.registered.length === 1)
    expect(market.registered[0]).toMatchObject({ gpu: '2 x NVIDIA H100' })
  })

  test('without nvidia-smi is 0, said once, and the processor is registered', async () => {
    const { market, effects, start, lines } = bench()
    start({ gpu: undefined })
    await effects.pass(95_000)
    expect(market.registered[0]?.gpu).toMatch(/^cpu\b/)
    expect(beats(market).map(({ body }) => body.gpu_utilization)).toEqual([0, 0, 0, 0])
    expect(lines.filter(({ msg }) => msg.includes('nvidia-smi'))).toHaveLength(1)
  })

  test('announces no model while the engine is away, says so once, and tells the server as soon as it is back', async () => {
    const world = bench()
    await world.enlistFirst()
    const { market, effects, start, backend, lines } = world
    backend.availableModels = () => Promise.reject(new EngineError('engine_unreachable', 'cannot reach the engine'))
    start()
    await effects.pass(40_000)
    expect(beats(market).map(({ body }) => body.available_models)).toEqual([[], []])
    expect(lines.filter(({ msg }) => msg.includes('cannot reach the engine'))).toHaveLength(1)
    backend.availableModels = async () => ['tiny']
    await effects.pass(5000)
    expect(beats(market).at(-1)?.body.available_models).toEqual(['tiny'])
    expect(lines.filter(({ msg }) => msg === 'ready for jobs')).toHaveLength(1)
  })

  test('an engine that does not answer does not hold it up for ever', async () => {
    const world = bench()
    await world.enlistFirst()
    const { market, effects, start, backend } = world
    backend.availableModels = (signal?: AbortSignal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    start()
    await effects.pass(60_000)
    expect(beats(market).length).toBeGreaterThanOrEqual(2)
  })

  test('looks at the engine at once when a job could not reach it', async () => {
    const { market, effects, start, backend } = bench()
    start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    const gone = new EngineError('engine_unreachable', 'cannot reach the engine')
    backend.availableModels = () => Promise.reject(gone)
    backend.script = async function* () {
      yield await Promise.reject(gone)
    }
    const job = market.submit()
    await effects.until(() => job.state === 'failed')
    await effects.pass(100)
    expect(beats(market).at(-1)?.body.available_models).toEqual([])
  })
})
