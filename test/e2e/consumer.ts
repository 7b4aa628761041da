/** A program of somebody else's that names what the packages export; the compiler alone reads it. */
export const CONSUMER = `
import { type Agent, type Backend, EngineError, HuggingFaceBackend, LangChainBackend, realEffects, startAgent, WorkerBackend } from 'mkt-agent'
import { ConfigError, type RunningServer, type ServerOptions, startServer } from 'mkt-server'
import { market, type Job } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { FIELDS } from '@mkt/schemas/fields'
import { launch } from '@mkt/schemas/launch'
import '@mkt/schemas/openapi'

const options: ServerOptions = { data: 'd', services: ['market'], marketPort: 0, limits: { queued_jobs: 5 }, onLost: () => process.exit(1) }
const server: RunningServer = await startServer(options)
// @ts-expect-error a port is a number
await startServer({ data: 'd', marketPort: '8080' }).catch((error) => error instanceof ConfigError)
const mine: Backend = {
  probe: async () => 'mine',
  availableModels: async () => ['m'],
  async *generate({ input_text, signal }) {
    signal.throwIfAborted()
    if (!input_text) throw new EngineError('engine_error', 'no prompt', { retryable: false })
    yield { text: input_text }
    yield { finish_reason: 'stop' }
  },
}
const common = { effects: realEffects(), models: [{ name: 'm' }], endpointUrl: 'http://127.0.0.1:1' }
const theirs: Backend[] = [
  new HuggingFaceBackend({ ...common, mode: 'chat' }),
  new LangChainBackend({ ...common, provider: 'ollama' }),
  new WorkerBackend({ ...common, mode: 'completion' }),
]
const agent: Agent = await startAgent({ settings: { server: server.marketUrl ?? '', model: 'm', price: '0.1' }, backend: theirs[0] ?? mine })
agent.drain('done')
await agent.done
const client = createClient({ baseUrl: server.marketUrl ?? '' })
const job: Job = await client.call(market.getJob, { params: { job_id: 'j' }, query: {} })
console.log(job.status, FIELDS, launch)
await server.stop()
`
