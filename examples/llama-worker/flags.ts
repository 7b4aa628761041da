import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// A folder of each user's own: one may not write into another's.
const CACHE = join(tmpdir(), `llama-worker-${userInfo().uid}`)

export const HELP = `Serves a GGUF model through llama.cpp, on the CPU, as an OpenAI-style endpoint on 127.0.0.1:
GET /health, GET /v1/models, POST /v1/chat/completions, POST /v1/completions, POST /v1/embeddings.
It downloads nothing. Without a model it makes a tiny one (0.3 MB) that recites a sentence.

Usage: npx node examples/llama-worker/main.ts [flags]

  --model FILE      the GGUF file
  --name NAME       what the model is called in answers (the file's name)
  --port PORT       0, the default, picks a free one; the line "listening on URL" says which
  --parallel N      answers generated at once, further requests wait (4)
  --context N       tokens of prompt and answer together, for each of the parallel answers (4096)
  --threads N       threads of llama.cpp (1); more than there are idle cores makes it far slower
  --pace N          at most N tokens a second for each answer, to watch a tiny model as if it were a large one
  --reuse           keep what was read for a prompt that begins alike, as other engines do: it is answered sooner, and
                    its text may differ where two tokens are as likely as each other
  --embeddings      serve embeddings also of a model that was not made for them
  --cache DIR       where the tiny model is made (${CACHE})
  --help
`

export interface Flags {
  help: boolean
  model?: string
  name?: string
  port: number
  parallel: number
  context: number
  threads: number
  pace?: number
  reuse: boolean
  embeddings: boolean
  cache: string
}

/** Throws an error with a line for the user when a flag is unknown or out of range. */
export function readFlags(args: readonly string[]): Flags {
  const string = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      model: string,
      name: string,
      port: string,
      parallel: string,
      context: string,
      threads: string,
      pace: string,
      reuse: { type: 'boolean' },
      embeddings: { type: 'boolean' },
      cache: string,
    },
  })
  const { model, name, pace } = values
  return {
    help: values.help ?? false,
    port: whole('port', values.port ?? '0', 0, 65_535),
    parallel: whole('parallel', values.parallel ?? '4', 1, 256),
    context: whole('context', values.context ?? '4096', 16, 1_048_576),
    threads: whole('threads', values.threads ?? '1', 1, 1024),
    reuse: values.reuse ?? false,
    embeddings: values.embeddings ?? false,
    cache: values.cache ?? CACHE,
    ...(model === undefined ? {} : { model }),
    ...(name === undefined ? {} : { name }),
    ...(pace === undefined ? {} : { pace: whole('pace', pace, 1, 1_000_000) }),
  }
}

function whole(flag: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new Error(`--${flag} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`)
}
