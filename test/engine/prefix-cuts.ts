import { join } from 'node:path'
import { WorkerBackend } from '../../agent/src/backends/worker.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { tempFolder } from '../e2e/bins.ts'
import { makeReciter } from './gguf.ts'
import { longText } from './long-text.ts'
import { startEngine } from './start-engine.ts'

/** A real llama.cpp that recites 200 pieces, as an agent's backend asks it in each mode. */
export async function openPrefixCuts() {
  const reciter = await makeReciter(join(tempFolder(), 'reciter.gguf'), { text: longText(200), byCharacter: true })
  const engine = await startEngine({ model: reciter.file, name: 'tiny' })
  const backendOf = (mode: 'chat' | 'completion') =>
    new WorkerBackend({ effects: realEffects(), models: [{ name: 'tiny' }], endpointUrl: engine.url, mode })
  /** The pieces behind a prefix. */
  const pieces = async (mode: 'chat' | 'completion', prefix?: string): Promise<string[]> => {
    const request = { model: 'tiny', input_text: 'Say it.', prefix, max_tokens: 400, temperature: 0 }
    const said: string[] = []
    const { signal } = new AbortController()
    for await (const one of backendOf(mode).generate({ ...request, signal })) {
      if ('text' in one && one.text !== '') said.push(one.text)
    }
    return said
  }
  return { text: reciter.text, pieces, backendOf, stop: () => engine.stop() }
}
