import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Failure } from '../../parts/notice.tsx'
import { explain } from '../../state/explain.ts'
import type { Review } from '../../state/review.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t } from '../../texts/texts.ts'

/** The owner's own words for a document, and whether somebody looked at it. */
export function Marks({ review }: { review: Review }) {
  const { said, live, change } = review
  if (!said) return live.error === undefined ? null : <Failure error={live.error} retry={live.reload} />
  const { looked_at, looked_by } = said
  const field = (name: 'label' | 'reference') => (
    <Field
      label={t.review[name]}
      value={said[name]}
      maxLength={200}
      autocomplete="off"
      onChange={({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
        void change({ [name]: value.trim() }).catch((error) => toast(explain(error), true))
      }
    />
  )
  return (
    <section class="marks" aria-label={t.review.marks}>
      {field('label')}
      {field('reference')}
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
