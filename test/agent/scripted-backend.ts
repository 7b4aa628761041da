import type { Backend, Generated } from '../../agent/src/backends/backend.ts'
import type { GenerateRequest } from '../../agent/src/backends/generate-request.ts'

/** A backend whose generations a test writes itself. */
export class ScriptedBackend implements Backend {
  models: string[] = ['tiny']
  readonly requests: GenerateRequest[] = []
  /** What a generation gives; by default three pieces and an end. */
  script: (request: GenerateRequest) => AsyncIterable<Generated> = threePieces

  async probe(): Promise<string> {
    return 'a script'
  }

  async availableModels(): Promise<string[]> {
    return this.models
  }

  generate(request: GenerateRequest): AsyncIterable<Generated> {
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
