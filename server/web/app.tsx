import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { Button } from './parts/button.tsx'
import { late } from './parts/late.tsx'
import { Failure } from './parts/notice.tsx'
import { Palette } from './parts/palette.tsx'
import { Shell } from './parts/shell.tsx'
import { Toasts } from './parts/toasts.tsx'
import { Login } from './routes/login/login.tsx'
import { Overview } from './routes/overview/overview.tsx'
import { person, recall, sessionError } from './state/session.ts'
import { t } from './texts/texts.ts'

const Signup = late(() => import('./routes/login/signup.tsx').then((part) => part.Signup))
const NewPassword = late(() => import('./routes/login/new-password.tsx').then((part) => part.NewPassword))
const Models = late(() => import('./routes/models/models.tsx').then((part) => part.Models))
const ModelPage = late(() => import('./routes/models/model.tsx').then((part) => part.ModelPage))
const Playground = late(() => import('./routes/playground/playground.tsx').then((part) => part.Playground))
const Jobs = late(() => import('./routes/jobs/jobs.tsx').then((part) => part.Jobs))
const JobPage = late(() => import('./routes/jobs/job.tsx').then((part) => part.JobPage))
const Batches = late(() => import('./routes/batches/batches.tsx').then((part) => part.Batches))
const BatchPage = late(() => import('./routes/batches/batch.tsx').then((part) => part.BatchPage))
const Documents = late(() => import('./routes/documents/documents.tsx').then((part) => part.Documents))
const DocumentPage = late(() => import('./routes/documents/document.tsx').then((part) => part.DocumentPage))
const ReviewPage = late(() => import('./routes/review/review.tsx').then((part) => part.ReviewPage))
const Hosts = late(() => import('./routes/hosts/hosts.tsx').then((part) => part.Hosts))
const HostPage = late(() => import('./routes/hosts/host.tsx').then((part) => part.HostPage))
const Earnings = late(() => import('./routes/earnings/earnings.tsx').then((part) => part.Earnings))
const Account = late(() => import('./routes/account/account.tsx').then((part) => part.Account))
const Admin = late(() => import('./routes/admin/admin.tsx').then((part) => part.Admin))
const Tokens = late(() => import('./routes/tokens/tokens.tsx').then((part) => part.Tokens))
const Usage = late(() => import('./routes/usage/usage.tsx').then((part) => part.Usage))
const Missing = late(() => import('./routes/missing/missing.tsx').then((part) => part.Missing))

/** All pages by their addresses; each but those that people begin with is loaded when it is opened. */
export function App() {
  return (
    <LocationProvider scope="/app">
      <ErrorBoundary onError={(error) => console.error(error)}>
        <Who />
        <Toasts />
      </ErrorBoundary>
    </LocationProvider>
  )
}

const OPEN = ['/app/login', '/app/signup', '/app/password']

/** Pages for who is signed in, else the way to become so. */
function Who() {
  const { path, url, route } = useLocation()
  const isOpen = OPEN.includes(path)
  const known = person.value
  useEffect(() => {
    // The router does not know what a page made of its address since it was opened.
    const here = location.pathname + location.search
    if (known === null && !isOpen) route(`/app/login?next=${encodeURIComponent(here)}`, true)
    if (known && isOpen) route(nextOf(url), true)
  }, [known, isOpen, url, route])
  if (sessionError.value !== undefined && known === undefined) return <Away />
  if (known === undefined || (known === null && !isOpen) || (known && isOpen)) return null
  if (!known) {
    return (
      <Router>
        <Route path="/app/login" component={Login} />
        <Route path="/app/signup" component={Signup} />
        <Route path="/app/password" component={NewPassword} />
      </Router>
    )
  }
  return (
    <Shell>
      <Pages />
      <Palette />
    </Shell>
  )
}

function Pages() {
  return (
    <Router>
      <Route path="/app" component={Overview} />
      <Route path="/app/models" component={Models} />
      <Route path="/app/models/:name" component={ModelPage} />
      <Route path="/app/playground" component={Playground} />
      <Route path="/app/jobs" component={Jobs} />
      <Route path="/app/jobs/:id" component={JobPage} />
      <Route path="/app/batches" component={Batches} />
      <Route path="/app/batches/:id" component={BatchPage} />
      <Route path="/app/hosts" component={Hosts} />
      <Route path="/app/hosts/:id" component={HostPage} />
      <Route path="/app/earnings" component={Earnings} />
      <Route path="/app/documents" component={Documents} />
      <Route path="/app/documents/:id" component={DocumentPage} />
      <Route path="/app/review" component={ReviewPage} />
      <Route path="/app/account" component={Account} />
      <Route path="/app/admin/:room?" component={Admin} />
      <Route path="/app/tokens" component={Tokens} />
      <Route path="/app/usage" component={Usage} />
      <Route default component={Missing} />
    </Router>
  )
}

/** The server cannot be reached, so that nobody knows who is signed in. */
function Away() {
  return (
    <main class="alone">
      <h1>{t.shell.away}</h1>
      <Failure error={sessionError.value} />
      <Button kind="main" onClick={recall}>
        {t.retry}
      </Button>
    </main>
  )
}

/** Where a person wanted to go before they had to sign in: a page of ours, and nothing else. */
function nextOf(url: string): string {
  const next = new URL(url, location.origin).searchParams.get('next') ?? ''
  return next.startsWith('/app/') && !next.startsWith('/app/login') && !next.startsWith('/app/signup') ? next : '/app/'
}
