import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { t } from '../../texts/texts.ts'
import { ask, exchanges, isBusy, stop } from './chat.ts'
import { callsToAnswer } from './exchange.ts'
import { AddPictures, Pictures, readPictures } from './pictures.tsx'
import { faultsOf, settings } from './settings.ts'
import { ToolResults } from './tool-results.tsx'

/** What comes next of the person: what tools gave that were called, else a message. */
export function Composer() {
  const calls = isBusy.value ? [] : callsToAnswer(exchanges.value)
  return calls.length > 0 ? <ToolResults key={exchanges.value.length} calls={calls} /> : <MessageBox />
}

const isReady = () => settings.value.model !== '' && Object.keys(faultsOf(settings.value)).length === 0

/** The box for the next message. Enter sends, Shift and Enter begin a line; pictures may be pasted. */
function MessageBox() {
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<readonly string[]>([])
  const box = useFocusAtFirst()
  const add = (urls: readonly string[]) => setPictures((before) => [...before, ...urls])
  const send = () => {
    const question = text.trim()
    if (!question || isBusy.value || !isReady()) return
    setText('')
    setPictures([])
    void ask({ question, pictures, results: [] })
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Pictures urls={pictures} onRemove={(at) => setPictures((before) => before.filter((_, index) => index !== at))} />
      <label class="unseen" for="message">
        {t.playground.message}
      </label>
      <textarea
        id="message"
        ref={box}
        rows={3}
        value={text}
        placeholder={t.playground.placeholder}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onPaste={async ({ clipboardData }) => add(await readPictures([...(clipboardData?.files ?? [])]))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          send()
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
    <Button kind="main" type="submit" disabled={!isReady()}>
      {t.playground.send}
    </Button>
  )
}
