import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Paper } from './read-papers.ts'
import { printSheet } from './sheet.ts'

/**
 * What a command makes of files; `IN` stands for the first (`IN2` for the second), `OUT` for the result.
 *
 * @throws when the program fails or leaves nothing behind
 */
export function through(inputs: Record<string, Uint8Array | string>, out: string, command: string): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-2-'))
  try {
    for (const [file, bytes] of Object.entries(inputs)) writeFileSync(path.join(folder, file), bytes)
    const env = { ...process.env, HOME: folder, SOURCE_DATE_EPOCH: '1766000000' }
    execFileSync('sh', ['-c', command], { cwd: folder, env, stdio: 'ignore' })
    return new Uint8Array(readFileSync(path.join(folder, out)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const BASE = `html{-webkit-print-color-adjust:exact}body{font:9pt "Liberation Sans";margin:0}
table{border-collapse:collapse;width:100%}td,th{vertical-align:top;text-align:left;padding:2px 4px}.r{text-align:right}
small{font-size:6.5pt}.b td,.b th,td.b{border:1px solid #333}
.l td,.l th{border-bottom:1px solid #ccc}h1{font-size:18pt;margin:4px 0}
h2{font-size:12pt;margin:8px 0 2px}p{margin:5px 0}`

/** The layout as a web page; `[[label|value]]` is a box of a form, or one of a wider form with `[[label|value|n]]`. */
function web({ body, options }: Paper): string {
  const boxed = body.replace(/\[\[(.*?)\|(.*?)(?:\|(\d+))?\]\]/g, (_, label: string, value: string, span = '1') => {
    return `<td class=b colspan=${span}><small>${label}</small><br>${value || '&nbsp;'}</td>`
  })
  const page = `<style>@page{size:${options.page ?? 'A4'};margin:${options.margin ?? '14mm'}}${BASE}</style>`
  return `<!DOCTYPE html><meta charset="utf-8"><title>${options.title ?? ''}</title>${page}${boxed}`
}

/** The same for a word processor, which knows attributes better than style sheets. */
const plain = (paper: Paper): string =>
  web(paper)
    .replace(/<style>.*?<\/style>/gs, '')
    .replaceAll('<table class=b', '<table border=1 cellspacing=0')
    .replaceAll('<table', '<table width=100%')
    .replaceAll('class=r', 'align=right')

const chromium = (html: string) =>
  through(
    { 'in.html': html },
    'out.pdf',
    'chromium --headless --no-sandbox --disable-gpu --print-to-pdf=out.pdf --no-pdf-header-footer in.html',
  )

// This program prints a point smaller than it is.
const ENLARGED = '<style>body{zoom:1.36}</style>'

const roff = (body: string) => `.pl 11i\n.po 0.9i\n.ll 6.7i\n.sp |0.9i\n${body}\n`

const AS_TEXT = "--infilter='HTML (StarWriter)' --convert-to pdf:writer_pdf_Export"

const PRINTERS: Record<string, (paper: Paper) => Uint8Array | Promise<Uint8Array>> = {
  sheet: printSheet,
  chromium: (paper) => chromium(web(paper)),
  wkhtmltopdf: (paper) => {
    const [size = 'A4', turned = ''] = (paper.options.page ?? 'A4').split(' ')
    const [width, height] = size.split('x')
    const given = height ? `--page-width ${width} --page-height ${height}` : `-s ${size}`
    const edges = ['-T', '-B', '-L', '-R'].map((edge) => `${edge} ${paper.options.margin ?? '14mm'}`).join(' ')
    const command = `wkhtmltopdf -q ${given} ${turned && '-O Landscape'} ${edges} in.html out.pdf`
    return through({ 'in.html': `${web(paper)}${height ? '' : ENLARGED}` }, 'out.pdf', command)
  },
  soffice: (paper) =>
    through(
      { 'in.html': plain(paper) },
      'in.pdf',
      `soffice -env:UserInstallation=file://$PWD/profile --headless ${AS_TEXT} in.html`,
    ),
  groff: ({ body }) => through({ in: roff(body) }, 'out.pdf', 'groff -k -t -Tps -P-pletter in | ps2pdf - out.pdf'),
}

export async function printPaper(paper: Paper): Promise<Uint8Array> {
  const print = PRINTERS[paper.program]
  if (!print) throw new Error(`${paper.name}: nobody prints with ${paper.program}`)
  return print(paper)
}
