import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { t } from '../../texts/texts.ts'
import { ask, isBusy, stop } from './chat.ts'
import { faultsOf, settings } from './settings.ts'

/** The box for the next message. Enter sends, Shift and Enter begin a line. */
export function Composer() {
  const [text, setText] = useState('')
  const busy = isBusy.value
  const ready = settings.value.model !== '' && Object.keys(faultsOf(settings.value)).length === 0
  const send = () => {
    const question = text.trim()
    if (!question || busy || !ready) return
    setText('')
    void ask(question)
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label class="unseen" for="message">
        {t.playground.message}
      </label>
      <textarea
        id="message"
        rows={3}
        value={text}
        placeholder={t.playground.placeholder}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <div class="row apart">
        <span class="field-hint">{t.playground.keys}</span>
        {busy ? (
          <Button onClick={stop}>{t.playground.stop}</Button>
        ) : (
          <Button kind="main" type="submit" disabled={!ready}>
            {t.playground.send}
          </Button>
        )}
      </div>
    </form>
  )
}
