import { Worker } from 'node:worker_threads'
import type { Location } from '../../storage/migrate.ts'
import type { AuditReport } from './audit.ts'

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const THREAD = new URL(FROM_SOURCE ? './audit-thread.ts' : './audit-thread.js', import.meta.url)

/** Audits a ledger beside the server that writes it: with SQLite each statement would hold up all requests. */
export function auditAside(location: Location): Promise<AuditReport> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: location })
    thread.unref()
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the audit ended without a report')))
  })
}
