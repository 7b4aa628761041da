export interface Unit {
  name: string
  /** The program and its arguments, up to the command. */
  program: readonly string[]
  data: string
  envFile: string
}

/** Wrong settings do not pass by trying again. */
const USAGE_CODE = 2
/** Requests in progress get 10 s, documents 8 s, and 20 s are the most that a stop may take. */
const STOP_S = 40
/** A socket for each stream, and the files of the database. */
const OPEN_FILES = 65_536

/** The text of a systemd unit that runs the server, with no more rights than it needs. */
export function unitText({ name, program, data, envFile }: Unit): string {
  return `[Unit]
Description=mkt-server: the marketplace for model inference and the documents service
Wants=network-online.target
After=network-online.target postgresql.service
StartLimitIntervalSec=300
StartLimitBurst=10

[Service]
Type=exec
ExecStart=${[...program, 'serve', '--data', data].map(argument).join(' ')}
# Settings as variables, secrets among them: readable by root only.
EnvironmentFile=-${percent(envFile)}
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=${USAGE_CODE}
TimeoutStopSec=${STOP_S}
# The first SIGTERM lets requests end: only the main process gets it.
KillMode=mixed
LimitNOFILE=${OPEN_FILES}
UMask=0077

DynamicUser=yes
StateDirectory=${name}
StateDirectoryMode=0700
NoNewPrivileges=yes
ProtectSystem=strict
# Not "yes": Node may be installed in a home.
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectProc=invisible
CapabilityBoundingSet=
AmbientCapabilities=
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
# Not MemoryDenyWriteExecute: JavaScript is compiled while it runs.

[Install]
WantedBy=multi-user.target
`
}

/** One argument of a program, as systemd reads it back. */
function argument(text: string): string {
  const plain = percent(text)
  const quoted = /^[\w@%+=:,./-]+$/.test(plain) ? plain : `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return quoted.replaceAll('$', '$$$$')
}

/** A % begins a specifier. */
function percent(text: string): string {
  return text.replaceAll('%', '%%')
}
