import { canAsk } from '../ask.ts'
import { Conversation } from '../chat/conversation.ts'
import { pipedLines, typedLines } from '../chat/lines.ts'
import type { EngineOptions } from '../engine-options.ts'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { tellQuietly } from '../output.ts'
import { reportFailure } from '../report.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { chatWords } from '../words/chat.ts'
import { answerTurn } from './chat-turn.ts'

export interface ChatOptions extends GlobalOptions, EngineOptions {
  model: string
  system?: string
}

/** mkt chat: a conversation, a line a turn; at a terminal it outlives answers that fail. */
export async function chat(options: ChatOptions): Promise<void> {
  const session = await openUserSession(options)
  const conversation = new Conversation(options)
  const person = canAsk()
  if (person) tellQuietly(chatWords.greeting(options.model))
  for await (const line of person ? typedLines() : pipedLines()) {
    if (line.trim() === '') continue
    try {
      if ((await take(line, { session, conversation, options })) === 'quit') return
    } catch (error) {
      const failure = explain(error)
      // What follows may build on the answer that is missing: nobody is there to decide whether it is worth its price.
      if (!person) throw new Failure(failure.kind, failure.message, [...failure.hints, chatWords.endsHere])
      await tellFailed(failure)
    }
  }
}

async function tellFailed(failure: Failure): Promise<void> {
  if (failure.kind === 'interrupted') return
  await reportFailure(failure)
  tellQuietly(chatWords.leftOut)
}

interface Chat {
  session: Session
  conversation: Conversation
  options: ChatOptions
}

async function take(line: string, { session, conversation, options }: Chat): Promise<'quit' | undefined> {
  const [, name, rest = ''] = /^\/([a-z]*)(?:\s+(.*))?$/i.exec(line.trim()) ?? []
  if (name === undefined) {
    // A message may begin with a slash that is doubled.
    await answerTurn(session, conversation, line.replace(/^\/\//, '/'), options)
    return undefined
  }
  if (name.toLowerCase() === 'quit') return 'quit'
  const command = new Map(Object.entries(COMMANDS)).get(name.toLowerCase())
  if (!command) throw new Failure('usage', chatWords.unknown(name), [chatWords.slash])
  command(conversation, rest)
  return undefined
}

const COMMANDS: Record<string, (conversation: Conversation, rest: string) => void> = {
  help() {
    for (const line of chatWords.help) tellQuietly(line)
  },
  model(conversation, name) {
    if (name !== '') conversation.model = name
    tellQuietly(chatWords.model(conversation.model))
  },
  system(conversation, text) {
    conversation.system = text === '' ? undefined : text
    tellQuietly(text === '' ? chatWords.noSystem : chatWords.system)
  },
  clear(conversation) {
    conversation.clear()
    tellQuietly(chatWords.cleared)
  },
}
