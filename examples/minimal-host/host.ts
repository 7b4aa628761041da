/*
 * A whole host, written against the HTTP contract alone: all that it takes to sell from any language. Its toy model
 * says the prompt again, a word at a time. `mkt-agent` does the same for real engines, several jobs at once.
 *
 *   MKT_SERVER=http://127.0.0.1:8080 MODEL=echo npx node examples/minimal-host/host.ts
 */
import { setTimeout as pause } from 'node:timers/promises'

const { MKT_SERVER = 'http://127.0.0.1:8080', MODEL = 'echo', PACE_MS = '50' } = process.env
type Job = { job_id: string; attempt: number; input_text: string; max_tokens: number }
type Answers = { results: { state: string; next_offset: number }[] }

const stopping = new AbortController()
const { signal } = stopping
for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stopping.abort())

/** Every call may be repeated, so it is, until the server answers; undefined where it answers nothing. */
async function post<T>(path: string, body: object, key: string, until?: AbortSignal): Promise<T | undefined> {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  while (!until?.aborted) {
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal: until ?? null }
    const response = await fetch(MKT_SERVER + path, request).catch(() => undefined)
    if (response?.ok) return response.status === 204 ? undefined : ((await response.json()) as T)
    if (response && response.status < 500) throw new Error(`${path}: ${await response.text()}`)
    await pause(1000, undefined, until ? { signal: until } : {}).catch(() => undefined)
  }
}

// The backend only describes: the server never calls a host, the host calls the server.
const terms = { gpu: 'none', models: [MODEL], price_per_token: 0.001, backend: 'langchain' }
const host = await post<{ host_id: string; api_key: string }>('/hosts/register', terms, '', signal)
if (!host) process.exit()
// The key is shown this once. A real host keeps it: it is also the way to the earnings.
const { host_id, api_key } = host
console.log(`${host_id} sells ${MODEL}`)
const alive = { host_id, gpu_utilization: 0, available_models: [MODEL] }
const heartbeats = setInterval(() => post('/hosts/heartbeat', alive, api_key, signal), 30_000)

/** Delivers piece by piece, until the server says that the job has ended, for whatever reason. */
async function run({ job_id, attempt, input_text, max_tokens }: Job): Promise<string> {
  const pieces = input_text.split(/(?<=\s)(?=\S)/)
  const last = Math.min(pieces.length, max_tokens) - 1
  const finish_reason = pieces.length > max_tokens ? 'length' : 'stop'
  const handBack = { error: { code: 'handed_back', message: 'The host stops.', retryable: true } }
  for (let offset = 0; ; ) {
    await pause(Number(PACE_MS), undefined, { signal }).catch(() => undefined)
    const piece = { offset, tokens: [pieces[offset]], ...(offset === last && { finish_reason }) }
    const results = [{ job_id, attempt, ...(signal.aborted ? handBack : piece) }]
    const [answer] = (await post<Answers>('/hosts/results', { host_id, results }, api_key))?.results ?? []
    if (answer?.state !== 'running') return signal.aborted ? 'handed back' : `${answer?.state}`
    offset = answer.next_offset // Where the server wants the next piece from: after an outage, maybe an earlier one.
  }
}

while (!signal.aborted) {
  const job = await post<Job>('/hosts/next-job', { host_id, wait_seconds: 30 }, api_key, signal)
  if (job) console.log(`${job.job_id} ${await run(job)}`)
}
clearInterval(heartbeats)
