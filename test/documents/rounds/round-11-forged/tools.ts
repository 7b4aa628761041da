import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installed } from '../installed.ts'

/** Does something with files in a folder that is gone afterwards. */
export function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'forged-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A program that is not here: the file is left out, and named. */
export class Missing extends Error {}

export function call(program: string, args: readonly string[], folder: string): void {
  if (!installed(program)) throw new Missing(program)
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 120_000 })
}

/** What a program makes of a file `in.pdf` as `out.pdf` or another, with other files beside it. */
export const through =
  (program: string, args: readonly string[], beside: Record<string, string | Uint8Array> = {}, out = 'out.pdf') =>
  (bytes: Uint8Array): Uint8Array =>
    inFolder((folder) => {
      for (const [name, content] of Object.entries({ 'in.pdf': bytes, ...beside }))
        writeFileSync(join(folder, name), content)
      call(program, args, folder)
      return new Uint8Array(readFileSync(join(folder, out)))
    })

export const qpdf = (...args: string[]) => through('qpdf', ['--warning-exit-0', ...args, 'in.pdf', 'out.pdf'])

export const ghostscript = (...args: string[]) =>
  through('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', 'out.pdf', ...args, 'in.pdf'])

/** A script of mutool's, which has the document as `pdf` and its first page as `page`. */
export const mutool = (script: string, how = 'garbage,compress') =>
  through('mutool', ['run', 'work.js'], {
    'work.js': [
      `var pdf = new PDFDocument('in.pdf'); var page = pdf.loadPage(0);`,
      script,
      `pdf.save('out.pdf', '${how}')`,
    ].join('\n'),
  })

export const exiftool = (...args: string[]) => through('exiftool', ['-q', ...args, '-o', 'out.pdf', 'in.pdf'])
