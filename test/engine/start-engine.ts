/** A real llama.cpp behind an OpenAI-style endpoint, as a process: `startEngine({ model })` resolves with its URL. */
export {
  spawnWorker as startEngine,
  type WorkerChild as EngineChild,
  type WorkerChildOptions as EngineChildOptions,
} from '@mkt/examples/llama-worker/spawn-worker.ts'
