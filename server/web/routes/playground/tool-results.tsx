import type { ToolCall } from '@mkt/schemas'
import { Button } from '../../parts/button.tsx'
import { AreaField } from '../../parts/field.tsx'
import { fill, t } from '../../texts/texts.ts'
import { canSend, sendDraft } from './asking.ts'
import { draft, write } from './draft.ts'

/** The model called tools and waits for what they give: the person says it, as a program would. */
export function ToolResults({ calls }: { calls: readonly ToolCall[] }) {
  const texts = calls.map((_, at) => draft.value.results[at] ?? '')
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        sendDraft()
      }}
    >
      <p class="soft">{t.playground.called}</p>
      {calls.map(({ id, function: { name } }, at) => (
        <AreaField
          key={id}
          label={fill(t.playground.result, { name })}
          rows={2}
          value={texts[at] ?? ''}
          onInput={({ currentTarget: { value } }) => write({ results: texts.with(at, value) })}
        />
      ))}
      <div class="row apart">
        <span class="field-hint">{t.playground.resultHint}</span>
        <Button kind="main" type="submit" disabled={!canSend.value}>
          {t.playground.sendResults}
        </Button>
      </div>
    </form>
  )
}
