import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DocumentType, FIELDS } from '../../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../../specimen.ts'
import { openBrowser } from './browser.ts'
import { ran, through } from './through.ts'
import { readValue } from './values.ts'

const FOLDER = new URL('papers/', import.meta.url)
const VALUE = /\[\[([^|\]]+)\|([^|\]]+)(?:\|([^\]]+))?\]\]/g

export type Maker = 'chromium' | 'wkhtmltopdf' | 'soffice' | 'groff'

/** A paper that other people's software prints: `[[field|as printed|value]]` in HTML or troff. */
export interface Paper {
  name: string
  type: DocumentType
  maker: Maker
  size: [number, number]
  source: string
}

export const readPapers = (folder = FOLDER): Paper[] =>
  readdirSync(folder)
    .sort()
    .map((file) => {
      const source = readFileSync(new URL(file, folder), 'utf8')
      const [, type, maker, width, height] = /([A-Z0-9_]+) (\w+) (\d+)x(\d+)/.exec(source) ?? []
      const size: [number, number] = [Number(width), Number(height)]
      return { name: file.replace(/\..*/, ''), type: type as DocumentType, maker: maker as Maker, size, source }
    })

/** What a paper says, with some values as a forger would have them. */
export function retyped(paper: Paper, changes: ReadonlyMap<string, string>): Paper {
  const source = paper.source.replace(VALUE, (whole, key: string) => {
    const [text, said] = changes.get(key)?.split(' = ') ?? []
    return text === undefined ? whole : `[[${key}|${text}${said ? `|${said}` : ''}]]`
  })
  return { ...paper, source }
}

export const plain = ({ source }: Paper): string => source.replace(VALUE, '$2')

/** The text of a field, and how often the same text stands before it. */
export function wordsOf({ source, name }: Paper, field: string): { text: string; before: string } {
  for (const { 1: key, 2: text = '', index } of source.matchAll(VALUE))
    if (key === field)
      return { text, before: plain({ source: source.slice(0, index) } as Paper).replace(/<[^>]*>|\n\.[^\n]*/g, ' ') }
  throw new Error(`${name} has no ${field}`)
}

export function truthOf({ source, type }: Paper): Truth {
  const truth: Truth = { document_type: type, fields: {}, risk: 'clean' }
  for (const { 1: key = '', 2: text = '', 3: said } of source.matchAll(VALUE)) {
    const [table = '', row, cell = ''] = key.split('.')
    if (row === undefined && key in FIELDS[type]) truth.fields[key] = readValue(type, key, said ?? text)
    if (row === undefined) continue
    truth.tables ??= {}
    truth.tables[table] ??= []
    const rows = truth.tables[table]
    rows[Number(row)] = { ...rows[Number(row)], [cell]: readValue(type, cell, said ?? text) }
  }
  return truth
}

/** Prints papers, those of one program together; gives them in the order asked for. */
export async function printPapers(papers: readonly Paper[]): Promise<Uint8Array[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-'))
  const browser = papers.some(({ maker }) => maker === 'chromium') ? openBrowser() : undefined
  try {
    const office = papers.filter(({ maker }) => maker === 'soffice')
    if (office.length > 0) printOffice(folder, office)
    const all: Uint8Array[] = []
    for (const paper of papers) {
      if (paper.maker === 'chromium' && browser)
        all.push(await browser.print(`<!doctype html>${plain(paper)}`, paper.size))
      else if (paper.maker === 'soffice')
        all.push(lastPage(readFileSync(path.join(folder, `${office.indexOf(paper)}.pdf`))))
      else all.push(paper.maker === 'groff' ? troff(paper) : webkit(paper))
    }
    return all
  } finally {
    browser?.close()
    rmSync(folder, { recursive: true })
  }
}

function printOffice(folder: string, papers: readonly Paper[]): void {
  for (const [at, { source, size }] of papers.entries()) {
    const page = `@page{size:${size[0]}pt ${size[1]}pt;margin:50pt}`
    const head = `<html><head><meta charset=utf-8><style>${page}</style></head>`
    const html = plain({ source } as Paper)
      .replace(/<!--.*?-->\s*<html>/, head)
      .replace(/<body[^>]*>/, '$&<p>&nbsp;</p>')
    writeFileSync(path.join(folder, `${at}.html`), html)
  }
  office(
    folder,
    papers.map((_, at) => `${at}.html`),
    'pdf:writer_web_pdf_Export',
  )
}

function office(folder: string, files: string[], to: string): void {
  const own = `-env:UserInstallation=file://${folder}/profile`
  ran('soffice', [own, '--headless', '--convert-to', to, '--outdir', folder, ...files], {
    cwd: folder,
    stdio: 'ignore',
  })
}

/** LibreOffice puts an empty page before a page of HTML that says its size. */
const lastPage = (bytes: Uint8Array) => through('qpdf', ['IN', '--pages', '.', 'z', '--', 'OUT'], bytes)

function troff({ size: [width, height], ...paper }: Paper): Uint8Array {
  const device = [`-P-p${width / 72}i,${height / 72}i`]
  const page = ran('groff', ['-t', '-Kutf8', '-Tps', ...device], { input: plain(paper as Paper) })
  const points = [`-dDEVICEWIDTHPOINTS=${width}`, `-dDEVICEHEIGHTPOINTS=${height}`, '-dFIXEDMEDIA']
  return ran('gs', ['-q', '-sDEVICE=pdfwrite', ...points, '-o', '-', '-'], { input: page })
}

function webkit(paper: Paper): Uint8Array {
  const [width, height] = paper.size.map((each) => `${(each / 72) * 25.4}mm`) as [string, string]
  const args = [
    '-q',
    '--disable-smart-shrinking',
    '--zoom',
    '1.25',
    '--page-width',
    width,
    '--page-height',
    height,
    'IN',
    'OUT',
  ]
  return through('wkhtmltopdf', args, plain(paper), 'html')
}
