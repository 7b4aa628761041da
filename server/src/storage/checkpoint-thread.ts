import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

// The thread of checkpoints.ts: a connection that only moves the log. PASSIVE waits for nobody and holds nobody up.
const { file } = workerData as { file: string }
const connection = new Sqlite(file)
connection.pragma('synchronous = NORMAL')
const checkpoint = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'checkpoint') return parentPort?.postMessage(checkpoint.get())
  connection.close()
  parentPort?.close()
})
