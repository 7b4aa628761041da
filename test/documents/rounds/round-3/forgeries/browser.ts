import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

type Answer = { id?: number; result?: Record<string, unknown> }

/** One Chromium without a window, spoken to over a pipe; it prints many sheets and is then closed. */
export function openBrowser(program = 'chromium') {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe', 'about:blank']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const [to, from] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  const waiting = new Map<number, (result: Record<string, unknown>) => void>()
  let [rest, last] = ['', 0]
  from.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const { id, result = {} } = JSON.parse(message) as Answer
      if (id !== undefined) waiting.get(id)?.(result)
    }
  })
  const ask = (method: string, params: object, sessionId?: string) =>
    new Promise<Record<string, unknown>>((answer) => {
      waiting.set(++last, answer)
      to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
    })
  return { print: (html: string, size: [number, number]) => print(ask, html, size), close: () => child.kill() }
}

type Ask = (method: string, params: object, sessionId?: string) => Promise<Record<string, unknown>>

async function print(ask: Ask, html: string, [width, height]: [number, number]): Promise<Uint8Array> {
  const { targetId } = await ask('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = (await ask('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string }
  const { frameTree } = (await ask('Page.getFrameTree', {}, sessionId)) as { frameTree: { frame: { id: string } } }
  await ask('Page.setDocumentContent', { frameId: frameTree.frame.id, html }, sessionId)
  const paper = { paperWidth: width / 72, paperHeight: height / 72, preferCSSPageSize: false }
  const { data } = (await ask('Page.printToPDF', { ...paper, printBackground: true }, sessionId)) as { data: string }
  await ask('Target.closeTarget', { targetId })
  return Buffer.from(data, 'base64')
}
