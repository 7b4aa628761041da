import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { AnalysisProgress } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { RefusalCode } from '../model/refused.ts'
import type { EarlierDocument } from '../risk/cross-document.ts'
import type { TimeLimit } from './time-limit.ts'
import type { Answered, Judged, WorkerMessage } from './work.ts'

export interface WorkerChannelOptions {
  limit: TimeLimit
  observe: (progress: AnalysisProgress) => void
  earlier: (subjects: string[]) => Promise<EarlierDocument[]>
  /** Told which thread took the document up. */
  begin: (thread: number) => void
  /** Told of each step that is done in what pdf.js has a part in, and of the end of that. */
  step: (over: boolean) => void
  judged: (judged: Judged) => void
  /** Told where `earlier` has no answer. */
  fail: (error: unknown) => void
}

/** What a thread says while it works on one document, and what it is answered. */
export class WorkerChannel {
  /** The thread's end. */
  readonly port: MessagePort
  /** Whether a thread has taken the document up. */
  begun = false
  /** The analysis, once it is made. */
  judged: Judged | undefined
  /** Why it is refused, in words for whoever sent it. */
  refused: DomainError | undefined
  readonly #own: MessagePort
  readonly #options: WorkerChannelOptions

  constructor(options: WorkerChannelOptions) {
    const { port1, port2 } = new MessageChannel()
    this.#options = options
    this.#own = port1
    this.port = port2
    port1.on('message', (message: WorkerMessage) => this.#hear(message))
  }

  /** Takes in what was said before the thread's end: while this thread is busy the end may be noticed first. */
  drain(): void {
    for (let late = receiveMessageOnPort(this.#own); late; late = receiveMessageOnPort(this.#own)) {
      this.#note(late.message)
    }
  }

  close(): void {
    this.#own.close()
  }

  #note(message: WorkerMessage): void {
    this.begun = true
    if ('refused' in message) this.refused = refusalOf(message.refused)
    if (!('judged' in message)) return
    this.judged = message.judged
    this.#options.judged(message.judged)
  }

  #hear(message: WorkerMessage): void {
    const { limit, observe } = this.#options
    if (!this.begun) limit.begin()
    this.#note(message)
    if ('thread' in message) this.#options.begin(message.thread)
    else if ('judged' in message) limit.report(message.judged.pageCount)
    else if ('subjects' in message) this.#answer(message.subjects)
    else if ('progress' in message) {
      const { stage, page, pages = 0 } = message.progress
      if (stage === 'text') limit.read(pages)
      if (stage === 'ocr' && page === undefined) limit.recognise(pages)
      this.#options.step(stage !== 'text' && stage !== 'ocr')
      observe(message.progress)
    }
  }

  #answer(subjects: string[]): void {
    const { earlier, fail } = this.#options
    const answer = (found: EarlierDocument[]) => this.#own.postMessage({ earlier: found } satisfies Answered)
    earlier(subjects).then(answer, fail)
  }
}

function refusalOf({ code, message }: { code: RefusalCode; message: string }): DomainError {
  // What is no document says so by its code alone.
  if (code === 'invalid_file_format') return new DomainError(code, message)
  return new DomainError(code, message, { details: [{ path: 'body.file', message }] })
}
