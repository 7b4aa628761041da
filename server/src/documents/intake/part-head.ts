/** What a part of a form says of itself. */
export interface PartHead {
  name: string
  /** Undefined for a part that is no file; '' where the file has no name. */
  fileName: string | undefined
  /** Content-Transfer-Encoding, which forms should not have: lower case, '' where there is none. */
  encoding: string
}

/** Reads the lines of a part's head. A part without a name has the name ''. */
export function readPartHead(text: string): PartHead {
  const lines = text.split('\r\n')
  const disposition = lineOf(lines, 'content-disposition')
  return {
    name: parameterOf(disposition, 'name') ?? '',
    fileName: extendedName(disposition) ?? parameterOf(disposition, 'filename'),
    encoding: lineOf(lines, 'content-transfer-encoding').trim().toLowerCase(),
  }
}

function lineOf(lines: readonly string[], name: string): string {
  const line = lines.find((candidate) => candidate.slice(0, name.length + 1).toLowerCase() === `${name}:`)
  return line?.slice(name.length + 1) ?? ''
}

// Browsers write a quotation mark in a name as %22 and leave backslashes alone; others escape with a backslash.
function parameterOf(disposition: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]*))`, 'i')
  const [, quoted, bare] = pattern.exec(disposition) ?? []
  return quoted?.replace(/\\"/g, '"').replace(/%22/g, '"') ?? bare
}

/** filename*=UTF-8''... of RFC 5987, which some programs send for names beyond ASCII. */
function extendedName(disposition: string): string | undefined {
  const [, encoded] = /;\s*filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? []
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
