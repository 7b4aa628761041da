import { installed } from '../../installed.ts'
import { drawn } from './draw.ts'
import { printedByChromium, printedByOffice, through } from './programs.ts'
import type { Sheet } from './sheet.ts'

type Prints = Map<string, Uint8Array>

const each =
  (print: (text: string) => Promise<Uint8Array>) =>
  async (texts: Map<string, string>): Promise<Prints> => {
    const prints: Prints = new Map()
    for (const [name, text] of texts) prints.set(name, await print(text))
    return prints
  }

/** A letter sheet with an inch of margin, and what begins a paragraph. */
const SHEET = '.pl 11i\n.po 1i\n.ll 6.5i\n.ps 11\n.vs 14\n.sp 1i\n.de LP\n.br\n.sp 0.6\n..\n.de PP\n.LP\n.ti 2n\n..\n'

const PROGRAMS: Record<string, (texts: Map<string, string>) => Promise<Prints>> = {
  chromium: printedByChromium,
  soffice: printedByOffice,
  wkhtmltopdf: each((text) => through(text, 'html', 'out.pdf', 'wkhtmltopdf -q -s A4 --zoom 1.3 IN OUT')),
  groff: each((text) => through(SHEET + text, 'roff', 'out.pdf', 'groff -k -t -Tps IN | ps2pdf - OUT')),
}

/** Every sheet as its printer prints it; those whose program is not here are left out. */
export async function printed(sheets: readonly Sheet[]): Promise<Prints> {
  const prints: Prints = new Map()
  for (const sheet of sheets) if (sheet.printer.startsWith('drawn')) prints.set(sheet.name, await drawn(sheet))
  for (const [program, print] of Object.entries(PROGRAMS)) {
    const own = sheets.filter(({ printer }) => printer === program)
    if (own.length === 0 || !installed(program)) continue
    for (const [name, bytes] of await print(new Map(own.map(({ name, text }) => [name, text])))) prints.set(name, bytes)
  }
  return prints
}

/** Programs that are not here, with the papers left out for it. */
export const printersLeft = (sheets: readonly Sheet[]): string[] =>
  sheets
    .filter(({ printer }) => printer in PROGRAMS && !installed(printer))
    .map(({ name, printer }) => `${name} (no ${printer})`)
