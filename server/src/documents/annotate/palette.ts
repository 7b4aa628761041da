import { type Color, rgb } from '@cantoo/pdf-lib'
import type { Severity } from '../model/findings.ts'

const hex = (code: number): Color => rgb((code >> 16) / 255, ((code >> 8) & 255) / 255, (code & 255) / 255)

export const INK = hex(0x1f2933)
export const FAINT_INK = hex(0x66727f)
export const HAIRLINE = hex(0xd5dbe1)
export const WHITE = hex(0xffffff)
export const ROW = hex(0x8a97a5)
/** Printed and not read. */
export const UNREAD = hex(0x7c3aed)

const SURE = hex(0x1a7f37)
const LIKELY = hex(0xb26a00)
const UNSURE = hex(0xc02b2b)

/** The steps of confidence that a reader sees, the highest first; also the legend. */
export const CONFIDENCE_STEPS = [
  { from: 0.9, color: SURE, name: '90 % and more' },
  { from: 0.6, color: LIKELY, name: '60 to 90 %' },
  { from: 0, color: UNSURE, name: 'below 60 %: check it' },
] as const

/** The colour of what `percent` writes: 0.897 is written as 90 % and has the colour of 90 %. */
export function confidenceColor(confidence: number): Color {
  const written = percent(confidence) / 100
  return (CONFIDENCE_STEPS.find(({ from }) => written >= from) ?? CONFIDENCE_STEPS[2]).color
}

/** A probability in whole percent, as the report writes it. */
export function percent(confidence: number): number {
  return Math.round(confidence * 100)
}

export const SEVERITY_COLOR: Record<Severity, Color> = {
  info: hex(0x5b6b7a),
  low: hex(0x2563eb),
  medium: hex(0xc05a00),
  high: hex(0xc81e1e),
  critical: hex(0x8b1140),
}

export const LEVEL_COLOR = {
  LOW: hex(0x1a7f37),
  MEDIUM: hex(0xb26a00),
  HIGH: hex(0xc81e1e),
  CRITICAL: hex(0x8b1140),
} as const
