import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../storage/location.ts'
import type { Location } from '../../storage/migrate.ts'
import { audit } from './audit.ts'

// The thread of audit-aside.ts: it reads the whole ledger, on a connection of its own, and ends.
const database = openDatabase(workerData as Location)
try {
  parentPort?.postMessage(await audit(database))
} finally {
  await database.close()
}
