import { readdirSync, readFileSync } from 'node:fs'

/** What one round of a figure measured. */
export interface Sample {
  /** Operations a second of wall time. */
  per_s?: number
  /** Operations a second of the measured process's CPU time, kernel time included. */
  per_cpu_s?: number
  p50_ms?: number
  p99_ms?: number
  mean_ms?: number
  worst_ms?: number
  mb?: number
  /** Transactions of the database, for one operation. */
  commits?: number
  /** Those of them that wrote. */
  writes?: number
  /** CPU seconds a wall second: of the measured process and of the load generator. */
  busy?: number
  generator_busy?: number
  /** What everything else on the machine used meanwhile. */
  others_busy?: number
  /** CPU time of the measured process for one operation. */
  cpu_us?: number
  /** How often hosts looked for work. */
  looks?: number
  /** Of all, in hundredths. */
  share?: number
}

/** Kernel ticks are hundredths of a second on every Linux that Node runs on. */
const TICKS_PER_S = 100

/** CPU seconds that a process has used, its threads and its time in the kernel included. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold spaces; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
}

/** The same of a process and those that it started and that are there: they read documents. */
export function familySeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuSeconds(each), 0)
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((each) => parentOf(each) === pid)
}

/** Undefined of one that has ended since it was listed. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** CPU seconds of its children that have ended: they are its own from the moment at which it takes note of that. */
export function endedSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_S
}

/** CPU seconds that all programs together have used, what the host of a virtual machine took included. */
function machineSeconds(): number {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] as string).split(/ +/).map(Number)
  const [user, nice, system, , , irq, softirq, steal] = ticks as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_S
}

export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Runs `work`, which answers how many operations it did, and relates them to wall and CPU time of process `pid`. */
export async function timed(pid: number, work: () => Promise<number>): Promise<Sample> {
  const own = process.cpuUsage()
  const cpu = cpuSeconds(pid)
  const all = machineSeconds()
  const start = performance.now()
  const operations = await work()
  const wall_s = (performance.now() - start) / 1000
  const cpu_s = Math.max(cpuSeconds(pid) - cpu, 1 / TICKS_PER_S)
  const { user, system } = process.cpuUsage(own)
  return {
    per_s: operations / wall_s,
    per_cpu_s: operations / cpu_s,
    busy: cpu_s / wall_s,
    generator_busy: (user + system) / 1e6 / wall_s,
    others_busy: Math.max(0, (machineSeconds() - all - cpu_s) / wall_s - (user + system) / 1e6 / wall_s),
  }
}

/** Latencies in milliseconds as a sample. */
export const latencies = (ms: readonly number[]): Sample => ({ p50_ms: quantile(ms, 0.5), p99_ms: quantile(ms, 0.99) })

export interface Spread {
  median: number
  least: number
  most: number
}

/** Median and spread of each member over the rounds. */
export function summarize(samples: readonly Sample[]): Partial<Record<keyof Sample, Spread>> {
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))] as (keyof Sample)[]
  return Object.fromEntries(
    names.map((name) => {
      const values = samples.map((sample) => sample[name]).filter((value) => value !== undefined)
      return [name, { median: median(values), least: Math.min(...values), most: Math.max(...values) }]
    }),
  )
}
