export interface Unit {
  name: string
  scope: 'system' | 'user'
  /** The account that a system unit runs as; undefined: one that systemd makes up. */
  runAs: string | undefined
  /** The program and its arguments. */
  command: readonly string[]
  /** The directory of the key; undefined: one that systemd makes, /var/lib/NAME. */
  ownState: string | undefined
  envFile: string
}

/** Wrong settings, a refused key and a running other agent do not pass by trying again. */
const FINAL_CODES = '2 3 4'
/** A drain takes 30 s at most, and up to 12 s more for the server's word. */
const STOP_S = 60

/** The text of a systemd unit that runs the agent, with no more rights than it needs. */
export function unitText(unit: Unit): string {
  return [
    ...general(),
    '',
    ...service(unit),
    '',
    ...(unit.scope === 'system' ? systemHardening(unit) : userHardening()),
    '',
    '[Install]',
    `WantedBy=${unit.scope === 'system' ? 'multi-user.target' : 'default.target'}`,
    '',
  ].join('\n')
}

function general(): string[] {
  return [
    '[Unit]',
    'Description=mkt-agent: runs models for the marketplace',
    'Wants=network-online.target',
    'After=network-online.target',
    'StartLimitIntervalSec=300',
    'StartLimitBurst=5',
  ]
}

function service({ command, envFile }: Unit): string[] {
  return [
    '[Service]',
    'Type=exec',
    `ExecStart=${command.map(argument).join(' ')}`,
    '# MKT_TOKEN, HF_TOKEN, MKT_AGENT_ENGINE_KEY: readable by their owner only.',
    `EnvironmentFile=-${percent(envFile)}`,
    'Restart=on-failure',
    'RestartSec=5',
    `RestartPreventExitStatus=${FINAL_CODES}`,
    `TimeoutStopSec=${STOP_S}`,
    '# The first SIGTERM lets jobs finish, a second one would not: only the main process gets it.',
    'KillMode=mixed',
    'UMask=0077',
  ]
}

// Not MemoryDenyWriteExecute, since JavaScript is compiled while it runs; neither PrivateDevices nor ProtectClock,
// since each of them takes the GPU's devices away from nvidia-smi.
function systemHardening({ name, runAs, ownState }: Unit): string[] {
  const state =
    ownState === undefined
      ? [`StateDirectory=${name}`, 'StateDirectoryMode=0700']
      : [`ReadWritePaths=${quote(ownState)}`]
  return [
    runAs === undefined ? 'DynamicUser=yes' : `User=${runAs}`,
    ...state,
    'ProtectSystem=strict',
    'ProtectHome=read-only',
    'PrivateTmp=yes',
    'ProtectHostname=yes',
    'ProtectKernelTunables=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelLogs=yes',
    'ProtectControlGroups=yes',
    'CapabilityBoundingSet=',
    'RestrictNamespaces=yes',
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
    ...userHardening().slice(1),
  ]
}

function userHardening(): string[] {
  return [
    '# What shields files needs user namespaces here, which many systems refuse: the rest works everywhere.',
    'NoNewPrivileges=yes',
    'RestrictSUIDSGID=yes',
    'RestrictRealtime=yes',
    'LockPersonality=yes',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
  ]
}

/** One argument of a program, as systemd reads it back. */
function argument(text: string): string {
  return quote(text).replaceAll('$', '$$$$')
}

function quote(text: string): string {
  const plain = percent(text)
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A % begins a specifier. */
function percent(text: string): string {
  return text.replaceAll('%', '%%')
}
