import type { Job } from '@mkt/schemas'
import { CodeBlock } from '../../parts/copy.tsx'
import { t } from '../../texts/texts.ts'

/** What an answer has beside its text: what the model thought, and the tools that it called. */
export function BesideText({ job: { reasoning_content, tool_calls = [] } }: { job: Job }) {
  return (
    <>
      {reasoning_content ? (
        <details>
          <summary>{t.job.reasoning}</summary>
          <p class="prose soft">{reasoning_content}</p>
        </details>
      ) : null}
      {tool_calls.map(({ id, function: { name, arguments: given } }) => (
        <CodeBlock key={id} label={`${t.job.calls}: ${name}`} code={`${name}(${given})`} />
      ))}
    </>
  )
}
