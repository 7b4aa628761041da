import { memo } from 'preact/compat'
import { useMemo } from 'preact/hooks'
import { type Block, markdownReader } from './markdown.ts'

/** An answer as Markdown. While it grows only its end is made anew. */
export function AnswerText({ text }: { text: string }) {
  const read = useMemo(markdownReader, [])
  const blocks = read(text)
  return (
    <div class="markdown">
      {blocks.map((block, index) => (
        <BlockView key={index} {...block} />
      ))}
    </div>
  )
}

const BlockView = memo(
  // Sanitised in markdown.ts.
  ({ html }: Block) => <div dangerouslySetInnerHTML={{ __html: html }} />,
  (before, after) => before.html === after.html,
)
