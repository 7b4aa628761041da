import { readSecret } from '../ask.ts'
import { isAccepted, openKeyless } from '../documents/session.ts'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { clientWith, type GlobalOptions, isToken } from '../session.ts'
import { removeToken, saveToken } from '../token-file.ts'
import { documentWords } from '../words/documents.ts'
import { DOCUMENTS_KEY } from '../words/hints.ts'
import { warnOfPlainHttp } from './log-in.ts'

/** mkt docs login: keeps a key of the documents service, from standard input or typed unseen. */
export async function loginToDocuments(options: GlobalOptions): Promise<void> {
  const { server, tokenPath, config } = await openKeyless(options)
  warnOfPlainHttp(server)
  const key = (await readSecret('Documents key')).trim()
  if (!isToken(key)) throw new Failure('usage', documentWords.oneWord)
  if (!(await isAccepted(clientWith(server, key)))) {
    throw new Failure('unauthorized', documentWords.refusedBy(server), [documentWords.whyRefused, ...DOCUMENTS_KEY])
  }
  await saveToken(tokenPath, { server, username: '', token: key, token_id: null })
  tell(documentWords.kept(server))
  if (config.token !== undefined) tell(documentWords.variableFirst)
}

/** mkt docs logout: forgets the kept key, which stays valid. */
export async function logoutOfDocuments(options: GlobalOptions): Promise<void> {
  const { server, tokenPath, saved } = await openKeyless(options)
  await removeToken(tokenPath)
  tell(saved ? documentWords.forgotten(server) : documentWords.noneKept(server))
}
