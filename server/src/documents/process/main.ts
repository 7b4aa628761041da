import { Socket } from 'node:net'
import { serveReader } from './session.ts'

// A reader process: reader-process.ts has started it, and holds the other end of this socket.
const socket = new Socket({ fd: 3 })

// A terminal's Ctrl-C goes to the whole group. The server lets documents in work end, and then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

await serveReader(socket)
// The server has gone, however it ended.
process.exit()
