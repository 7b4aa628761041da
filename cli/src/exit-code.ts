/** The exit codes of every command; scripts rely on them. */
export const exitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  unauthorized: 3,
  notFound: 4,
  insufficientCredits: 5,
  unreachable: 6,
  busy: 7,
  interrupted: 130,
} as const

/** The same for people, as --help shows it. */
export const exitCodeHelp = `
Exit codes:
  0    done
  1    a job or an analysis failed, or something unexpected happened
       (the output could not be written, say)
  2    wrong usage, or the server refused the request as invalid
  3    not logged in, or not allowed
  4    no such job, model, token, host, user, withdrawal or document
  5    not enough credits
  6    the server cannot be reached, or another kind of server is there
  7    too many requests, or no host for the model now: try again later
  130  interrupted (Ctrl-C)`
