import { expect, test } from 'vitest'
import { FITTED_TO } from '../../server/src/documents/extract/calibration-table.ts'
import { extractorsDigest } from './extractors-digest.ts'

test('the table of confidences was fitted to the extractors as they are', () => {
  expect(FITTED_TO, 'older than the extractors: node --conditions=mkt-source test/documents/calibrate.ts').toBe(
    extractorsDigest(),
  )
})
