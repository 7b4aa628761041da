import { useState } from 'preact/hooks'
import { toast } from '../state/toasts.ts'
import { t } from '../texts/texts.ts'

const SHOWN_MS = 1500

/** Copies a text; says so in its own place, and to screen readers. */
export function Copy({ text, label = t.copy }: { text: string; label?: string }) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      setTimeout(() => setDone(false), SHOWN_MS)
    } catch {
      toast(t.errors.clipboard, true)
    }
  }
  return (
    <button type="button" class="button small copy" onClick={copy}>
      <span aria-live="polite">{done ? t.copied : label}</span>
    </button>
  )
}

interface CodeBlockProps {
  code: string
  label: string
  /** What is seen of it, where the whole is too long for that. */
  shown?: string
}

/** Text to take along: a command, a token, a piece of code. */
export function CodeBlock({ code, label, shown = code }: CodeBlockProps) {
  return (
    <figure class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      <section tabIndex={0} aria-label={label}>
        <pre>{shown}</pre>
      </section>
      <Copy text={code} />
    </figure>
  )
}
