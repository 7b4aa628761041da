import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DocumentsService, startDocuments } from '../server/documents-service.ts'
import { type Ended, runMkt } from './run-mkt.ts'

/** `mkt docs` of one user of a documents service of its own, and a folder for files. */
export interface DocsCli {
  service: DocumentsService
  file(name: string): string
  put(name: string, bytes: Uint8Array | string): void
  docs(...args: string[]): Promise<Ended>
  stop(): Promise<void>
}

export async function startDocsCli(): Promise<DocsCli> {
  const service = await startDocuments()
  const { key } = await service.user('ada')
  const folder = mkdtempSync(join(tmpdir(), 'mkt-docs-'))
  const env = { MKT_DOCS_SERVER: service.url, MKT_DOCS_KEY: key, MKT_CONFIG_DIR: folder }
  const file = (name: string) => join(folder, name)
  return {
    service,
    file,
    put: (name, bytes) => writeFileSync(file(name), bytes),
    docs: async (...args) => await runMkt(['docs', ...args], { env }),
    async stop() {
      await service.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
