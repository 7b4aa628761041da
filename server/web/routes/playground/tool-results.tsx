import type { ToolCall } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { AreaField } from '../../parts/field.tsx'
import { fill, t } from '../../texts/texts.ts'
import { ask } from './chat.ts'

/** The model called tools and waits for what they give: the person says it, as a program would. */
export function ToolResults({ calls }: { calls: readonly ToolCall[] }) {
  const [texts, setTexts] = useState<readonly string[]>(calls.map(() => ''))
  const send = () => {
    const results = calls.map(({ id, function: { name } }, index) => ({ id, name, text: texts[index] ?? '' }))
    void ask({ question: '', pictures: [], results })
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p class="soft">{t.playground.called}</p>
      {calls.map(({ id, function: { name } }, at) => (
        <AreaField
          key={id}
          label={fill(t.playground.result, { name })}
          rows={2}
          value={texts[at] ?? ''}
          onInput={({ currentTarget: { value } }) =>
            setTexts((before) => before.map((text, index) => (index === at ? value : text)))
          }
        />
      ))}
      <div class="row apart">
        <span class="field-hint">{t.playground.resultHint}</span>
        <Button kind="main" type="submit">
          {t.playground.sendResults}
        </Button>
      </div>
    </form>
  )
}
