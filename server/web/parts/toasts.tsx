import { dismiss, toasts } from '../state/toasts.ts'
import { t } from '../texts/texts.ts'

/** What was done lately, in a corner. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, bad }) => (
        <p key={id} class={bad ? 'toast bad' : 'toast'}>
          <span>{text}</span>
          <button type="button" class="button bare" aria-label={t.close} onClick={() => dismiss(id)}>
            ✕
          </button>
        </p>
      ))}
    </div>
  )
}
