import { useState } from 'preact/hooks'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Failure } from '../../parts/notice.tsx'
import { explain } from '../../state/explain.ts'
import type { Review } from '../../state/review.ts'
import { fill, t } from '../../texts/texts.ts'

/** The owner's own words for a document, and whether somebody looked at it. */
export function Marks({ review }: { review: Review }) {
  const { said, live, change } = review
  if (!said) return live.error === undefined ? null : <Failure error={live.error} retry={live.reload} />
  const { looked_at, looked_by } = said
  const keep = (name: 'label' | 'reference') => (value: string) => change({ [name]: value })
  return (
    <section class="marks" aria-label={t.review.marks}>
      <Mark label={t.review.label} kept={said.label} onKeep={keep('label')} />
      <Mark label={t.review.reference} kept={said.reference} onKeep={keep('reference')} />
      <div class="looked">
        <Button small onClick={() => change({ looked_at: looked_at === null })}>
          {looked_at === null ? t.review.lookedAt : t.review.notLooked}
        </Button>
        {looked_at === null ? null : (
          <span class="soft small">
            {fill(t.review.by, { name: looked_by ?? '' })} <Ago at={looked_at} />
          </span>
        )}
      </div>
    </section>
  )
}

interface MarkProps {
  label: string
  kept: string
  onKeep: (value: string) => Promise<void>
}

/** A word of the owner's, kept when its field is left; a refused one stays as it was typed. */
function Mark({ label, kept, onKeep }: MarkProps) {
  const [draft, setDraft] = useState<string>()
  const [fault, setFault] = useState<string>()
  const keep = async ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
    try {
      await onKeep(value.trim())
      setFault(undefined)
      setDraft((now) => (now === value ? undefined : now))
    } catch (error) {
      setFault(explain(error))
    }
  }
  return (
    <Field
      label={label}
      value={draft ?? kept}
      error={fault}
      maxLength={200}
      autocomplete="off"
      onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => setDraft(currentTarget.value)}
      onChange={keep}
    />
  )
}
