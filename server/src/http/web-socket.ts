import type { IncomingMessage, Server } from 'node:http'
import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'koa'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { TextSocket } from '../base/text-socket.ts'

/** What came with a request for another protocol, until it is granted or refused. */
const asked = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()

/**
 * Takes requests for a WebSocket at these paths to the application, as any other request, and leaves those for anything
 * else alone: they are answered as if nothing had been asked for. The application grants one with `acceptWebSocket`;
 * whatever else it answers, the connection ends behind it.
 */
export function takeUpgrades(server: Server, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const open = new Set<Socket>()
  server.on('upgrade', (request, socket: Socket, head) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    asked.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end(() => socket.destroy()))
    answer(request, response)
  })
  return {
    /** Ends what is left of them. */
    cut() {
      for (const socket of open) socket.destroy()
    },
  }
}

/** Whether a request asks for a WebSocket at one of these paths. */
export function asksForWebSocket({ headers, method, url = '' }: IncomingMessage, paths: readonly string[]): boolean {
  const [path = ''] = url.split('?')
  return method === 'GET' && /^websocket$/i.test(headers.upgrade ?? '') && paths.includes(path)
}

interface WebSocketRules {
  protocol: string
  /** Of one message; a larger one ends the connection with 1009. */
  mostBytes: number
  clock: Clock
}

/** No host sends a frame in several: 16,000 of a byte each, as the library allows, took 2.4 MB. */
const MOST_FRAGMENTS = 1024

// One for all: it holds nothing but how a handshake is answered.
const servers = new Map<string, WebSocketServer>()

function serverFor({ protocol, mostBytes }: Pick<WebSocketRules, 'protocol' | 'mostBytes'>): WebSocketServer {
  const key = `${protocol} ${mostBytes}`
  const server =
    servers.get(key) ??
    new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      // A frame a turn of the event loop: in one read come 10,000 of a few bytes, and who sends those over several
      // connections held everybody else up for seconds.
      allowSynchronousEvents: false,
      maxPayload: mostBytes,
      maxFragments: MOST_FRAGMENTS,
      handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
    })
  servers.set(key, server)
  return server
}

/**
 * Grants what the request asks for. Error: upgrade_required, where it does not ask for it, or something in between has
 * taken that out of it.
 */
export async function acceptWebSocket(ctx: Context, rules: WebSocketRules): Promise<TextSocket> {
  const { req, res } = ctx
  const found = asked.get(req)
  const offered = String(req.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/)
  if (!found || !offered.includes(rules.protocol) || !isHandshake(req)) {
    ctx.set('Upgrade', 'websocket')
    throw new DomainError('upgrade_required', wanted(rules.protocol))
  }
  ctx.respond = false
  ctx.status = SWITCHED
  res.detachSocket(found.socket)
  const socket = await new Promise<WebSocket>((resolve) =>
    serverFor(rules).handleUpgrade(req, found.socket, found.head, resolve),
  )
  // For whoever waits for the end of the answer.
  socket.once('close', () => res.emit('close'))
  return textSocket(socket, rules.clock)
}

const SWITCHED = 101
const wanted = (protocol: string) =>
  `Here is a WebSocket of the protocol ${protocol}: ask for one (Upgrade, Sec-WebSocket-Protocol), through any proxy.`

/** What the library would refuse in a form that is not ours. */
function isHandshake({ headers }: IncomingMessage): boolean {
  const key = headers['sec-websocket-key'] ?? ''
  return /^[+/0-9A-Za-z]{22}==$/.test(key) && ['8', '13'].includes(headers['sec-websocket-version'] ?? '')
}

const NO_TEXT = 1003
/** Who does not answer a close is hung up on after so long. */
const LINGER_MS = 2000

function textSocket(socket: WebSocket, clock: Clock): TextSocket {
  const hangUpSoon = () =>
    void socket.once(
      'close',
      clock.timer(LINGER_MS, () => socket.terminate()),
    )
  // Faults of the other side's frames: the library has closed the connection with the code for them, and reads on.
  socket.on('error', hangUpSoon)
  return {
    get open() {
      return socket.readyState === socket.OPEN
    },
    get unsent() {
      return socket.bufferedAmount
    },
    send: (text, taken) => socket.send(text, () => taken?.()),
    close(code, reason) {
      if (socket.readyState === socket.CLOSED) return
      socket.close(code, reason)
      hangUpSoon()
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    heard: (listener) =>
      void socket.on('message', (data: RawData, isBinary: boolean) => {
        if (!isBinary) return listener(String(data))
        socket.close(NO_TEXT, 'frames are texts')
        hangUpSoon()
      }),
    closed: (listener) => void socket.once('close', listener),
  }
}
