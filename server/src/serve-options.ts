export interface ServeOption {
  flag: string
  variable: string
  help: string
  fallback?: string
}

/** Every setting of `serve`: its flag, its variable, what it means. Alone in its file: --help loads nothing else. */
export const OPTIONS = {
  data: { flag: '--data <dir>', variable: 'MKT_DATA', help: 'data directory, made when missing', fallback: 'data' },
  databaseUrl: {
    flag: '--database-url <url>',
    variable: 'MKT_DATABASE_URL',
    help: 'postgres:// URL; without it SQLite in the data directory',
  },
  redisUrl: {
    flag: '--redis-url <url>',
    variable: 'MKT_REDIS_URL',
    help: 'redis[s][+sentinel|+cluster]:// URL that all servers of one Postgres share; without it there is one server',
  },
  services: {
    flag: '--services <names>',
    variable: 'MKT_SERVICES',
    help: 'which services to start: market, documents or both with a comma; the other opens no port, and may run as another process on the same data',
    fallback: 'market,documents',
  },
  host: { flag: '--host <address>', variable: 'MKT_HOST', help: 'address to listen on', fallback: '127.0.0.1' },
  marketPort: {
    flag: '--market-port <n>',
    variable: 'MKT_MARKET_PORT',
    help: 'port of the marketplace, 0 for any free one',
    fallback: '8080',
  },
  documentsPort: {
    flag: '--documents-port <n>',
    variable: 'MKT_DOCUMENTS_PORT',
    help: 'port of the documents service',
    fallback: '8081',
  },
  marketUrl: { flag: '--market-url <url>', variable: 'MKT_MARKET_URL', help: 'public base URL of the marketplace' },
  documentsUrl: {
    flag: '--documents-url <url>',
    variable: 'MKT_DOCUMENTS_URL',
    help: 'public base URL of the documents service',
  },
  signupCredits: {
    flag: '--signup-credits <n>',
    variable: 'MKT_SIGNUP_CREDITS',
    help: 'credits for each new user (default 100 where only this machine is served: on loopback, without proxies or public URLs; else 0)',
  },
  registration: {
    flag: '--registration <who>',
    variable: 'MKT_REGISTRATION',
    help: 'who may register hosts: open or accounts',
    fallback: 'open',
  },
  trustedProxies: {
    flag: '--trusted-proxies <n>',
    variable: 'MKT_TRUSTED_PROXIES',
    help: 'proxies in front whose X-Forwarded-For, -Proto and -Host are believed',
    fallback: '0',
  },
  trust: {
    flag: '--trust <whom>',
    variable: 'MKT_TRUST',
    help: 'strangers: anyone may sell, new hosts are on probation; own: all hosts and buyers are yours (default own where only this machine is served, as with --signup-credits; else strangers)',
  },
  unprovenPriceLimit: {
    flag: '--unproven-price-limit <credits>',
    variable: 'MKT_UNPROVEN_PRICE_LIMIT',
    help: 'with strangers: the most a token that a job without a price of its own may cost while no host of the model is proven',
    fallback: '0.01',
  },
  verifyShare: {
    flag: '--verify-share <part>',
    variable: 'MKT_VERIFY_SHARE',
    help: 'with strangers: the most of sales that pays for checks of hosts; 0: none',
    fallback: '0.01',
  },
  verifyPrompts: {
    flag: '--verify-prompts <file>',
    variable: 'MKT_VERIFY_PROMPTS',
    help: 'prompts for these checks beside the built-in ones: paragraphs with an empty line between',
  },
  retentionDays: {
    flag: '--retention-days <n>',
    variable: 'MKT_RETENTION_DAYS',
    help: 'days after which prompts and texts of ended jobs are erased, 0 for never',
    fallback: '30',
  },
  documentsRetentionDays: {
    flag: '--documents-retention-days <n>',
    variable: 'MKT_DOCUMENTS_RETENTION_DAYS',
    help: 'days after which documents are erased, files included, 0 for never',
    fallback: '0',
  },
  documentsReports: {
    flag: '--documents-reports <when>',
    variable: 'MKT_DOCUMENTS_REPORTS',
    help: 'annotated reports are drawn when-read, or at-once as by servers of earlier versions',
    fallback: 'when-read',
  },
  documentsThreads: {
    flag: '--documents-threads <n>',
    variable: 'MKT_DOCUMENTS_THREADS',
    help: 'documents analysed at once, a process each (default one for each core)',
  },
  riskPolicy: {
    flag: '--risk-policy <file>',
    variable: 'MKT_RISK_POLICY',
    help: 'JSON file that says which signs in a document make which level of risk (without it the built-in policy)',
  },
  blobs: {
    flag: '--blobs <url>',
    variable: 'MKT_BLOBS',
    help: "where documents' files lie: s3://bucket/prefix or file:///shared/folder (else in the data directory)",
  },
  blobsEndpoint: {
    flag: '--blobs-endpoint <url>',
    variable: 'MKT_BLOBS_ENDPOINT',
    help: "URL of an S3 server that is not Amazon's",
  },
  blobsRegion: {
    flag: '--blobs-region <name>',
    variable: 'MKT_BLOBS_REGION',
    help: 'region of the bucket',
    fallback: 'us-east-1',
  },
  payments: {
    flag: '--payments <provider>',
    variable: 'MKT_PAYMENTS',
    help: 'who takes money for credits: stripe (with MKT_STRIPE_SECRET_KEY and MKT_STRIPE_WEBHOOK_SECRET), or none',
    fallback: 'none',
  },
  creditPrice: {
    flag: '--credit-price <price>',
    variable: 'MKT_CREDIT_PRICE',
    help: 'what a credit costs, such as "0.01 usd"; needed with --payments',
  },
  purchaseMin: {
    flag: '--purchase-min <credits>',
    variable: 'MKT_PURCHASE_MIN',
    help: 'the fewest credits of one purchase',
    fallback: '100',
  },
  purchaseMax: {
    flag: '--purchase-max <credits>',
    variable: 'MKT_PURCHASE_MAX',
    help: 'the most credits of one purchase',
    fallback: '100000',
  },
  webhooksPrivate: {
    flag: '--webhooks-private <on|off>',
    variable: 'MKT_WEBHOOKS_PRIVATE',
    help: 'whether webhooks may go to private networks (without it to loopback at most, where only this machine is served)',
  },
  adminFactor: {
    flag: '--admin-second-factor <on|off>',
    variable: 'MKT_ADMIN_SECOND_FACTOR',
    help: 'whether admins need a second factor for what only admins do',
    fallback: 'off',
  },
  logLevel: {
    flag: '--log-level <level>',
    variable: 'MKT_LOG_LEVEL',
    help: 'trace, debug, info, warn, error or silent',
    fallback: 'info',
  },
  accessLog: {
    flag: '--access-log <switch>',
    variable: 'MKT_ACCESS_LOG',
    help: 'on or off: a line at info for each request; polls, heartbeats and results of hosts at debug only',
    fallback: 'on',
  },
} as const satisfies Record<string, ServeOption>
