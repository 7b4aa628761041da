import { post } from '../../server/documents-service.ts'
import { rawPdf } from '../raw-pdf.ts'
import type { Attacked } from './service-attack.ts'

const SMALL = rawPdf({ content: 'BT /F1 12 Tf 50 700 Td (Invoice number: P-1) Tj ET' })
const HEALTH_EVERY_MS = 100
const DOCUMENT_EVERY_MS = 2000

/** How long somebody else waits for answers while a service is attacked, until `stop` is called. */
export async function startProbe(service: Attacked) {
  const { authorization: as } = await service.user('bystander')
  const [health, documents]: [number[], number[]] = [[], []]
  const wrongs: string[] = []
  let stopped = false
  const ask = async (times: number[], everyMs: number, request: () => Promise<Response>) => {
    while (!stopped) {
      const start = performance.now()
      const response = await request()
      await response.arrayBuffer()
      if (response.status !== 200) wrongs.push(`${response.url}: ${response.status}`)
      times.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  const asking = Promise.all([
    ask(health, HEALTH_EVERY_MS, () => fetch(`${service.url}/health`)),
    ask(documents, DOCUMENT_EVERY_MS, () => post(service.url, SMALL, { as })),
  ])
  return {
    async stop(): Promise<string> {
      stopped = true
      await asking
      const said = `health ${quantiles(health)}; small documents ${quantiles(documents)}`
      return wrongs.length === 0 ? said : `${said}; wrong: ${wrongs.join(' ')}`
    },
  }
}

function quantiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (q: number) => Math.round(sorted[Math.floor(q * (sorted.length - 1))] ?? 0)
  return `${sorted.length} answers, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`
}
