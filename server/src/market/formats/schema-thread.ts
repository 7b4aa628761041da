import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { Script } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import type { ValidateFunction } from 'ajv'
import { type OwnTime, withinOwnTime } from './own-time.ts'
import { validatorOf } from './schema-validator.ts'

/** A schema to look at, and a text to hold against it where there is one; what takes too long is given up, `late`. */
export interface SchemaTask extends OwnTime {
  schema: Record<string, unknown>
  text?: string
}

export interface SchemaThreadData {
  /** What is known to be slow is looked at there, behind all else. */
  behind: boolean
}

/** What is wrong, null where nothing is. */
export type Looked = string | null | 'late'

// Only what runs as a script has a limit of time that holds in the middle of a pattern.
const run = new Script('checkTask()')
const place = globalThis as { checkTask?: () => string | null }

/** A third of what a thread has that does what somebody waits for. */
const PRIORITY_BEHIND = 5
if ((workerData as SchemaThreadData | null)?.behind) stepBack()

// A thread of schema-checks.ts: it may block, and is ended where it does for longer than it is given.
parentPort?.on('message', (task: SchemaTask) => {
  parentPort?.postMessage('begun')
  parentPort?.postMessage({ fault: within(task) })
})

function within(task: SchemaTask): Looked {
  place.checkTask = () => check(task)
  return withinOwnTime(task, attempt, ownMs)
}

function attempt(timeout: number): Looked {
  try {
    return run.runInThisContext({ timeout })
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'late'
    throw error
  }
}

/** What this thread had of the processor so far. */
function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Whatever else there is to do goes first. Only Linux has priorities of threads, and says which this one is. */
function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, getPriority(thread) + PRIORITY_BEHIND)
  } catch {
    // Elsewhere it is one of many.
  }
}

/** What is wrong, null where nothing is. */
function check({ schema, text }: SchemaTask): string | null {
  let validate: ValidateFunction
  try {
    validate = validatorOf(schema)
  } catch (error) {
    return short((error as Error).message)
  }
  if (text === undefined) return null
  const value = parsed(text)
  if (value === undefined) return 'it is no JSON'
  if ('$async' in schema || validate(value) === true) return null
  const [fault] = validate.errors ?? []
  return short(`${fault?.instancePath || 'it'} ${fault?.message ?? 'does not fit'}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const short = (message: string) => message.slice(0, 300)
