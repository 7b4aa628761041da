import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')

/** What a test's canvas writes with: fonts that pdf.js brings along, since a machine may have none of its own. */
export const SANS = '"Liberation Sans"'
export const SERIF = '"Foxit Serif"'

GlobalFonts.registerFromPath(join(FOLDER, 'LiberationSans-Regular.ttf'), 'Liberation Sans')
GlobalFonts.registerFromPath(join(FOLDER, 'LiberationSans-Bold.ttf'), 'Liberation Sans')
GlobalFonts.registerFromPath(join(FOLDER, 'FoxitSerifBold.pfb'), 'Foxit Serif')
