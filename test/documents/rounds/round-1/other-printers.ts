import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installed } from '../installed.ts'
import type { Item, Laid, Stroke } from './sheet.ts'

/** What a program makes of a file; `IN` and `OUT` stand for the files. */
export function through(input: Uint8Array | string, kind: string, command: readonly string[]): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-1-'))
  try {
    const [from, to] = [path.join(folder, `in.${kind}`), path.join(folder, 'out.pdf')]
    writeFileSync(from, input)
    const [program = '', ...args] = command.map((arg) => arg.replace(/\bOUT\b/, to).replace(/\bIN\b/, from))
    execFileSync(program, args, { stdio: 'ignore' })
    return new Uint8Array(readFileSync(to))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The paper as a web page, each run at its place. */
function html({ items, strokes, size: [width, height] }: Laid): string {
  const run = ({ text, x, y, size, font, color }: Item) => {
    const family = font.startsWith('Times')
      ? 'Liberation Serif'
      : font.startsWith('Courier')
        ? 'Liberation Mono'
        : 'Liberation Sans'
    const weight = font.includes('Bold') ? 'bold' : 'normal'
    const place = `left:${x}pt;top:${height - y - 0.95 * size}pt`
    const look = `font:${weight} ${size}pt '${family}';color:${color}`
    return `<span style="${place};${look}">${text.replace(/&/g, '&amp;')}</span>`
  }
  const box = ({ box: [x, y, right, top], fill }: Stroke) => {
    const place = `left:${x}pt;top:${height - top}pt;width:${right - x}pt;height:${top - y}pt`
    return `<span style="${place};${fill ? `background:${fill}` : 'border:0.6pt solid'}"></span>`
  }
  return `<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0;width:${width}pt}span{position:absolute;white-space:pre}
</style>${strokes.map(box).join('\n')}${items.map(run).join('\n')}`
}

/** The paper as groff sets it: each run at its place. */
function roff({ items, size: [, height] }: Laid): string {
  const family = (font: string) => (font.startsWith('Times') ? 'T' : font.startsWith('Courier') ? 'C' : 'H')
  const run = ({ text, x, y, size, font }: Item) => {
    const name = `${family(font)}${font.includes('Bold') ? 'B' : 'R'}`
    return `.sp |${(height - y).toFixed(1)}p\n\\h'|${x.toFixed(1)}p'\\f[${name}]\\s[${size * 1000}u]${text}\\s0\n.br`
  }
  return `.po 0\n.ll 612p\n.nf\n.pl ${height}p\n${items.map(run).join('\n')}\n`
}

interface OtherPrinter {
  program: string
  papers: string[]
  print(laid: Laid): Uint8Array
}

export const OTHER_PRINTERS: OtherPrinter[] = [
  {
    program: 'wkhtmltopdf',
    papers: ['us-roofer', 'nl-hosting', 'us-checking', 'us-biweekly', 'fr-bulletin'],
    print(laid) {
      const [width, height] = laid.size.map((points) => `${Math.round(points / 0.72) * 0.254}mm`) as [string, string]
      const page = ['--page-width', width, '--page-height', height, '-T', '0', '-B', '0', '-L', '0', '-R', '0']
      return through(html(laid), 'html', ['wkhtmltopdf', '-q', '--zoom', '1.3125', ...page, 'IN', 'OUT'])
    },
  },
  {
    program: 'groff',
    papers: ['us-employment', 'uk-current', 'au-gardens'],
    print: (laid) => through(roff(laid), 'roff', ['sh', '-c', 'groff -k -Tps IN | ps2pdf - OUT']),
  },
]

/** Papers whose printing program is not installed here. */
export const printersLeft = (): string[] =>
  OTHER_PRINTERS.filter(({ program }) => !installed(program)).map(({ program }) => `${program} (not here)`)
