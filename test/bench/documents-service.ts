import { type ServerProcess, startServer } from '../load/server-process.ts'
import type { BenchOptions } from './scene.ts'

export interface DocumentsService {
  server: ServerProcess
  /** Posts a file and waits for its analysis. */
  analyse(file: Blob): Promise<void>
}

export async function startDocuments({ under }: BenchOptions, checkout?: string): Promise<DocumentsService> {
  const env = { NODE_ENV: 'production', MKT_LIMIT_DOCUMENTS_PER_HOUR: '1000000' }
  const server = await startServer({ under, env, checkout })
  const key = await server.documentsKey()
  return { server, analyse: (file) => post(server.documentsUrl, key, file) }
}

async function post(url: string, key: string, file: Blob): Promise<void> {
  const body = new FormData()
  body.append('file', file, 'paper.pdf')
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/analyze-tax-slip`, { method: 'POST', body, headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`the upload was answered ${response.status}: ${text}`)
}
