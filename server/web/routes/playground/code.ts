import { market, writeJson } from '@mkt/schemas'

/** A picture, and as much of it as is shown. */
const PICTURE = /(data:image\/[\w.+-]+;base64,[\w+/=]{0,64})[\w+/=]*/g

/** Commands for a shell that send these requests: read from a here-document, which has room for pictures. */
export function commandsOf(bodies: readonly object[], origin: string): string {
  return bodies.map((body) => commandOf(body, origin)).join('\n\n')
}

function commandOf(body: object, origin: string): string {
  return `curl ${origin}${market.runModel.path} \\
  -H "Authorization: Bearer $MKT_TOKEN" \\
  -H "Content-Type: application/json" \\
  --data-binary @- <<'JSON'
${JSON.stringify(JSON.parse(writeJson(body)), null, 2)}
JSON`
}

/** The same with pictures cut short, for the eye. */
export const shortened = (code: string): string =>
  code.replaceAll(PICTURE, (all, begin: string) => (all.length > begin.length ? `${begin}…` : all))
