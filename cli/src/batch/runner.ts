import { type Answer, type AnswerDeps, answer } from './answer.ts'
import type { OrderedOutput } from './output.ts'
import type { Prompt } from './prompt-line.ts'

export interface RunOptions {
  deps: Omit<AnswerDeps, 'signal'>
  /** Those that are not answered yet, each with its place in the input, from 0. */
  prompts: AsyncGenerator<{ index: number; prompt: Prompt }>
  output: OrderedOutput
  concurrency: number
  begun: () => void
  ended: (answer: Answer) => void
  /** Stops all work; the first error of any prompt aborts it. */
  stop: AbortController
}

/** Answers all prompts, some at a time, begun in order. Throws the first error that ends the batch. */
export async function runBatch(options: RunOptions): Promise<void> {
  const { prompts, output, stop } = options
  const deps: AnswerDeps = { ...options.deps, signal: stop.signal }
  stop.signal.addEventListener('abort', () => output.giveUp())
  const work = async () => {
    for (;;) {
      await output.room()
      stop.signal.throwIfAborted()
      const next = await prompts.next()
      if (next.done) return
      const { index, prompt } = next.value
      options.begun()
      const result = await answer(deps, prompt)
      await output.put(index, result.line)
      options.ended(result)
    }
  }
  const works = Array.from({ length: options.concurrency }, () => work().catch((error) => stop.abort(error)))
  await Promise.all(works)
  stop.signal.throwIfAborted()
}
