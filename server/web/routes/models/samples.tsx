import { CodeBlock } from '../../parts/copy.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { fill, t } from '../../texts/texts.ts'

/** The same request in four languages; `$MKT_TOKEN` is a token of the reader. */
const SAMPLES: readonly (readonly [name: string, code: (model: string, origin: string) => string])[] = [
  [
    'curl',
    (model, origin) => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $MKT_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })}'`,
  ],
  [
    'Python',
    (model, origin) => `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["MKT_TOKEN"])
answer = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
  ],
  [
    'JavaScript',
    (model, origin) => `import { env } from 'node:process'
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: env.MKT_TOKEN })
const answer = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`,
  ],
  [
    'mkt',
    (model, origin) => `export MKT_SERVER=${origin}
npx mkt submit --model '${model.replaceAll("'", "'\\''")}' "Hello"`,
  ],
]

/** How a program asks this model, to copy. */
export function Samples({ model }: { model: string }) {
  const tabs = SAMPLES.map(([name, code]) => ({
    name,
    content: () => <CodeBlock label={fill(t.models.sampleIn, { name })} code={code(model, location.origin)} />,
  }))
  return (
    <div class="stack tight">
      <Tabs label={t.models.samples} tabs={tabs} />
      <p class="field-hint">
        {t.models.needsToken} <a href="/app/tokens">{t.tokens.act}</a>
      </p>
    </div>
  )
}
