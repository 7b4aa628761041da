import { type Conversation, market } from '@mkt/schemas'
import { effect, signal } from '@preact/signals'
import { api } from '../../api.ts'
import { explain } from '../../state/explain.ts'
import { toast } from '../../state/toasts.ts'
import { clear, exchanges, lastJobs, restore } from './chat.ts'

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

async function keep(jobs: string[]): Promise<void> {
  const { value: conversation_id } = chatId
  if (conversation_id) await api.call(market.changeConversation, { params: { conversation_id }, body: { jobs } })
  else {
    const title = titleOf(exchanges.value[0]?.asked.question ?? '')
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

export async function openChat({ conversation_id, jobs }: Conversation): Promise<void> {
  kept = jobs.join()
  chatId.value = conversation_id
  await restore(jobs)
}

export async function openChatById(conversation_id: string): Promise<void> {
  await openChat(await api.call(market.getConversation, { params: { conversation_id } }))
}

export function beginChat(): void {
  kept = ''
  chatId.value = undefined
  clear()
}

export async function forgetChat({ conversation_id }: Conversation): Promise<void> {
  await api.call(market.deleteConversation, { params: { conversation_id } })
  if (chatId.value === conversation_id) beginChat()
  changes.value++
}
