import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Runs a program on a file in a folder of its own and returns the file that it wrote. */
export function made(input: string, data: string | Uint8Array, output: string, ...command: string[]): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'forger-'))
  try {
    writeFileSync(path.join(folder, input), data)
    const [program = '', ...words] = command
    execFileSync(program, words, { cwd: folder, stdio: 'ignore', timeout: 90_000 })
    return new Uint8Array(readFileSync(path.join(folder, output)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const OFFICE = ['soffice', '-env:UserInstallation=file:///tmp/forger-office', '--headless']

export const chromium = (html: string): Uint8Array =>
  made(
    'in.html',
    html,
    'out.pdf',
    ...'chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer'.split(' '),
    '--print-to-pdf=out.pdf',
    'in.html',
  )

export const wkhtmltopdf = (html: string): Uint8Array =>
  made('in.html', html, 'out.pdf', 'wkhtmltopdf', '-q', '--encoding', 'utf-8', 'in.html', 'out.pdf')

export const writer = (html: string): Uint8Array =>
  made(
    'in.html',
    html,
    'in.pdf',
    ...OFFICE,
    '--infilter=HTML (StarWriter)',
    '--convert-to',
    'pdf:writer_pdf_Export',
    'in.html',
  )

export const groff = (text: string): Uint8Array =>
  ghostscript(made('in.roff', text, 'out.ps', 'sh', '-c', 'groff -k -Tps in.roff > out.ps'))

export const ghostscript = (file: Uint8Array, ...more: string[]): Uint8Array =>
  made('in', file, 'out.pdf', 'gs', '-q', '-sDEVICE=pdfwrite', ...more, '-o', 'out.pdf', 'in')

export const cairo = (pdf: Uint8Array): Uint8Array =>
  made('in.pdf', pdf, 'out.pdf', 'pdftocairo', '-pdf', 'in.pdf', 'out.pdf')
