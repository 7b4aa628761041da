// Before the first paint, so that nothing flashes: the theme that was chosen here, else the system's.
document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'system'
// Who is signed in is asked while the scripts are still on their way; api.ts takes the answer.
window.asked = {
  [`${location.origin}/session`]: fetch('/session', { credentials: 'same-origin', cache: 'no-store' }),
}
// Said by who takes it.
for (const answer of Object.values(window.asked)) answer.catch(() => undefined)
