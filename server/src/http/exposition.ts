import type { Context } from 'koa'
import type { Meter } from '../base/meter.ts'

/** Answers with all figures in the text format of Prometheus. */
export async function sendExposition(ctx: Context, meter: Meter): Promise<void> {
  const { type, text } = await meter.expose()
  ctx.set('Content-Type', type)
  ctx.body = text
}
