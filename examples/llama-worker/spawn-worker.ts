import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

export interface WorkerChildOptions {
  /** The GGUF file; without one the worker makes its own reciter of DEFAULT_TEXT. */
  model?: string
  name?: string
  port?: number
  parallel?: number
  context?: number
  pace?: number
  /** Keeps what was read for a prompt that begins alike. */
  reuse?: boolean
  embeddings?: boolean
}

export interface WorkerChild {
  /** `http://127.0.0.1:PORT`; the OpenAI-style endpoints are below `/v1`. */
  url: string
  pid: number
  /** Ends the child by SIGTERM and resolves with its exit code. */
  stop: () => Promise<number | null>
}

/** Starts the worker as a process of its own, which ends with this one at the latest. */
export async function spawnWorker(options: WorkerChildOptions = {}): Promise<WorkerChild> {
  const flags = Object.entries(options).flatMap(([flag, value]) => flagOf(flag, value))
  const child = spawn(process.execPath, [MAIN, ...flags], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await ended
    return code as number | null
  }
  return { url: await listeningUrl(child), pid: child.pid ?? 0, stop }
}

function flagOf(flag: string, value: string | number | boolean): string[] {
  if (typeof value === 'boolean') return value ? [`--${flag}`] : []
  return [`--${flag}`, String(value)]
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('the worker has no pipes')
  let complaint = ''
  const collect = (text: string) => {
    complaint += text
  }
  child.stderr.setEncoding('utf8').on('data', collect)
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^listening on (\S+)$/.exec(line)?.[1]
    if (!url) continue
    child.stderr.off('data', collect).pipe(process.stderr, { end: false })
    return url
  }
  throw new Error(`the worker did not start: ${complaint}`)
}
