import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium as playwright } from 'playwright-core'

/** Where Debian and its like have it. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Pages have the same letters on every machine, whatever fonts are installed there: lines break at the same words. */
const FONTCONFIG_FILE = fileURLToPath(new URL('fonts.conf', import.meta.url))

let running: Promise<Browser> | undefined

/**
 * One Chromium for all tests of a process: the machine's, else the one that came with `npm ci`, which
 * TEST_CHROMIUM=packaged asks for in any case.
 */
export function openBrowser(): Promise<Browser> {
  running ??= launch()
  return running
}

async function launch(): Promise<Browser> {
  const installed = process.env.TEST_CHROMIUM === 'packaged' ? undefined : INSTALLED.find(existsSync)
  // On a machine without these libraries the package unpacks its own only where it believes itself in AWS Lambda.
  if (!installed) process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const executablePath = installed ?? (await (await import('@sparticuz/chromium')).default.executablePath())
  return await started(executablePath)
}

const UNPACKING_MS = 500
const TRIES = 20

/** The package unpacks it once for all processes: while another one still writes it, it cannot be started. */
async function started(executablePath: string, tries = TRIES): Promise<Browser> {
  try {
    const env = { ...process.env, FONTCONFIG_FILE }
    return await playwright.launch({ executablePath, args: ['--no-sandbox'], env })
  } catch (error) {
    if (tries === 0 || !String(error).includes('ETXTBSY')) throw error
    await new Promise((wake) => setTimeout(wake, UNPACKING_MS))
    return await started(executablePath, tries - 1)
  }
}

export async function closeBrowser(): Promise<void> {
  const browser = await running
  running = undefined
  await browser?.close()
}
