import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { analysed, type Contest, LANES, processed } from './documents-contest.ts'
import { drawScans, pagesOf, SCAN_DPI } from './documents-files.ts'
import type { DocumentsService } from './documents-service.ts'
import type { BenchOptions } from './scene.ts'

/** Against the program that the service's recogniser is a build of, given the pages' pictures. */
export async function scanContests(
  service: DocumentsService,
  folder: string,
  { full }: BenchOptions,
): Promise<Contest[]> {
  const scans = await drawScans(folder, full ? 4 : 1)
  const contest = (name: string, models: string, flags: string[]) => ({
    name,
    what: `${scans.length} scans of ${pagesOf(scans)} pages at ${SCAN_DPI} dpi, analysed`,
    anchor: `tesseract with ${models}, one thread, a process a file, ${LANES} at a time`,
    goal: 'to know',
    warmUps: 1,
    ours: () => analysed(service, scans),
    theirs: () =>
      processed('tesseract', scans, ({ listPath }) => [
        listPath,
        'stdout',
        '--dpi',
        `${SCAN_DPI}`,
        '-l',
        'eng',
        ...flags,
      ]),
  })
  return [
    { ...contest('documents-scans', 'its own models', []), goal: '>= 1.0 x the anchor', least: 1 },
    contest('documents-scans-same-model', 'our models', ['--tessdata-dir', ourModels(folder)]),
  ]
}

/** The data that the service reads with, unpacked to where a native program takes it from. */
function ourModels(folder: string): string {
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  const packed = readFileSync(join(data, '4.0.0_best_int', 'eng.traineddata.gz'))
  writeFileSync(join(folder, 'eng.traineddata'), gunzipSync(packed))
  return folder
}
