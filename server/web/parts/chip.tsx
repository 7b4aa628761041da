import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'plain' | 'copper'

/** A state in one word, with a dot; the word tells as much as the colour. */
export function Chip({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`chip ${tone}`}>{children}</span>
}
