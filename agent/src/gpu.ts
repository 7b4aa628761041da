import { cpus } from 'node:os'
import type { Effects } from './effects.ts'
import type { Log } from './log.ts'
import { gpuWords } from './words/gpu.ts'

/** One GPU as nvidia-smi lists it; `utilization` 0..1, undefined where the driver does not know it. */
export interface Gpu {
  name: string
  utilization: number | undefined
}

/** What parseGpus reads. */
export const QUERY = ['--query-gpu=utilization.gpu,name', '--format=csv,noheader,nounits']

/** Lines such as `35, NVIDIA H100 80GB HBM3`; `[N/A]` is an unknown utilization. */
export function parseGpus(csv: string): Gpu[] {
  return csv.split('\n').flatMap((line) => {
    const match = /^\s*([^,]*?)\s*,\s*(.+?)\s*$/.exec(line)
    if (!match) return []
    const percent = /^\d+(\.\d+)?$/.test(match[1] as string) ? Number(match[1]) : undefined
    const utilization = percent === undefined ? undefined : Math.min(1, percent / 100)
    return [{ name: match[2] as string, utilization }]
  })
}

/** The mean over the GPUs whose utilization is known; undefined where none is. */
export function meanUtilization(gpus: readonly Gpu[]): number | undefined {
  const known = gpus.map((gpu) => gpu.utilization).filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** `2 x NVIDIA H100`, unlike ones joined by commas; undefined where there is no GPU. */
export function describeGpus(gpus: readonly Gpu[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { name } of gpus) counts.set(name, (counts.get(name) ?? 0) + 1)
  const parts = [...counts].map(([name, count]) => (count > 1 ? `${count} x ${name}` : name))
  return parts.length > 0 ? parts.join(', ').slice(0, 200) : undefined
}

/** The machine's GPUs through nvidia-smi; says once in the log why none can be seen. */
export class GpuWatch {
  readonly #effects: Effects
  readonly #log: Log
  #said = false

  constructor(effects: Effects, log: Log) {
    this.#effects = effects
    this.#log = log
  }

  /** What to register: the GPUs' names, or the processor of a machine without. */
  async describe(): Promise<string> {
    return (await this.seen()) ?? clean(`cpu ${cpus()[0]?.model ?? ''}`)
  }

  /** The GPUs' names; undefined where none can be seen, which may be for a moment only. */
  async seen(): Promise<string | undefined> {
    return describeGpus(await this.#list())
  }

  /** 0..1; 0 where nothing is known. */
  async utilization(): Promise<number> {
    return meanUtilization(await this.#list()) ?? 0
  }

  async #list(): Promise<Gpu[]> {
    try {
      return parseGpus(await this.#effects.run('nvidia-smi', QUERY))
    } catch (error) {
      if (!this.#said) this.#log.warn(gpuWords.unknown(whyNone(error)))
      this.#said = true
      return []
    }
  }
}

function whyNone(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string }
  if (code === 'ENOENT') return gpuWords.noTool
  return gpuWords.toolFailed(clean(message ?? String(error)))
}

function clean(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
}
