import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Work in a folder that is taken away afterwards. */
async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-3-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const run = (program: string, args: string[]) => execFileSync(program, args, { stdio: 'ignore' })

const bytesOf = (file: string) => new Uint8Array(readFileSync(file))

/** What commands make of a file: `IN` and `OUT` stand for the files, `DIR` for their folder. */
export function through(input: Uint8Array | string, kind: string, out: string, command: string): Promise<Uint8Array> {
  return inFolder((folder) => {
    const [from, to] = [path.join(folder, `in.${kind}`), path.join(folder, out)]
    writeFileSync(from, input)
    const places: Record<string, string> = { IN: from, OUT: to, DIR: folder }
    execFileSync('sh', ['-c', command.replace(/\b(IN|OUT|DIR)\b/g, (word) => places[word] ?? word)], {
      stdio: 'ignore',
    })
    return bytesOf(to)
  })
}

/** The pages of a file as PNG. */
export function pngsOf(bytes: Uint8Array, dpi: number): Promise<Uint8Array[]> {
  return inFolder((folder) => {
    writeFileSync(path.join(folder, 'in.pdf'), bytes)
    run('pdftoppm', ['-r', String(dpi), '-png', path.join(folder, 'in.pdf'), path.join(folder, 'p')])
    const pages = [1, 2, 3, 4, 5].map((number) => path.join(folder, `p-${number}.png`))
    return pages.filter((file) => existsSync(file)).map(bytesOf)
  })
}

/** Texts by name, printed by one run of LibreOffice Writer. */
export function printedByOffice(texts: Map<string, string>): Promise<Map<string, Uint8Array>> {
  return inFolder((folder) => {
    for (const [name, text] of texts) writeFileSync(path.join(folder, `${name}.html`), text)
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile'))}`
    const files = [...texts.keys()].map((name) => path.join(folder, `${name}.html`))
    const how = [
      '--headless',
      '--infilter=HTML (StarWriter)',
      '--convert-to',
      'pdf:writer_pdf_Export',
      '--outdir',
      folder,
    ]
    run('soffice', [profile, ...how, ...files])
    return new Map([...texts.keys()].map((name) => [name, bytesOf(path.join(folder, `${name}.pdf`))]))
  })
}

type Call = (method: string, params?: object) => Promise<Record<string, string>>

/** A tab of a running Chromium to which commands can be sent. */
async function tabOf(address: string): Promise<{ call: Call; loaded(): Promise<void>; close(): void }> {
  const made = await fetch(`http://${new URL(address).host}/json/new?about:blank`, { method: 'PUT' })
  const { webSocketDebuggerUrl } = (await made.json()) as { webSocketDebuggerUrl: string }
  const socket = new WebSocket(webSocketDebuggerUrl)
  await new Promise((open) => socket.addEventListener('open', open))
  const waiting = new Map<number | string, (result: Record<string, string>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, method, result } = JSON.parse(String(data))
    waiting.get(id ?? method)?.(result)
  })
  let last = 0
  const call: Call = (method, params = {}) => {
    const id = ++last
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((done) => waiting.set(id, done))
  }
  const loaded = () => new Promise<void>((done) => waiting.set('Page.loadEventFired', () => done()))
  return { call, loaded, close: () => socket.close() }
}

const BROWSER = 'chromium'

/** Texts by name, printed by one run of Chromium. */
export function printedByChromium(texts: Map<string, string>): Promise<Map<string, Uint8Array>> {
  return inFolder(async (folder) => {
    const home = path.join(folder, 'profile')
    mkdirSync(home)
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-port=0',
      `--user-data-dir=${home}`,
    ]
    const browser = spawn(BROWSER, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = new Promise((done) => browser.once('exit', done))
    try {
      const tab = await tabOf(await addressOf(browser.stderr))
      await tab.call('Page.enable')
      const prints = new Map<string, Uint8Array>()
      for (const [name, text] of texts) {
        const file = path.join(folder, `${name}.html`)
        writeFileSync(file, text)
        const loaded = tab.loaded()
        await tab.call('Page.navigate', { url: pathToFileURL(file).href })
        await loaded
        const { data = '' } = await tab.call('Page.printToPDF', { preferCSSPageSize: true, printBackground: true })
        prints.set(name, new Uint8Array(Buffer.from(data, 'base64')))
      }
      tab.close()
      return prints
    } finally {
      browser.kill()
      await ended
    }
  })
}

const addressOf = (stderr: NodeJS.ReadableStream): Promise<string> =>
  new Promise((found) => {
    let said = ''
    stderr.on('data', (part) => {
      said += part
      const [address] = /ws:\S+/.exec(said) ?? []
      if (address) found(address)
    })
  })
