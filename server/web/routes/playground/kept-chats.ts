import { type Conversation, market } from '@mkt/schemas'
import { effect, signal, untracked } from '@preact/signals'
import { api } from '../../api.ts'
import { explain } from '../../state/explain.ts'
import { person } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import { clear, exchanges, lastJobs, readJobs, show } from './chat.ts'
import { draft, EMPTY } from './draft.ts'
import { load, stopLoading } from './loading.ts'
import { FRESH, settings } from './settings.ts'

/** The one that the chat on the page is kept as. */
export const chatId = signal<string | undefined>()

/** Counts what changed in the list of kept chats, so that it is read anew. */
export const changes = signal(0)

let kept = ''

/** A chat is kept from when the server has its first message on. */
effect(() => {
  const { value: jobs } = lastJobs
  const all = exchanges.value.at(-1)?.answers.length ?? 0
  if (jobs.length === 0 || jobs.length < all || jobs.join() === kept) return
  kept = jobs.join()
  keep(jobs).catch((error) => toast(explain(error), true))
})

// Whoever signs in next, the same person or another, begins with nothing of this.
effect(() => {
  if (person.value === null) untracked(forgetAll)
})

function forgetAll(): void {
  beginChat()
  settings.value = FRESH
  draft.value = EMPTY
}

async function keep(jobs: string[]): Promise<void> {
  const conversation_id = chatId.peek()
  if (conversation_id) await api.call(market.changeConversation, { params: { conversation_id }, body: { jobs } })
  else {
    const title = titleOf(exchanges.peek()[0]?.asked.question ?? '')
    const made = await api.call(market.createConversation, { body: { title, jobs } })
    // Unless a new chat was begun meanwhile.
    if (kept === jobs.join()) chatId.value = made.conversation_id
  }
  changes.value++
}

const MOST = 80

/** One line of what was asked first. */
function titleOf(question: string): string {
  const [line = ''] = question.trim().split('\n', 1)
  const plain = line.replaceAll(/\p{Cc}/gu, ' ').toWellFormed()
  return (plain.length > MOST ? `${plain.slice(0, MOST).toWellFormed()}…` : plain) || '…'
}

type Named = Pick<Conversation, 'conversation_id' | 'jobs'>

/** Until all of it is there the chat on the page stays, and is kept as what it was. */
async function open(find: (signal: AbortSignal) => Promise<Named>): Promise<void> {
  const found = await load(async (signal) => {
    const chat = await find(signal)
    return { chat, jobs: await readJobs(chat.jobs, signal) }
  })
  if (!found) return
  kept = found.chat.jobs.join()
  show(found.jobs)
  chatId.value = found.chat.conversation_id
}

export const openChat = (chat: Named): Promise<void> => open(() => Promise.resolve(chat))

export const openChatById = (conversation_id: string): Promise<void> =>
  open((signal) => api.call(market.getConversation, { params: { conversation_id } }, { signal }))

/** Brings back a chat that is not kept yet, by the jobs of its last exchange. */
export async function openJobs(ids: readonly string[]): Promise<void> {
  const jobs = await load((signal) => readJobs(ids, signal))
  if (!jobs) return
  beginChat()
  show(jobs)
}

export function beginChat(): void {
  kept = ''
  chatId.value = undefined
  stopLoading()
  clear()
}

export async function forgetChat({ conversation_id }: Conversation): Promise<void> {
  await api.call(market.deleteConversation, { params: { conversation_id } })
  if (chatId.value === conversation_id) beginChat()
  changes.value++
}
