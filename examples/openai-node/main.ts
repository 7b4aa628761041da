/*
 * A program that speaks OpenAI's API to the marketplace with nothing but fetch: streams a chat and shows its usage.
 * README.md has the same with the `openai` npm client.
 *
 *   export MKT_SERVER=http://127.0.0.1:8080 MKT_TOKEN=...    # npx mkt tokens create openai
 *   MODEL=tiny-llama npx node examples/openai-node/main.ts "Why is the sky blue?"
 */
const { MKT_SERVER = 'http://127.0.0.1:8080', MKT_TOKEN = '', MODEL = 'tiny-llama' } = process.env
const [, , prompt = 'Why is the sky blue?'] = process.argv

interface Chunk {
  choices: { delta: { content?: string } }[]
  usage?: { completion_tokens: number }
  error?: { message: string }
}

const response = await fetch(`${MKT_SERVER}/v1/chat/completions`, {
  method: 'POST',
  headers: { authorization: `Bearer ${MKT_TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    model: MODEL,
    messages: [
      { role: 'system', content: 'Answer in one sentence.' },
      { role: 'user', content: prompt },
    ],
    max_tokens: 64,
    stream: true,
    stream_options: { include_usage: true },
  }),
})
if (!response.ok || !response.body) {
  const { error } = (await response.json()) as Chunk
  throw new Error(`${response.status}: ${error?.message}`)
}

let open = ''
for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (open + text).split('\n')
  open = lines.pop() ?? ''
  for (const line of lines) {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
    const { choices, usage, error } = JSON.parse(line.slice('data: '.length)) as Chunk
    // After the first token there is no status to fail with: a host that was lost is told of here.
    if (error) throw new Error(error.message)
    process.stdout.write(choices[0]?.delta.content ?? '')
    if (usage) console.log(`\n(${usage.completion_tokens} tokens)`)
  }
}
