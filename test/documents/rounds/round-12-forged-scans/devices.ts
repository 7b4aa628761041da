import { type Device, DEVICES as KNOWN } from '../round-11-scans/glass.ts'

/** The devices that were used before, and those of this round's offices. */
export const DEVICES: Record<string, Device> = {
  ...KNOWN,
  branch: { dpi: [240, 240], colour: false, skew: -0.4, blur: 0.18, noise: 2.2, white: 245, sharpen: 0.3 },
  reception: {
    ...{ dpi: [200, 200], colour: true, skew: 0.7, blur: 0.25, noise: 3.2, white: 243, sharpen: 0.2 },
    tint: [0.995, 1, 0.99],
  },
  archive: { dpi: [300, 300], colour: false, skew: 0.1, blur: 0.2, noise: 2.8, white: 248 },
  handheld: {
    ...{ dpi: [210, 210], colour: true, skew: -1.6, blur: 0.32, noise: 5, white: 229, shade: 0.18, desk: 12, ink: 32 },
    ...{ tint: [1, 0.985, 0.94], lean: [-0.00005, 0.00007] },
  },
}
