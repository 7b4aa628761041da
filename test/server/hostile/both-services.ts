import type { Limits } from '../../../server/src/limits.ts'
import { startDocuments } from '../documents-service.ts'
import { startMarketplace } from '../marketplace.ts'

/** A service under attack: what the tests of HTTP need of it, and how it words errors. */
export interface Target {
  url: string
  connections(): Promise<number>
  stop(): Promise<void>
  /** The body of an error with this code of the market, as this service says it. */
  speaks(code: Code): RegExp
  /** The status of requests that are too slow, and of headers that are too large. */
  slow: number
  large: number
  /** An endpoint that takes a body, with the headers that open it. */
  upload: { line: string; headers: Record<string, string> }
}

type Code = 'invalid_request' | 'rate_limited' | 'not_found' | 'method_not_allowed'

export const SERVICES = [
  ['market', startMarket],
  ['documents', startDocumentsTarget],
] as const

async function startMarket(limits: Partial<Limits>): Promise<Target> {
  const place = await startMarketplace({ limits })
  const { authorization } = await place.user('target')
  return {
    url: place.url,
    connections: place.connections,
    stop: () => place.stop(),
    speaks: (code) => new RegExp(`\\{"error":"${code}","message":"[A-Z][^"]*\\."(,"details":.*)?\\}$`),
    slow: 408,
    large: 431,
    upload: { line: 'POST /run/model', headers: { authorization, 'content-type': 'application/json' } },
  }
}

async function startDocumentsTarget(limits: Partial<Limits>): Promise<Target> {
  const place = await startDocuments({ limits: { ...limits, upload_seconds: limits.request_seconds ?? 600 } })
  const { authorization } = await place.user('target')
  const words = { invalid_request: 'invalid_file_format' } as Partial<Record<Code, string>>
  return {
    url: place.url,
    connections: place.connections,
    stop: () => place.stop(),
    speaks: (code) => new RegExp(`\\{"error":"${words[code] ?? code}"(,"details":.*)?\\}$`),
    slow: 400,
    large: 400,
    upload: {
      line: 'POST /analyze-tax-slip',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
    },
  }
}
