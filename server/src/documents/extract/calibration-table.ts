import type { Calibration } from './calibrate.ts'

/** Written by test/documents/calibrate.ts; do not edit by hand. The first table passes raw confidences through. */
export const CALIBRATION: Calibration = {
  weights: {
    raw: 1,
  },
}
