import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, REPOSITORY, start } from '../e2e/bins.ts'

/**
 * Runs the JavaScript program that a README shows, word for word. Its packages are found as from the workspace that
 * depends on them: a program given as text resolves its imports from its working directory.
 */
export function startShown(readme: string, workspace: string, env: Record<string, string>): Program {
  const [, code] = /^```js\n(.*?)^```$/ms.exec(readFileSync(join(REPOSITORY, readme), 'utf8')) ?? []
  if (!code) throw new Error(`${readme} shows no program`)
  const cwd = join(REPOSITORY, workspace)
  return start(process.execPath, ['--input-type=module', '--eval', code], { env, cwd })
}
