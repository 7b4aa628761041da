import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Sample } from './measure.ts'

const run = promisify(execFile)
const TICKS_PER_S = 100

/** Why a program cannot be measured; undefined where it is installed. */
export async function whyMissing(program: string, pack: string): Promise<string | undefined> {
  try {
    await run(program, ['--help'])
    return undefined
  } catch (error) {
    const { code } = error as { code: unknown }
    return code === 'ENOENT' ? `there is no ${program}; install ${pack}` : undefined
  }
}

/** One process, what it writes passed over; one thread, where it would start more. */
export async function runProgram(program: string, args: readonly string[]): Promise<void> {
  await run(program, args, { env: { ...process.env, OMP_THREAD_LIMIT: '1' }, maxBuffer: 2 ** 28 })
}

/** CPU seconds of all processes that this one started and that have ended. */
export function endedChildrenSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name in brackets may hold spaces; cutime and cstime are the 16th and 17th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_S
}

/** CPU seconds of this process, its threads included. */
export function ownSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Relates the operations that `work` answers to wall time and to what the clock `cpu` says that it cost. */
export async function timedBy(cpu: () => number, work: () => Promise<number>): Promise<Sample> {
  const [cpuBefore, start] = [cpu(), performance.now()]
  const operations = await work()
  const wall_s = (performance.now() - start) / 1000
  const cpu_s = Math.max(cpu() - cpuBefore, 1 / TICKS_PER_S)
  return { per_s: operations / wall_s, per_cpu_s: operations / cpu_s, busy: cpu_s / wall_s }
}

/** Does the work on each item, so many at a time; the lane is a number below that. */
export async function inLanes<T>(
  lanes: number,
  items: Iterable<T>,
  work: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  const each = async (_: unknown, lane: number) => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value, lane)
  }
  await Promise.all(Array.from({ length: lanes }, each))
}
