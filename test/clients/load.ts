import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** From where a client is found: tests have most of them, the agent LangChain's. */
const FROM = {
  test: new URL('../package.json', import.meta.url),
  agent: new URL('../../agent/package.json', import.meta.url),
}

/** A client that this repository does not compile against, as its users load it: what is used of it is `T`. */
export async function load<T>(name: string, from: keyof typeof FROM = 'test'): Promise<T> {
  const require = createRequire(FROM[from])
  try {
    return (await import(pathToFileURL(require.resolve(name)).href)) as T
  } catch {
    return require(name) as T
  }
}

/** The version that is installed. */
export function versionOf(name: string, from: keyof typeof FROM = 'test'): string {
  const base = dirname(fileURLToPath(FROM[from]))
  for (let folder = base; ; folder = dirname(folder)) {
    try {
      return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version as string
    } catch (error) {
      if (folder === dirname(folder)) throw error
    }
  }
}
