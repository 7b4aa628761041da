import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { humanName } from '../../parts/document-kinds.ts'
import { Field } from '../../parts/field.tsx'
import { explain } from '../../state/explain.ts'
import type { CorrectedValue } from '../../state/review.ts'
import { fill, t } from '../../texts/texts.ts'
import { typedValue } from './typed-value.ts'

interface CorrectProps {
  type: string
  field: string
  /** What stands there now. */
  value: CorrectedValue
  onSave: (value: CorrectedValue) => Promise<void>
  onClose: () => void
}

/** A person's value for a field: Enter keeps it, Esc leaves things as they are. */
export function Correct({ type, field, value, onSave, onClose }: CorrectProps) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState(value === null ? '' : String(value))
  const [fault, setFault] = useState<string>()
  useEffect(() => form.current?.querySelector('input')?.select(), [])
  const keep = async (event: Event) => {
    event.preventDefault()
    const typed = typedValue(type, field, text)
    if ('fault' in typed) return setFault(typed.fault)
    await onSave(typed.value).then(onClose, (error) => setFault(explain(error)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
  }
  return (
    <form class="correct" ref={form} onSubmit={keep} onKeyDown={onKeyDown}>
      <Field
        label={fill(t.review.valueOf, { name: humanName(field) })}
        hint={t.review.emptyMeans}
        error={fault}
        value={text}
        autocomplete="off"
        onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => setText(currentTarget.value)}
      />
      <div class="row">
        <Button small kind="main" type="submit">
          {t.review.keep}
        </Button>
        <Button small onClick={onClose}>
          {t.review.leave}
        </Button>
      </div>
    </form>
  )
}
