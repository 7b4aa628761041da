import { explain } from '../../state/explain.ts'
import { toast } from '../../state/toasts.ts'

type Act = () => unknown

/** Single keys that do something while nobody types; the result ends that. What goes wrong is said in a corner. */
export function onKeys(acts: Record<string, Act>): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    Promise.resolve(act()).catch((error) => toast(explain(error), true))
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, dialog *, [contenteditable]')
