import { setMaxListeners } from 'node:events'
import { market } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { neverAnswered } from '../batch/answer.ts'
import { Funds } from '../batch/funds.ts'
import { type Input, openInput } from '../batch/input.ts'
import { Journal, type Terms } from '../batch/journal.ts'
import { lockOutput } from '../batch/lock.ts'
import { OrderedOutput, readOutput, type Written } from '../batch/output.ts'
import { Patience } from '../batch/patience.ts'
import { Progress } from '../batch/progress.ts'
import type { Prompt } from '../batch/prompt-line.ts'
import { runBatch } from '../batch/runner.ts'
import { type Body, bodyOf, type EngineOptions } from '../engine-options.ts'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { tell } from '../output.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { batchWords } from '../words/batch.ts'
import { shellWord } from '../words/shell.ts'

export interface BatchOptions extends GlobalOptions, EngineOptions {
  model?: string
  concurrency: number
  /** Milliseconds. */
  patience: number
  retries: number
  again?: boolean
}

/** mkt batch: answers every prompt of a file once, in order, over as many runs as it takes. */
export async function batch(inputPath: string, outputPath: string, options: BatchOptions): Promise<void> {
  const session = await openUserSession(options)
  const defaults: Partial<Body> = { ...(options.model && { model: options.model }), ...bodyOf(options) }
  const lock = await lockOutput(outputPath)
  try {
    const input = await openInput(inputPath, defaults)
    if (input.ignored.length > 0) tell(batchWords.ignored(names(input.ignored)))
    await interruptible((signal) => work(session, input, outputPath, { ...options, defaults, signal }))
  } finally {
    lock.release()
  }
}

async function work(
  session: Session,
  input: Input,
  outputPath: string,
  options: BatchOptions & { defaults: Partial<Body>; signal: AbortSignal },
): Promise<void> {
  const { client, server, config } = session
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  options.signal.addEventListener('abort', () => stop.abort(options.signal.reason))
  const written = await readOutput(outputPath)
  const { monotonic, random } = config
  const answered = written.lines.length
  const progress = new Progress({ ...written, total: input.count, answered, monotonic })
  const tellTrouble = (trouble: string | undefined) => progress.waiting(trouble)
  const patience = new Patience({
    limit_ms: options.patience,
    monotonic,
    random,
    tell: tellTrouble,
    signal: stop.signal,
  })
  progress.start()
  try {
    const { user_id } = await patience.insist(() => client.call(market.me, {}, { signal: stop.signal }))
    const terms = { input_sha256: input.sha256, server, user_id, options: options.defaults }
    await using journal = await openJournal(outputPath, terms, written)
    demandFresh(journal, config.now(), options)
    await using output = await OrderedOutput.open(outputPath, written)
    const { retries, again = false } = options
    await runBatch({
      deps: { client, journal, patience, funds: new Funds(), retries, again, now: config.now, monotonic, random },
      prompts: unanswered(input, written, outputPath),
      output,
      concurrency: options.concurrency,
      begun: () => progress.begun(),
      ended: (answer) => progress.ended(answer),
      stop,
    })
  } catch (error) {
    throw leaving(error, progress, input.count)
  } finally {
    progress.stop()
  }
  tell(progress.summary())
  if (progress.failed === 0) return
  throw new Failure('failed', batchWords.failed(progress.failed, input.count), [
    batchWords.whichFailed(shellWord(outputPath)),
  ])
}

async function openJournal(outputPath: string, terms: Terms, written: Written): Promise<Journal> {
  const path = `${outputPath}.progress`
  const journal = await Journal.resume(path, terms)
  if (journal) return journal
  if (written.size === 0) return await Journal.start(path, terms)
  throw new Failure('usage', batchWords.outputThere(outputPath, path), [batchWords.otherOutput])
}

/** A key that the server has forgotten would buy its prompt a second time. */
function demandFresh(journal: Journal, now: number, { again }: BatchOptions): void {
  const stale = again ? [] : journal.stale(now)
  if (stale.length > 0) throw neverAnswered(stale)
}

/** The prompts after those that the output answers, which must be the first ones of the input. */
async function* unanswered(
  input: Input,
  { lines }: Written,
  outputPath: string,
): AsyncGenerator<{ index: number; prompt: Prompt }> {
  let index = 0
  for await (const prompt of input.prompts()) {
    const answered = lines[index]
    if (answered === undefined) yield { index, prompt }
    else if (answered !== prompt.line) throw outOfOrder(outputPath, index + 1)
    index += 1
  }
  if (lines.length > index) throw outOfOrder(outputPath, index + 1)
}

function outOfOrder(path: string, line: number): Failure {
  return new Failure('usage', batchWords.outOfOrder(path, line))
}

/** Whatever ends a batch early, it can go on: nothing that is paid for is lost. */
function leaving(error: unknown, progress: Progress, total: number): Failure {
  const { kind, message, hints } = explain(error)
  if (kind === 'usage') return new Failure(kind, message, hints)
  const funds = kind === 'insufficientCredits' ? [batchWords.getCredits] : hints
  return new Failure(kind, message, [...funds, batchWords.goOn(progress.answered, total)])
}

function names(ignored: readonly string[]): string {
  return safeLine(ignored.slice(0, 10).join(', '))
}
