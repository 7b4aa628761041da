// npm starts a bin through a shell. A signal to npx goes on to that shell, which dies of it without a word to the bin,
// and after a kill -9 not even the shell hears of it: a server started with npx would stay behind and hold its port.
// So a bin that npm started looks whether npm and its shell are still there, and without them stops as on SIGTERM.
import { readFileSync } from 'node:fs'

const LOOK_MS = 250
const SHELL = /^(\S*\/)?(sh|bash|dash|ash|zsh|busybox)\0/
const NPM = /^np[mx][ \0]|[/\\]np[mx](-cli\.js)?\0/

/** Ends this process with the npm that started it; does nothing where another started it. */
export function endWithNpm() {
  const npm = npmAbove()
  if (!npm) return
  const signalled = noticeSignals()
  const timer = setInterval(() => {
    if (process.ppid === npm.parent && (npm.above === undefined || parentOf(npm.parent) === npm.above)) return
    clearInterval(timer)
    // A second signal would break off the drain that the first began: Ctrl-C reaches npm, its shell and this process.
    if (!signalled()) process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}

/** The parent and, where that is npm's shell, the npm above it. Who runs under npm but was started by others is theirs. */
function npmAbove() {
  if (!process.env.npm_command || process.platform === 'win32') return undefined
  const parent = process.ppid
  if (process.platform !== 'linux') return process.env.npm_command === 'exec' ? { parent } : undefined
  const line = commandLineOf(parent)
  if (NPM.test(line)) return { parent }
  const above = SHELL.test(line) ? parentOf(parent) : undefined
  return above && NPM.test(commandLineOf(above)) ? { parent, above } : undefined
}

/** Tells whether this process has got a signal that asks it to end. Listeners would change what signals do. */
function noticeSignals() {
  let seen = false
  const emit = process.emit
  process.emit = function (name, ...rest) {
    if (name === 'SIGINT' || name === 'SIGTERM' || name === 'SIGHUP') seen = true
    return emit.call(this, name, ...rest)
  }
  return () => seen
}

function commandLineOf(pid) {
  return read(`/proc/${pid}/cmdline`)
}

/** The fourth word of the line, after the name in brackets, which may hold anything. */
function parentOf(pid) {
  return Number(
    read(`/proc/${pid}/stat`)
      .replace(/^.*\) \S+ /s, '')
      .split(' ')[0],
  )
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
