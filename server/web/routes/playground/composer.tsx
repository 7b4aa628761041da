import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { t } from '../../texts/texts.ts'
import { canSend, sendDraft, stop } from './asking.ts'
import { calls, exchanges, isBusy } from './chat.ts'
import { draft, write } from './draft.ts'
import { AddPictures, Pictures, readPictures } from './pictures.tsx'
import { ToolResults } from './tool-results.tsx'

/** What comes next of the person: what tools gave that were called, else a message. */
export function Composer() {
  const { value: open } = calls
  return open.length > 0 ? <ToolResults key={exchanges.value.length} calls={open} /> : <MessageBox />
}

/** The box for the next message. Enter sends, Shift and Enter begin a line; pictures may be pasted. */
function MessageBox() {
  const { text, pictures } = draft.value
  const box = useFocusAtFirst()
  const add = (urls: readonly string[]) => write({ pictures: [...draft.value.pictures, ...urls] })
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        sendDraft()
      }}
    >
      <Pictures urls={pictures} onRemove={(at) => write({ pictures: pictures.filter((_, index) => index !== at) })} />
      <label class="unseen" for="message">
        {t.playground.message}
      </label>
      <textarea
        id="message"
        ref={box}
        rows={3}
        value={text}
        placeholder={t.playground.placeholder}
        onInput={({ currentTarget }) => write({ text: currentTarget.value })}
        onPaste={async ({ clipboardData }) => add(await readPictures([...(clipboardData?.files ?? [])]))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          sendDraft()
        }}
      />
      <div class="row apart">
        <span class="row">
          <AddPictures onPictures={add} />
          <span class="field-hint">{t.playground.keys}</span>
        </span>
        <SendOrStop />
      </div>
    </form>
  )
}

/** One comes here to write; on a phone the keys that come up with the focus would hide all else. */
function useFocusAtFirst() {
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const free = document.activeElement === document.body || document.activeElement?.matches('h1')
    if (free && matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true })
  }, [])
  return box
}

function SendOrStop() {
  if (isBusy.value) return <Button onClick={stop}>{t.playground.stop}</Button>
  return (
    <Button kind="main" type="submit" disabled={!canSend.value}>
      {t.playground.send}
    </Button>
  )
}
