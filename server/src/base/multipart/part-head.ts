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
  const parameters = parametersOf(lineOf(lines, 'content-disposition'))
  return {
    name: parameters.get('name') ?? '',
    fileName: extended(parameters.get('filename*')) ?? parameters.get('filename'),
    encoding: lineOf(lines, 'content-transfer-encoding').trim().toLowerCase(),
  }
}

function lineOf(lines: readonly string[], name: string): string {
  const line = lines.find((candidate) => candidate.slice(0, name.length + 1).toLowerCase() === `${name}:`)
  return line?.slice(name.length + 1) ?? ''
}

const PARAMETER = /;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/**
 * The parameters of a header, each name once, the first one counting. Read in order from the start, so that what
 * stands inside a quoted value is never taken for a parameter.
 */
function parametersOf(disposition: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare = ''] of disposition.matchAll(PARAMETER)) {
    // Browsers write a quotation mark in a name as %22 and leave backslashes alone; others escape with a backslash.
    const value = quoted?.replace(/\\"/g, '"').replace(/%22/g, '"') ?? bare
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  }
  return found
}

/** filename*=UTF-8''... of RFC 5987, which some programs send for names beyond ASCII. */
function extended(text: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(\S+)$/i.exec(text ?? '') ?? []
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
