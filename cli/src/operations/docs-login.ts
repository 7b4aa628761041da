import { readSecret } from '../ask.ts'
import { isAccepted, openKeyless } from '../documents/session.ts'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { clientWith, type GlobalOptions, isToken } from '../session.ts'
import { removeToken, saveToken } from '../token-file.ts'
import { DOCUMENTS_KEY } from '../words/hints.ts'
import { warnOfPlainHttp } from './log-in.ts'

/** mkt docs login: keeps a key of the documents service, from standard input or typed unseen. */
export async function loginToDocuments(options: GlobalOptions): Promise<void> {
  const { server, tokenPath, config } = await openKeyless(options)
  warnOfPlainHttp(server)
  const key = (await readSecret('Documents key')).trim()
  if (!isToken(key)) throw new Failure('usage', 'a key is one word of letters, digits and signs')
  if (!(await isAccepted(clientWith(server, key)))) {
    throw new Failure('unauthorized', `${server} does not accept this key`, [
      'It may be revoked, or of another server.',
      ...DOCUMENTS_KEY,
    ])
  }
  await saveToken(tokenPath, { server, username: '', token: key, token_id: null })
  tell(`The key for ${server} is kept.`)
  if (config.token !== undefined) tell('MKT_DOCS_KEY is set and goes before it.')
}

/** mkt docs logout: forgets the kept key, which stays valid. */
export async function logoutOfDocuments(options: GlobalOptions): Promise<void> {
  const { server, tokenPath, saved } = await openKeyless(options)
  await removeToken(tokenPath)
  tell(saved ? `The key for ${server} is forgotten here; its operator can revoke it.` : `No key for ${server} is kept.`)
}
