import { type Conversation, market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t } from '../../texts/texts.ts'
import { changes, chatId, forgetChat, openChat } from './kept-chats.ts'

const SHOWN = 50

/** The chats that are kept, those first in which something was said last. */
export function ChatList() {
  const [open, setOpen] = useState(false)
  const load = (signal: AbortSignal) => api.call(market.listConversations, { query: { limit: SHOWN } }, { signal })
  const { data } = useLive(load, [changes.value])
  const chats = data?.conversations ?? []
  if (chats.length === 0) return null
  return (
    <details class="chats" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.playground.chats}</summary>
      {open ? (
        <ul>
          {chats.map((chat) => (
            <One key={chat.conversation_id} chat={chat} />
          ))}
        </ul>
      ) : null}
    </details>
  )
}

function One({ chat }: { chat: Conversation }) {
  const { conversation_id, title, updated_at } = chat
  return (
    <li aria-current={chatId.value === conversation_id ? 'true' : undefined}>
      <Button kind="bare" onClick={() => openChat(chat)}>
        {title}
      </Button>
      <span class="faint small">
        <Ago at={updated_at} />
      </span>
      <Button small kind="bare" label={fill(t.playground.forget, { title })} onClick={() => forgetChat(chat)}>
        ×
      </Button>
    </li>
  )
}
