import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { t } from '../../texts/texts.ts'
import { AsCode } from './as-code.tsx'
import { exchanges, lastJobs } from './chat.ts'
import { ChatList } from './chat-list.tsx'
import { Composer } from './composer.tsx'
import { download } from './download.ts'
import { beginChat, chatId, openChatById, openJobs } from './kept-chats.ts'
import { isLoading } from './loading.ts'
import { change } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'
import { Transcript } from './transcript.tsx'
import './playground.css'

/** Talk to a model. The address names the chat, so that it is found again after the page was closed. */
export function Playground() {
  const { query } = useLocation()
  const [code, setCode] = useState(false)
  const [fault, setFault] = useState<unknown>()
  useLayoutEffect(() => {
    const { model, jobs, chat } = query
    if (model) change({ model })
    if (exchanges.value.length > 0) return
    if (chat) openChatById(chat).catch(setFault)
    else if (jobs) openJobs(jobs.split(',').slice(0, 2)).catch(setFault)
  }, [])
  const ids = lastJobs.value.join(',')
  const chat = chatId.value
  useEffect(() => {
    // Not a change of page: only what a reload comes back to.
    if (ids) history.replaceState(history.state, '', `/app/playground?jobs=${ids}${chat ? `&chat=${chat}` : ''}`)
  }, [ids, chat])
  const begin = () => {
    beginChat()
    setFault(undefined)
    history.replaceState(history.state, '', '/app/playground')
    document.querySelector<HTMLElement>('#message')?.focus()
  }
  return (
    <Page
      title={t.places.playground}
      tall
      actions={
        <>
          <Button onClick={begin} disabled={exchanges.value.length === 0}>
            {t.playground.fresh}
          </Button>
          <Button onClick={download} disabled={exchanges.value.length === 0}>
            {t.playground.export}
          </Button>
          <Button onClick={() => setCode(true)}>{t.playground.code}</Button>
        </>
      }
    >
      <div class="playground">
        <section class="talk" aria-label={t.playground.chat} aria-busy={isLoading.value}>
          {fault === undefined || ids ? null : <Failure error={fault} />}
          <Transcript />
          <Composer />
        </section>
        <aside class="stack">
          <ChatList />
          <SettingsForm />
        </aside>
      </div>
      <AsCode open={code} onClose={() => setCode(false)} />
    </Page>
  )
}
