import { countAloud } from '../words/probe.ts'
import { generateText, PROBE, type ProbeOptions } from './probe.ts'

/** What any model answers at some length, in one likeliest way. */
const ASKED = { input_text: `${PROBE.input_text} ${countAloud}`, temperature: 0 } as const
const TOKENS = 8
const CUT = 4

/**
 * Whether an engine goes on with a text from its next token: 8 tokens are generated, cut after 4, and what it says
 * behind those must be what it had said. A model that ends before has shown nothing, and neither has one that says the
 * same over and over: it would say that too where it began anew.
 */
export async function continuesPrefix(options: ProbeOptions): Promise<boolean> {
  const whole = await generateText({ ...ASKED, max_tokens: TOKENS }, options)
  const prefix = whole.slice(0, CUT).join('')
  const rest = whole.slice(CUT).join('')
  if (prefix === '' || rest === '' || prefix.trim() === rest.trim()) return false
  const again = await generateText({ ...ASKED, max_tokens: TOKENS - CUT, prefix }, options)
  return again.join('') === rest
}
