/** What a server or an engine says, as a part of a sentence of ours: its own end and capital stay within. */
export function said(message: string): string {
  return `"${message.replaceAll('"', "'")}"`
}
