import { existsSync } from 'node:fs'
import path from 'node:path'

const TYPE = '/usr/share/fonts/truetype'

/** What more than itself a program needs, since Debian brings half of it with other things; none for our own hands. */
const NEEDS: Record<string, readonly string[]> = {
  sheet: [],
  'fonts-liberation': [`${TYPE}/liberation/LiberationSans-Regular.ttf`, `${TYPE}/dejavu/DejaVuSansCondensed.ttf`],
  'fonts-dejavu': [`${TYPE}/dejavu/DejaVuSansCondensed.ttf`, `${TYPE}/dejavu/DejaVuSansCondensed-Bold.ttf`],
  groff: ['groff', 'gropdf', 'ps2pdf'],
}

const FOLDERS = (process.env.PATH ?? '').split(path.delimiter)

const isThere = (file: string) => FOLDERS.some((folder) => existsSync(path.resolve(folder, file)))

/** Whether a program that prints or forges papers of the rounds is here, with all that it needs. */
export const installed = (program: string): boolean => (NEEDS[program] ?? [program]).every(isThere)
