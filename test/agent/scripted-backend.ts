import type { Backend, Generated } from '../../agent/src/backends/backend.ts'
import type { GenerateRequest } from '../../agent/src/backends/generate-request.ts'
import { PROBE } from '../../agent/src/engines/probe.ts'

/** A backend whose generations a test writes itself. */
export class ScriptedBackend implements Backend {
  models: string[] = ['tiny']
  /** What jobs asked for. */
  readonly requests: GenerateRequest[] = []
  /** What the agent asked for to see whether a model works. */
  readonly probes: GenerateRequest[] = []
  /** What a generation gives; by default three pieces and an end. */
  script: (request: GenerateRequest) => AsyncIterable<Generated> = threePieces
  probeScript: (request: GenerateRequest) => AsyncIterable<Generated> = threePieces

  async probe(): Promise<string> {
    return 'a script'
  }

  async availableModels(): Promise<string[]> {
    return this.models
  }

  generate(request: GenerateRequest): AsyncIterable<Generated> {
    if (request.input_text.startsWith(PROBE.input_text)) {
      this.probes.push(request)
      return this.probeScript(request)
    }
    this.requests.push(request)
    return this.script(request)
  }
}

export async function* threePieces(): AsyncGenerator<Generated> {
  for (const text of ['one', ' two', ' three']) yield { text }
  yield { finish_reason: 'stop', usage: { prompt_tokens: 1, completion_tokens: 3 } }
}

/** Gives the pieces, then nothing more until it is aborted. */
export function thenSilent(...pieces: string[]) {
  return async function* ({ signal }: GenerateRequest): AsyncGenerator<Generated> {
    for (const text of pieces) yield { text }
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
}
