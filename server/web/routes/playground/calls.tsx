import type { ToolCall } from '@mkt/schemas'
import { t } from '../../texts/texts.ts'
import type { ToolResult } from './exchange.ts'

/** The tools that a model called, with what it gave them. */
export function Calls({ calls }: { calls: readonly ToolCall[] }) {
  if (calls.length === 0) return null
  return (
    <ul class="calls" aria-label={t.playground.calls}>
      {calls.map(({ id, function: { name, arguments: given } }) => (
        <li key={id}>
          <code>{name}</code>
          <pre>{indented(given)}</pre>
        </li>
      ))}
    </ul>
  )
}

/** What the tools gave, as the person said it. */
export function Results({ results }: { results: readonly ToolResult[] }) {
  return (
    <ul class="calls question" aria-label={t.playground.results}>
      {results.map(({ id, name, text }) => (
        <li key={id}>
          <code>{name}</code>
          <pre>{text}</pre>
        </li>
      ))}
    </ul>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
