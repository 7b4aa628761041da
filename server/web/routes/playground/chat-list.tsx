import { type Conversation, market } from '@mkt/schemas'
import { useRef, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t, whole } from '../../texts/texts.ts'
import { changes, chatId, forgetChat, openChat } from './kept-chats.ts'

const PAGE = 50

/** As many pages of them as are looked at; one that moved meanwhile stands there once. */
async function load(pages: number, signal: AbortSignal) {
  const asked = Array.from({ length: pages }, (_, page) =>
    api.call(market.listConversations, { query: { limit: PAGE, offset: page * PAGE } }, { signal }),
  )
  const answers = await Promise.all(asked)
  const chats = new Map(answers.flatMap(({ conversations }) => conversations.map((one) => [one.conversation_id, one])))
  return { chats: [...chats.values()], total: answers[0]?.total ?? 0 }
}

/** The chats that are kept, those first in which something was said last. */
export function ChatList() {
  const [open, setOpen] = useState(false)
  const [pages, setPages] = useState(1)
  const { data } = useLive((signal) => load(pages, signal), [changes.value, pages])
  // What is listed stays while more of it is on its way.
  const kept = useRef(data)
  kept.current = data ?? kept.current
  const { chats, total } = kept.current ?? { chats: [], total: 0 }
  if (chats.length === 0) return null
  return (
    <details class="chats" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.playground.chats}</summary>
      {open ? (
        <>
          <ul>
            {chats.map((chat) => (
              <One key={chat.conversation_id} chat={chat} />
            ))}
          </ul>
          {chats.length < total ? (
            <div class="row apart">
              <span class="faint small" role="status">
                {fill(t.playground.chatsOf, { shown: whole(chats.length), all: whole(total) })}
              </span>
              <Button small onClick={() => setPages(pages + 1)}>
                {t.playground.more}
              </Button>
            </div>
          ) : null}
        </>
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
