// Before the first paint, so that nothing flashes: the theme that was chosen here, else the system's.
document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'system'
// What the first page needs is asked for while the scripts are still on their way; api.ts takes the answers.
window.asked = {}
const ask = (path) => {
  const answer = fetch(path, { credentials: 'same-origin', cache: 'no-store' })
  // Said by who takes it.
  answer.catch(() => undefined)
  window.asked[location.origin + path] = answer
  return answer
}
const signedIn = ask('/session')
const DAY_MS = 86_400_000
const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10)
/** As routes/overview/load-overview.ts asks; a test holds that none is asked for twice. */
const askOverview = () => {
  const now = Date.now()
  ask('/users/me?detail=full')
  ask(`/users/me/usage?from=${dayOf(now)}&to=${dayOf(now + DAY_MS)}&by=day`)
  for (const narrowed of ['status=running&limit=1', 'status=queued&limit=1', 'detail=full&limit=8'])
    ask(`/jobs?${narrowed}`)
  ask('/users/me/hosts?detail=full')
  ask('/users/me/tokens')
  ask('/users/me/alerts')
  ask('/documents-service/documents?limit=5&detail=full')
}
if (/^\/app\/?$/.test(location.pathname)) signedIn.then(({ ok }) => ok && askOverview()).catch(() => undefined)
