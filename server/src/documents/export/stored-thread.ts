import { parentPort, workerData } from 'node:worker_threads'
import { STORED } from './stored-analysis.ts'

// The thread of stored-aside.ts: it makes one thing of one analysis, and ends.
const { kind, detail } = workerData as { kind: keyof typeof STORED; detail: string }
parentPort?.postMessage(STORED[kind](detail))
