import { installed } from '../../installed.ts'
import { printed as printedBefore } from '../../round-3/papers/print.ts'
import { through } from '../../round-3/papers/programs.ts'
import type { Sheet } from '../../round-3/papers/sheet.ts'
import { ownPrint } from './own.ts'

/** A table in HTML as LibreOffice Calc prints it. */
const CALC =
  'soffice -env:UserInstallation=file://DIR/profile --headless --infilter="HTML (StarCalc)" ' +
  '--convert-to pdf:calc_pdf_Export --outdir DIR/pdf IN && mv DIR/pdf/in.pdf OUT'

/** The program that a sheet's printer needs; only fonts where its content streams are ours. */
export const programOf = ({ printer }: Sheet): string =>
  printer.startsWith('own') ? 'fonts-liberation' : printer === 'calc' ? 'soffice' : printer

export const canPrint = (sheet: Sheet): boolean => installed(programOf(sheet))

/** Every sheet as its printer prints it, by name; those whose program is not here are left out. */
export async function printed(sheets: readonly Sheet[]): Promise<Map<string, Uint8Array>> {
  const prints = await printedBefore(sheets)
  for (const sheet of sheets.filter(canPrint)) {
    if (sheet.printer.startsWith('own')) prints.set(sheet.name, await ownPrint(sheet))
    if (sheet.printer === 'calc') prints.set(sheet.name, await through(sheet.text, 'html', 'out.pdf', CALC))
  }
  return prints
}
