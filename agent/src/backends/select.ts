import type { Config } from '../config.ts'
import type { Effects } from '../effects.ts'
import type { Backend } from './backend.ts'
import { HuggingFaceBackend } from './huggingface.ts'
import { LangChainBackend } from './langchain.ts'
import { WorkerBackend } from './worker.ts'

type Choice = Pick<Config, 'backend' | 'models' | 'provider' | 'endpoint_url' | 'mode' | 'engine_key'>

/** The backend that the configuration names. The libraries behind them are loaded at the first job. */
export function selectBackend(config: Choice, effects: Effects): Backend {
  const { models, mode, endpoint_url: endpointUrl, engine_key: key } = config
  switch (config.backend) {
    case 'huggingface':
      return new HuggingFaceBackend({ effects, models, mode, endpointUrl, key })
    case 'langchain':
      return new LangChainBackend({ effects, models, provider: config.provider, endpointUrl, key })
    case 'worker':
      return new WorkerBackend({ effects, models, mode, endpointUrl: endpointUrl as string, key })
  }
}
